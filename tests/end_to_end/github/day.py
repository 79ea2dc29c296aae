"""A team's day on GitHub: every story in turn, with the bot as it is run, and once it is killed in the middle."""

import asyncio
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Final

from tests.end_to_end.github.stand_in import APP, PROGRAM, SECOND, SECRET, GitHub, github
from tests.end_to_end.github.stories import STORIES, Pull, answered_once, claim, opened
from tests.end_to_end.proving import passed, told_as
from tests.end_to_end.serving import Bot, free_port, is_ready, running, serving, told

MODE: Final = "github"


def why_not() -> str:
    """Why the stand-in cannot run here; empty if it can."""
    if not PROGRAM.is_file():
        return "emulate is not installed: npm ci --prefix tests/end_to_end"
    return "" if shutil.which("node") else "emulate needs Node, and there is none"


def bot(folder: Path, hub: GitHub, port: int) -> Bot:
    account = {"GITHUB_APP_ID": str(APP), "GITHUB_PRIVATE_KEY": hub.key}
    environment = told(folder, port, GITHUB_WEBHOOK_SECRET=SECRET, GITHUB_API_URL=hub.url, **account)
    return Bot(folder, environment, partial(is_ready, hub.session, port))


async def played(folder: Path) -> list[bool]:
    """Every story in order; whether each was as it should be."""
    port = free_port()
    async with github(folder, port) as hub:
        ours, pulls = bot(folder, hub, port), await opened(hub)
        stories: list[bool] = []

        async def day() -> None:
            async with serving(*ours):
                stories.extend([await passed(f"{MODE}: {told_as(story)}", story(*pulls)) for story in STORIES])

        examined = await passed(f"{MODE}: doctor names what an account did not give", doctor(ours))
        ended = await passed(f"{MODE}: the bot stops when it is told to", day())
        survived = await passed(f"{MODE}: what was asked before a kill is answered once", killed(pulls[0], ours))
        return [examined, *stories, ended, survived]


async def doctor(ours: Bot) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "doctor"), cwd=ours.folder, env=ours.environment, stdout=subprocess.PIPE
    )
    said, _ = await process.communicate()
    lines = said.decode().splitlines()
    claim("GitHub: good" in lines and "GitHub clock: good" in lines, f"the account and its clock are good: {lines}")
    claim(any("In lesser the app lacks checks: write" in each for each in lines), f"what is missing is named: {lines}")
    claim(process.returncode == 1, "scripts see it, too")


async def killed(pull: Pull, ours: Bot) -> None:
    """The bot dies when it has just begun to answer, and is started again."""
    async with running(*ours) as process:
        await pull.say("/consensus Keep the cache or drop it? rehearse: split", SECOND)
        await pull.ours(":card:", "Keep the cache or drop it?")
        process.kill()
        await process.wait()
    async with serving(*ours):
        await answered_once(pull, "Keep the cache or drop it?")
