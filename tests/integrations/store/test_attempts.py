"""Refused attempts are kept in a table that does not grow beyond its cap."""

import sqlite3
from contextlib import closing
from pathlib import Path

from integrations.store.attempts import MOST, Attempt
from integrations.store.store import Store
from tests.fakes import SECOND, HandClock


async def test_hard_case_35_a_refused_attempt_says_who_tried_what_where_and_why_not(
    store: Store, clock: HandClock
) -> None:
    await store.refuse("ann", "approve", "approve-not-approver", platform="slack", decision="D-1")
    clock.advance(1)
    await store.refuse("bob", "start", "permission-guest", platform="github")

    assert await store.attempts() == [
        Attempt(at=clock(), person="bob", platform="github", act="start", decision="", why="permission-guest"),
        Attempt(
            at=clock() - SECOND,
            person="ann",
            platform="slack",
            act="approve",
            decision="D-1",
            why="approve-not-approver",
        ),
    ]
    assert [each.person for each in await store.attempts(limit=1)] == ["bob"]
    assert await store.attempts_since(clock()) == 1


async def test_the_oldest_attempts_make_room(store: Store, path: Path, clock: HandClock) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO attempt (at, person, platform, act, decision, why) VALUES (?, 'ann', 'slack', 'vote', '', '')",
            [(number,) for number in range(MOST)],
        )
    await store.refuse("bob", "vote", "vote-not-eligible", platform="slack")

    kept = await store.attempts(limit=2 * MOST)
    assert (len(kept), kept[0].at, kept[-1].at) == (MOST, clock(), 1)
