"""What Slack does not take at the first try is done at the next, or people read that it was not done."""

from pathlib import Path

import pytest

from tests import slack_payloads as payloads
from tests.conversations.talking import Team, WatchedSlack, said, served
from tests.fake_slack import Turn, dropped, fails, limited, lost, refused
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
QUESTION = "Postgres or MySQL for billing?"


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


async def decided(team: Team) -> None:
    await team.mention(QUESTION)
    await team.sees("card", "Postgres.*Why")


async def test_a_decision_that_slack_has_no_time_for_is_shared_when_it_has(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        await team.command("show D-1")
        shown = await team.reads("Share here")
        before = len(slack.workspace.messages)
        slack.script("chat.postMessage", limited("5"))
        await team.press(shown, "Share here")
        await slack.until(lambda: len(slack.workspace.messages) > before)

    assert not any("asks us to wait" in said(each) for each in team.told("U1"))


@pytest.mark.parametrize(("trouble", "posted"), [(lost, 1), (fails(500), 0)])
async def test_a_decision_that_slack_may_have_taken_is_not_shared_twice(
    tmp_path: Path, slack: WatchedSlack, trouble: Turn, posted: int
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        await team.command("show D-1")
        shown = await team.reads("Share here")
        before = len(slack.workspace.messages)
        slack.script("chat.postMessage", trouble)
        await team.press(shown, "Share here")
        await team.reads("did not say whether it took the decision")

    assert len(slack.workspace.messages) - before == posted


@pytest.mark.parametrize("trouble", [limited("3"), fails(500), dropped])
async def test_the_home_tab_is_drawn_as_soon_as_slack_takes_it(
    tmp_path: Path, slack: WatchedSlack, trouble: Turn
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        slack.script("views.publish", trouble)
        await team.send(payloads.home_opened(slack.workspace))
        await slack.until(lambda: "U1" in slack.workspace.homes)

    assert len(slack.called("views.publish")) == 2


@pytest.mark.parametrize("trouble", [limited("5"), fails(500), refused("internal_error"), dropped])
async def test_a_page_is_filled_at_the_second_try(tmp_path: Path, slack: WatchedSlack, trouble: Turn) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        slack.script("views.update", trouble)
        await team.click(team.action("Details"))
        await slack.until(lambda: any("a moment" not in str(each) for each in slack.workspace.views.values()))

    assert team.told("U1") == []


async def test_a_page_that_stays_empty_is_offered_once_more(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        slack.script("views.update", fails(500), limited("5"))
        await team.click(team.action("Details"))
        told = await team.reads("did not open the form")
        await team.press(told, "Open the form")
        await slack.until(lambda: any("a moment" not in str(each) for each in slack.workspace.views.values()))

    assert any(QUESTION in str(each) for each in slack.workspace.views.values())


async def test_a_page_that_was_closed_meanwhile_needs_nothing_more(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await decided(team)
        slack.script("views.update", refused("not_found"))
        await team.click(team.action("Details"))
        await slack.until(lambda: slack.called("views.update"))
        await team.command("show D-1")
        await team.reads("D-1 · asked by")

    assert len(slack.called("views.update")) == 1


@pytest.mark.parametrize("trouble", [limited("5"), fails(500), dropped])
async def test_a_form_that_slack_did_not_open_is_not_said_to_be_late(
    tmp_path: Path, slack: WatchedSlack, trouble: Turn
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        slack.script("views.open", trouble)
        await team.command("")
        await team.reads("did not open the form")

    assert not any("too long" in said(each) for each in team.told("U1"))


@pytest.mark.parametrize("times", [1, 3])
async def test_a_thread_is_read_at_the_next_try_or_the_card_says_that_it_was_not(
    tmp_path: Path, slack: WatchedSlack, times: int
) -> None:
    root = slack.workspace.say("C1", "The failover drill went badly.")
    agents = agreed()
    async with served(tmp_path, slack, agents) as team:
        slack.script("conversations.replies", *[fails(500)] * times)
        await team.mention(QUESTION, thread=root)
        card = await team.sees("card", "Postgres.*Why")

    is_read = times == 1
    assert "failover drill" in agents.log[0].prompt if is_read else "Could not be read: thread" in said(card)
    assert is_read is not ("Could not be read" in said(card))
    assert "Read 0 characters" not in said(card)
