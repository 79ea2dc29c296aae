"""What people have met in this database's libraries: unchecked values, lost changes, dead objects, shifted times."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from pydantic import ValidationError
from sqlalchemy import DateTime
from sqlmodel import SQLModel

from bot.terminal.speaker import moment
from consensus.events import DeadlineMoved, Draft, VotePolicy
from integrations.store.store import Store
from tests.fakes import SECOND
from tests.fakes import opened as facts
from tests.integrations.store.conftest import Opening
from tests.looking import PUBLIC, WEAK, keep

TOKYO, BERLIN, NEW_YORK = "JST-9", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0"


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Somewhere else, for the time of one test."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("policy", [{"vote": {"quorum": -1}}, {"human": "bogus"}, {"budget": -1}, {"rule": "dice"}])
def test_hard_case_80_what_cannot_be_meant_never_reaches_the_tables(policy: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        facts(policy=policy)


async def test_hard_case_81_what_was_read_cannot_be_changed_beside_the_record(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="")
    before = decision.opened.options

    with pytest.raises(ValidationError, match="frozen"):
        decision.opened.options = ("o9",)  # type: ignore[misc]  # that it is refused is the point
    with pytest.raises(ValidationError, match="frozen"):
        decision.opened.policy.vote = VotePolicy(quorum=9)  # type: ignore[misc]  # the same

    assert (type(before), (await store.load("D-1")).opened.options) == (tuple, before)


async def test_hard_case_82_what_was_read_stays_readable_when_its_transaction_is_over(store: Store) -> None:
    await keep(store, WEAK, "Which?", PUBLIC)
    await store.receive("a", {"text": "x"})
    read = [
        await store.load("D-1"),
        await store.projection("D-1"),
        *await store.listing(),
        *await store.outbox.due(2**60),
        await store.claim_delivery(),
    ]
    store.close()

    assert len(read) > 4
    assert not any(isinstance(each, SQLModel) for each in read)
    assert all(repr(each) for each in read)


def test_hard_case_83_no_column_holds_a_time_that_could_be_naive() -> None:
    columns = [column for table in SQLModel.metadata.tables.values() for column in table.columns]

    assert [str(column) for column in columns if isinstance(column.type, DateTime)] == []


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        (TOKYO, "2027-03-28 11:00 JST"),
        (BERLIN, "2027-03-28 04:00 CEST"),
        (NEW_YORK, "2027-03-27 22:00 EDT"),
    ],
    indirect=["zone"],
)
@pytest.mark.usefixtures("zone")
async def test_hard_case_83_a_deadline_is_one_instant_in_every_zone_and_across_a_change_of_clocks(
    store: Store, path: Path, shown: str
) -> None:
    meant = datetime(2027, 3, 28, 11, tzinfo=timezone(timedelta(hours=9)))
    after = int(meant.timestamp()) * SECOND
    kept = await keep(store, WEAK, "Which?", PUBLIC)
    vote = kept.people.open_vote
    assert vote is not None
    moved = DeadlineMoved(of="vote", before=vote.deadline, after=after, via="slack")
    await store.append(kept, Draft(actor="asker", facts=moved))
    with closing(sqlite3.connect(path)) as connection:
        stored = connection.execute("SELECT due_at, typeof(due_at) FROM decision").fetchone()

    assert (stored, moment(after)) == ((after, "integer"), shown)
    assert (await store.due(after - 1), await store.due(after)) == ([], ["D-1"])
