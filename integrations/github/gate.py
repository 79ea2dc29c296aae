"""When an installation may be called: its writes one after another and a second apart, nothing while a limit lasts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from consensus.ports import Clock
from integrations.github.errors import RateLimitedError

SECOND: Final = 1_000_000
SPACING: Final = SECOND
"""https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#pause-between-mutative-requests."""
LONGEST_QUEUE, PATIENCE = 4, 4
"""Writes that wait, and seconds that one does: whoever would have to wait longer is told when to come back."""
FIRST_GUESS, LAST_GUESS = 60, 900
"""Seconds; each limit that comes without a time, one after another, doubles the guess."""

Wait = Callable[[int], Awaitable[None]]


async def asleep(microseconds: int) -> None:
    await asyncio.sleep(microseconds / SECOND)


class Gate:
    """One installation's, or the one of a personal token."""

    def __init__(self, *, clock: Clock, wait: Wait = asleep) -> None:
        self._clock, self._wait = clock, wait
        self._free_at = self._opens_at = 0
        self._guess = FIRST_GUESS
        self._writing = asyncio.Lock()
        self._queue = 0

    def require_open(self) -> None:
        """Raises RateLimitedError while a limit lasts."""
        left = self._opens_at - self._clock()
        if left > 0:
            raise RateLimitedError(_seconds(left))

    def close(self, seconds: int | None) -> RateLimitedError:
        """For so long, or for a guess where nobody said how long."""
        if seconds is None:
            seconds = self._guess
            self._guess = min(2 * self._guess, LAST_GUESS)
        self._opens_at = max(self._opens_at, self._clock() + seconds * SECOND)
        return RateLimitedError(seconds)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One write, first come, first served; raises RateLimitedError where the turn is too far off."""
        await self._come_first()
        try:
            self.require_open()
            now = self._clock()
            if self._free_at > now:
                await self._wait(self._free_at - now)
            self._free_at = self._clock() + SPACING
            yield
            self._guess = FIRST_GUESS
        finally:
            self._writing.release()

    async def _come_first(self) -> None:
        self.require_open()
        if self._queue >= LONGEST_QUEUE:
            raise RateLimitedError(self._queue)
        self._queue += 1
        try:
            async with asyncio.timeout(PATIENCE):
                await self._writing.acquire()
        except TimeoutError as error:
            raise RateLimitedError(PATIENCE) from error
        finally:
            self._queue -= 1


def _seconds(microseconds: int) -> int:
    return -(-microseconds // SECOND)
