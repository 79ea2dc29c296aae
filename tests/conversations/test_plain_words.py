"""What people say in their own words is answered for what it is, and never with a panel that nobody wanted."""

from pathlib import Path

import pytest

from tests.conversations.talking import WatchedSlack, said, served
from tests.conversations.test_deciding import voting
from tests.conversations.test_refusing import QUESTION, agreed
from tests.fake_slack import refused
from tests.slack_workspace import BOT_USER

pytestmark = pytest.mark.virtual_time


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("reject too slow", "reject D-1"),
        ("show me everything", "show D-1"),
        ("help nonsense", "say .help., or"),
        ("rejct too slow", "reject D-1"),
        ("I approve of that", "approve D-1"),
    ],
)
async def test_what_looks_like_a_verb_where_a_decision_is_open_starts_no_panel(
    tmp_path: Path, slack: WatchedSlack, words: str, meant: str
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.mention(words, thread=team.posted("card")[0]["ts"], user="U2")
        await team.reads(f"A decision is open here.*{meant}", user="U2")

        assert len(await team.decisions()) == 1


async def test_a_question_that_begins_with_a_verb_is_asked_where_a_decision_is_open(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.mention("Show prices to guests or hide them?", thread=team.posted("card")[0]["ts"], user="U2")
        await team.slack.until(lambda: len(team.posted("card")) == 2)

    assert "Show prices to guests or hide them?" in said(team.posted("card")[1])


async def test_what_looks_like_a_verb_is_a_proposal_once_the_decision_has_ended(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.command("cancel D-1")
        await team.sees("card", "Cancelled")
        await team.mention("Show prices to guests", thread=team.posted("card")[0]["ts"], user="U2")
        await team.slack.until(lambda: len(team.posted("card")) == 2)
        [_, asked] = await team.decisions()

    assert asked.opened.is_proposal


async def test_in_a_conversation_of_two_people_it_says_where_to_ask_instead(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    slack.workspace.add_channel("D99", kind="direct", members=["U1", "U2"])
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION, channel="D99")
        await team.reads("I take no part in this conversation: ask in a channel")

        assert await team.decisions() == []


async def test_in_a_group_message_it_says_where_to_ask_instead(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.add_channel("G9", kind="private", members=["U1", "U2", BOT_USER])
    slack.script("conversations.info", *[refused("missing_scope", needed="mpim:read")] * 4)
    async with served(tmp_path, slack, agreed()) as team:
        await team.mention(QUESTION, channel="G9")
        await team.reads("cannot work in group messages: ask in a channel")

        assert await team.decisions() == []
