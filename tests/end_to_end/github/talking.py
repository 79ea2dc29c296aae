"""A conversation on GitHub at the keyboard: what is typed is said in the pull request, what the bot writes is shown."""

import asyncio
import re
import sys
import threading
from itertools import zip_longest
from typing import Final

from tests.end_to_end.github.stand_in import LEAD, SECOND, STRANGER, GitHub
from tests.end_to_end.proving import tell

OFTEN: Final = 0.5
LAST_WORDS: Final = 15
"""Seconds for the answer to what stood last in a pipe."""
SPEAKER: Final = re.compile(rf"({LEAD}|{SECOND}|{STRANGER}): *(.*)")
HIDDEN: Final = re.compile(r"<!--.*?-->\n?|<details>.*?</details>\n*", re.DOTALL)


async def talk(hub: GitHub, repo: str, number: int) -> None:
    """Until the keyboard says that this was all."""
    showing = asyncio.ensure_future(_show(hub, repo, number))
    typed = _typed(asyncio.get_running_loop())
    while (line := await typed.get()) is not None:
        speaker = SPEAKER.fullmatch(line)
        user, text = (speaker[1], speaker[2]) if speaker else (LEAD, line)
        if text:
            await hub.say(repo, number, text, user)
    await asyncio.sleep(LAST_WORDS)
    showing.cancel()


async def _show(hub: GitHub, repo: str, number: int) -> None:
    """Every comment of ours when it is new, and again when it is edited."""
    told: list[str] = []
    while True:
        written = await hub.ours(repo, number)
        for body, before in zip_longest(written, told):
            if body != before:
                edited = " (edited)" if before else ""
                tell(f"\n--- consensus{edited}\n{HIDDEN.sub('', body or '').strip()}\n---")
        told = written
        await asyncio.sleep(OFTEN)


def _typed(loop: asyncio.AbstractEventLoop) -> "asyncio.Queue[str | None]":
    """The lines of stdin; a thread of its own reads them, which nobody waits for in the end."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line.strip())
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return lines
