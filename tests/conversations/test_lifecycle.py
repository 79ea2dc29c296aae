"""Serving from start to stop: what was stored is done after a crash, and a running program ends cleanly."""

import asyncio
import os
import signal
import socket
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from consensus.errors import RecordError
from consensus.ports import Reply, Request
from integrations.store.store import Store
from tests import slack_payloads as payloads
from tests.conversations.talking import SOCKET, Team, WatchedSlack, said, served
from tests.fake_slack import fails
from tests.fakes import START
from tests.slack_sender import Sender
from tests.slack_workspace import BOT_TOKEN, SECRET, Workspace
from tests.voting_models import Agents, Vote

QUESTION = "Postgres or MySQL for billing?"
ROOT = Path(__file__).parents[2]


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


@pytest.mark.virtual_time
async def test_hard_case_10_what_was_stored_before_a_crash_is_done_after_the_next_start(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    sent = payloads.mention(slack.workspace, QUESTION)
    with closing(Store.open(f"sqlite:///{tmp_path}/talk.db", clock=lambda: START)) as store:
        await store.receive(f"T1:{sent['event_id']}", sent)

    async with served(tmp_path, slack, agreed()) as team:
        await team.sees("verdict", "Postgres")
        decisions = await team.decisions()

    assert len(decisions) == 1


@pytest.mark.virtual_time
async def test_a_request_whose_process_died_is_taken_over_after_its_lease(tmp_path: Path, slack: WatchedSlack) -> None:
    sent = payloads.mention(slack.workspace, QUESTION)
    with closing(Store.open(f"sqlite:///{tmp_path}/talk.db", clock=lambda: START)) as store:
        await store.take(f"T1:{sent['event_id']}", sent)

    async with served(tmp_path, slack, agreed()) as team:
        await team.sees("verdict", "Postgres")
        took = slack.workspace.clock() - START / 1_000_000

    assert 30 <= took < 60


@pytest.mark.virtual_time
async def test_a_vote_whose_process_died_before_it_was_recorded_is_recorded_later(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human")
        await team.sees("turn", "can vote")
        await team.slack.until(lambda: team.has_button("MySQL"))
        click = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("MySQL"), user="U2")
        [action] = click["actions"]
        await team.store.take(f"T1:{action['action_ts']}:U2:{action['action_id']}", click)
    async with served(tmp_path, slack, agreed(), later=60) as team:
        await team.reads("Your vote: MySQL", user="U2")
        [decision] = await team.decisions()

    assert [cast.facts.choice for cast in decision.people.votes[0].standing] == ["o2"]


@pytest.mark.virtual_time
async def test_a_vote_that_was_left_behind_by_a_crash_does_not_win_over_a_newer_one(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human")
        await team.sees("turn", "can vote")
        await team.slack.until(lambda: team.has_button("MySQL"))
        older = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("MySQL"), user="U2")
        [action] = older["actions"]
        await team.store.take(f"T1:{action['action_ts']}:U2:{action['action_id']}", older)
        await team.vote("Postgres", "U2")
        await team.reads("Your vote: Postgres", user="U2")
        told = len(team.told("U2"))
    async with served(tmp_path, slack, agreed(), later=60) as team:
        await slack.until(lambda: len(team.told("U2")) > told)
        [decision] = await team.decisions()
        left = await team.store.claim_delivery()

    assert [cast.facts.choice for cast in decision.people.votes[0].cast] == ["o1"]
    assert "Your vote: Postgres" in said(team.told("U2")[-1])
    assert left is None


@pytest.mark.virtual_time
async def test_what_could_not_be_kept_is_not_acknowledged_and_is_taken_when_it_comes_again(
    tmp_path: Path, slack: WatchedSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object, **__: object) -> bool:
        raise RecordError("record-unavailable")

    async with served(tmp_path, slack, agreed()) as team:
        sent = payloads.mention(slack.workspace, QUESTION)
        with monkeypatch.context() as broken:
            broken.setattr(team.store, "receive", away)
            lost = await team.sender.send(sent)
        await team.sender.send(sent, retry=1)
        await team.sees("verdict", "Postgres")

    assert lost.status == 503


@pytest.mark.virtual_time
async def test_the_same_goes_for_an_event_over_a_socket(
    tmp_path: Path, slack: WatchedSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[object] = []
    keep = Store.receive

    async def away_once(store: Store, *given: Any, **more: Any) -> bool:  # noqa: ANN401 -- handed on
        tries.append(given)
        if len(tries) == 1:
            raise RecordError("record-unavailable")
        return await keep(store, *given, **more)

    monkeypatch.setattr(Store, "receive", away_once)
    async with served(tmp_path, slack, agreed(), env=SOCKET) as team:
        await slack.sockets.connected()
        sent = payloads.mention(slack.workspace, QUESTION)
        lost = await slack.sockets.deliver("events_api", sent)
        kept = await slack.sockets.deliver("events_api", sent)
        await slack.sockets.acked(kept)
        await team.sees("verdict", "Postgres")

    assert lost not in {ack.envelope for ack in slack.sockets.acks}


class Slow(Agents):
    """Think longer than anybody waits who wants to stop."""

    async def __call__(self, request: Request) -> Reply:
        await asyncio.sleep(40)
        return await super().__call__(request)


@pytest.mark.virtual_time
async def test_hard_case_87_a_stop_in_mid_panel_takes_less_than_ten_seconds_and_the_panel_goes_on_later(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    time_now = asyncio.get_running_loop().time
    async with served(tmp_path, slack, Slow((Vote("Postgres"),))) as team:
        await team.command(QUESTION)
        await team.sees("card", "Stop")
        begun = time_now()
    took = time_now() - begun
    async with served(tmp_path, slack, agreed()) as team:
        await team.sees("verdict", "Postgres")

    assert took < 10
    assert len(team.posted("card")) == 1


@pytest.mark.virtual_time
async def test_a_socket_that_is_dropped_is_opened_again_and_nothing_is_lost(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed(), env=SOCKET) as team:
        await slack.sockets.connected()
        opened = slack.sockets.connections
        await slack.sockets.disconnect()
        await slack.sockets.connected(since=opened)
        await slack.sockets.deliver("events_api", payloads.mention(slack.workspace, QUESTION))
        await team.sees("verdict", "Postgres")

        assert len(await team.decisions()) == 1


@asynccontextmanager
async def program(folder: Path, slack: WatchedSlack, port: int) -> AsyncIterator[Process]:
    """`python -m bot serve` with rehearsed agents."""
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": f"sqlite:///{folder}/talk.db",
        "SLACK_BOT_TOKEN": BOT_TOKEN,
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_API_URL": slack.url,
        "PORT": str(port),
        "OLLAMA_API_BASE": "http://127.0.0.1:9",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "serve", cwd=folder, env=env, stdout=PIPE, stderr=DEVNULL
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def is_listening(process: Process) -> None:
    assert process.stdout is not None
    async with asyncio.timeout(60):
        while b"Listening" not in await process.stdout.readline():
            assert process.returncode is None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_hard_case_86_and_87_a_kill_in_the_middle_loses_nothing_and_sigterm_ends_it_cleanly(
    tmp_path: Path,
) -> None:
    port = free_port()
    async with (
        WatchedSlack(Workspace()) as slack,
        Sender(f"http://127.0.0.1:{port}/slack/events") as sender,
    ):
        with closing(Store.open(f"sqlite:///{tmp_path}/talk.db", clock=lambda: time.time_ns() // 1000)) as store:
            team = Team(slack, sender, store, [])
            async with program(tmp_path, slack, port) as first:
                await is_listening(first)
                await team.mention(f"{QUESTION} rehearse: weak")
                await team.sees("turn", "can vote")
                await team.slack.until(lambda: team.has_button("MySQL"))
                first.kill()
            async with program(tmp_path, slack, port) as second:
                await is_listening(second)
                for user in ("U1", "U2", "U3"):
                    await team.vote("MySQL", user)
                await team.slack.until(lambda: team.has_button("Close now"))
                await team.click(team.action("Close now"))
                await team.sees("verdict", "MySQL")
                stopped = time.monotonic()
                second.send_signal(signal.SIGTERM)
                code = await second.wait()

    assert (code, time.monotonic() - stopped < 10) == (0, True)
    assert [len(team.posted(kind)) for kind in ("card", "turn", "verdict")] == [1, 1, 1]


async def test_hard_case_87_a_program_that_still_waits_for_slack_ends_when_it_is_told_to(tmp_path: Path) -> None:
    async with WatchedSlack(Workspace()) as slack:
        slack.script("auth.test", *[fails(503)] * 10)
        async with program(tmp_path, slack, free_port()) as waiting:
            await slack.until(lambda: slack.called("auth.test"), seconds=60)
            waiting.send_signal(signal.SIGTERM)
            code = await waiting.wait()

    assert code == 0
