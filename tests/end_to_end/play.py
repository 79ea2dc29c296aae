"""Slack or GitHub to play with, without any account: the stand-in, the bot and the rehearsal agents, until Ctrl-C.

npm ci --prefix tests/end_to_end
python tests/end_to_end/play.py [slack|github]
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.end_to_end.github import day as github
from tests.end_to_end.github import stand_in as hub
from tests.end_to_end.github.talking import talk
from tests.end_to_end.proving import tell
from tests.end_to_end.serving import free_port, serving
from tests.end_to_end.slack import day as slack
from tests.end_to_end.slack.stand_in import stand_in

SLACK_PORT: Final = 4000
GITHUB_PORT: Final = 4300
HOW: Final = f"""
A line that you type is a comment of {hub.LEAD} in a pull request, for example
    /consensus Postgres or MySQL for billing? rehearse: agree
    /consensus vote D-1
    {hub.SECOND}: /consensus vote D-1 MySQL because we run it
The last is said by {hub.SECOND}, who may write there, too; {hub.STRANGER} may not. Ctrl-D ends it.
"""


async def play_slack(folder: Path) -> None:
    port = free_port()
    async with (
        stand_in(folder, "socket", port, SLACK_PORT) as opened,
        serving(*slack.bot(folder, opened, "socket", port)),
    ):
        tell(f"Open {opened.page} and type /consensus Postgres or MySQL? in #general; Ctrl-C ends it.")
        await asyncio.Event().wait()


async def play_github(folder: Path) -> None:
    port = free_port()
    async with hub.github(folder, port, GITHUB_PORT) as opened, serving(*github.bot(folder, opened, port)):
        number = await opened.open_pull(hub.WIDGETS, "Cache in memory", hub.STRANGER)
        tell(HOW)
        await talk(opened, hub.WIDGETS, number)


def main(platform: str) -> int:
    play, day = (play_github, github) if platform == "github" else (play_slack, slack)
    if reason := day.why_not():
        tell(f"It cannot run here: {reason}")
        return 1
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            asyncio.run(play(Path(folder)))
        except KeyboardInterrupt:
            tell("Ended; nothing was kept.")
        except AssertionError as problem:
            tell(str(problem))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main((sys.argv[1:] or ["slack"])[0]))
