"""A claim with its proof: told as passed or failed, with its seconds."""

import asyncio
import sys
import time
from collections.abc import Awaitable
from typing import Final

MOST_SECONDS: Final = 300
"""For a whole day, and for each of its stories."""


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def told_as(story: object) -> str:
    return str(getattr(story, "__name__", story)).replace("_", " ")


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
