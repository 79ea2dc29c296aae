"""A request that is done before it is acknowledged is stored as claimed."""

from integrations.store.store import Store
from tests.fakes import HandClock


async def test_a_taken_request_is_not_handed_out_again_before_its_lease_is_over(store: Store, clock: HandClock) -> None:
    taken = await store.take("a", {"text": "x"})

    assert taken is not None
    assert await store.claim_delivery() is None
    clock.advance(31)
    again = await store.claim_delivery()
    assert (again.key, again.body) == ("a", {"text": "x"}) if again else False


async def test_a_taken_request_is_done_by_its_process(store: Store, clock: HandClock) -> None:
    taken = await store.take("a", {})
    assert taken is not None

    await store.done(taken)

    clock.advance(31)
    assert await store.claim_delivery() is None
    assert await store.take("a", {}) is None


async def test_a_known_request_is_not_taken(store: Store) -> None:
    await store.receive("a", {})

    assert await store.take("a", {}) is None


async def test_a_failed_request_is_taken_again(store: Store) -> None:
    taken = await store.take("a", {})
    assert taken is not None
    await store.failed(taken, "ValueError")

    assert await store.take("a", {}) is not None
