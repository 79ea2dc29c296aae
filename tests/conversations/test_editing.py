"""An edit starts nothing: the author of a request that was decided on is offered the panel with the new words."""

from pathlib import Path

import pytest

from tests import slack_payloads as payloads
from tests.conversations.talking import WatchedSlack, said, served
from tests.slack_workspace import BOT_USER
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
QUESTION = "Postgres or MySQL for billing?"
NEW = "Postgres or Oracle for billing? --human"
AGAIN = "Ask with the new words"


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


def to_us(text: str) -> str:
    return f"<@{BOT_USER}> {text}"


@pytest.mark.parametrize("as_mention", [False, True])
async def test_hard_case_6_an_edited_request_can_be_decided_with_its_new_words(
    tmp_path: Path, slack: WatchedSlack, *, as_mention: bool
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = await team.mention(QUESTION)
        await team.sees("verdict", "Postgres")
        await team.send(payloads.edited(slack.workspace, sent, to_us(NEW), as_mention=as_mention))
        told = await team.reads("You changed the words that D-1")
        before = await team.decisions()
        clicked = await team.press(told, AGAIN)
        await team.send(payloads.once_more(clicked))
        await team.sees("turn", "can vote")
        await team.reads("That was answered already")
        old, new = await team.decisions()

    assert len(before) == 1
    assert (old.end.superseded_by, new.opened.supersedes, new.opened.policy.human) == ("D-2", "D-1", "always")
    assert "Oracle" in said(team.posted("card")[1])
    assert team.posted("card")[1]["thread_ts"] == sent["event"]["ts"]


async def test_hard_case_6_both_events_of_an_edit_are_one_offer_and_a_second_edit_is_about_the_newest(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = await team.mention(QUESTION)
        await team.sees("verdict", "Postgres")
        edit = payloads.edited(slack.workspace, sent, to_us(NEW))
        await team.send(edit)
        changed = edit["event"]["message"] | {"type": "app_mention", "channel": "C1"}
        await team.send(payloads.event(slack.workspace, changed))
        await team.press(await team.reads("You changed the words that D-1"), AGAIN)
        await team.sees("turn", "can vote")
        offers = [each for each in team.told("U1") if "You changed" in said(each)]
        newer = {"event": sent["event"] | {"text": to_us(NEW)}}
        await team.send(payloads.edited(slack.workspace, newer, to_us("Postgres or Redis for billing?")))
        await team.reads("You changed the words that D-2")

    assert len(offers) == 1


async def test_an_edit_in_a_direct_message_is_offered_too(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = payloads.direct(slack.workspace, QUESTION)
        await team.send(sent)
        await team.sees("verdict", "Postgres")
        await team.send(payloads.edited(slack.workspace, sent, NEW))
        await team.reads("You changed the words that D-1")
        decisions = await team.decisions()

    assert len(decisions) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (QUESTION, QUESTION),
        (QUESTION, "thanks"),
        (QUESTION, f"{NEW} --nonsense"),
        ("Tea or coffee?", NEW),
    ],
    ids=["only a link unfolds", "no question any more", "not understood", "never decided on"],
)
async def test_hard_case_6_other_edits_are_passed_over_in_silence(
    tmp_path: Path, slack: WatchedSlack, before: str, after: str
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = await team.mention(QUESTION)
        await team.sees("verdict", "Postgres")
        earlier = {"event": sent["event"] | {"text": to_us(before)}}
        await team.send(payloads.edited(slack.workspace, earlier, to_us(after)))
        await team.command("help")
        await team.reads("mention me")
        decisions = await team.decisions()

    assert len(decisions) == 1
    assert not any("You changed" in said(each) for each in team.told("U1"))


async def test_an_edit_long_after_other_decisions_finds_none_of_them(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed(), later=3_600) as team:
        root = slack.workspace.say("C1", "The drill went badly.")
        sent = await team.mention(QUESTION, thread=root)
        await team.sees("verdict", "Postgres")
        await team.send(payloads.edited(slack.workspace, sent, to_us(NEW), as_mention=True))
        await team.command("help")
        await team.reads("mention me")

    assert not any("You changed" in said(each) for each in team.told("U1"))
