"""Looking up in Slack: an answer for one person, what they may see and nothing else."""

import asyncio
from pathlib import Path

import pytest

from tests import slack_payloads as payloads
from tests.conversations.talking import Team, WatchedSlack, said, served
from tests.fake_slack import refused
from tests.slack_workspace import BOT_USER, Body
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
QUESTION = "Postgres or MySQL for billing?"


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


async def decided(team: Team, channel: str = "C1") -> None:
    await team.command(QUESTION, channel=channel)
    await team.sees("verdict", "Postgres")


async def test_a_decision_is_shown_listed_found_and_recounted(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        for words, answer in (
            ("show D-1", "Postgres"),
            ("list", "D-1"),
            ("search billing", "D-1"),
            ("verify D-1", "D-1: whole"),
            ("why D-1", "prefers Postgres"),
            ("export D-1", "D-1"),
            ("status", "Open here"),
        ):
            slack.workspace.responses.clear()
            await team.command(words, user="U2")
            await team.reads(answer, user="U2")


async def test_a_decision_of_a_private_channel_does_not_exist_for_others(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.add_channel("G1", kind="private", members=["U1", BOT_USER])
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team, "G1")
        slack.workspace.responses.clear()
        await team.command("show D-1", user="U2")
        hidden = await team.reads("no decision D-1", user="U2")
        slack.workspace.responses.clear()
        await team.command("show D-2", user="U2")
        absent = await team.reads("no decision D-2", user="U2")
        slack.workspace.responses.clear()
        await team.command("cancel D-1", user="U2")
        await team.reads("no decision D-1", user="U2")

    assert said(hidden).replace("D-1", "D-2") == said(absent)


async def test_a_direct_message_belongs_to_its_two_people(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.send(payloads.direct(slack.workspace, QUESTION))
        await team.sees("verdict", "Postgres")
        await team.command("show D-1", user="U2")
        await team.reads("no decision D-1", user="U2")
        told = [said(each) for each in team.told("U2")]

    assert not any("Postgres" in each for each in told)


async def test_the_home_tab_shows_what_waits(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human")
        await team.sees("turn", "can vote")
        await team.send(payloads.home_opened(slack.workspace, "U2"))
        await slack.until(lambda: "U2" in slack.workspace.homes)

    assert QUESTION in said(slack.workspace.homes["U2"])


async def test_what_is_no_command_is_answered_with_what_was_perhaps_meant(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("shwo D-1")
        await team.reads('did you mean "show"')

        assert await team.decisions() == []


async def test_an_earlier_decision_is_used_by_showing_it_to_everybody(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        click = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("Details"), user="U2")
        [action] = click["actions"]
        await team.send(click | {"actions": [action | {"action_id": "consensus:use:0", "action_ts": "9.9"}]})
        await slack.until(lambda: shared(team))

    assert "Postgres" in said(shared(team)[0])


async def test_a_double_click_shows_an_earlier_decision_once(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        click = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("Details"), user="U2")
        [action] = click["actions"]
        uses = click | {"actions": [action | {"action_id": "consensus:use:0"}]}
        await asyncio.gather(team.send(uses), team.send(payloads.once_more(uses)))
        await team.command("show D-1", user="U2")
        await team.reads("Postgres", user="U2")
        await slack.until(lambda: shared(team))

    assert len(shared(team)) == 1


async def test_a_decision_that_could_not_be_shared_is_shared_by_the_next_click(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        click = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("Details"), user="U2")
        [action] = click["actions"]
        shares = click | {"actions": [action | {"action_id": "consensus:share:0"}]}
        slack.script("chat.postMessage", refused("restricted_action"))
        await team.send(shares)
        await slack.until(lambda: team.told("U2"))
        await team.send(payloads.once_more(shares))
        await slack.until(lambda: shared(team))

    assert len(shared(team)) == 1


def shared(team: Team) -> list[Body]:
    """What we said to everybody beside the card and its replies."""
    return [each for each in team.workspace.messages if each["user"] == BOT_USER and not each.get("metadata")]


async def test_the_button_of_the_home_tab_answers_in_the_direct_message(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        sent = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("Details"), user="U2")
        [action] = sent["actions"]
        shows = [action | {"action_id": "consensus:show:0", "action_ts": "9.9"}]
        at_home = {name: each for name, each in sent.items() if name not in {"message", "channel"}}
        await team.send(at_home | {"actions": shows, "container": {"type": "view"}})
        told = await team.reads("Postgres", user="U2")

    assert told["channel"] == "DU2"
