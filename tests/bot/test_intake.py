"""The intake: what is stored is carried out once, in the order of its thread, and what fails is kept."""

import asyncio
import logging
import os
import platform
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.app import open_store
from bot.intake import CarryOut, Intake, wait_after
from bot.settings import read_settings
from bot.worker import this_worker
from consensus.channel import DoubtfulError
from consensus.errors import LeaseLostError, RecordError
from integrations.store.deliveries import SOURCES, Delivery
from integrations.store.store import Store
from tests.fake_channel import LimitedError
from tests.fakes import SECOND, START

pytestmark = pytest.mark.virtual_time


class Book:
    """Remembers what was carried out, and for what it apologised."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.sorry: list[str] = []
        self.stirred = asyncio.Event()

    async def carry_out(self, delivery: Delivery) -> None:
        self.done.append(delivery.key)
        self.stirred.set()

    async def apologise(self, delivery: Delivery) -> None:
        self.sorry.append(delivery.key)
        self.stirred.set()

    async def has(self, *keys: str) -> None:
        while not set(keys) <= {*self.done, *self.sorry}:
            self.stirred.clear()
            await self.stirred.wait()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    time = asyncio.get_running_loop().time
    with closing(Store.open(f"sqlite:///{tmp_path}/in.db", clock=lambda: START + int(time() * SECOND))) as opened:
        yield opened


@dataclass
class Away:
    """A platform that is away for a while, and when it was asked."""

    error: Exception
    until: int
    asked: list[int] = field(default_factory=list)

    async def carry_out(self, _: Delivery) -> None:
        now = int(asyncio.get_running_loop().time())
        self.asked.append(now)
        if now < self.until:
            raise self.error


@asynccontextmanager
async def running(
    store: Store, book: Book, carry_out: CarryOut | None = None, sources: tuple[str, ...] = SOURCES
) -> AsyncIterator[Intake]:
    intake = Intake(store, carry_out or book.carry_out, apologise=book.apologise, sources=lambda: sources)
    intake.start()
    try:
        yield intake
    finally:
        await intake.stop()


async def test_what_was_stored_before_the_start_is_carried_out_once(store: Store) -> None:
    book = Book()
    await store.receive("a", {})
    await store.receive("b", {})
    async with running(store, book):
        await book.has("a", "b")
    async with running(store, book) as intake:
        intake.ring()

    assert book.done == ["a", "b"]


async def test_what_came_from_a_platform_that_is_off_waits_until_it_is_on_again(store: Store) -> None:
    book = Book()
    await store.receive("from-github", {}, source="github")
    await store.receive("from-slack", {})
    async with running(store, book, sources=("slack",)):
        await book.has("from-slack")
    off = list(book.done)
    async with running(store, book):
        await book.has("from-slack", "from-github")

    assert off == ["from-slack"]


async def test_a_ring_is_not_needed(store: Store) -> None:
    book = Book()
    async with running(store, book):
        await store.receive("a", {})
        await book.has("a")

    assert book.done == ["a"]


async def test_what_cannot_be_carried_out_is_kept_and_apologised_for(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(delivery: Delivery) -> None:
        raise ValueError(delivery.key)

    book = Book()
    await store.receive("a", {})
    with caplog.at_level(logging.CRITICAL):
        async with running(store, book, fail):
            await book.has("a")
    again = Book()
    async with running(store, again):
        await store.receive("a", {})
        await again.has("a")

    assert (book.sorry, again.done, again.sorry) == (["a"], ["a"], [])


@pytest.mark.parametrize("error", [RecordError("record-unavailable"), LeaseLostError("delivery-lost", delivery="a")])
async def test_what_the_record_could_not_take_is_tried_again_after_its_lease(
    store: Store, caplog: pytest.LogCaptureFixture, error: RecordError
) -> None:
    tries: list[str] = []

    async def once_away(delivery: Delivery) -> None:
        tries.append(delivery.key)
        if len(tries) == 1:
            raise error
        await book.carry_out(delivery)

    book = Book()
    await store.receive("a", {})
    with caplog.at_level(logging.CRITICAL):
        async with running(store, book, once_away):
            await book.has("a")

    assert (tries, book.sorry) == (["a", "a"], [])


async def test_stopping_waits_for_what_is_under_way(store: Store) -> None:
    async def slow(delivery: Delivery) -> None:
        begun.set()
        await asyncio.sleep(3)
        await book.carry_out(delivery)

    book, begun = Book(), asyncio.Event()
    await store.receive("a", {})
    async with running(store, book, slow):
        await begun.wait()

    assert book.done == ["a"]


async def test_stopping_cuts_off_what_takes_too_long_and_it_is_done_after_the_next_start(store: Store) -> None:
    async def endless(_: Delivery) -> None:
        begun.set()
        await asyncio.sleep(3_600)

    book, begun = Book(), asyncio.Event()
    await store.receive("a", {})
    async with running(store, book, endless):
        await begun.wait()
    async with running(store, book):
        await book.has("a")

    assert book.done == ["a"]


async def test_hard_case_61_a_limited_request_waits_as_long_as_it_is_told_to(store: Store) -> None:
    away, book = Away(LimitedError(120), until=240), Book()
    await store.receive("a", {}, thread="one")
    await store.receive("b", {}, thread="one")
    async with running(store, book, away.carry_out):
        await asyncio.sleep(300)

    first, second, done, after_it = away.asked
    assert (first, book.sorry) == (0, [])
    assert (120 <= second - first < 126, 120 <= done - second < 126) == (True, True)
    assert after_it - done < 6


async def test_a_request_that_gets_no_answer_is_tried_again(store: Store) -> None:
    away, book = Away(DoubtfulError(), until=50), Book()
    await store.receive("a", {})
    async with running(store, book, away.carry_out):
        await asyncio.sleep(120)

    assert (len(away.asked), book.sorry) == (3, [])


def test_a_platform_that_gives_no_answer_is_asked_ever_more_seldom() -> None:
    age, waits = 0, list[int]()
    while (seconds := wait_after(DoubtfulError(), age * SECOND)) is not None:
        waits.append(seconds)
        age += seconds

    assert waits == [30, 30, 60, 120, 240, 480, 960, 1920]


@pytest.mark.parametrize(("error", "seconds"), [(LimitedError(600), 86_400), (DoubtfulError(), 3_600)])
async def test_a_request_that_waited_in_vain_is_kept_and_apologised_for(
    store: Store, tmp_path: Path, error: Exception, seconds: int
) -> None:
    away, book = Away(error, until=10**9), Book()
    with closing(Store.open(f"sqlite:///{tmp_path}/in.db", clock=lambda: START - seconds * SECOND)) as before:
        await before.receive("a", {})
    async with running(store, book, away.carry_out):
        await book.has("a")

    assert (len(away.asked), book.sorry) == (1, ["a"])
    assert await store.receive("a", {})


async def test_a_request_that_had_its_effect_before_the_platform_was_away_is_done(store: Store) -> None:
    async def answered_nobody(delivery: Delivery) -> None:
        await store.done(delivery)
        raise DoubtfulError

    book = Book()
    await store.receive("a", {})
    async with running(store, book, answered_nobody):
        await asyncio.sleep(100)

    assert (book.sorry, await store.receive("a", {})) == ([], False)


async def test_what_a_killed_process_was_at_work_on_is_taken_up_at_once(store: Store, tmp_path: Path) -> None:
    killed = f"{platform.node()}/{os.getpid()}/0"
    with closing(Store.open(f"sqlite:///{tmp_path}/in.db", clock=lambda: START, worker=killed)) as gone:
        await gone.receive("a", {}, thread="one")
        await gone.claim_delivery()
        await gone.receive("b", {}, thread="one")
    book, began = Book(), asyncio.get_running_loop().time()
    async with running(store, book):
        await book.has("a", "b")

    assert book.done == ["a", "b"]
    assert asyncio.get_running_loop().time() - began < 1


async def test_what_this_process_or_one_of_another_machine_is_at_work_on_is_left_to_it(
    store: Store, tmp_path: Path
) -> None:
    for worker in (this_worker(), "elsewhere/1/1"):
        with closing(Store.open(f"sqlite:///{tmp_path}/in.db", clock=lambda: START, worker=worker)) as other:
            await other.take(worker, {})
    book = Book()
    async with running(store, book):
        await asyncio.sleep(29)
        too_soon = list(book.done)
        await book.has(this_worker(), "elsewhere/1/1")

    assert too_soon == []


async def test_the_program_claims_requests_in_the_name_of_its_process(tmp_path: Path) -> None:
    settings = read_settings({"DATABASE_URL": f"sqlite:///{tmp_path}/own.db"}, tmp_path)
    with closing(open_store(settings)) as own:
        await own.take("a", {})

        assert await own.workers() == {this_worker()}
