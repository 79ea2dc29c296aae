"""Plays a team's day against the bot as it is run: in Slack over sockets and over HTTP, with pictures, and on GitHub.

    npm ci --prefix tests/end_to_end
    npm ci --prefix tests/end_to_end/contract    (475 MB: GitHub's description, which our requests are held against)
    python tests/end_to_end/run.py [socket] [events] [github] [contract]

Exit 1 where something that a team must see was not seen. The pictures are in build/slack, if there is a Chromium.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.end_to_end.contract import day as contract
from tests.end_to_end.github import day as github
from tests.end_to_end.proving import tell
from tests.end_to_end.serving import wrote
from tests.end_to_end.slack import day as slack
from tests.end_to_end.slack.browser import chromium


class Day(NamedTuple):
    """How it is played, and why it cannot be here; no reason if it can."""

    played: Callable[[Path], Awaitable[list[bool]]]
    why_not: Callable[[], str]


DAYS: Final[Mapping[str, Day]] = {
    "socket": Day(partial(slack.played, "socket"), slack.why_not),
    "events": Day(partial(slack.played, "events"), slack.why_not),
    "github": Day(github.played, github.why_not),
    "contract": Day(contract.played, contract.why_not),
}


async def main(modes: list[str]) -> int:
    results: list[bool] = []
    for mode in modes:
        if reason := DAYS[mode].why_not():
            tell(f"skipped {mode}: {reason}")
            continue
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            held = await DAYS[mode].played(Path(folder))
            if not all(held):
                tell(f"-- what the bot wrote:\n{wrote(Path(folder))}")
        results += held
    tell(f"pictures: {slack.PICTURES}" if chromium() else "pictures: none, as there is no Chromium")
    tell(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:] or list(DAYS))))
