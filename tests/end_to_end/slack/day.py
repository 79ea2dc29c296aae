"""A team's day in Slack: every story in turn over sockets or over HTTP, with pictures, and once the bot is killed."""

import asyncio
import contextlib
import platform
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Final

from tests.end_to_end.proving import passed, told_as
from tests.end_to_end.serving import ROOT, Bot, free_port, is_ready, running, serving, told
from tests.end_to_end.slack.browser import Page, browser, chromium
from tests.end_to_end.slack.stand_in import (
    APP_TOKEN,
    BINARY,
    BOT_TOKEN,
    CHANNEL,
    SECRET,
    VOTER,
    StandIn,
    stand_in,
)
from tests.end_to_end.slack.stories import STORIES, Snap, answered_once

PICTURES: Final = ROOT / "build" / "slack"


def why_not() -> str:
    """Why the stand-in cannot run here; empty if it can."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return f"local-slack is pinned for Linux x64, this is {platform.system()} {platform.machine()}"
    if not BINARY.is_file():
        return "local-slack is not installed: npm ci --prefix tests/end_to_end"
    return ""


@contextlib.asynccontextmanager
async def looking(slack: StandIn, mode: str, folder: Path) -> AsyncIterator[Snap]:
    """Pictures of the page, if there is a Chromium to take them."""
    program = chromium()
    if program is None:
        yield _blind
        return
    async with browser(program, folder) as page:

        async def snap(name: str, user: str, where: str) -> None:
            await _look(page, slack, user, where)
            await asyncio.to_thread((PICTURES / f"{mode}-{name}.png").write_bytes, await page.picture())

        yield snap


async def _blind(name: str, user: str, where: str) -> None:
    """Takes no picture."""


async def _look(page: Page, slack: StandIn, user: str, where: str) -> None:
    """What somebody sees with this open; the ts of a thread begins with a digit."""
    thread = f"?thread_ts={where}" if where[:1].isdigit() else ""
    await page.open(f"{slack.page}/archives/{where if where.startswith('D') else CHANNEL}{thread}")
    await page.act_as(user)
    if where == "home":
        await page.click(".sidebar-item", "consensus")
        await page.until("document.querySelector('.home-inner button')")


def bot(folder: Path, slack: StandIn, mode: str, port: int) -> Bot:
    reached = {"SLACK_APP_TOKEN": APP_TOKEN} if mode == "socket" else {"SLACK_SIGNING_SECRET": SECRET}
    environment = told(folder, port, SLACK_BOT_TOKEN=BOT_TOKEN, SLACK_API_URL=slack.api, **reached)
    hears = slack.has_connected if mode == "socket" else partial(is_ready, slack.session, port)
    return Bot(folder, environment, hears)


async def played(mode: str, folder: Path) -> list[bool]:
    """Every story in one workspace, in order; whether each was as it should be."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    port = free_port()
    async with stand_in(folder, mode, port) as slack:
        ours = bot(folder, slack, mode, port)
        stories: list[bool] = []

        async def day() -> None:
            async with serving(*ours), looking(slack, mode, folder) as snap:
                stories.extend([await passed(f"{mode}: {told_as(story)}", story(slack, snap)) for story in STORIES])

        ended = await passed(f"{mode}: the bot stops when it is told to", day())
        survived = await passed(f"{mode}: what was asked before a kill is answered once", killed(slack, ours))
        return [*stories, ended, survived]


async def killed(slack: StandIn, ours: Bot) -> None:
    """The bot dies when it has just taken a request, and is started again."""
    async with running(*ours) as process:
        await slack.command("Keep the cache or drop it? rehearse: split", VOTER)
        process.kill()
        await process.wait()
    async with serving(*ours):
        await answered_once(slack, "Keep the cache or drop it?")
