"""The lease: one holder at a time, and who lost it appends nothing."""

import asyncio

import pytest

from consensus.errors import LeaseLostError
from consensus.events import Cancelled, Draft
from integrations.store.lease import Lease
from integrations.store.store import Store
from tests.fakes import HandClock
from tests.integrations.store.conftest import Connect, Opening, said


async def held(store: Store, owner: str) -> Lease:
    lease = await store.claim("D-1", owner)
    assert lease is not None
    return lease


async def test_of_two_processes_one_gets_the_lease(connect: Connect, opening: Opening) -> None:
    one, two = connect(), connect()
    await one.create(opening, open_key="")

    leases = await asyncio.gather(*(store.claim("D-1", "p") for store in (one, two) * 5))

    assert [lease for lease in leases if lease] == [Lease(decision="D-1", owner="p", epoch=1)]


async def test_a_lease_lasts_half_a_minute(store: Store, opening: Opening, clock: HandClock) -> None:
    await store.create(opening, open_key="")
    await held(store, "first")
    clock.advance(29)
    too_soon = await store.claim("D-1", "second")
    clock.advance(1)

    assert too_soon is None
    assert await held(store, "second") == Lease(decision="D-1", owner="second", epoch=2)


async def test_a_renewed_lease_lasts_longer(store: Store, opening: Opening, clock: HandClock) -> None:
    await store.create(opening, open_key="")
    lease = await held(store, "first")
    clock.advance(20)
    renewed = await store.renew(lease)
    clock.advance(20)

    assert renewed
    assert await store.claim("D-1", "second") is None


async def test_who_lost_the_lease_appends_nothing(connect: Connect, opening: Opening, clock: HandClock) -> None:
    one, two = connect(), connect()
    decision = await one.create(opening, open_key="")
    lost = await held(one, "one")
    clock.advance(31)
    lease = await held(two, "two")

    with pytest.raises(LeaseLostError):
        await one.append(decision, said("s1"), lease=lost)

    assert (await one.load("D-1")).seq == 1
    assert not await one.renew(lost)
    assert (await two.append(decision, said("s1"), lease=lease)).seq == 2


async def test_the_same_owner_with_an_older_epoch_is_fenced_off(
    store: Store, opening: Opening, clock: HandClock
) -> None:
    decision = await store.create(opening, open_key="")
    older = await held(store, "one")
    clock.advance(31)
    await held(store, "one")

    with pytest.raises(LeaseLostError):
        await store.append(decision, said("s1"), lease=older)


async def test_a_late_lease_holds_while_nobody_else_claimed_it(
    store: Store, opening: Opening, clock: HandClock
) -> None:
    decision = await store.create(opening, open_key="")
    lease = await held(store, "one")
    clock.advance(31)

    assert (await store.append(decision, said("s1"), lease=lease)).seq == 2
    assert await store.renew(lease)


async def test_a_lease_of_another_decision_does_not_count(store: Store, opening: Opening) -> None:
    await store.create(opening, open_key="one")
    other = await store.create(opening, open_key="two")
    lease = await held(store, "one")

    with pytest.raises(LeaseLostError):
        await store.append(other, said("s1"), lease=lease)


async def test_people_need_no_lease(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="")
    await held(store, "one")

    after = await store.append(decision, Draft(actor="ann", facts=Cancelled(via="terminal")))

    assert after.seq == 2


async def test_a_released_lease_can_be_claimed_at_once(store: Store, opening: Opening) -> None:
    await store.create(opening, open_key="")
    lease = await held(store, "one")
    await store.release(lease)

    assert await held(store, "two") == Lease(decision="D-1", owner="two", epoch=2)


async def test_releasing_a_lost_lease_leaves_the_new_one_alone(
    store: Store, opening: Opening, clock: HandClock
) -> None:
    await store.create(opening, open_key="")
    lost = await held(store, "one")
    clock.advance(31)
    lease = await held(store, "two")
    await store.release(lost)

    assert await store.renew(lease)


async def test_an_unknown_decision_has_no_lease(store: Store) -> None:
    assert await store.claim("D-9", "one") is None
