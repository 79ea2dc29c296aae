"""Nobody fills a conversation, or the record, by asking on and on."""

import asyncio
from pathlib import Path

import pytest

from tests.github_world import PULL
from tests.pull_requests.talking import WatchedGitHub, agreed, served

pytestmark = pytest.mark.virtual_time


async def test_a_strangers_changes_of_mind_fill_no_record(tmp_path: Path, github: WatchedGitHub) -> None:
    github.world.add_user("stranger", 99)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        for number in range(30):
            option = "split it" if number % 2 else "merge as is"
            await crew.comment(f"/consensus vote D-1 {option}", user="stranger")
            await crew.is_done()
        [decision] = await crew.decisions()
        calls = len(github.called("permission"))
        await crew.comment("/consensus vote D-1 split it", user="stranger")
        await crew.is_done()
        await crew.reacts("confused")

    assert len(decision.people.votes[0].advised) == 5
    assert len(github.called("permission")) == calls
    assert crew.replies() == []


async def test_hard_case_19_beyond_twenty_requests_there_is_one_sentence_and_then_silence(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        for _ in range(40):
            await crew.comment("/consensus status", user="voter")
            await asyncio.sleep(1)
        await crew.is_done()
        flooded = crew.replies()
        await crew.comment("/consensus status", user="boss", number=PULL)
        await crew.is_done()

    assert len(flooded) == 21
    assert "wait 10 minutes" in flooded[-1]
    assert len(crew.replies()) == 22
