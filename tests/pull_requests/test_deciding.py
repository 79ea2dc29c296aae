"""People decide in comments: votes until the close, what outsiders think, deadlines, and who may end it."""

import asyncio
from pathlib import Path

import pytest

from consensus.events import Reason
from tests.github_world import REPO
from tests.pull_requests.talking import Crew, WatchedGitHub, agreed, served, settle

pytestmark = pytest.mark.virtual_time
DAY = 86_400
EVERYBODY = ("asker", "voter", "voter2", "maintainer", "boss", "machine")


async def voting(crew: Crew, flags: str = "") -> None:
    """A decision that people are asked about."""
    await crew.comment(f"/consensus --human {flags}")
    await crew.sees("turn", "can vote")


async def vote(crew: Crew, choice: str, *users: str) -> None:
    for user in users:
        await crew.comment(f"/consensus vote D-1 {choice}", user=user)
    await crew.is_done()


async def test_people_vote_by_number_and_without_it_and_the_last_vote_of_each_stands(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        await crew.comment("/consensus vote split it because it is too long", user="voter")
        await crew.is_done()
        await vote(crew, "request changes because of the tests", "voter2")
        await vote(crew, "o3", "voter", "voter2")
        await vote(crew, "Split it", "boss")
        await crew.comment("/consensus close")
        verdict = await crew.sees("verdict", "split it")
        [decision] = await crew.decisions()

    cast = decision.people.votes[0].cast
    assert [each.facts.choice for each in cast] == ["o3", "o2", "o3", "o3"]
    assert decision.words(cast[0].seq) == Reason(reason="it is too long")
    assert {each.facts.via for each in cast} == {"github"}
    assert len([sign for *_, sign in github.world.reactions if sign == "+1"]) == 6
    assert "3" in verdict


async def test_hard_case_37_the_same_vote_again_is_one_event(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        await vote(crew, "split it", *["voter"] * 5)
        [decision] = await crew.decisions()

    assert len(decision.people.votes[0].cast) == 1


async def test_hard_case_33_votes_at_the_same_moment_are_all_kept(tmp_path: Path, github: WatchedGitHub) -> None:
    people = [f"person{number}" for number in range(20)]
    for at, user in enumerate(people):
        github.world.add_user(user, 300 + at)
        github.world.repos[REPO].roles[user] = "write"
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        sent = [crew.people.comment("/consensus vote D-1 split it", user=user, number=1) for user in people]
        await asyncio.gather(*(crew.send(each) for each in sent))
        await crew.is_done()
        [decision] = await crew.decisions()

    assert len(decision.people.votes[0].standing) == len(people)


async def test_what_outsiders_vote_is_listed_and_not_counted(tmp_path: Path, github: WatchedGitHub) -> None:
    github.world.add_user("stranger", 99)
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        await vote(crew, "request changes because I maintain the other half", "stranger", "reader")
        await vote(crew, "split it", "voter", "voter2", "boss")
        await crew.comment("/consensus close D-1")
        verdict = await crew.sees("verdict", "split it")
        [decision] = await crew.decisions()

    closed = decision.people.votes[0].closed
    assert closed
    assert dict(closed.facts.tally)["o2"] == 0
    assert "2" in verdict
    assert "dvis" in verdict


async def test_an_option_that_is_none_is_named_to_the_voter(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        await vote(crew, "rewrite it", "voter")
        await crew.reads("not an option of this vote")
        await crew.reacts("confused")
        [decision] = await crew.decisions()

    assert decision.people.votes[0].cast == ()


async def test_somebody_may_abstain(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        await vote(crew, "abstain", "voter")
        [decision] = await crew.decisions()

    assert [each.facts.choice for each in decision.people.votes[0].cast] == [None]


async def test_closing_now_needs_the_quorum_and_the_asker_or_an_approver(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        await vote(crew, "split it", "voter")
        await crew.comment("/consensus close D-1")
        await crew.reads("needs 3 votes")
        await vote(crew, "split it", "voter2", "boss")
        await crew.comment("/consensus close D-1", user="reader")
        await crew.is_done()
        await crew.comment("/consensus close D-1", user="maintainer")
        await crew.sees("verdict", "split it")
        [decision] = await crew.decisions()

    assert decision.people.votes[0].closed
    assert decision.people.votes[0].closed.facts.why == "closed_early"


async def test_hard_case_46_a_vote_closes_a_minute_after_everybody_has_voted(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        await vote(crew, "split it", *EVERYBODY)
        assert not crew.ours("verdict")
        await crew.sees("verdict", "split it")
        [decision] = await crew.decisions()

    vote_ = decision.people.votes[0]
    assert vote_.closed
    assert vote_.closed.facts.why == "complete"
    assert vote_.closed.at - vote_.cast[-1].at >= 60_000_000


async def test_hard_case_46_with_its_quorum_the_card_offers_to_close_now_and_says_when_it_closes(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        await vote(crew, "split it", "voter", "voter2", "boss")
        card = await crew.sees("card", "3 of 6.*Close the vote|Close the vote.*3 of 6")

    assert "until 20" in card
    assert "`/consensus close D-1`" in card


async def test_hard_case_86_a_deadline_that_passes_while_the_program_is_down_is_kept_at_the_start(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        await vote(crew, "split it", "voter", "voter2", "boss")
    async with served(tmp_path, github, agreed(), later=4 * DAY) as crew:
        await crew.sees("verdict", "split it")
        await crew.check("neutral")
        [decision] = await crew.decisions()

    assert decision.people.votes[0].closed
    assert decision.people.votes[0].closed.facts.why == "deadline"


async def test_the_deadline_is_moved_by_who_asked(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        [before] = await crew.decisions()
        await crew.comment("/consensus extend D-1 48h")
        await crew.is_done()
        [after] = await crew.decisions()
        await crew.comment("/consensus extend D-1", user="asker")
        await crew.reads("extend")

    assert before.people.open_vote
    assert after.people.open_vote
    assert after.people.open_vote.deadline - before.people.open_vote.deadline == 2 * DAY * 1_000_000


async def test_a_vote_with_a_hidden_tally_is_not_taken_where_all_can_read(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human --hide")
        await crew.reads("hidden|Slack")
        decisions = await crew.decisions()

    assert decisions == []


async def test_hard_case_47_a_team_is_frozen_with_its_child_teams_and_shown_when_the_vote_opens(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    github.world.teams["acme/core"] = ["voter", "maintainer", "reader"]
    settle(github, '[vote]\nvoters = "@acme/core"')
    async with served(tmp_path, github, agreed()) as crew:
        await voting(crew)
        turn = await crew.sees("turn", "Who can vote")
        github.world.teams["acme/core"] = ["boss"]
        await vote(crew, "split it", "reader", "voter", "maintainer")
        await vote(crew, "request changes", "boss")
        await crew.comment("/consensus close D-1")
        await crew.sees("verdict", "split it")

    assert "voter, maintainer, reader" in turn


async def test_an_electorate_that_github_does_not_tell_opens_no_vote(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --voters @acme/nobody Tabs?\n- yes\n- no")
        await crew.reads("Who may vote cannot be read")
        decisions = await crew.decisions()

    assert decisions == []
