"""A lookout: it looks for work when it is rung and every few seconds anyway, and lets what is under way end."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

PATIENCE_SECONDS: Final = 4
"""How long stopping waits for what is under way before it is cut off."""
logger = logging.getLogger(__name__)


class Lookout:
    """A ring is only a hint: what there is to do is kept elsewhere."""

    def __init__(
        self,
        look: Callable[[], Awaitable[None]],
        *,
        every: float,
        under_way: Callable[[], Iterable[asyncio.Task[None]]],
        what: str,
    ) -> None:
        self._look, self._every, self._under_way, self._what = look, every, under_way, what
        self._rung = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._running = asyncio.get_running_loop().create_task(self._run())

    def ring(self) -> None:
        """There is something to do: look at once."""
        self._rung.set()

    async def stop(self) -> None:
        """Take nothing new, let what is under way end, and cut off what does not in time."""
        if self._running:
            self._running.cancel()
        working = set(self._under_way())
        if working:
            await asyncio.wait(working, timeout=PATIENCE_SECONDS)
        for task in working:
            task.cancel()
        await asyncio.gather(*working, *([self._running] if self._running else []), return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._rung.clear()
            [problem] = await asyncio.gather(self._look(), return_exceptions=True)
            if problem:
                logger.error("%s failed", self._what, exc_info=problem)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._every):
                    await self._rung.wait()
