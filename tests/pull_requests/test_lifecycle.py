"""A decision is stopped, asked again, put to a vote once more, and what came of it is kept, each by who may."""

import asyncio
from pathlib import Path

import pytest

from consensus.ports import Reply, Request
from tests.github_world import ISSUE, Body
from tests.pull_requests.talking import Crew, WatchedGitHub, agreed, served
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time


class Slow(Agents):
    """Think for a while before they answer."""

    async def __call__(self, request: Request) -> Reply:
        await asyncio.sleep(40)
        return await super().__call__(request)


def button(check: Body, label: str) -> str:
    return next(str(each["identifier"]) for each in check["actions"] if each["label"] == label)


async def decided(crew: Crew) -> None:
    await crew.comment("/consensus")
    await crew.sees("verdict", "merge as is")


@pytest.mark.parametrize("by_button", [True, False])
async def test_a_panel_at_work_is_stopped_by_word_and_by_button(
    tmp_path: Path, github: WatchedGitHub, *, by_button: bool
) -> None:
    async with served(tmp_path, github, Slow((Vote("merge as is"),))) as crew:
        await crew.comment("/consensus")
        check = dict(await crew.check(None))
        if by_button:
            await crew.send(crew.people.press(check, button(check, "Stop it"), user="asker"))
        else:
            await crew.comment("/consensus cancel D-1 because it was merged")
        await crew.check("neutral")
        await crew.reacts("confused")
        [decision] = await crew.decisions()

    assert decision.end.cancelled
    assert not crew.ours("verdict")


async def test_only_the_asker_and_approvers_stop_it(tmp_path: Path, github: WatchedGitHub) -> None:
    github.world.add_user("stranger", 99)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment("/consensus cancel D-1", user="stranger")
        await crew.is_done()
        assert crew.replies() == []
        await crew.comment("/consensus cancel D-1", user="voter")
        await crew.check("neutral")
        [decision] = await crew.decisions()

    assert decision.end.cancelled


async def test_a_decision_is_put_to_a_vote_after_its_verdict(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await decided(crew)
        await crew.comment("/consensus vote D-1", user="voter")
        await crew.sees("turn", "can vote")
        await crew.check("action_required")
        for user in ("voter", "voter2", "boss"):
            await crew.comment("/consensus vote D-1 split it", user=user)
        await crew.is_done()
        await crew.comment("/consensus close D-1")
        await crew.sees("verdict", "split it", count=2)
        await crew.comment("/consensus reopen D-1", user="voter")
        await crew.sees("turn", "can vote", count=2)

    assert len(crew.ours("card")) == 1


async def test_asking_again_replaces_the_decision_with_its_terms_and_new_flags(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --quorum 4")
        await crew.sees("verdict", "merge as is")
        await crew.comment("/consensus rerun D-1 --human")
        await crew.sees("turn", "4 needed")
        await crew.sees("card", "D-2", count=2)
        first, second = await crew.decisions()
        await crew.comment("/consensus rerun D-1")
        await crew.reads("already replaced by D-2")

    assert first.end.superseded_by == second.id
    assert (second.opened.via, second.opened.options) == (first.opened.via, first.opened.options)
    assert len(crew.ours("card")) == 2


async def test_asking_again_by_the_button_of_a_check_is_done_once(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await decided(crew)
        await crew.send(crew.people.push("c" * 40))
        await github.until(lambda: len(github.world.check_runs) == 2)
        check = dict(github.world.check_runs[-1])
        press, other = (crew.people.press(check, button(check, "Ask again"), user=user) for user in ("voter", "boss"))
        github.world.mentions |= {"voter", "boss"}
        await asyncio.gather(crew.send(press), crew.send(press), crew.send(other))
        await crew.sees("verdict", "merge as is", count=2)
        await crew.sender.redeliver(press.guid)
        await crew.is_done()
        decisions = await crew.decisions()

    assert len(decisions) == 2


async def test_an_approver_records_what_came_of_it(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await decided(crew)
        await crew.comment("/consensus outcome D-1", user="boss")
        await crew.reads("outcome")
        await crew.comment("/consensus outcome D-1 overridden because we closed the project", user="boss")
        await crew.sees("card", "decided otherwise")
        [decision] = await crew.decisions()

    assert [event.facts.kind for event in decision.events][-1] == "outcome_recorded"


async def test_what_looks_like_a_fact_is_run_anyway_on_request(tmp_path: Path, github: WatchedGitHub) -> None:
    agents = Agents((Vote("yes", axes=(0, 0, 0)),))
    async with served(tmp_path, github, agents) as crew:
        await crew.comment("/consensus Does Python have tuples?", number=ISSUE)
        await crew.sees("card", "consensus run D-1", number=ISSUE)
        await crew.comment("/consensus run D-1", number=ISSUE)
        await crew.sees("verdict", "yes", number=ISSUE, count=2)
        [decision] = await crew.decisions()

    assert decision.end.verdict
    assert decision.end.verdict.facts.status == "decided"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("cancel D-1", "already ended"),
        ("approve D-1", "No proposal is open"),
        ("extend D-1 24h", "Nothing is open"),
        ("close D-1", "No vote is open"),
        ("run D-1", "nothing to run anyway"),
        ("vote D-1 split it", "No vote is open"),
        ("approve D-9", "no decision D-9"),
    ],
)
async def test_what_cannot_be_done_now_says_why_and_gets_a_sign(
    tmp_path: Path, github: WatchedGitHub, words: str, answer: str
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await decided(crew)
        [before] = await crew.decisions()
        await crew.comment(f"/consensus {words}", user="voter")
        await crew.reads(answer)
        await crew.reacts("confused")

        assert await crew.decisions() == [before]


async def test_a_word_without_a_decision_in_the_conversation_asks_which(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus approve")
        await crew.reads("[Ww]hich decision|D-")

        assert await crew.decisions() == []
