"""The bell: one call at a time per decision, no ring lost, no failure that silences it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import pytest

from consensus.errors import RecordError
from integrations.jobs.in_process import SWEEP_EVERY, Bell, asleep
from tests.fakes import SECOND, START, HandClock


async def settle() -> None:
    """Lets everything run that can run."""
    for _ in range(20):
        await asyncio.sleep(0)


@dataclass
class HandWait:
    """Waits end when a test turns the clock; a timer may fire a little early, as real ones do."""

    clock: HandClock
    sleepers: list[tuple[int, asyncio.Event]] = field(default_factory=list)

    async def __call__(self, microseconds: int) -> None:
        awake = asyncio.Event()
        self.sleepers.append((self.clock() + microseconds, awake))
        await awake.wait()

    async def turn(self, seconds: int) -> None:
        self.clock.advance(seconds)
        for until, awake in self.sleepers:
            if until <= self.clock():
                awake.set()
        await settle()

    async def wake_early(self) -> None:
        for _, awake in self.sleepers:
            awake.set()
        await settle()


@dataclass
class Engine:
    """Advances each decision until the test lets it go, and remembers what it was asked."""

    calls: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    holds: dict[str, asyncio.Event] = field(default_factory=dict)
    failures: list[Exception] = field(default_factory=list)
    due_ids: list[str] = field(default_factory=list)
    sweeps: int = 0

    def hold(self, decision_id: str) -> Callable[[], None]:
        self.holds[decision_id] = asyncio.Event()
        return self.holds[decision_id].set

    async def advance(self, decision_id: str) -> None:
        self.calls.append(decision_id)
        if self.failures:
            raise self.failures.pop()
        if decision_id in self.holds:
            await self.holds[decision_id].wait()
        self.ended.append(decision_id)

    async def due(self) -> list[str]:
        self.sweeps += 1
        if self.failures:
            raise self.failures.pop()
        return self.due_ids


@pytest.fixture
def engine() -> Engine:
    return Engine()


@pytest.fixture
def wait() -> HandWait:
    return HandWait(HandClock())


@pytest.fixture
async def bell(engine: Engine, wait: HandWait) -> AsyncIterator[Bell]:
    bell = Bell(engine.advance, engine.due, clock=wait.clock, wait=wait)
    yield bell
    await bell.stop(patience=0)


async def test_a_ring_is_answered_at_once(bell: Bell, engine: Engine) -> None:
    bell.defer("D-1")
    await settle()

    assert engine.ended == ["D-1"]


async def test_rings_while_a_decision_is_worked_on_are_remembered_once(bell: Bell, engine: Engine) -> None:
    let_go = engine.hold("D-1")
    for _ in range(5):
        bell.defer("D-1")
        await settle()
    during = list(engine.calls)
    let_go()
    await settle()

    assert during == ["D-1"]
    assert engine.ended == ["D-1", "D-1"]


async def test_decisions_do_not_wait_for_each_other(bell: Bell, engine: Engine) -> None:
    engine.hold("D-1")
    bell.defer("D-1")
    bell.defer("D-2")
    await settle()

    assert engine.ended == ["D-2"]


async def test_a_timed_ring_waits_for_its_instant(bell: Bell, engine: Engine, wait: HandWait) -> None:
    bell.defer("D-1", START + 10 * SECOND)
    await settle()
    await wait.turn(9)
    too_soon = list(engine.calls)
    await wait.turn(1)

    assert too_soon == []
    assert engine.calls == ["D-1"]


async def test_a_timer_that_fires_early_waits_for_the_rest(bell: Bell, engine: Engine, wait: HandWait) -> None:
    bell.defer("D-1", START + 10 * SECOND)
    await settle()
    await wait.wake_early()
    too_soon = list(engine.calls)
    await wait.turn(10)

    assert too_soon == []
    assert engine.calls == ["D-1"]


async def test_an_instant_in_the_past_is_now(bell: Bell, engine: Engine) -> None:
    bell.defer("D-1", START)
    await settle()

    assert engine.calls == ["D-1"]


async def test_the_same_timed_ring_twice_rings_once(bell: Bell, engine: Engine, wait: HandWait) -> None:
    for _ in range(3):
        bell.defer("D-1", START + SECOND)
    await settle()
    await wait.turn(1)
    bell.defer("D-1", START + 2 * SECOND)
    await settle()
    await wait.turn(1)

    assert engine.calls == ["D-1", "D-1"]


async def test_what_is_due_is_rung_at_the_start_and_each_minute(bell: Bell, engine: Engine, wait: HandWait) -> None:
    engine.due_ids = ["D-1", "D-2"]
    bell.start()
    await settle()
    at_start = list(engine.calls)
    engine.due_ids = ["D-3"]
    await wait.turn(SWEEP_EVERY // SECOND)

    assert at_start == ["D-1", "D-2"]
    assert engine.calls == ["D-1", "D-2", "D-3"]


async def test_a_sweep_that_fails_is_logged_and_the_next_one_comes(
    bell: Bell, engine: Engine, wait: HandWait, caplog: pytest.LogCaptureFixture
) -> None:
    engine.failures = [RecordError("record-unavailable")]
    engine.due_ids = ["D-1"]
    bell.start()
    await settle()
    await wait.turn(60)

    assert engine.calls == ["D-1"]
    assert [(record.levelno, record.message) for record in caplog.records] == [(logging.ERROR, "sweep failed")]


async def test_a_failure_is_logged_and_silences_nothing(
    bell: Bell, engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    engine.failures = [ValueError("broken")]
    bell.defer("D-1")
    bell.defer("D-1")
    await settle()

    assert engine.calls == ["D-1", "D-1"]
    assert engine.ended == ["D-1"]
    assert [record.message for record in caplog.records] == ["advance failed decision=D-1"]


async def test_stopping_lets_work_under_way_end_and_takes_no_more(bell: Bell, engine: Engine, wait: HandWait) -> None:
    let_go = engine.hold("D-1")
    bell.start()
    bell.defer("D-1")
    bell.defer("D-3", START + SECOND)
    await settle()
    bell.defer("D-1")
    stopping = asyncio.ensure_future(bell.stop())
    await settle()
    bell.defer("D-2")
    let_go()
    await stopping
    await wait.turn(60)

    assert engine.calls == engine.ended == ["D-1"]
    assert engine.sweeps == 1


async def test_stopping_cancels_what_does_not_end_in_time(bell: Bell, engine: Engine) -> None:
    engine.hold("D-1")
    bell.defer("D-1")
    await settle()
    await bell.stop(patience=0)

    assert engine.calls == ["D-1"]
    assert engine.ended == []
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_stopping_an_idle_bell_is_quick(bell: Bell) -> None:
    await bell.stop()
    await bell.stop()

    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.virtual_time
async def test_it_waits_in_seconds_of_the_loop() -> None:
    loop = asyncio.get_running_loop()
    before = loop.time()
    await asleep(1_500_000)

    assert loop.time() - before == pytest.approx(1.5)
