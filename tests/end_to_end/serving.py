"""The bot as it is run for a team: `python -m bot serve` in a process of its own."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import aiohttp

from tests.end_to_end.waiting import eventually

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
LOG: Final = "bot.log"
MOST: Final = 6_000
"""Characters of its log that are shown."""
TO_STOP: Final = 12
"""Seconds: ten are promised."""


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        port: int = opened.getsockname()[1]
        return port


def told(folder: Path, port: int, **more: str) -> dict[str, str]:
    """The environment of a bot that keeps all it has in a folder: no key and no setting of this machine."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
        "LANG": "C.UTF-8",
        "DATABASE_URL": f"sqlite:///{folder}/consensus.db",
        "PORT": str(port),
        **more,
    }


class Bot(NamedTuple):
    """How the bot is started with the rehearsal agents at one platform."""

    folder: Path
    environment: dict[str, str]
    hears: Callable[[], Awaitable[bool]]


def wrote(folder: Path) -> str:
    """What the bot said last; nothing if it was not started."""
    log = folder / LOG
    return log.read_text(encoding="utf-8", errors="replace")[-MOST:] if log.exists() else ""


@asynccontextmanager
async def running(
    folder: Path, environment: dict[str, str], hears: Callable[[], Awaitable[bool]]
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot at work; whatever is left of it in the end is killed."""
    with (folder / LOG).open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "serve"), cwd=folder, env=environment, stdout=log, stderr=log
        )

    async def look() -> bool | None:
        if process.returncode is not None:
            raise AssertionError(f"the bot ended with {process.returncode}")
        return await hears() or None

    try:
        await eventually("the bot hears", look)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@asynccontextmanager
async def serving(
    folder: Path, environment: dict[str, str], hears: Callable[[], Awaitable[bool]]
) -> AsyncIterator[None]:
    """The bot at work. It is stopped as a service is stopped, and has to obey."""
    async with running(folder, environment, hears) as process:
        yield
        process.send_signal(signal.SIGTERM)
        await _has_stopped(process)


async def is_ready(session: aiohttp.ClientSession, port: int) -> bool:
    """Whether it says so itself."""
    try:
        async with session.get(f"http://127.0.0.1:{port}/readyz") as response:
            return response.ok
    except aiohttp.ClientConnectionError:
        return False


async def _has_stopped(process: asyncio.subprocess.Process) -> None:
    """Within the seconds that a service is given, and without a complaint."""
    try:
        async with asyncio.timeout(TO_STOP):
            code = await process.wait()
    except TimeoutError:
        raise AssertionError(f"the bot did not stop within {TO_STOP} s of SIGTERM") from None
    if code:
        raise AssertionError(f"the bot ended with {code} after SIGTERM")
