"""Serving: what is on and what is off is said, and what cannot be served is refused before anything starts."""

import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.cli import main
from bot.parts import told
from bot.serving import serving
from bot.settings import read_settings
from bot.texts import catalogue
from consensus.errors import ConfigurationError
from tests.conversations.talking import SOCKET, WatchedSlack, served
from tests.fake_slack import dropped, refused
from tests.slack_workspace import BOT_TOKEN, Workspace
from tests.voting_models import Agents, Vote

AGENTS = Agents((Vote("A"),))


@pytest.fixture
async def slack() -> AsyncIterator[WatchedSlack]:
    async with WatchedSlack(Workspace()) as opened:
        yield opened


def test_without_slack_there_is_nothing_to_serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    code = main(["serve"], {"SLACK_BOT_TOKEN": BOT_TOKEN})

    printed = capsys.readouterr()
    assert code == 2
    assert "Slack over Socket Mode: off, SLACK_APP_TOKEN is not set" in printed.out
    assert "SLACK_SIGNING_SECRET" in printed.err


def test_a_secret_without_a_token_serves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    code = main(["serve"], {"SLACK_SIGNING_SECRET": "s"})

    assert code == 2
    assert "Slack over HTTP: off, SLACK_BOT_TOKEN is not set" in capsys.readouterr().out


def test_the_manifest_of_slack_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["manifest", "slack"], {})

    assert code == 0
    assert "slash_commands:" in capsys.readouterr().out


def test_there_is_no_manifest_of_another_platform(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["manifest", "teams"], {})

    assert code == 2
    assert "slack" in capsys.readouterr().err


def test_it_says_which_parts_are_on(tmp_path: Path) -> None:
    settings = read_settings({"SLACK_BOT_TOKEN": BOT_TOKEN, "SLACK_SIGNING_SECRET": "s"}, tmp_path)

    assert list(told(settings, catalogue("en"))) == [
        "Slack over Socket Mode: off, SLACK_APP_TOKEN is not set",
        "Slack over HTTP: on",
        "GitHub: off, GITHUB_APP_ID is not set",
    ]


async def test_it_says_who_would_be_asked_and_where_it_listens(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, AGENTS) as team:
        lines = team.lines

    assert lines[0] == "Panel of 5: rehearsal/agent"
    assert re.fullmatch(r"Listening on http://127\.0\.0\.1:\d+", lines[-1])


async def test_it_is_ready_once_its_socket_is_open(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, AGENTS, env=SOCKET) as team, aiohttp.ClientSession() as session:
        await slack.sockets.connected()
        host, port = team.sender.address
        async with session.get(f"http://{host}:{port}/readyz") as response:
            ready = response.status

    assert ready == 200


async def test_a_token_that_slack_does_not_take_stops_the_start(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.script("auth.test", refused("invalid_auth"))

    with pytest.raises(ConfigurationError, match="slack-invalid-auth"):
        async with served(tmp_path, slack, AGENTS):
            pass


@pytest.mark.virtual_time
async def test_it_waits_for_slack_to_come_back(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.script("auth.test", dropped, dropped)
    async with served(tmp_path, slack, AGENTS) as team:
        await team.mention("A or B?")
        await team.sees("verdict", "A · ")

    assert len(slack.called("auth.test")) == 3


async def test_an_address_that_is_taken_is_named(tmp_path: Path, slack: WatchedSlack) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        env = {
            "DATABASE_URL": f"sqlite:///{tmp_path}/s.db",
            "SLACK_BOT_TOKEN": BOT_TOKEN,
            "SLACK_SIGNING_SECRET": "s",
            "SLACK_API_URL": slack.url,
            "PORT": str(taken.getsockname()[1]),
        }
        settings = read_settings(env, tmp_path)

        with pytest.raises(ConfigurationError, match="serve-port"):
            async with serving(settings, env, catalogue("en"), tell=lambda _: None):
                pass
