"""One person in Slack and on GitHub: a code that is given in Slack is posted on GitHub."""

import re
from pathlib import Path

import pytest

from tests.conversations.talking import HTTP, WatchedSlack, said, served
from tests.slack_workspace import TEAM
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
NOBODY = "http://127.0.0.1:1"
GITHUB = HTTP | {"GITHUB_TOKEN": "ghp_fake", "GITHUB_WEBHOOK_SECRET": "fake-secret", "GITHUB_API_URL": NOBODY}


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


async def test_who_asks_for_a_link_is_given_a_code_that_works_on_github_once(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed(), env=GITHUB) as team:
        await team.command("link")
        told = said(await team.reads("Your code is"))
        code = re.findall(r"/consensus link (\w+)", told)[0]
        first = await team.store.link(code, "github", "42")
        second = await team.store.link(code, "github", "43")
        person = await team.store.person("github", "42")

        assert person == await team.store.person("slack", f"{TEAM}:U1")

    assert (first.outcome, second.outcome) == ("linked", "unknown")
    assert "within 10 minutes" in told
    assert not any(code in said(each) for each in slack.workspace.messages)


async def test_a_code_that_is_typed_in_slack_belongs_on_github_and_stays_good(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed(), env=GITHUB) as team:
        await team.mention("link")
        code = re.findall(r"/consensus link (\w+)", said(await team.reads("Your code is")))[0]
        await team.command(f"link {code}")
        await team.reads(f"linked on GitHub.*{code}")
        linked = await team.store.link(code, "github", "42")

    assert linked.outcome == "linked"


async def test_without_github_there_is_nothing_to_link(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command("link")
        told = said(await team.reads("GitHub is not connected here"))

    assert "/consensus link " not in told
