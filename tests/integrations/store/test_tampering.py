"""Nobody changes the record: triggers refuse it, and what got past them is found and named."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from consensus.errors import BrokenRecordError
from integrations.store.store import Store
from tests.integrations.store.conftest import Opening, said

TRIGGERS = ("event_is_never_deleted", "event_is_only_erased", "event_is_never_replaced")


@pytest.fixture
def outsider(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


@pytest.fixture
def burglar(outsider: sqlite3.Connection) -> sqlite3.Connection:
    """Somebody who took the triggers and the constraints away first."""
    outsider.execute("PRAGMA ignore_check_constraints = ON")
    for trigger in TRIGGERS:
        outsider.execute(f"DROP TRIGGER {trigger}")
    return outsider


async def three_events(store: Store, opening: Opening) -> None:
    await store.append(await store.create(opening, open_key=""), said("s1"), said("s2"))


async def first_bad(store: Store) -> tuple[str, object]:
    with pytest.raises(BrokenRecordError) as caught:
        await store.verify("D-1")
    return caught.value.key, caught.value.params["seq"]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM event",
        "DELETE FROM event WHERE seq = 2",
        "INSERT OR REPLACE INTO event SELECT * FROM event WHERE seq = 2",
        "UPDATE event SET at = at + 1",
        "UPDATE event SET seq = 9 WHERE seq = 3",
        "UPDATE event SET payload = NULL WHERE seq = 2",
        "UPDATE event SET payload = '{}' WHERE seq = 2",
        "UPDATE event SET salt = 'pepper' WHERE seq = 2",
        "UPDATE event SET payload = NULL, salt = NULL, actor = 'bob' WHERE seq = 2",
        *(
            f"UPDATE event SET payload = NULL, salt = NULL, {column} = 'x' WHERE seq = 2"  # noqa: S608 -- names below
            for column in ("decision", "kind", "facts", "payload_digest", "prev_hash", "hash")
        ),
    ],
)
async def test_an_event_is_neither_deleted_nor_changed(
    store: Store, opening: Opening, outsider: sqlite3.Connection, statement: str
) -> None:
    await three_events(store, opening)

    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        outsider.execute(statement)


async def test_words_and_salt_may_go_together(store: Store, opening: Opening, outsider: sqlite3.Connection) -> None:
    await three_events(store, opening)

    outsider.execute("UPDATE event SET payload = NULL, salt = NULL WHERE seq = 2")

    assert await first_bad(store) == ("broken-erasure", 2)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ("at = at + 1", "broken-hash"),
        ("actor = 'bob'", "broken-hash"),
        ("kind = 'abstained'", "broken-facts"),
        ("kind = 'no_such_kind'", "broken-facts"),
        ("facts = replace(facts, '\"o1\"', '\"o2\"')", "broken-hash"),
        ("facts = replace(facts, 'true', '1')", "broken-facts"),
        ("facts = facts || ' '", "broken-facts"),
        ("facts = '{'", "broken-facts"),
        ("payload = replace(payload, 'raw', 'new')", "broken-words"),
        ("payload = payload || ' '", "broken-words"),
        ("payload = '[]'", "broken-words"),
        ("payload = NULL", "broken-words"),
        ("salt = 'pepper'", "broken-words"),
        ("salt = NULL", "broken-words"),
        ("payload_digest = 'x'", "broken-hash"),
        ("prev_hash = hash", "broken-hash"),
        ("hash = prev_hash", "broken-hash"),
        ("seq = 8", "broken-gap"),
        ("decision = 'D-2'", "broken-gap"),
    ],
)
async def test_each_changed_column_is_found_and_its_row_named(
    store: Store, opening: Opening, burglar: sqlite3.Connection, change: str, key: str
) -> None:
    await three_events(store, opening)

    burglar.execute(f"UPDATE event SET {change} WHERE seq = 2")  # noqa: S608 -- the cases above

    assert await first_bad(store) == (key, 2)


@pytest.mark.parametrize("seq", [1, 2, 3])
async def test_a_deleted_row_is_named(store: Store, opening: Opening, burglar: sqlite3.Connection, seq: int) -> None:
    await three_events(store, opening)

    burglar.execute("DELETE FROM event WHERE seq = ?", (seq,))

    assert await first_bad(store) == ("broken-gap", seq)


@pytest.mark.parametrize(
    "change",
    [
        "status = 'decided'",
        "question = 'Another?'",
        "winner = 'Redis'",
        "band = 'strong'",
        "decided_by = 'random'",
        "places = '[\"#general\"]'",
        "opened_at = 1",
        "closed_at = 1",
        "due_at = NULL",
        "seq = 2",
        "head = 'x'",
    ],
)
async def test_a_row_that_lists_show_is_compared_with_the_fold(
    store: Store, opening: Opening, outsider: sqlite3.Connection, change: str
) -> None:
    await three_events(store, opening)

    outsider.execute(f"UPDATE decision SET {change}")  # noqa: S608 -- the cases above

    assert await first_bad(store) == ("broken-projection", 3)


async def test_a_whole_record_passes(store: Store, opening: Opening) -> None:
    await three_events(store, opening)

    decision = await store.verify("D-1")

    assert decision.events == await store.raw_events("D-1")
    assert (await store.projection("D-1")).head == decision.head


async def test_a_row_that_is_no_event_is_named_by_whoever_reads_it(
    store: Store, opening: Opening, burglar: sqlite3.Connection
) -> None:
    await three_events(store, opening)

    burglar.execute("UPDATE event SET facts = '{}' WHERE seq = 3")

    for read in (store.load, store.raw_events):
        with pytest.raises(BrokenRecordError, match="broken-facts seq=3"):
            await read("D-1")


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DELETE FROM event", ("broken-gap", 1)),
        ("UPDATE event SET at = 'xx' WHERE seq = 2", ("broken-facts", 2)),
        ("DELETE FROM decision", ("broken-projection", 3)),
        ("UPDATE decision SET number = 77", ("broken-projection", 3)),
        ("UPDATE decision_words SET words = 'zzz'", ("broken-projection", 3)),
    ],
)
async def test_what_is_gone_or_changed_around_the_events_is_found(
    store: Store, opening: Opening, burglar: sqlite3.Connection, statement: str, found: tuple[str, int]
) -> None:
    await three_events(store, opening)
    burglar.execute(statement)

    assert await store.ids() == ["D-1"]
    assert await first_bad(store) == found


async def test_a_record_that_lost_its_end_is_not_shown(
    store: Store, opening: Opening, burglar: sqlite3.Connection
) -> None:
    await three_events(store, opening)
    burglar.execute("DELETE FROM event WHERE seq = 3")

    with pytest.raises(BrokenRecordError, match="broken-projection"):
        await store.load("D-1")
