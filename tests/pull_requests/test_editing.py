"""Comments are changed and deliveries come twice: one request is one decision, and an edit starts nothing."""

import asyncio
from pathlib import Path

import pytest

from consensus.events import Reason
from tests.github_world import ISSUE, PULL
from tests.pull_requests.talking import WatchedGitHub, agreed, served

pytestmark = pytest.mark.virtual_time
COPIES = 50


async def test_hard_case_18_an_edit_starts_nothing(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        plain = github.world.say(PULL, "Nice work.")
        await crew.send(crew.people.edit(plain, "/consensus"))
        fenced = github.world.say(PULL, "```\n/consensus\n```")
        await crew.send(crew.people.edit(fenced, "/consensus"))
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []
    assert crew.replies() == []


async def test_hard_case_25_the_edit_of_a_request_starts_no_second_run(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        sent = crew.people.comment("/consensus", number=PULL)
        await crew.send(sent)
        await crew.send(crew.people.edit(github.world.comments[0], "/consensus Tabs or spaces?"))
        await crew.send(crew.people.of_comment(github.world.comments[0]))
        await crew.sees("verdict", "merge as is")
        await crew.is_done()
        decisions = await crew.decisions()

    assert len(decisions) == 1


async def test_hard_case_18_a_request_that_was_not_understood_is_mended_once(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.comment("/consensus Which cache? --quorm 3", number=ISSUE)
        await crew.reads("quorum", number=ISSUE)
        comment = github.world.comments[0]
        good = "/consensus Which cache?\n- Redis\n- none"
        mended = await crew.send(crew.people.edit(comment, good))
        await crew.sees("verdict", "Redis", number=ISSUE)
        await crew.sender.redeliver(mended.guid)
        await crew.send(crew.people.edit(comment, "/consensus Which cache? --quorm 3"))
        await crew.send(crew.people.edit(comment, "/consensus Which queue?\n- Redis\n- none"))
        await crew.is_done()
        decisions = await crew.decisions()
        await crew.reacts("rocket")

    assert len(decisions) == 1
    assert decisions[0].opened.origin == f"comment:{comment['id']}"


async def test_hard_case_18_a_mended_request_that_is_refused_says_why(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --quorm 3")
        await crew.reads("quorum")
        await crew.send(crew.people.edit(github.world.comments[0], "/consensus Tabs or spaces? --close 1m"))
        await crew.reads("five minutes")
        decisions = await crew.decisions()

    assert decisions == []


async def test_hard_case_18_what_somebody_else_edits_is_not_the_authors_request(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --quorm 3")
        await crew.reads("quorum")
        await crew.send(crew.people.edit(github.world.comments[0], "/consensus", by="boss"))
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []


async def test_hard_case_18_an_edited_vote_is_read_again_until_the_close_and_both_are_kept(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment("/consensus vote D-1 split it because it is long", user="voter")
        vote = github.world.comments[-1]
        await crew.is_done()
        await crew.send(crew.people.edit(vote, "/consensus vote D-1 merge as is because it is tested"))
        await crew.send(crew.people.edit(vote, "/consensus vote D-1 request changes", by="boss"))
        await crew.is_done()
        for user in ("voter2", "maintainer"):
            await crew.comment("/consensus vote D-1 merge as is", user=user)
        await crew.is_done()
        await crew.comment("/consensus close D-1")
        await crew.sees("verdict", "merge as is")
        await crew.send(crew.people.edit(vote, "/consensus vote D-1 split it"))
        await crew.reads("No vote is open")
        [decision] = await crew.decisions()

    cast = decision.people.votes[0].cast
    mine = [each for each in cast if each.actor == cast[0].actor]
    assert [each.facts.choice for each in mine] == ["o3", "o1"]
    assert [decision.words(each.seq) for each in mine] == [Reason(reason="it is long"), Reason(reason="it is tested")]


async def test_hard_case_20_fifty_copies_are_one_decision_before_and_after_a_restart(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        sent = await crew.comment("/consensus")
        await asyncio.gather(*(crew.sender.redeliver(sent.guid) for _ in range(COPIES)))
        await crew.sees("verdict", "merge as is")
    async with served(tmp_path, github, agreed()) as crew:
        await asyncio.gather(*(crew.sender.send(sent) for _ in range(COPIES)))
        await crew.is_done()
        decisions = await crew.decisions()

    assert (len(decisions), len(crew.ours("card")), len(crew.ours("verdict"))) == (1, 1, 1)


async def test_hard_case_20_two_hooks_that_tell_of_one_comment_tell_it_once(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        sent = crew.people.comment("/consensus help", number=PULL)
        again = crew.people.of_comment(github.world.comments[0])
        plain = crew.people.of_comment(github.world.comments[0])
        del plain.payload["installation"]
        await asyncio.gather(*(crew.sender.send(each) for each in (sent, again, plain, sent)))
        await crew.reads("/consensus")
        await crew.is_done()

    assert len(crew.replies()) == 1
