"""Slack to play with, without any account: the stand-in, the bot and the rehearsal agents, until Ctrl-C.

npm ci --prefix tests/end_to_end
python tests/end_to_end/play.py
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.end_to_end.run import bot, tell, why_not
from tests.end_to_end.serving import serving
from tests.end_to_end.stand_in import free_port, stand_in

PORT: Final = 4000


async def play(folder: Path) -> None:
    port = free_port()
    async with stand_in(folder, "socket", port, PORT) as slack, serving(*bot(folder, slack, "socket", port)):
        tell(f"Open {slack.page} and type /consensus Postgres or MySQL? in #general; Ctrl-C ends it.")
        await asyncio.Event().wait()


def main() -> int:
    if reason := why_not():
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
    sys.exit(main())
