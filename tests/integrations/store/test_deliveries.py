"""Deliveries: stored before they are acknowledged, each worked on once, in their order within a thread."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from consensus.errors import IllegalEventError, LeaseLostError, RecordError
from consensus.events import Cancelled, Draft
from integrations.store.deliveries import Body, Delivery
from integrations.store.store import Store
from tests.fakes import SECOND, HandClock
from tests.integrations.store.conftest import Connect, Opening

BODY: Body = {"text": "Redis oder nicht? \ud83d \u0000", "list": [1, None, {"deep": True}]}


async def claimed(store: Store) -> Delivery:
    delivery = await store.claim_delivery()
    assert delivery is not None
    return delivery


def kept(path: Path) -> list[tuple[str, str, str | None]]:
    """What the file holds of each delivery."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT key, state, body FROM delivery ORDER BY key").fetchall()


async def test_a_request_is_stored_as_it_came(store: Store, clock: HandClock) -> None:
    is_new = await store.receive("T1:E1", BODY, source="github", thread="C1:1.0")

    assert is_new
    assert await claimed(store) == Delivery(
        key="T1:E1", source="github", thread="C1:1.0", body=BODY, received_at=clock(), claimed_at=clock()
    )


async def test_hard_case_1_copies_of_a_delivery_are_no_ops(store: Store) -> None:
    answers = [await store.receive("T1:E1", {"copy": number}) for number in range(4)]
    delivery = await claimed(store)
    while_claimed = await store.receive("T1:E1", {})
    await store.done(delivery)

    assert answers == [True, False, False, False]
    assert delivery.body == {"copy": 0}
    assert not while_claimed
    assert not await store.receive("T1:E1", {})
    assert await store.claim_delivery() is None


async def test_hard_case_3_a_mention_and_its_message_are_one_request(store: Store) -> None:
    mention = await store.receive("T1:E1", {}, also_key="T1:C1:1.0")
    message = await store.receive("T1:E2", {}, also_key="T1:C1:1.0")
    again = await store.receive("T1:E2", {}, also_key="T1:C1:1.0")
    other = await store.receive("T1:E3", {}, also_key="T1:C1:2.0")

    assert (mention, message, again, other) == (True, False, False, True)


async def test_a_key_that_was_the_second_of_another_is_known(store: Store) -> None:
    await store.receive("T1:E1", {}, also_key="T1:C1:1.0")

    assert not await store.receive("T1:C1:1.0", {})


async def test_hard_case_9_of_many_processes_one_accepts_and_one_works(connect: Connect) -> None:
    stores = [connect() for _ in range(5)]

    accepted = await asyncio.gather(*(store.receive("T1:E1", {}, also_key="C1:1.0") for store in stores * 10))
    claims = await asyncio.gather(*(store.claim_delivery() for store in stores * 2))

    assert sum(accepted) == 1
    assert sum(claim is not None for claim in claims) == 1


async def test_hard_case_10_what_was_accepted_survives_the_end_of_the_process(store: Store, connect: Connect) -> None:
    await store.receive("T1:E1", BODY)
    store.close()

    assert (await claimed(connect())).body == BODY


async def test_hard_case_11_a_thread_is_worked_on_in_its_order(store: Store, clock: HandClock) -> None:
    for key, thread in (("b", "one"), ("a", "one"), ("d", "two"), ("c", "one")):
        await store.receive(key, {}, thread=thread)
        clock.advance(1)
    first, second = await claimed(store), await claimed(store)
    nothing_more = await store.claim_delivery()
    await store.done(first)

    assert (first.key, second.key, nothing_more) == ("b", "d", None)
    assert (await claimed(store)).key == "a"


async def test_deliveries_without_a_thread_wait_for_nobody(store: Store) -> None:
    await store.receive("a", {})
    await store.receive("b", {})

    assert [(await claimed(store)).key, (await claimed(store)).key] == ["a", "b"]


async def test_a_crashed_claim_can_be_claimed_again_after_a_lease(store: Store, clock: HandClock) -> None:
    await store.receive("a", {}, thread="one")
    await store.receive("b", {}, thread="one")
    await claimed(store)
    clock.advance(29)
    too_soon = await store.claim_delivery()
    clock.advance(1)

    assert too_soon is None
    assert (await claimed(store)).key == "a"
    assert await store.claim_delivery() is None


async def test_a_delivery_tells_when_it_came_if_its_worker_crashed(store: Store, clock: HandClock) -> None:
    came_at = clock()
    await store.receive("a", {})
    clock.advance(1)
    first = await claimed(store)
    clock.advance(30)
    second = await claimed(store)

    assert (first.left_at, second.left_at) == (None, came_at)


async def test_what_was_claimed_by_a_worker_that_is_gone_is_free_at_once(connect: Connect, clock: HandClock) -> None:
    gone, here = connect("gone"), connect("here")
    await gone.receive("a", {}, thread="one")
    lost = await claimed(gone)
    taken = await gone.take("b", {})
    clock.advance(1)
    named = await here.workers()
    await here.dismiss("gone")
    again = [await claimed(here), await claimed(here)]

    assert named == {"gone"}
    assert await here.workers() == {"here"}
    assert [(each.key, each.left_at) for each in again] == [("a", clock() - SECOND), ("b", clock() - SECOND)]
    for mine in (lost, taken):
        with pytest.raises(LeaseLostError, match="delivery-lost"):
            await gone.done(mine) if mine else None


async def test_who_is_there_keeps_what_they_have_claimed(connect: Connect) -> None:
    busy, here = connect("busy"), connect("here")
    await busy.receive("a", {})
    mine = await claimed(busy)
    await here.dismiss("gone")

    assert await here.claim_delivery() is None
    await busy.done(mine)
    assert await here.workers() == frozenset()


async def test_a_request_that_was_put_off_waits_and_its_thread_with_it(store: Store, clock: HandClock) -> None:
    came_at = clock()
    for key, thread in (("a", "one"), ("b", "one"), ("c", "two")):
        await store.receive(key, {}, thread=thread)
    await store.postpone(await claimed(store), 60)
    other = await claimed(store)
    await store.done(other)
    clock.advance(59)
    too_soon = await store.claim_delivery()
    clock.advance(1)
    again = await claimed(store)

    assert (other.key, too_soon) == ("c", None)
    assert (again.key, again.left_at, again.age) == ("a", came_at, 60 * SECOND)
    await store.done(again)
    assert (await claimed(store)).key == "b"


async def test_who_lost_the_claim_puts_nothing_off(store: Store, clock: HandClock) -> None:
    await store.receive("a", {})
    lost = await claimed(store)
    clock.advance(30)
    await claimed(store)

    with pytest.raises(LeaseLostError, match="delivery-lost"):
        await store.postpone(lost, 60)


async def test_a_request_that_comes_again_has_not_waited_since_the_first_time(store: Store, clock: HandClock) -> None:
    await store.receive("a", {})
    await store.failed(await claimed(store), "the API was away")
    clock.advance(3_600)
    await store.receive("a", {})

    assert (await claimed(store)).age == 0


async def test_who_lost_the_claim_concludes_nothing(store: Store, opening: Opening, clock: HandClock) -> None:
    await store.receive("a", {})
    lost = await claimed(store)
    clock.advance(30)
    delivery = await claimed(store)

    for conclude in (store.done(lost), store.failed(lost, "late"), store.create(opening, open_key="", delivery=lost)):
        with pytest.raises(LeaseLostError, match="delivery-lost"):
            await conclude
    await store.done(delivery)

    assert await store.ids() == []


async def test_a_body_is_kept_until_the_delivery_is_done(store: Store, path: Path) -> None:
    await store.receive("a", {"text": "hush"})
    await store.receive("b", {"text": "hush"})
    await store.done(await claimed(store))

    assert kept(path) == [("a", "done", None), ("b", "new", '{"text": "hush"}')]


async def test_hard_case_20_a_failed_delivery_runs_again_only_when_it_is_delivered_again(store: Store) -> None:
    await store.receive("a", {"copy": 1}, also_key="also")
    await store.failed(await claimed(store), "the API was away")
    by_itself = await store.claim_delivery()
    redelivered = await store.receive("a", {"copy": 2})
    twin = await store.receive("b", {"copy": 3}, also_key="also")

    assert by_itself is None
    assert (redelivered, twin) == (True, False)
    assert (await claimed(store)).body == {"copy": 2}


async def test_hard_case_20_a_decision_opens_and_its_delivery_is_done_in_one_transaction(
    store: Store, opening: Opening, path: Path
) -> None:
    await store.receive("a", {})
    delivery = await claimed(store)
    await store.create(opening, open_key="thread", delivery=delivery)

    assert await store.ids() == ["D-1"]
    assert kept(path) == [("a", "done", None)]


async def test_a_decision_that_does_not_open_leaves_its_delivery_to_be_concluded(
    store: Store, opening: Opening, path: Path
) -> None:
    await store.create(opening, open_key="thread")
    await store.receive("a", {})
    delivery = await claimed(store)
    with pytest.raises(IllegalEventError, match="already-open"):
        await store.create(opening, open_key="thread", delivery=delivery)
    while_refused = kept(path)
    await store.done(delivery)

    assert while_refused == [("a", "claimed", "{}")]
    assert kept(path) == [("a", "done", None)]


async def test_hard_case_39_a_click_has_its_effect_with_its_delivery(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="")
    cancel = Draft(actor="ann", facts=Cancelled(via="slack"))
    accepted = [await store.receive("click", {}) for _ in range(3)]
    delivery = await claimed(store)
    await store.append(decision, cancel, delivery=delivery)
    with pytest.raises(LeaseLostError):
        await store.append(decision, cancel, delivery=delivery)

    assert accepted == [True, False, False]
    assert (await store.load("D-1")).seq == 2


async def test_a_delivery_can_be_done_without_an_event(store: Store, opening: Opening, path: Path) -> None:
    decision = await store.create(opening, open_key="")
    await store.receive("a", {})

    assert await store.append(decision, delivery=await claimed(store)) == decision
    assert kept(path) == [("a", "done", None)]


async def test_what_cannot_be_stored_is_not_accepted(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE delivery RENAME TO elsewhere")

    with pytest.raises(RecordError, match="record-unavailable"):
        await store.receive("a", {})
