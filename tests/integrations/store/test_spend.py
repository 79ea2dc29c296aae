"""Money is set aside under a cap, whoever asks, and an open reservation counts as spent."""

import asyncio

from integrations.store.store import Store
from tests.fakes import START, HandClock
from tests.integrations.store.conftest import Connect, Opening


async def test_a_reservation_counts_until_it_is_settled(store: Store, opening: Opening) -> None:
    await store.create(opening, open_key="")
    reservation = await store.spending.reserve("D-1", 500, since=START, cap=1_000)
    assert reservation is not None
    reserved = await store.spending.spent(START)
    await store.spending.settle(reservation, 120)

    assert (reserved, await store.spending.spent(START)) == (500, 120)


async def test_nothing_is_reserved_beyond_the_cap(store: Store, opening: Opening) -> None:
    await store.create(opening, open_key="")
    await store.spending.reserve("D-1", 600, since=START, cap=1_000)

    assert await store.spending.reserve("D-1", 401, since=START, cap=1_000) is None
    assert await store.spending.reserve("D-1", 400, since=START, cap=1_000) is not None


async def test_what_was_spent_before_does_not_count(store: Store, opening: Opening, clock: HandClock) -> None:
    await store.create(opening, open_key="")
    await store.spending.reserve("D-1", 1_000, since=START, cap=1_000)
    clock.advance(60)

    assert await store.spending.spent(clock()) == 0
    assert await store.spending.reserve("D-1", 1_000, since=clock(), cap=1_000) is not None


async def test_two_processes_share_one_cap(connect: Connect, opening: Opening) -> None:
    stores = [connect(), connect()]
    await stores[0].create(opening, open_key="")

    reservations = await asyncio.gather(
        *(store.spending.reserve("D-1", 300, since=START, cap=1_000) for store in stores * 5)
    )

    assert sum(number is not None for number in reservations) == 3
