"""The shower: while the program runs, every place gets what is due there, one message at a time."""

import asyncio
import contextlib
import logging
from functools import partial
from typing import Final, Generic

from bot.showing import Easel, Message, show

LOOK_SECONDS: Final = 1
"""How soon it is seen that something is due when nobody rings."""
PATIENCE_SECONDS: Final = 4
"""How long stopping waits for calls under way; one that is cut off is doubtful and looked for after the next start."""
logger = logging.getLogger(__name__)


class Shower(Generic[Message]):
    """A place that is slow holds up no other; the rows say what is due, so a ring is only a hint."""

    def __init__(self, easel: Easel[Message]) -> None:
        self._easel = easel
        self._rung = asyncio.Event()
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._running = asyncio.get_running_loop().create_task(self._run())

    def ring(self) -> None:
        """Something was recorded: look at once."""
        self._rung.set()

    async def stop(self) -> None:
        """Show nothing new, let the calls under way end, and cut off what does not in time."""
        working = list(self._at_work.values())
        if self._running:
            self._running.cancel()
        if working:
            await asyncio.wait(working, timeout=PATIENCE_SECONDS)
        for task in working:
            task.cancel()
        await asyncio.gather(*working, *([self._running] if self._running else []), return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._rung.clear()
            [problem] = await asyncio.gather(self._show_due(), return_exceptions=True)
            if problem:
                logger.error("looking for posts failed", exc_info=problem)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._rung.wait()

    async def _show_due(self) -> None:
        for post in await self._easel.store.outbox.due(self._easel.clock(), self._easel.surface):
            if post.place not in self._at_work:
                task = asyncio.get_running_loop().create_task(show(post, self._easel))
                self._at_work[post.place] = task
                task.add_done_callback(partial(self._shown, post.place))

    def _shown(self, place: str, task: asyncio.Task[None]) -> None:
        del self._at_work[place]
        if task.cancelled():
            return
        if error := task.exception():
            logger.error("showing failed place=%s", place, exc_info=error)
        else:
            self.ring()
