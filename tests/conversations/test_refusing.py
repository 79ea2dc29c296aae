"""What cannot be done is refused to that one person alone, with the reason and what to do instead."""

from pathlib import Path

import pytest

from tests import slack_payloads as payloads
from tests.conversations.talking import Team, WatchedSlack, said, served
from tests.fake_slack import fails, refused
from tests.slack_workspace import BOT_USER, Body
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
QUESTION = "Postgres or MySQL for billing?"


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


def tied() -> Agents:
    votes = (
        Vote("Postgres", ("risk_analyst", "devils_advocate")),
        Vote("MySQL", ("optimist", "neutral_analyst")),
        Vote("none_of_these"),
    )
    return Agents(votes, moderator=("MySQL", "MySQL"))


async def decided(team: Team, channel: str = "C1") -> None:
    await team.command(QUESTION, channel=channel)
    await team.sees("verdict", "Postgres")


def pressed(team: Team, verb: str, *, user: str = "U1", value: str | None = None, place: int = 0) -> Body:
    """A click on a button that one of our answers had."""
    sent = payloads.click(team.workspace, team.posted("card")[0]["ts"], team.action("Details"), user=user)
    [action] = sent["actions"]
    carried = action["value"] if value is None else value
    pushed = {"action_id": f"consensus:{verb}:{place}", "action_ts": f"9.{team.workspace.number()}", "value": carried}
    return sent | {"actions": [action | pushed]}


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("approve D-9", "There is no decision D-9"),
        ("close", "Say which decision you mean"),
        ("extend D-1", "Say by how much"),
        ("outcome D-1", "Say what came of it"),
        ("outcome D-1 held", "Only an approver"),
        ("run D-1", "nothing to run anyway"),
        ("cancel D-1", "already ended"),
        ("--stakes huge Tea or coffee?", "cannot be"),
        ("Tea or coffee? --in #nowhere", "I cannot tell which channel"),
        ("show D-1 and more", "does not take"),
        ("list opne", "did you mean open"),
    ],
)
async def test_a_command_that_cannot_be_carried_out(
    tmp_path: Path, slack: WatchedSlack, words: str, answer: str
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        await team.command(words)
        await team.reads(answer)
        [decision] = await team.decisions()

    assert decision.end.outcome is None


async def test_hard_case_34_a_button_of_a_card_that_is_over_is_answered_in_plain_words(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        await team.send(pressed(team, "cast", value="D-1|o1|3"))
        await team.reads("No vote is open")
        await team.send(pressed(team, "approve", value="D-1|o1|3"))
        await team.reads("No proposal is open")

        assert await team.store.attempts() == []


async def test_hard_case_45_the_button_of_an_earlier_vote_does_not_count_in_a_later_one(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human")
        await team.slack.until(lambda: team.has_button("Postgres"))
        await team.send(pressed(team, "cast", value="D-1|o1|2"))
        await team.reads("no longer the newest")
        [decision] = await team.decisions()

    assert decision.people.votes[0].cast == ()


async def test_the_vote_button_of_a_proposal_that_was_approved_reopens_nothing(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, tied()) as team:
        await team.command(QUESTION)
        await team.slack.until(lambda: team.has_button("Approve MySQL"))
        stale = payloads.click(
            slack.workspace, team.posted("card")[0]["ts"], team.action("Put it to a vote"), user="U3"
        )
        await team.click(team.action("Approve MySQL"), user="U2")
        await team.sees("verdict", "MySQL")
        await team.send(stale)
        await team.reads("Already approved by <@U2>", user="U3")
        [decision] = await team.decisions()

    assert decision.people.votes == ()


async def test_the_close_button_of_an_earlier_vote_does_not_end_a_later_one(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    slack.workspace.add_user("U4")
    slack.workspace.channels["C1"].members.append("U4")
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human")
        await _closable(team)
        close = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("Close now"))
        await team.send(close)
        await team.slack.until(lambda: team.has_button("Put it to a vote"))
        await team.command("vote D-1")
        await team.sees("turn", "can vote", count=2)
        await _closable(team)
        await team.send(payloads.once_more(close))
        await team.reads("no longer the newest")
        [decision] = await team.decisions()

    assert decision.people.open_vote is not None


async def _closable(team: Team) -> None:
    """The open vote has its quorum."""
    await team.slack.until(lambda: team.has_button("Postgres"))
    for user in ("U1", "U2", "U3"):
        await team.vote("Postgres", user)
    await team.slack.until(lambda: team.has_button("Close now"))


async def test_hard_case_35_a_guest_may_neither_vote_on_nor_edit_nor_stop_what_others_decide(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    slack.workspace.add_user("U4", is_restricted=True)
    slack.workspace.channels["C1"].members.append("U4")
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human")
        await team.slack.until(lambda: team.has_button("Postgres"))
        await team.vote("Postgres", "U4")
        await team.reads("not on the list", user="U4")
        await team.send(pressed(team, "cancel", user="U4"))
        await team.reads("Only who asked and the approvers", user="U4")
        await team.send(pressed(team, "edit", user="U4"))
        await slack.until(lambda: any("Guests" in said(view) for view in slack.workspace.views.values()))
        [decision] = await team.decisions()
        guest = await team.store.person("slack", "T1:U4")
        kept = [(each.person, each.act, each.decision, each.why) for each in await team.store.attempts()]

    assert (decision.people.votes[0].cast, decision.end.cancelled) == ((), None)
    assert kept[-2:] == [
        (guest, "cancel", "D-1", "permission-asker-or-approver"),
        (guest, "vote", "D-1", "vote-not-eligible"),
    ]


async def test_details_of_a_private_channel_are_not_opened_for_who_left_it(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.add_channel("G1", kind="private", members=["U1", "U2", BOT_USER])
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team, "G1")
        slack.workspace.channels["G1"].members.remove("U2")
        await team.click(team.action("Details"), user="U2")
        await slack.until(lambda: any("no decision D-1" in said(view) for view in slack.workspace.views.values()))

    assert not any(QUESTION in said(view) or "Postgres" in said(view) for view in slack.workspace.views.values())


async def test_a_form_that_comes_too_late_for_a_button_is_offered_with_the_same_button(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        slack.script("views.open", refused("expired_trigger_id"))
        await team.click(team.action("Details"))
        told = await team.reads("too long")

    [block] = [each for each in told["blocks"] if each["type"] == "actions"]
    assert block["elements"][0]["action_id"] == "consensus:details:0"


async def test_a_private_decision_is_not_shared_where_others_read_it(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.add_channel("G1", kind="private", members=["U1", BOT_USER])
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team, "G1")
        there = pressed(team, "share") | {"channel": {"id": "C1", "name": "c1"}}
        await team.send(there)
        await team.reads("Not everybody here may see")

    assert not any(QUESTION in said(each) for each in slack.workspace.messages if each["channel"] == "C1")


async def test_hard_case_4_a_command_in_the_channel_can_be_about_a_thread_by_its_address(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    agents = agreed()
    root = "1800000900.000100"
    slack.workspace.messages.append(
        {"type": "message", "channel": "C1", "user": "U2", "text": "The drill went badly.", "ts": root}
    )
    address = f"https://t1.slack.com/archives/C1/p{root.replace('.', '')}"
    async with served(tmp_path, slack, agents) as team:
        await team.command(f"{QUESTION} <{address}>")
        await team.sees("verdict", "Postgres")

    assert team.posted("card")[0]["thread_ts"] == root
    assert "drill went badly" in agents.log[0].prompt


async def test_a_decision_is_shown_in_a_second_channel_when_that_is_wanted(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.add_channel("C5", members=["U1", BOT_USER])
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --in <#C5|ops>")
        await team.sees("verdict", "Postgres", count=2)

    assert {each["channel"] for each in team.posted("card")} == {"C1", "C5"}


@pytest.mark.parametrize("words", ["show D-1", "list", "approve D-1"])
async def test_what_slack_does_not_tell_is_refused_as_unknown_not_as_absent(
    tmp_path: Path, slack: WatchedSlack, words: str
) -> None:
    slack.workspace.add_channel("G1", kind="private", members=["U1", "U2", BOT_USER])
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team, "G1")
        slack.script("users.info", *[fails(500)] * 9)
        await team.command(words, channel="G1")
        await team.reads("I cannot check right now")

    assert not any("Nothing found" in said(each) or "There is no decision" in said(each) for each in team.told("U1"))


async def test_who_is_in_the_channel_is_shown_its_decision_without_the_list_of_channels(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        slack.script("conversations.list", *[fails(500)] * 9)
        await team.send(payloads.direct(slack.workspace, "show D-1"))
        shown = await team.reads("D-1 · asked by")

    assert "Share here" not in said(shown)


async def test_a_vote_of_nobody_is_refused_when_it_is_asked_for(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.add_user("U4", deleted=True)
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human --voters <@U4|gone>")
        await team.reads("Nobody of those")

        assert await team.decisions() == []


async def test_hard_case_50_a_place_that_will_not_have_the_card_is_told_to_the_asker_alone(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        slack.script("chat.postMessage", refused("restricted_action"), refused("restricted_action"))
        await team.command(QUESTION)
        await team.reads("A setting of this workspace forbids that")

    assert [each["channel"] for each in slack.workspace.messages if "forbids that" in said(each)] == ["DU1"]


async def test_asking_again_from_a_card_that_was_replaced_leads_to_what_replaced_it(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human")
        await team.sees("turn", "can vote")
        await team.command("rerun D-1")
        await team.sees("turn", "can vote", count=2)
        await slack.until(lambda: "D-2" in said(team.posted("card")[0]))
        await team.send(pressed(team, "rerun", value="D-1||0"))
        told = await team.reads("already replaced by D-2")
        decisions = await team.decisions()

    assert "Show D-2" in said(told)
    assert len(decisions) == 2
