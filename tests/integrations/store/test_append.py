"""Appending: one transaction, on the newest fold, nothing illegal, and what was appended is read back."""

import sqlite3
from pathlib import Path

import pytest

from consensus.audit import GENESIS
from consensus.errors import BrokenRecordError, IllegalEventError, NotFoundError, RecordError
from consensus.events import Cancelled, Draft, Erased, Event, OpenedWords, Reason
from integrations.store.store import Store
from tests.fakes import START, HandClock
from tests.integrations.store.conftest import Connect, Opening, asking, said

CANCEL = Draft(actor="ann", facts=Cancelled(via="terminal"), words=Reason(reason="asked twice"))


def erase(*seqs: int) -> Draft:
    return Draft(actor="ann", facts=Erased(seqs=seqs, scope="event"))


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.facts.kind for event in events]


async def test_decisions_are_numbered_in_the_order_they_open(store: Store, opening: Opening) -> None:
    numbers: list[int] = []

    def make(number: int) -> Draft:
        numbers.append(number)
        return opening(number)

    first = await store.create(make, open_key="one")
    second = await store.create(make, open_key="two")

    assert (first.id, second.id, numbers) == ("D-1", "D-2", [1, 2])
    assert (first.seq, first.events[0].prev_hash, first.events[0].at) == (1, GENESIS, START)


async def test_a_key_is_taken_while_its_decision_is_open(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="thread")

    with pytest.raises(IllegalEventError, match="already-open id=D-1"):
        await store.create(opening, open_key="thread")

    await store.append(decision, CANCEL)
    again = await store.create(opening, open_key="thread")

    assert again.id == "D-2"


async def test_what_was_appended_is_read_back_the_same(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="")
    decision = await store.append(decision, said("s1", rationale="Schnell, naïve 🙂"), said("s2"))

    assert await store.load("D-1") == decision


async def test_it_survives_a_restart(store: Store, connect: Connect, opening: Opening) -> None:
    decision = await store.append(await store.create(opening, open_key=""), said("s1"))
    store.close()

    assert await connect().load("D-1") == decision


async def test_drafts_are_appended_in_their_order(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="")
    decision = await store.append(decision, said("s2"), said("s1"), CANCEL)

    assert kinds(decision.events) == ["opened", "ballot_cast", "ballot_cast", "cancelled"]
    assert [event.seq for event in decision.events] == [1, 2, 3, 4]


async def test_one_illegal_draft_appends_none(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="")

    with pytest.raises(IllegalEventError):
        await store.append(decision, said("s1", rationale="unwritten"), said("s1"))

    assert await store.load("D-1") == decision
    assert await store.search("unwritten") == []


async def test_a_stale_decision_is_brought_up_to_date_first(store: Store, opening: Opening) -> None:
    stale = await store.create(opening, open_key="")
    await store.append(stale, said("s1"))

    newest = await store.append(stale, said("s2"))

    assert kinds(newest.events) == ["opened", "ballot_cast", "ballot_cast"]
    assert await store.append(stale) == newest


async def test_legality_is_judged_on_the_newest_fold(store: Store, opening: Opening) -> None:
    stale = await store.create(opening, open_key="")
    await store.append(stale, CANCEL)

    with pytest.raises(IllegalEventError, match="cancel-ended"):
        await store.append(stale, CANCEL)


async def test_time_never_runs_backwards(store: Store, opening: Opening, clock: HandClock) -> None:
    decision = await store.create(opening, open_key="")
    clock.advance(-60)
    decision = await store.append(decision, said("s1"))
    clock.advance(120)
    decision = await store.append(decision, said("s2"))

    assert [event.at - START for event in decision.events] == [0, 0, 60_000_000]


async def test_equal_words_are_salted_differently(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="")
    decision = await store.append(decision, said("s1"), said("s2"))

    _, one, two = decision.events
    assert one.words == two.words
    assert one.payload_digest != two.payload_digest


async def test_erased_words_are_gone_everywhere(store: Store, opening: Opening, path: Path) -> None:
    stale = await store.append(await store.create(opening, open_key=""), said("s1", rationale="Zanzibar"))
    decision = await store.append(stale, erase(1, 2))

    with sqlite3.connect(path) as connection:
        kept = connection.execute("SELECT payload, salt FROM event ORDER BY seq").fetchall()
    connection.close()
    assert kept[:2] == [(None, None), (None, None)]
    assert [event.words for event in decision.events[:2]] == [None, None]
    assert await store.append(stale) == await store.load("D-1") == await store.verify("D-1") == decision
    assert await store.search("Zanzibar") == await store.search("cache") == []
    assert [row.question for row in await store.listing()] == [""]


async def test_words_can_be_erased_twice(store: Store, opening: Opening) -> None:
    decision = await store.append(await store.create(opening, open_key=""), erase(1))
    decision = await store.append(decision, erase(1))

    assert await store.verify("D-1") == decision


async def test_an_erasure_of_what_never_happened_is_refused(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="")

    with pytest.raises(IllegalEventError, match="erase-unknown-event"):
        await store.append(decision, erase(2))

    assert isinstance((await store.load("D-1")).words(1), OpenedWords)


async def test_nothing_is_appended_to_a_decision_that_was_changed_behind_our_back(
    store: Store, connect: Connect, opening: Opening, path: Path
) -> None:
    await store.append(await store.create(opening, open_key=""), said("s1"))
    other = await store.create(asking("Another"), open_key="other")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE decision SET head = ? WHERE id = 'D-2'", ("0" * 64,))
    connection.close()

    with pytest.raises(BrokenRecordError, match="broken-projection"):
        await connect().append(other, said("s1"))


@pytest.mark.parametrize("unknown", ["D-2", "", "D-", "1 OR 1=1"])
async def test_an_unknown_decision_is_not_found(store: Store, opening: Opening, unknown: str) -> None:
    await store.create(opening, open_key="")

    for look_up in (store.load, store.verify, store.projection, store.raw_events):
        with pytest.raises(NotFoundError, match="no-such-decision"):
            await look_up(unknown)


async def test_a_record_that_cannot_be_reached_is_the_operators_business(
    store: Store, opening: Opening, path: Path
) -> None:
    decision = await store.create(opening, open_key="")
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE event RENAME TO elsewhere")
    connection.close()

    with pytest.raises(RecordError, match="record-unavailable"):
        await store.append(decision, CANCEL)
