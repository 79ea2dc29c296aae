"""Waiting for what another process does, which tells nobody when it has done it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

Found = TypeVar("Found")
OFTEN = 0.1


async def eventually(what: str, look: Callable[[], Awaitable[Found | None]], seconds: int = 20) -> Found:
    """The first thing that a look finds; raises AssertionError when it does not come."""
    try:
        async with asyncio.timeout(seconds):
            while (found := await look()) is None:  # noqa: ASYNC110 - another process sets no event of ours
                await asyncio.sleep(OFTEN)
            return found
    except TimeoutError:
        raise AssertionError(f"did not come within {seconds} s: {what}") from None
