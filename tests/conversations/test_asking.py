"""Asking in Slack: a command or a mention becomes one decision, one card and one verdict."""

import asyncio
from pathlib import Path

import pytest

from consensus.ports import Reply, Request
from integrations.slack.views import ASK
from tests import slack_payloads as payloads
from tests.conversations.talking import SOCKET, Team, WatchedSlack, said, served, untouched
from tests.fake_slack import held, refused
from tests.slack_workspace import BOT, BOT_USER, Body
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
QUESTION = "Postgres or MySQL for billing?"


class Slow(Agents):
    """Think for a while before they answer."""

    async def __call__(self, request: Request) -> Reply:
        await asyncio.sleep(40)
        return await super().__call__(request)


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


async def test_a_command_becomes_a_card_and_a_verdict(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION)
        await team.sees("verdict", "Postgres")
        await team.sees("card", "Postgres.*Why")

    assert (len(team.posted("card")), len(team.posted("verdict"))) == (1, 1)
    assert team.posted("verdict")[0]["thread_ts"] == team.posted("card")[0]["ts"]
    assert "D-1" in said(team.posted("card")[0])


async def test_a_mention_in_a_thread_is_answered_there_with_the_thread_as_context(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    agents = agreed()
    root = slack.workspace.say("C1", "The failover drill of MySQL went badly.")
    async with served(tmp_path, slack, agents) as team:
        sent = await team.mention(QUESTION, thread=root)
        await team.sees("verdict", "Postgres")

    assert {each["thread_ts"] for each in (*team.posted("card"), *team.posted("verdict"))} == {root}
    assert "failover drill" in agents.log[0].prompt
    assert ("C1", sent["event"]["ts"], "eyes") in slack.workspace.reactions


async def test_a_question_at_the_top_of_a_channel_gets_a_thread_of_its_own(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = await team.mention(QUESTION)
        await team.sees("verdict", "Postgres")

    assert team.posted("card")[0]["thread_ts"] == sent["event"]["ts"]


async def test_in_a_direct_message_the_phrase_and_the_bare_question_are_understood(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.send(payloads.direct(slack.workspace, f"majority vote: {QUESTION}"))
        await team.sees("verdict", "Postgres")

    assert team.posted("card")[0]["channel"] == "DU1"


async def test_the_first_sign_waits_for_nothing_that_slack_has_to_be_asked(tmp_path: Path, slack: WatchedSlack) -> None:
    slow = asyncio.Event()
    slack.script("conversations.info", held(slow))
    async with served(tmp_path, slack, agreed()) as team:
        sent = await team.mention(QUESTION)
        await team.slack.until(lambda: ("C1", sent["event"]["ts"], "eyes") in slack.workspace.reactions)
        cards = team.posted("card")
        slow.set()
        await team.sees("verdict", "Postgres")

    assert cards == []


async def test_hard_case_1_fifty_copies_of_a_request_are_one_decision_before_and_after_a_restart(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = await team.mention(QUESTION)
        for retry in range(50):
            assert (await team.sender.send(sent, retry=retry)).status == 200
        await team.sees("verdict", "Postgres")
    async with served(tmp_path, slack, agreed()) as team:
        for retry in range(50):
            assert (await team.sender.send(sent, retry=retry)).status == 200
        decisions = await team.decisions()

    assert (len(decisions), len(team.posted("card")), len(team.posted("verdict"))) == (1, 1, 1)


async def test_hard_case_2_a_retry_whose_first_delivery_was_lost_is_answered(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.sender.send(payloads.mention(slack.workspace, QUESTION), retry=1)
        await team.sees("verdict", "Postgres")
        decisions = await team.decisions()

    assert len(decisions) == 1


async def test_hard_case_3_both_events_of_one_message_are_one_decision(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = await team.mention(QUESTION)
        await team.send(payloads.as_message(slack.workspace, sent))
        await team.sees("verdict", "Postgres")
        decisions = await team.decisions()

    assert len(decisions) == 1


async def test_hard_case_5_where_the_bot_is_no_member_it_says_how_to_invite_it(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    slack.workspace.add_channel("C2", members=["U1"])
    slack.workspace.add_channel("G2", kind="private", members=["U1"])
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION, channel="C2")
        await team.reads("I am not in that channel.*/invite")
        await team.command(QUESTION, channel="G2")
        await team.reads("I cannot see that conversation")
        decisions = await team.decisions()

    assert decisions == []


async def test_hard_case_6_an_edit_starts_nothing(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = payloads.mention(slack.workspace, QUESTION)
        changed = sent["event"] | {"subtype": "message_changed", "type": "message"}
        await team.send(payloads.event(slack.workspace, changed))
        await team.send(payloads.event(slack.workspace, sent["event"] | {"edited": {"user": "U1", "ts": "1.0"}}))
        await team.command("help")
        await team.reads("/consensus")
        decisions = await team.decisions()

    assert decisions == []


async def test_hard_case_16_our_own_words_and_those_of_other_bots_start_nothing(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = payloads.mention(slack.workspace, QUESTION)
        for author in ({"user": BOT_USER, "bot_id": BOT}, {"bot_id": "B9", "user": "U9"}):
            await team.send(payloads.event(slack.workspace, sent["event"] | author))
        await team.command("help")
        await team.reads("/consensus")
        decisions = await team.decisions()

    assert decisions == []


async def test_hard_case_16_a_bot_that_is_listed_asks_once_in_a_thread(tmp_path: Path, slack: WatchedSlack) -> None:
    (tmp_path / "consensus.toml").write_text('[slack]\nbots = ["B9"]\n', encoding="utf-8")
    slack.workspace.add_user("U9", is_bot=True)
    slack.workspace.channels["C1"].members.append("U9")
    async with served(tmp_path, slack, agreed()) as team:
        thread = slack.workspace.say("C1", "The build is red.")
        for question in (QUESTION, "MySQL or Postgres for search?"):
            sent = payloads.mention(slack.workspace, question, user="U9", thread=thread)
            await team.send(payloads.event(slack.workspace, sent["event"] | {"bot_id": "B9"}))
            await team.sees("verdict", "Postgres")
        await team.reads("A bot has asked in this thread already, in D-1", user="U9")
        await team.mention("MySQL or Postgres for search?", thread=thread)
        await team.sees("verdict", "Postgres", count=2)
        decisions = await team.decisions()

    assert [decision.opened.via for decision in decisions] == ["bot", "slack"]


async def test_the_same_over_a_socket(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed(), env=SOCKET) as team:
        await slack.sockets.connected()
        envelope = await slack.sockets.deliver("events_api", payloads.mention(slack.workspace, QUESTION))
        acknowledged = await slack.sockets.acked(envelope)
        await team.sees("verdict", "Postgres")

    assert acknowledged.delay < 1


async def test_a_decision_that_is_open_already_is_pointed_at(tmp_path: Path, slack: WatchedSlack) -> None:
    weak = Agents((Vote("Postgres", ("risk_analyst",)), Vote("MySQL", ("optimist",)), Vote("SQLite")))
    async with served(tmp_path, slack, weak) as team:
        await team.command("Postgres, MySQL or SQLite? --human")
        await team.sees("turn", "can vote")
        await team.command("Postgres, MySQL or SQLite? --human", user="U2")
        told = await team.reads("already open here as D-1", user="U2")
        decisions = await team.decisions()

    assert len(decisions) == 1
    assert "Show D-1" in said(told)


async def test_what_was_decided_before_is_offered_and_can_be_used_or_asked_again(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION)
        await team.sees("verdict", "Postgres")
        await team.mention(QUESTION, user="U2")
        told = await team.reads("Decided .*Postgres", user="U2")
        decisions = await team.decisions()

    assert len(decisions) == 1
    assert {"Show D-1", "Ask again", "Use it"} <= set(said(told).splitlines())


async def test_a_guest_may_not_start(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.add_user("U4", is_restricted=True)
    slack.workspace.channels["C1"].members.append("U4")
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION, user="U4")
        await team.reads("Guests", user="U4")
        decisions = await team.decisions()

    assert decisions == []


async def test_who_somebody_is_when_slack_does_not_say_means_no(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.script("users.info", refused("internal_error"))
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION)
        await team.reads("I cannot check right now")
        decisions = await team.decisions()

    assert decisions == []


async def test_a_flag_that_loosens_is_refused(tmp_path: Path, slack: WatchedSlack) -> None:
    (tmp_path / "consensus.toml").write_text("[vote]\nquorum = 5\n", encoding="utf-8")
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --quorum 3")
        await team.reads("--quorum would loosen")
        decisions = await team.decisions()

    assert decisions == []


async def test_stop_ends_a_panel_at_work_within_two_seconds(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, Slow((Vote("Postgres"),))) as team:
        await team.command(QUESTION)
        await team.sees("card", "Stop")
        begun = slack.workspace.clock()
        await team.click(team.action("Stop"))
        await team.sees("card", "cancelled|Cancelled")
        took = slack.workspace.clock() - begun
        [decision] = await team.decisions()

    assert decision.end.cancelled is not None
    assert took < 4


async def test_a_request_in_french_is_answered_in_french(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("Faut-il prendre Postgres ou MySQL pour la facturation ?")
        await team.sees("verdict", "Postgres")

    assert "agents" in said(team.posted("verdict")[0])
    assert team.has_button("Détails")


async def test_a_fault_of_ours_is_said_and_the_request_runs_again_when_it_comes_again(
    tmp_path: Path, slack: WatchedSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        with monkeypatch.context() as broken:
            broken.setattr("bot.slack.starting.open_planned", None)
            sent = await team.mention(QUESTION)
            await team.reads("Something went wrong on our side")
        await team.send(sent)
        await team.sees("verdict", "Postgres")
        decisions = await team.decisions()

    assert len(decisions) == 1


async def test_who_once_let_the_agents_read_a_private_thread_is_not_asked_again(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    agents = agreed()
    slack.workspace.add_channel("G1", kind="private", members=["U1", "U2", BOT_USER])
    root = slack.workspace.say("G1", "Our secret drill went badly.")
    async with served(tmp_path, slack, agents) as team:
        await team.send(payloads.shortcut(slack.workspace, "G1", root))
        await slack.until(lambda: slack.workspace.views)
        [view_id] = slack.workspace.views
        await team.send(payloads.submission(slack.workspace, view_id, form(QUESTION, reads="thread")))
        await team.sees("verdict", "Postgres")
        before = len(agents.log)
        await team.mention("Postgres or Oracle for billing?", channel="G1", thread=root)
        await team.sees("verdict", "Postgres", count=2)

    assert "secret drill" in agents.log[0].prompt
    assert "secret drill" in agents.log[before].prompt
    assert team.told("U1") == []


def form(question: str, reads: str) -> Body:
    return {
        "question": {"question": {"type": "plain_text_input", "value": question}},
        "options": {"options": {"type": "plain_text_input", "value": "Postgres\nMySQL"}},
        "reads": {"reads": {"type": "radio_buttons", "selected_option": {"value": reads}}},
        "close": {"close": {"type": "static_select", "selected_option": {"value": "24h"}}},
    }


async def test_asking_again_what_was_decided_before_keeps_what_was_said_now(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION)
        await team.sees("verdict", "Postgres")
        said_now = (
            f"{QUESTION} --human --rule supermajority --quorum 3 --budget 0.50 --close 90m --stakes medium --hide"
        )
        await team.mention(said_now, user="U2")
        await team.press(await team.reads("Decided .*Postgres", user="U2"), "Ask again", user="U2")
        await slack.until(lambda: any(view["callback_id"] == ASK for view in slack.workspace.views.values()))
        [(view_id, view)] = slack.workspace.views.items()
        await team.send(payloads.submission(slack.workspace, view_id, untouched(view), user="U2"))
        await team.sees("turn", "can vote")
        _, decision = await team.decisions()

    policy = decision.opened.policy
    assert "--human --rule supermajority --quorum 3 --budget 0.5" in said(view)
    assert (policy.human, policy.rule, policy.budget) == ("always", "supermajority", 500_000)
    assert (policy.vote.quorum, policy.vote.open_for, policy.vote.hidden) == (3, 90 * 60_000_000, True)
    assert decision.opened.axes is not None
    assert decision.opened.axes.stakes == 2
    assert decision.opened.places == (f"slack:T1:C1:{thread_of(team)}",)


async def test_a_form_that_asks_what_was_decided_before_keeps_its_flags_too(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION)
        await team.sees("verdict", "Postgres")
        await team.command("--human --in <#C1|general>")
        await slack.until(lambda: slack.workspace.views)
        [(first, view)] = slack.workspace.views.items()
        await team.send(payloads.submission(slack.workspace, first, untouched(view) | form(QUESTION, reads="none")))
        await team.press(await team.reads("Decided .*Postgres"), "Ask again")
        await slack.until(
            lambda: len(slack.workspace.views) > 1 and "also" in said(list(slack.workspace.views.values())[1]).lower()
        )
        second, again = list(slack.workspace.views.items())[1]
        await team.send(payloads.submission(slack.workspace, second, untouched(again)))
        await team.sees("turn", "can vote")
        _, decision = await team.decisions()

    assert decision.opened.policy.human == "always"


def thread_of(team: Team) -> str:
    return str(team.posted("card")[-1].get("thread_ts", ""))
