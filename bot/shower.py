"""The shower: while the program runs, every place gets what is due there, one message at a time."""

import asyncio
import logging
from functools import partial
from typing import Final, Generic

from bot.lookout import Lookout
from bot.showing import Easel, Message, show

LOOK_SECONDS: Final = 1
"""How soon it is seen that something is due when nobody rings."""
logger = logging.getLogger(__name__)


class Shower(Generic[Message]):
    """A place that is slow holds up no other; the rows say what is due, so a ring is only a hint."""

    def __init__(self, easel: Easel[Message]) -> None:
        self._easel = easel
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._lookout = Lookout(
            self._show_due, every=LOOK_SECONDS, under_way=self._at_work.values, what="looking for posts"
        )

    def start(self) -> None:
        self._lookout.start()

    def ring(self) -> None:
        """Something was recorded: look at once."""
        self._lookout.ring()

    async def stop(self) -> None:
        """A call that is cut off is doubtful, and looked for after the next start."""
        await self._lookout.stop()

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
