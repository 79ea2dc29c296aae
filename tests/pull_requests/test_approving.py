"""A panel that is tied proposes, and people answer: by word or by the button of the check, one answer, by who may."""

import asyncio
from pathlib import Path

import pytest

from consensus.events import Approved, Rejected
from tests.github_world import REPO, Body
from tests.pull_requests.talking import Crew, WatchedGitHub, served, settle
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time


def tied() -> Agents:
    """Two against two, the fifth is silent, and the moderator is asked."""
    votes = (
        Vote("merge as is", ("risk_analyst", "devils_advocate")),
        Vote("split it", ("optimist", "neutral_analyst")),
        Vote("none_of_these"),
    )
    return Agents(votes, moderator=("split it",) * 4)


async def proposed(crew: Crew) -> Body:
    """A deadlock with a proposal; the check that stands for it."""
    await crew.comment("/consensus Merge or split?\n- merge as is\n- split it")
    await crew.sees("turn", "[Aa]pprov")
    return await crew.check("action_required")


def button(check: Body, label: str) -> str:
    return next(str(each["identifier"]) for each in check["actions"] if each["label"] == label)


async def test_a_deadlock_is_approved_by_word(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, tied()) as crew:
        await proposed(crew)
        turn = crew.ours("turn")[-1]
        await crew.comment("/consensus approve D-1 because it is smaller", user="maintainer")
        verdict = await crew.sees("verdict", "split it")
        [decision] = await crew.decisions()

    assert "`/consensus approve D-1`" in turn
    assert "`/consensus reject D-1 because …`" in turn
    assert "maintainer" in verdict
    proposal = decision.people.proposal
    assert proposal
    assert proposal.answer
    assert (proposal.answer.facts.via, bool(proposal.answer.facts.card_digest)) == ("github", True)


async def test_a_deadlock_is_approved_by_the_button_of_its_check(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, tied()) as crew:
        check = await proposed(crew)
        await crew.send(crew.people.press(check, button(check, "Approve")))
        await crew.sees("verdict", "split it.*voter|voter.*split it")
        ended = await crew.check("neutral")
        await crew.reacts("rocket")

    assert "Approve" not in {each["label"] for each in ended["actions"]}


async def test_a_deadlock_is_put_to_a_vote_by_button_and_a_second_press_opens_no_second(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, tied()) as crew:
        check = await proposed(crew)
        pressed = crew.people.press(check, button(check, "Put it to a vote"))
        again = crew.people.press(check, button(check, "Put it to a vote"), user="boss")
        await asyncio.gather(crew.send(pressed), crew.send(again), crew.sender.send(pressed))
        await crew.sees("turn", "can vote", count=2)
        await crew.is_done()
        [decision] = await crew.decisions()

    assert len(decision.people.votes) == 1
    assert decision.people.votes[0].opened.facts.via == "github"


@pytest.mark.parametrize(("user", "words"), [("asker", "somebody else|else|yourself|another"), ("author", "approver")])
async def test_hard_case_44_neither_the_asker_nor_the_author_approves_their_own_deadlock(
    tmp_path: Path, github: WatchedGitHub, user: str, words: str
) -> None:
    github.world.repos[REPO].roles["author"] = "admin"
    async with served(tmp_path, github, tied()) as crew:
        check = await proposed(crew)
        await crew.comment("/consensus approve D-1", user=user)
        await crew.reads(words)
        await crew.send(crew.people.press(check, button(check, "Approve"), user=user))
        await crew.reads(f"{user}: .*({words})")
        [decision] = await crew.decisions()

    assert decision.people.open_proposal


@pytest.mark.parametrize("role", [None, "read", "triage"])
async def test_hard_case_35_whoever_sees_the_button_does_not_approve(
    tmp_path: Path, github: WatchedGitHub, role: str | None
) -> None:
    github.world.add_user("stranger", 99)
    if role:
        github.world.repos[REPO].roles["stranger"] = role
    async with served(tmp_path, github, tied()) as crew:
        check = await proposed(crew)
        for label in ("Approve", "Put it to a vote"):
            await crew.send(crew.people.press(check, button(check, label), user="stranger"))
        await crew.comment("/consensus approve D-1", user="stranger")
        await crew.is_done()
        [decision] = await crew.decisions()

    assert decision.people.open_proposal
    assert decision.people.votes == ()
    assert crew.replies() == []


async def test_hard_case_41_with_a_list_nobody_else_approves(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[approval]\napprovers = ["@boss"]')
    async with served(tmp_path, github, tied()) as crew:
        await proposed(crew)
        await crew.comment("/consensus approve D-1", user="maintainer")
        await crew.reads("not an approver")
        await crew.comment("/consensus approve D-1", user="boss")
        await crew.sees("verdict", "split it")
        [decision] = await crew.decisions()
        boss = await crew.store.person("github", "28")

    assert decision.people.proposals[-1].made.facts.approvers == (boss,)


async def test_hard_case_41_a_list_of_people_who_cannot_be_found_is_nobody(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, '[approval]\napprovers = ["@gone"]')
    async with served(tmp_path, github, tied()) as crew:
        await crew.comment("/consensus Merge or split?\n- merge as is\n- split it")
        await crew.sees("card", "Nobody may approve this")
        await crew.comment("/consensus approve D-1", user="boss")
        await crew.reads("not an approver")
        [decision] = await crew.decisions()

    assert decision.people.proposals[-1].made.facts.approvers == ()
    assert decision.people.open_proposal


async def test_hard_case_42_who_lost_the_right_since_the_proposal_does_not_approve(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, tied()) as crew:
        check = await proposed(crew)
        github.world.repos[REPO].roles["voter"] = "read"
        await crew.send(crew.people.press(check, button(check, "Approve"), user="voter"))
        await crew.comment("/consensus approve D-1", user="voter")
        await crew.is_done()
        [decision] = await crew.decisions()

    assert decision.people.open_proposal


async def test_hard_case_38_of_two_approvers_at_once_the_first_decides_and_the_second_reads_who(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, tied()) as crew:
        check = await proposed(crew)
        presses = [crew.people.press(check, button(check, "Approve"), user=user) for user in ("voter", "boss")]
        await asyncio.gather(*(crew.send(each) for each in presses))
        told = await crew.reads("Already approved by")
        [decision] = await crew.decisions()

    assert decision.people.proposal
    assert decision.people.proposal.answer
    names = ("voter", "boss") if "by voter" in told else ("boss", "voter")
    assert told.partition("\n")[2].startswith(f"{names[1]}: ")


async def test_hard_case_33_of_an_approval_and_a_rejection_at_once_one_holds_and_the_other_reads_which(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, tied()) as crew:
        check = await proposed(crew)
        press = crew.people.press(check, button(check, "Approve"), user="voter")
        words = crew.people.comment("/consensus reject D-1 because no", user="boss", number=1)
        await asyncio.gather(crew.send(press), crew.send(words))
        await crew.reads("Already (approved|rejected) by (voter|boss)")
        [decision] = await crew.decisions()

    assert sum(isinstance(event.facts, Approved | Rejected) for event in decision.events) == 1


async def test_a_rejection_needs_a_reason_and_leads_to_a_vote(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, tied()) as crew:
        await proposed(crew)
        await crew.comment("/consensus reject D-1", user="voter")
        await crew.reads("reason")
        await crew.comment("/consensus reject D-1 because the parts depend on each other", user="voter")
        await crew.sees("turn", "can vote", count=2)
        [decision] = await crew.decisions()

    assert decision.people.open_vote


async def test_hard_case_45_the_button_of_an_older_proposal_is_refused(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, tied()) as crew:
        old = dict(await proposed(crew))
        await crew.comment("/consensus rerun D-1", user="asker")
        await crew.sees("turn", "D-2.*[Aa]pprov", count=2)
        await crew.send(crew.people.press(old, button(old, "Approve")))
        await crew.reads("voter: ")
        [first, second] = await crew.decisions()

    assert first.end.superseded_by == "D-2"
    assert second.people.open_proposal


async def test_hard_case_34_a_button_of_an_ended_decision_gets_a_clear_answer(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, tied()) as crew:
        old = dict(await proposed(crew))
        await crew.comment("/consensus approve D-1", user="boss")
        await crew.sees("verdict", "split it")
        await crew.send(crew.people.press(old, button(old, "Approve")))
        await crew.reads("voter: Already approved by boss")
        [decision] = await crew.decisions()

    assert sum(isinstance(event.facts, Approved) for event in decision.events) == 1
