"""The brake: twenty requests of one person in one conversation within ten minutes, then one sentence, then nothing."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.brake import MINUTES, MOST, WINDOW, is_beyond, is_braked
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.ports import People
from integrations.store.deliveries import Arrival
from integrations.store.store import Store
from tests.desks import gather
from tests.fakes import HandClock
from tests.voting_models import Agents


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def store(tmp_path: Path, clock: HandClock) -> Iterator[Store]:
    with closing(Store.open(f"sqlite:///{tmp_path}/brake.db", clock=clock)) as opened:
        yield opened


def at(store: Store, clock: HandClock) -> Desk:
    return Desk(store=store, ask=Agents(()), gather=gather, assemble=nobody, clock=clock)


async def nobody(decision: Decision) -> People:
    raise AssertionError(decision)


async def told(desk: Desk, sender: str, key: str, thread: str = "github:1:1") -> str:
    """What becomes of one more request."""
    store = desk.store
    await store.keep(Arrival(key=key, source="github", thread=thread, body={}, also_key=None, sender=sender))
    delivery = await store.claim_delivery()
    assert delivery
    try:
        is_silent = await is_braked(replace(desk, delivery=delivery))
    except RequestError as error:
        return error.key
    finally:
        await store.done(delivery)
    return "passed over" if is_silent else "done"


async def flood(desk: Desk, clock: HandClock, count: int, *, every: int) -> list[str]:
    found = []
    for number in range(count):
        found.append(await told(desk, "7", f"flood {clock()} {number}"))
        clock.advance(every)
    return found


async def test_beyond_twenty_requests_one_is_told_and_the_rest_is_passed_over(store: Store, clock: HandClock) -> None:
    desk = at(store, clock)

    assert await flood(desk, clock, 25, every=1) == ["done"] * 20 + ["too-fast"] + ["passed over"] * 4
    assert await told(desk, "8", "of another person") == "done"
    assert await told(desk, "7", "elsewhere", "github:1:2") == "done"


async def test_a_loop_just_above_the_limit_is_told_once(store: Store, clock: HandClock) -> None:
    found = await flood(at(store, clock), clock, 60, every=29)

    assert found.count("too-fast") == 1
    assert set(found[21:]) == {"passed over"}


async def test_after_ten_quiet_minutes_all_is_done_again(store: Store, clock: HandClock) -> None:
    desk = at(store, clock)
    await flood(desk, clock, 30, every=1)
    clock.advance(MINUTES * 60)

    assert await flood(desk, clock, 3, every=1) == ["done"] * 3


async def test_a_request_that_is_tried_again_is_judged_as_before(store: Store, clock: HandClock) -> None:
    desk = at(store, clock)
    await flood(desk, clock, 20, every=1)
    await store.keep(Arrival(key="x", source="github", thread="github:1:1", body={}, also_key=None, sender="7"))
    delivery = await store.claim_delivery()
    assert delivery
    for _ in range(2):
        with pytest.raises(RequestError, match="too-fast"):
            await is_braked(replace(desk, delivery=delivery))
        clock.advance(MINUTES * 60)


async def test_what_nobody_is_said_to_have_sent_is_not_counted(store: Store, clock: HandClock) -> None:
    desk = at(store, clock)

    assert {await told(desk, "", f"push {number}") for number in range(MOST + 5)} == {"done"}
    assert not await is_braked(desk)


def test_ten_minutes_are_just_not_too_fast() -> None:
    assert is_beyond([WINDOW - 1, *[0] * MOST])
    assert not is_beyond([WINDOW, *[0] * MOST])
    assert not is_beyond([0] * MOST)
