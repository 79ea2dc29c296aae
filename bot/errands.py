"""What is done beside an answer: kept until it has ended, so that nothing is lost on the way out."""

import asyncio
import logging
from collections.abc import Coroutine

logger = logging.getLogger(__name__)


class Errands:
    """The tasks of one surface that nobody waits for."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[None]] = set()

    def run(self, errand: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(errand)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return task

    async def ended(self, patience: float | None = None) -> None:
        """Waits for all of them, those that begin meanwhile included; cuts off what takes longer."""
        try:
            async with asyncio.timeout(patience):
                while self._under_way:
                    await asyncio.wait(set(self._under_way))
        except TimeoutError:
            cut_off = set(self._under_way)
            for task in cut_off:
                task.cancel()
            await asyncio.gather(*cut_off, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("an errand failed", exc_info=error)
