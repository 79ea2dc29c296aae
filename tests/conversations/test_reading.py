"""In a private channel nobody reads and nothing is spent before who asks has said what the agents may read."""

from pathlib import Path

import pytest

from tests import slack_payloads as payloads
from tests.conversations.talking import WatchedSlack, said, served
from tests.fake_slack import Turn, dropped, fails, refused
from tests.slack_workspace import BOT_USER
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
QUESTION = "Postgres or MySQL for billing?"
READ, ALONE = "Read this thread", "Only the question"


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


@pytest.fixture
def root(slack: WatchedSlack) -> str:
    slack.workspace.add_channel("G1", kind="private", members=["U1", "U2", BOT_USER])
    return slack.workspace.say("G1", "Our secret drill went badly.")


async def test_in_a_private_thread_the_first_request_is_answered_with_a_question_and_nothing_is_spent(
    tmp_path: Path, slack: WatchedSlack, root: str
) -> None:
    agents = agreed()
    async with served(tmp_path, slack, agents) as team:
        await team.mention(f"{QUESTION} --human", channel="G1", thread=root)
        told = await team.reads("This conversation is private")
        decisions = await team.decisions()

    assert (decisions, agents.log) == ([], [])
    assert told["thread_ts"] == root
    assert {READ, ALONE} <= set(said(told).splitlines())
    assert "sent to " in said(told)


async def test_who_lets_the_agents_read_is_not_asked_again_in_that_place(
    tmp_path: Path, slack: WatchedSlack, root: str
) -> None:
    agents = agreed()
    async with served(tmp_path, slack, agents) as team:
        await team.mention(QUESTION, channel="G1", thread=root)
        await team.press(await team.reads("This conversation is private"), READ)
        await team.sees("verdict", "Postgres")
        before = len(agents.log)
        await team.mention("Postgres or Oracle for billing?", channel="G1", thread=root, user="U2")
        await team.sees("verdict", "Postgres", count=2)

    assert "secret drill" in agents.log[0].prompt
    assert "secret drill" in agents.log[before].prompt
    assert team.told("U2") == []


async def test_only_the_question_starts_the_decision_without_the_thread_and_with_its_flags(
    tmp_path: Path, slack: WatchedSlack, root: str
) -> None:
    agents = agreed()
    async with served(tmp_path, slack, agents) as team:
        await team.mention(f"{QUESTION} --rule supermajority", channel="G1", thread=root)
        await team.press(await team.reads("This conversation is private"), ALONE)
        await team.sees("verdict", "Postgres")
        [decision] = await team.decisions()

    assert "secret drill" not in agents.log[0].prompt
    assert decision.opened.policy.rule == "supermajority"
    assert team.posted("card")[0]["thread_ts"] == root


async def test_the_request_waits_through_a_restart_and_each_button_works_once(
    tmp_path: Path, slack: WatchedSlack, root: str
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.mention(QUESTION, channel="G1", thread=root)
        told = await team.reads("This conversation is private")
    async with served(tmp_path, slack, agreed()) as team:
        clicked = await team.press(told, READ)
        await team.send(payloads.once_more(clicked))
        await team.press(told, ALONE)
        await team.sees("verdict", "Postgres")
        await team.reads("That was answered already")
        decisions = await team.decisions()

    assert len(decisions) == 1


async def test_copies_of_the_request_ask_once(tmp_path: Path, slack: WatchedSlack, root: str) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        sent = await team.mention(QUESTION, channel="G1", thread=root)
        await team.reads("This conversation is private")
        for retry in range(1, 4):
            await team.sender.send(sent, retry=retry)
        await team.command("help")
        await team.reads("mention me")

    assert len([each for each in team.told("U1") if "is private" in said(each)]) == 1


async def test_nobody_else_answers_for_who_asked(tmp_path: Path, slack: WatchedSlack, root: str) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.mention(QUESTION, channel="G1", thread=root)
        told = await team.reads("This conversation is private")
        await team.press(told, READ, user="U2")
        await team.reads("That was answered already", user="U2")
        decisions = await team.decisions()

    assert decisions == []


@pytest.mark.usefixtures("root")
async def test_a_question_at_the_top_of_a_private_channel_has_no_thread_to_ask_about(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.mention(QUESTION, channel="G1")
        await team.sees("verdict", "Postgres")

    assert team.told("U1") == []


async def test_a_command_about_a_private_thread_asks_first_too(tmp_path: Path, slack: WatchedSlack, root: str) -> None:
    agents = agreed()
    address = f"https://t1.slack.com/archives/G1/p{root.replace('.', '')}"
    async with served(tmp_path, slack, agents) as team:
        await team.command(f"{QUESTION} <{address}>", channel="G1")
        await team.press(await team.reads("This conversation is private"), READ, channel="G1")
        await team.sees("verdict", "Postgres")

    assert "secret drill" in agents.log[0].prompt


async def test_where_the_settings_let_no_provider_see_the_place_nothing_is_asked(
    tmp_path: Path, slack: WatchedSlack, root: str
) -> None:
    (tmp_path / "consensus.toml").write_text('[context]\nproviders = ["mistral"]\n', encoding="utf-8")
    async with served(tmp_path, slack, agreed()) as team:
        await team.mention(QUESTION, channel="G1", thread=root)
        await team.sees("verdict", "Postgres")

    assert team.told("U1") == []


async def test_a_bot_that_may_ask_cannot_say_what_is_read_so_its_question_is_all(
    tmp_path: Path, slack: WatchedSlack, root: str
) -> None:
    agents = agreed()
    (tmp_path / "consensus.toml").write_text('[slack]\nbots = ["B9"]\n', encoding="utf-8")
    slack.workspace.add_user("U9", is_bot=True)
    slack.workspace.channels["G1"].members.append("U9")
    async with served(tmp_path, slack, agents) as team:
        sent = payloads.mention(slack.workspace, QUESTION, channel="G1", thread=root, user="U9")
        await team.send(payloads.event(slack.workspace, sent["event"] | {"bot_id": "B9"}))
        await team.sees("verdict", "Postgres")

    assert "secret drill" not in agents.log[0].prompt


async def test_a_request_that_waited_outlives_a_moment_in_which_slack_does_not_answer(
    tmp_path: Path, slack: WatchedSlack, root: str
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.mention(QUESTION, channel="G1", thread=root)
        told = await team.reads("This conversation is private")
        slack.script("users.info", refused("internal_error"))
        await team.press(told, READ)
        await team.reads("I cannot check right now")
        await team.press(told, READ)
        await team.sees("verdict", "Postgres")

    assert len(team.posted("card")) == 1


@pytest.mark.parametrize("trouble", [fails(503), dropped, refused("internal_error")])
async def test_the_question_what_may_be_read_comes_another_way_where_slack_loses_it(
    tmp_path: Path, slack: WatchedSlack, root: str, trouble: Turn
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        slack.script("chat.postEphemeral", trouble)
        await team.mention(QUESTION, channel="G1", thread=root)
        told = await team.reads("This conversation is private")
        await team.press(told, ALONE, channel="DU1")
        await team.sees("verdict", "Postgres")

    assert told["channel"] == "DU1"
    assert team.posted("card")[0]["channel"] == "G1"
