"""`doctor`: each check in one line as soon as it is made, and an exit code for scripts."""

import argparse
import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

from bot.app import wall_clock
from bot.doctor import examine
from bot.findings import Finding
from bot.terminal.speaker import TerminalSpeaker
from bot.texts import Say
from consensus.card import render
from consensus.ports import Clock

GOOD, BAD = 0, 1
SENTENCES = {"note": "doctor-note", "off": "doctor-off", "bad": "check-bad"}


def doctor(_: argparse.Namespace, env: Mapping[str, str], say: Say, *, clock: Clock = wall_clock) -> int:
    """1 as soon as something is bad; what is only worth knowing does not count."""

    async def check_all() -> int:
        code = GOOD
        async for finding in examine(env, Path.cwd(), clock, say.lang):
            sys.stdout.write(told(finding, say) + "\n")
            code = BAD if finding.state == "bad" else code
        return code

    return asyncio.run(check_all())


def told(finding: Finding, say: Say) -> str:
    """The name of the check, and how it went."""
    check = say(f"doctor-{finding.check}")
    if finding.line is None:
        return say("check-good", check=check)
    problem = render(finding.line, TerminalSpeaker(say, {}))
    return say(SENTENCES[finding.state], check=check, problem=problem)
