"""Where too many are to be listed, whoever is a full member at that moment votes, and the card says so."""

from pathlib import Path

import pytest

from consensus.recount import recount
from tests import slack_payloads as payloads
from tests.conversations.talking import Team, WatchedSlack, said, served
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time


def crowd(slack: WatchedSlack) -> None:
    """250 members, among them a guest."""
    slack.workspace.add_user("U4", is_restricted=True)
    added = ["U4", *(f"U{number}" for number in range(100, 346))]
    for user in added[1:]:
        slack.workspace.add_user(user)
    slack.workspace.channels["C1"].members += added


async def voting(team: Team) -> None:
    await team.command("Postgres or MySQL for billing? --human")
    await team.sees("turn", "can vote")
    await team.slack.until(lambda: team.has_button("Postgres"))


async def test_hard_case_47_in_a_large_channel_who_is_a_member_now_votes_and_nobody_is_listed(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    crowd(slack)
    async with served(tmp_path, slack, Agents((Vote("Postgres"),))) as team:
        await voting(team)
        [opened] = await team.decisions()
        slack.workspace.add_user("U500")
        slack.workspace.channels["C1"].members += ["U500"]
        slack.workspace.channels["C1"].members.remove("U2")
        await team.vote("MySQL", "U500")
        await team.reads("Your vote: MySQL", user="U500")
        for refused in ("U4", "U2"):
            await team.vote("Postgres", refused)
            await team.reads("Only the full members of this channel vote here", user=refused)
        await team.click(team.action("Add a reason…"), user="U500")
        await slack.until(
            lambda: any("Why do you vote like this" in said(view) for view in slack.workspace.views.values())
        )
        await team.vote("MySQL", "U1")
        await team.vote("MySQL", "U3")
        await team.slack.until(lambda: team.has_button("Close now"))
        card, turn = said(team.posted("card")[0]), said(team.posted("turn")[0])
        await team.click(team.action("Close now"))
        await team.sees("verdict", "MySQL")
        [decision] = await team.decisions()
        tried = await team.store.attempts()

    [vote] = decision.people.votes
    assert "250 people can vote" in turn
    assert "Voted: 3 of 250 people (3 needed)" in card
    assert "Who can vote: members of this channel, checked at each vote (250 when it opened)" in card
    assert opened.people.votes[0].opened.facts.voters == ()
    assert vote.closed is not None
    assert (vote.closed.facts.why, vote.closed.facts.eligible) == ("closed_early", 250)
    assert [each.why for each in tried] == ["permission-members-vote"] * 2
    assert recount(decision.events) == decision


async def test_a_vote_by_rule_waits_in_the_home_of_members_until_they_have_voted(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    crowd(slack)
    slack.workspace.add_user("U9")
    async with served(tmp_path, slack, Agents((Vote("Postgres"),))) as team:
        await voting(team)
        await team.vote("MySQL", "U1")
        await team.reads("Your vote: MySQL")
        for user in ("U1", "U2", "U9"):
            await team.send(payloads.home_opened(slack.workspace, user=user))
        await slack.until(lambda: len(slack.workspace.homes) == 3)
        waits = {user: "Waiting for your vote" in said(view) for user, view in slack.workspace.homes.items()}

    assert waits == {"U1": False, "U2": True, "U9": False}
