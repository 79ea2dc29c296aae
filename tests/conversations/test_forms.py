"""Forms in Slack open at once, keep what was typed, and become decisions."""

from pathlib import Path
from typing import Any

import pytest

from tests import slack_payloads as payloads
from tests.conversations.talking import Team, WatchedSlack, said, served, untouched
from tests.fake_slack import refused
from tests.slack_workspace import BOT_USER, Body
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


def text(name: str, value: str) -> Body:
    return {name: {name: {"type": "plain_text_input", "value": value}}}


def chosen(name: str, value: str) -> Body:
    return {name: {name: {"type": "radio_buttons", "selected_option": {"value": value}}}}


def filled(question: str, options: str, reads: str = "none", **more: str) -> Body:
    fields = text("question", question) | text("options", options) | chosen("reads", reads) | chosen("close", "24h")
    for name, value in more.items():
        fields |= chosen(name, value) if name == "stakes" else text(name, value)
    return fields


async def form(team: Team, callback: str = "consensus_ask") -> str:
    """The newest open form of that kind."""
    views = team.workspace.views
    await team.slack.until(lambda: any(view["callback_id"] == callback for view in views.values()))
    return [view_id for view_id, view in views.items() if view["callback_id"] == callback][-1]


def initial(view: Body, name: str) -> Any:  # noqa: ANN401 -- whatever stands there
    [block] = [each for each in view["blocks"] if each.get("block_id") == name]
    return block["element"].get("initial_value")


async def test_a_command_without_words_opens_the_form_and_a_mistake_keeps_it_open(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("")
        view_id = await form(team)
        wrong = await team.send(payloads.submission(slack.workspace, view_id, filled("", "Postgres\nMySQL")))
        right = await team.send(
            payloads.submission(slack.workspace, view_id, filled("Which one?", "Postgres\nMySQL", stakes="high"))
        )
        await team.sees("turn", "can vote")
        [decision] = await team.decisions()

    assert (wrong.body["response_action"], list(wrong.body["errors"])) == ("errors", ["question"])
    assert right.text == ""
    assert decision.opened.axes is not None
    assert decision.opened.axes.stakes == 3


async def test_what_would_loosen_the_settings_is_refused_at_its_field(tmp_path: Path, slack: WatchedSlack) -> None:
    (tmp_path / "consensus.toml").write_text("[policy]\nqualify = [2, 3, 2]\n", encoding="utf-8")
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("")
        view_id = await form(team)
        wrong = await team.send(
            payloads.submission(slack.workspace, view_id, filled("Which one?", "Postgres\nMySQL", stakes="low"))
        )

    assert list(wrong.body["errors"]) == ["stakes"]


async def test_the_shortcut_on_a_message_opens_the_form_with_its_question_and_reads_its_thread(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    agents = agreed()
    ts = slack.workspace.say("C1", "Postgres or MySQL for billing?", user="U2")
    slack.workspace.say("C1", "The drill went badly.", thread=ts)
    async with served(tmp_path, slack, agents) as team:
        await team.send(payloads.shortcut(slack.workspace, "C1", ts))
        view_id = await form(team)
        view = slack.workspace.views[view_id]
        sent = filled(initial(view, "question"), initial(view, "options"), reads="thread")
        await team.send(payloads.submission(slack.workspace, view_id, sent))
        await team.sees("verdict", "Postgres")

    assert initial(view, "options") == "Postgres\nMySQL"
    assert team.posted("card")[0]["thread_ts"] == ts
    assert "drill went badly" in agents.log[0].prompt


async def test_a_pasted_text_is_what_the_agents_read(tmp_path: Path, slack: WatchedSlack) -> None:
    agents = agreed()
    async with served(tmp_path, slack, agents) as team:
        await team.command("")
        sent = filled("Which one?", "Postgres\nMySQL", reads="paste", pasted="Ops knows MySQL.")
        await team.send(payloads.submission(slack.workspace, await form(team), sent))
        await team.sees("verdict", "Postgres")

    assert "Ops knows MySQL." in agents.log[0].prompt


async def test_an_edit_replaces_the_decision_that_was_misread(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("Postgres or MySQL for billing? --human")
        await team.sees("turn", "can vote")
        click = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("Details"))
        [action] = click["actions"]
        click["actions"] = [action | {"action_id": "consensus:edit:0", "action_ts": "9.9"}]
        await team.send(click)
        view_id = await form(team)
        view = slack.workspace.views[view_id]
        await team.send(payloads.submission(slack.workspace, view_id, filled("Which one?", "Postgres\nOracle")))
        await team.sees("card", "Which one", count=2)
        await slack.until(lambda: "D-2" in said(team.posted("card")[0]))
        old, new = await team.decisions()

    assert initial(view, "options") == "Postgres\nMySQL"
    assert (old.end.superseded_by, old.has_ended, new.opened.policy.human) == ("D-2", True, "always")


async def test_hard_case_17_a_form_that_comes_too_late_is_offered_again(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.script("views.open", refused("expired_trigger_id"))
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("")
        told = await team.reads("too long")

    assert "Open the form" in said(told)


async def test_a_second_copy_of_a_click_opens_no_second_form(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = await team.command("")
        await form(team)
        await team.send(sent)
        await slack.until(lambda: len(slack.called("views.open")) == 2)

    assert (len(slack.workspace.views), team.told("U1")) == (1, [])


async def test_details_open_for_those_who_may_see_them_and_turn_their_pages(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("Postgres or MySQL for billing?")
        await team.sees("verdict", "Postgres")
        await team.click(team.action("Details"), user="U2")
        view = slack.workspace.views[await form(team, "consensus_details")]

    assert "risk_analyst prefers Postgres." in said(view)


async def test_a_form_can_be_opened_with_the_button_of_an_answer(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.mention("")
        told = await team.reads("What shall the panel decide")

    assert "Ask a question" in said(told)


async def test_a_reason_is_asked_only_of_a_voter_who_has_voted(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.add_user("U9")
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("Postgres or MySQL for billing? --human")
        await team.slack.until(lambda: team.has_button("Postgres"))
        reason = team.action("Add a reason…")
        await team.click(reason, user="U2")
        await team.reads("vote first, then give your reason", user="U2")
        await team.click(reason, user="U9")
        await team.reads("not on the list of voters", user="U9")
        views = dict(slack.workspace.views)
        await team.vote("MySQL", "U2")
        await team.click(reason, user="U2")
        await form(team, "consensus_reason")

    assert views == {}


async def test_a_reason_for_a_vote_that_is_over_opens_no_form(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("Postgres or MySQL for billing? --human")
        await team.slack.until(lambda: team.has_button("Postgres"))
        late = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("Add a reason…"), user="U2")
        for user in ("U1", "U2", "U3"):
            await team.vote("MySQL", user)
        await team.sees("verdict", "MySQL")
        await team.send(late)
        await team.reads("No vote is open", user="U2")

    assert slack.workspace.views == {}


async def test_flags_of_a_command_without_a_question_stand_in_the_form_and_hold(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    slack.workspace.add_channel("C5", members=["U1", BOT_USER])
    async with served(tmp_path, slack, agreed()) as team:
        voters = "--voters <@U1|asker>, <@U2|lead>, <@U3|dev>"
        flags = f"--stakes high --hide --close 90m {voters} --rule supermajority --in <#C5|ops> --lang fr"
        await team.command(f"--option Postgres --option MySQL {flags}")
        view_id = await form(team)
        view = slack.workspace.views[view_id]
        asked = untouched(view) | text("question", "Which one?")
        await team.send(payloads.submission(slack.workspace, view_id, asked))
        await team.sees("turn", "vot", count=2)
        [decision] = await team.decisions()

    opened = decision.opened
    assert "--rule supermajority --in #C5 --lang fr" in said(view)
    assert (opened.axes.stakes if opened.axes else None, opened.lang, len(opened.places)) == (3, "fr", 2)
    assert (opened.policy.rule, opened.policy.vote.hidden) == ("supermajority", True)
    assert opened.policy.vote.open_for == 90 * 60_000_000
    assert "@U2" in opened.policy.vote.voters
    assert [*initial(view, "options").split("\n")] == ["Postgres", "MySQL"]


async def test_flags_of_a_mention_without_a_question_wait_for_its_form(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        root = slack.workspace.say("C1", "The drill went badly.")
        await team.mention("--human --rule borda", thread=root)
        await team.press(await team.reads("What shall the panel decide"), "Ask a question")
        view_id = await form(team)
        view = slack.workspace.views[view_id]
        asked = untouched(view) | text("question", "Which one?") | text("options", "Postgres\nMySQL")
        await team.send(payloads.submission(slack.workspace, view_id, asked))
        await team.sees("turn", "can vote")
        [decision] = await team.decisions()

    assert (decision.opened.policy.human, decision.opened.policy.rule) == ("always", "borda")
    assert team.posted("card")[0]["thread_ts"] == root


async def test_flags_survive_a_form_that_comes_too_late(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.script("views.open", refused("expired_trigger_id"))
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("--human")
        await team.press(await team.reads("too long"), "Open the form")
        view = slack.workspace.views[await form(team)]

    assert "--human" in said(view)


async def test_a_flag_of_a_command_without_a_question_that_names_nobody_is_refused(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("--voters @nobody")
        await team.reads("I cannot tell who .*nobody")

    assert slack.workspace.views == {}


async def test_what_has_no_field_and_loosens_the_settings_is_refused_in_the_form(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    (tmp_path / "consensus.toml").write_text("[vote]\nquorum = 5\n", encoding="utf-8")
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("--quorum 5")
        view_id = await form(team)
        view = slack.workspace.views[view_id]
        view["private_metadata"] = view["private_metadata"].replace("quorum 5", "quorum 3")
        sent = untouched(view) | text("question", "Ship it?")
        wrong = await team.send(payloads.submission(slack.workspace, view_id, sent))

    assert list(wrong.body["errors"]) == ["extras"]


async def test_an_edit_shows_and_keeps_the_terms_that_have_no_field(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.groups["S7"] = ["U2", "U3", "U4", "U5"]
    for user in ("U4", "U5"):
        slack.workspace.add_user(user)
        slack.workspace.channels["C1"].members.append(user)
    async with served(tmp_path, slack, agreed()) as team:
        terms = "--human --rule supermajority --quorum 4 --qualify 2,2,2 --voters <!subteam^S7|@ops>"
        await team.command(f"Postgres or MySQL for billing? {terms}")
        await team.sees("turn", "can vote")
        click = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("Details"))
        [action] = click["actions"]
        click["actions"] = [action | {"action_id": "consensus:edit:0", "action_ts": "9.9"}]
        await team.send(click)
        view_id = await form(team)
        view = slack.workspace.views[view_id]
        await team.send(payloads.submission(slack.workspace, view_id, untouched(view)))
        await team.sees("turn", "can vote", count=2)
        old, new = await team.decisions()

    assert "--rule supermajority --human --quorum 4" in said(view)
    assert "--qualify 2,2,2" in said(view)
    assert new.opened.policy == old.opened.policy
    assert new.opened.axes == old.opened.axes


@pytest.mark.parametrize("flags", ["--debate off", "--quorum 1", "--profile nope", "--close 1m"])
async def test_flags_that_cannot_hold_are_refused_before_a_form_opens(
    tmp_path: Path, slack: WatchedSlack, flags: str
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(flags)
        await slack.until(lambda: len(slack.workspace.responses) == 1)
        await team.mention(flags, user="U2")
        await slack.until(lambda: slack.workspace.ephemerals)

    assert slack.workspace.views == {}
    [refused_form], [refused_words] = slack.workspace.responses, slack.workspace.ephemerals
    assert said(refused_form) == said(refused_words)
    assert "Open the form" not in said(refused_form)
