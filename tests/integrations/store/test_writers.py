"""Many writers on one file: no error, nothing twice, nothing lost."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from consensus.decision import Decision
from consensus.errors import IllegalEventError
from consensus.events import Draft, OutcomeRecorded, Reason
from tests.fakes import HandClock
from tests.integrations.store.conftest import Connect, Opening, said

WRITERS = 50


def remark(number: int) -> Draft:
    return Draft(actor=f"p{number}", facts=OutcomeRecorded(outcome="held"), words=Reason(reason=f"remark {number}"))


async def test_hard_case_84_fifty_threads_append_to_one_decision(connect: Connect, opening: Opening) -> None:
    stores = [connect() for _ in range(WRITERS)]
    decision = await stores[0].create(opening, open_key="")
    together = Barrier(WRITERS)

    def write(number: int) -> Decision:
        together.wait()
        return asyncio.run(stores[number].append(decision, remark(number)))

    with ThreadPoolExecutor(WRITERS) as threads:
        await asyncio.gather(
            *(asyncio.get_running_loop().run_in_executor(threads, write, number) for number in range(WRITERS))
        )

    whole = await stores[0].verify("D-1")
    assert whole.seq == WRITERS + 1
    assert {event.actor for event in whole.events[1:]} == {f"p{number}" for number in range(WRITERS)}


async def test_one_seat_is_heard_once_however_many_record_it(connect: Connect, opening: Opening) -> None:
    stores = [connect() for _ in range(5)]
    decision = await stores[0].create(opening, open_key="")

    answers = await asyncio.gather(
        *(store.append(decision, said("s1")) for store in stores * 4), return_exceptions=True
    )

    assert sum(isinstance(answer, Decision) for answer in answers) == 1
    assert sum(isinstance(answer, IllegalEventError) for answer in answers) == 19
    assert (await stores[0].verify("D-1")).seq == 2


async def test_hard_case_84_one_key_opens_one_decision_however_often_it_is_asked(
    connect: Connect, opening: Opening
) -> None:
    stores = [connect() for _ in range(5)]

    await asyncio.gather(*(store.create(opening, open_key="thread") for store in stores * 4), return_exceptions=True)

    assert [row.id for row in await stores[0].listing()] == ["D-1"]


async def test_different_keys_get_different_numbers(connect: Connect, opening: Opening) -> None:
    stores = [connect() for _ in range(5)]

    decisions = await asyncio.gather(
        *(store.create(opening, open_key=f"{number}") for number, store in enumerate(stores * 4))
    )

    assert {decision.id for decision in decisions} == {f"D-{number}" for number in range(1, 21)}


async def test_hard_case_84_a_reader_waits_for_no_writer(connect: Connect, opening: Opening) -> None:
    store, busy = connect(), connect()
    decision = await store.create(opening, open_key="one")
    seen: list[object] = []

    def look_while_writing(number: int) -> Draft:
        seen.extend(row.id for row in asyncio.run(store.listing()))
        seen.append(asyncio.run(store.append(decision)))
        return opening(number)

    await busy.create(look_while_writing, open_key="two")

    assert seen == ["D-1", decision]


async def test_closing_finishes_what_is_being_written(connect: Connect, opening: Opening, clock: HandClock) -> None:
    store = connect()
    decision = await store.create(opening, open_key="")
    clock.advance(1)
    writing = asyncio.ensure_future(store.append(decision, said("s1")))
    await asyncio.sleep(0)
    store.close()

    assert (await writing).seq == 2
    assert (await connect().load("D-1")).seq == 2
