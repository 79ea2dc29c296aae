"""What somebody may not do on GitHub is kept, and a vote of advice is no attempt."""

from pathlib import Path

import pytest

from tests.pull_requests.talking import WatchedGitHub, agreed, served, settle

pytestmark = pytest.mark.virtual_time
CACHE = "Which cache?\n- Redis\n- in-process LRU"


async def test_what_was_refused_to_whom_is_kept(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[github]\nstart = "admin"\n')
    github.world.mentions.add("boss")
    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.comment(f"/consensus {CACHE}", user="voter")
        await crew.reads("admin")
        await crew.comment(f"/consensus {CACHE}", user="boss")
        await crew.sees("verdict", "Redis")
        await crew.comment("/consensus outcome D-1 held", user="boss")
        await crew.reads("approve")
        kept = [(each.act, each.why, each.decision) for each in await crew.store.attempts()]

    assert kept == [("outcome", "permission-approvers", "D-1"), ("start", "permission-start", "")]


async def test_advice_is_no_attempt(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.comment(f"/consensus {CACHE.replace('?', '? --human', 1)}")
        await crew.sees("turn", "vote")
        await crew.comment("/consensus vote D-1 Redis", user="reader")
        await crew.sees("card", "Advisory")
        kept = await crew.store.attempts()

    assert kept == []
