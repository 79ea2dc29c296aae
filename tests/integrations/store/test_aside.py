"""A request that was put aside is found by its name until it is taken up, for a day."""

from integrations.store.aside import WAITS_FOR, put_aside
from integrations.store.deliveries import Body
from integrations.store.store import Store
from tests.fakes import START, HandClock

BODY: Body = {"text": "Redis or not?"}


async def test_what_was_put_aside_is_found_and_nobody_takes_it_up_by_itself(store: Store) -> None:
    taken = await store.take("aside:1", BODY)
    assert taken
    at_work = await store.look(put_aside("aside:1", START))
    await store.failed(taken, "waits")

    assert at_work is None
    assert await store.look(put_aside("aside:1", START)) == BODY
    assert await store.claim_delivery() is None


async def test_what_is_taken_up_again_is_put_aside_no_longer(store: Store) -> None:
    taken = await store.take("aside:1", BODY)
    assert taken
    await store.failed(taken, "waits")
    await store.receive("aside:1", {**BODY, "word": True})
    again = await store.claim_delivery()

    assert again is not None
    assert again.body == {**BODY, "word": True}
    assert await store.look(put_aside("aside:1", START)) is None
    assert await store.look(put_aside("aside:2", START)) is None


async def test_what_nobody_takes_up_for_a_day_is_forgotten_and_nothing_else_is(store: Store, clock: HandClock) -> None:
    for key in ("aside:1", "slack:1"):
        taken = await store.take(key, BODY)
        assert taken
        await store.failed(taken, "waits")
    await store.forget_aside()
    before = await store.look(put_aside("aside:1", clock()))
    clock.now += WAITS_FOR
    late = await store.look(put_aside("aside:1", clock()))
    await store.forget_aside()

    assert (before, late) == (BODY, None)
    assert await store.take("aside:1", BODY) is not None
    assert await store.look(put_aside("slack:1", START)) == BODY
