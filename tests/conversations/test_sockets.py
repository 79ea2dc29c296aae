"""Slack's socket in bad weather: silence is noticed, what breaks is opened again, and nothing is lost over it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from consensus.errors import ConfigurationError
from integrations.slack.errors import SilentError
from tests import slack_payloads as payloads
from tests.conversations.talking import SOCKET, Team, WatchedSlack, served
from tests.fake_slack import dropped, limited, refused
from tests.voting_models import Agents, Vote

QUESTION = "Postgres or MySQL for billing?"
NOTICED = 90
"""Seconds within which silence is seen, and again as many within which the program ends."""
pytestmark = pytest.mark.virtual_time


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


@asynccontextmanager
async def connected(folder: Path, slack: WatchedSlack) -> AsyncIterator[Team]:
    async with served(folder, slack, agreed(), env=SOCKET) as team:
        await slack.sockets.connected()
        await until_ready(team)
        yield team


async def is_ready(team: Team) -> bool:
    host, port = team.sender.address
    async with aiohttp.ClientSession() as session, session.get(f"http://{host}:{port}/readyz") as response:
        return response.ok


async def until_ready(team: Team, *, ready: bool = True) -> float:
    """Seconds until it is so."""
    time = asyncio.get_running_loop().time
    started = time()
    while await is_ready(team) != ready:  # noqa: ASYNC110 -- like the probe of an operator
        await asyncio.sleep(1)
    return time() - started


async def ask(team: Team) -> None:
    await team.slack.sockets.deliver("events_api", payloads.mention(team.workspace, QUESTION))


async def test_hard_case_12_a_session_that_is_closed_under_the_socket_is_replaced(
    tmp_path: Path, slack: WatchedSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions: list[aiohttp.ClientSession] = []
    make = aiohttp.ClientSession

    def kept(*given: Any, **more: Any) -> aiohttp.ClientSession:  # noqa: ANN401 -- handed on
        sessions.append(make(*given, **more))
        return sessions[-1]

    monkeypatch.setattr("integrations.slack.socket.aiohttp.ClientSession", kept)
    async with connected(tmp_path, slack) as team:
        opened = slack.sockets.connections
        for session in sessions[1:]:
            await session.close()
        await slack.sockets.connected(since=opened)
        took = await until_ready(team)
        await ask(team)
        await team.sees("verdict", "Postgres")

    assert took < NOTICED


@pytest.mark.parametrize("fault", ["is_silent", "is_deaf"])
async def test_hard_case_13_a_socket_that_falls_silent_is_seen_and_replaced_and_nothing_is_lost(
    fault: str, tmp_path: Path, slack: WatchedSlack
) -> None:
    async with connected(tmp_path, slack) as team:
        opened = slack.sockets.connections
        setattr(slack.sockets, fault, True)
        noticed = await until_ready(team, ready=False)
        await slack.sockets.connected(since=opened)
        slack.sockets.is_silent = True
        await ask(team)
        slack.sockets.is_silent = slack.sockets.is_deaf = False
        mended = await until_ready(team)
        await slack.sockets.deliver_again()
        await team.sees("verdict", "Postgres")

    assert noticed < NOTICED
    assert mended < NOTICED


@pytest.mark.parametrize("fault", ["is_silent", "is_deaf"])
async def test_hard_case_13_a_program_whose_sockets_stay_silent_ends_and_the_next_one_goes_on(
    fault: str, tmp_path: Path, slack: WatchedSlack
) -> None:
    async def served_in_silence() -> None:
        async with connected(tmp_path, slack) as team:
            await team.store.receive("T1:Ev9", payloads.mention(slack.workspace, QUESTION))
            setattr(slack.sockets, fault, True)
            await asyncio.Event().wait()

    time = asyncio.get_running_loop().time
    started = time()
    with pytest.raises(SilentError, match="slack-socket-silent"):
        await served_in_silence()
    ended = time() - started
    slack.sockets.is_silent = slack.sockets.is_deaf = False
    async with connected(tmp_path, slack) as team:
        await team.sees("verdict", "Postgres")

    assert NOTICED / 2 < ended < 2 * NOTICED


@pytest.mark.parametrize("fault", ["drop", "disconnect"])
async def test_hard_case_14_a_hundred_broken_sockets_are_a_hundred_recoveries_and_leave_nothing_behind(
    fault: str, tmp_path: Path, slack: WatchedSlack
) -> None:
    async with connected(tmp_path, slack) as team:
        await asyncio.sleep(10)
        tasks = len(asyncio.all_tasks())
        for _ in range(100):
            opened = slack.sockets.connections
            if fault == "drop":
                slack.sockets.drop()
            else:
                await slack.sockets.disconnect()
            await slack.sockets.connected(since=opened)
            await until_ready(team)
        await asyncio.sleep(10)
        left = len(asyncio.all_tasks())
        await ask(team)
        await team.sees("verdict", "Postgres")

    assert abs(left - tasks) <= 2


async def test_hard_case_8_while_the_record_is_locked_slack_is_still_answered(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with connected(tmp_path, slack) as team:
        with closing(sqlite3.connect(tmp_path / "talk.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await ask(team)
            for _ in range(10):
                await slack.sockets.ponged()
            ready, acks = await is_ready(team), list(slack.sockets.acks)
            other.execute("ROLLBACK")
        await team.sees("verdict", "Postgres")

    assert (ready, acks) == (True, [])
    assert len(slack.sockets.acks) == 1


async def test_a_quiet_workspace_is_no_reason_to_reconnect(tmp_path: Path, slack: WatchedSlack) -> None:
    async with connected(tmp_path, slack) as team:
        await asyncio.sleep(3600)
        opened, ready = slack.sockets.connections, await is_ready(team)

    assert (opened, ready) == (1, True)


async def test_while_slack_is_away_it_waits_for_as_long_as_it_takes(tmp_path: Path, slack: WatchedSlack) -> None:
    async with connected(tmp_path, slack) as team:
        slack.script("apps.connections.open", *[dropped] * 100, limited("40"))
        await slack.sockets.disconnect()
        await asyncio.sleep(300)
        ready = await is_ready(team)
        waited = await until_ready(team)

    assert not ready
    assert waited > NOTICED


async def test_an_app_token_that_slack_refuses_ends_the_program(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.script("apps.connections.open", refused("invalid_auth"))

    with pytest.raises(ConfigurationError, match="slack-socket-refused"):
        async with served(tmp_path, slack, agreed(), env=SOCKET):
            await asyncio.Event().wait()


@pytest.mark.parametrize("others", [0, 1])
async def test_hard_case_9_another_program_on_the_same_app_is_told_of_at_the_start(
    others: int, tmp_path: Path, slack: WatchedSlack, caplog: pytest.LogCaptureFixture
) -> None:
    async with aiohttp.ClientSession() as session, AsyncExitStack() as stack:
        for _ in range(others):
            await stack.enter_async_context(session.ws_connect(f"{slack.address}/link"))
        async with connected(tmp_path, slack):
            pass

    assert ("another program answers for this Slack app" in caplog.text) == bool(others)
