"""No call to people and no verdict of ours stays as it was when it is no longer so."""

import asyncio
from pathlib import Path

import pytest

from tests.pull_requests.talking import APP, MODELS, WatchedGitHub, agreed, served

pytestmark = pytest.mark.virtual_time


async def test_the_call_to_a_vote_says_when_the_vote_is_over(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed(), env=APP | MODELS) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment("/consensus cancel D-1 because it is settled")
        turn = await crew.sees("turn", "is over")
        await asyncio.sleep(60)

    assert "The vote on" in turn
    assert "`/consensus show D-1`" in turn
    assert "/consensus vote" not in turn
    assert len(crew.ours("turn")) == 1


async def test_a_verdict_says_that_it_was_overridden_and_replaced(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed(), env=APP | MODELS) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.comment("/consensus outcome D-1 overridden because it breaks", user="boss")
        await crew.sees("verdict", "decided otherwise")
        await crew.comment("/consensus rerun D-1")
        await crew.sees("verdict", "merge as is", count=2)
        await github.until(lambda: "Replaced by D-2" in crew.ours("verdict")[0])


async def test_a_verdict_says_once_that_the_head_has_moved(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed(), env=APP | MODELS) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.send(crew.people.push("c" * 40))
        await crew.sees("verdict", "This was about.*rerun D-1")
        await crew.send(crew.people.push("d" * 40))
        await crew.sees("card", "d" * 7)
        await asyncio.sleep(60)
        verdict = crew.ours("verdict")[0]

    assert "d" * 7 not in verdict


async def test_a_card_that_was_deleted_while_people_vote_is_made_anew(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed(), env=APP | MODELS) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        card = next(each for each in github.world.comments if "consensus:D-1:card" in each["body"])
        github.world.comments.remove(card)
        await crew.comment("/consensus vote D-1 merge as is", user="voter")
        await crew.sees("card", r"\| merge as is \| \d \| 1 \|")
