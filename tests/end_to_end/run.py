"""Plays a team's day in Slack against the bot as it is run, over sockets and over HTTP, and takes pictures of it.

    npm ci --prefix tests/end_to_end
    python tests/end_to_end/run.py

Exit 1 where something that a team must see was not seen. The pictures are in build/slack, if there is a Chromium.
"""

import asyncio
import contextlib
import platform
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.end_to_end.browser import Page, browser, chromium
from tests.end_to_end.serving import ROOT, is_ready, running, serving, told, wrote
from tests.end_to_end.stand_in import APP_TOKEN, BINARY, BOT_TOKEN, CHANNEL, SECRET, VOTER, StandIn, free_port, stand_in
from tests.end_to_end.stories import STORIES, Snap, Story, answered_once

PICTURES: Final = ROOT / "build" / "slack"
MODES: Final = ("socket", "events")
MOST_SECONDS: Final = 300
"""For a whole day, and for each of its stories."""


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


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


class Bot(NamedTuple):
    """How the bot is started with the rehearsal agents in one workspace."""

    folder: Path
    environment: dict[str, str]
    hears: Callable[[], Awaitable[bool]]


def bot(folder: Path, slack: StandIn, mode: str, port: int) -> Bot:
    reached = {"SLACK_APP_TOKEN": APP_TOKEN} if mode == "socket" else {"SLACK_SIGNING_SECRET": SECRET}
    environment = told(folder, port, SLACK_BOT_TOKEN=BOT_TOKEN, SLACK_API_URL=slack.api, **reached)
    hears = slack.has_connected if mode == "socket" else partial(is_ready, slack.session, port)
    return Bot(folder, environment, hears)


async def played(mode: str, folder: Path) -> list[bool]:
    """Every story in one workspace, in order; whether each was as it should be."""
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


def told_as(story: Story) -> str:
    return story.__name__.replace("_", " ")


async def passed(claim: str, proof: Awaitable[None]) -> bool:
    started = time.monotonic()
    try:
        async with asyncio.timeout(MOST_SECONDS):
            await proof
    except (AssertionError, TimeoutError) as problem:
        tell(f"FAILED  {claim}\n        {problem or 'took too long'}")
        return False
    tell(f"passed  {claim} ({time.monotonic() - started:.1f} s)")
    return True


async def main() -> int:
    if reason := why_not():
        tell(f"skipped: {reason}")
        return 0
    PICTURES.mkdir(parents=True, exist_ok=True)
    results: list[bool] = []
    for mode in sys.argv[1:] or MODES:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            results += await played(mode, Path(folder))
            if not all(results):
                tell(f"-- what the bot wrote:\n{wrote(Path(folder))}")
    passed = sum(results)
    tell(f"pictures: {PICTURES}" if chromium() else "pictures: none, as there is no Chromium")
    tell(f"{passed} passed, {len(results) - passed} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
