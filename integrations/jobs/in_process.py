"""The bell of a single process: it calls `advance` for a decision, one call at a time, now or at an instant."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Final

from consensus.events import Instant

Advance = Callable[[str], Coroutine[None, None, None]]
Due = Callable[[], Awaitable[Iterable[str]]]
Wait = Callable[[int], Awaitable[None]]

SWEEP_EVERY: Final = 60_000_000
PATIENCE: Final = 4_000_000
"""How long stopping waits for work under way before it cancels it; the record needs neither."""

logger = logging.getLogger(__name__)


async def asleep(microseconds: int) -> None:
    await asyncio.sleep(microseconds / 1_000_000)


class Bell:
    """Rings are only hints: too many do no harm, and the sweep makes up for those that were lost."""

    def __init__(self, advance: Advance, due: Due, *, clock: Callable[[], Instant], wait: Wait = asleep) -> None:
        self._advance, self._due, self._clock, self._wait = advance, due, clock, wait
        self._working: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._waiting: dict[tuple[str, Instant], asyncio.Task[None]] = {}
        self._sweeping: asyncio.Task[None] | None = None
        self._stopped = False

    def start(self) -> None:
        """Sweep now and each minute."""
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep())

    def defer(self, decision_id: str, at: Instant | None = None) -> None:
        """Have the decision advanced, now or at that instant; a ring while it is worked on is remembered once."""
        if self._stopped:
            return
        if at is not None and at > self._clock():
            self._set_timer(decision_id, at)
        elif decision_id in self._working:
            self._again.add(decision_id)
        else:
            self._work(decision_id)

    async def ring_what_is_due(self) -> None:
        for decision_id in await self._due():
            self.defer(decision_id)

    async def stop(self, patience: int = PATIENCE) -> None:
        """Take no more rings, let the work under way end, and cancel what does not in time."""
        self._stopped = True
        timers = [*self._waiting.values(), *([self._sweeping] if self._sweeping else [])]
        for timer in timers:
            timer.cancel()
        working = list(self._working.values())
        if working:
            await asyncio.wait(working, timeout=patience / 1_000_000)
        for task in working:
            task.cancel()
        await asyncio.gather(*timers, *working, return_exceptions=True)

    def _work(self, decision_id: str) -> None:
        task = asyncio.get_running_loop().create_task(self._advance(decision_id))
        self._working[decision_id] = task
        task.add_done_callback(partial(self._worked, decision_id))

    def _worked(self, decision_id: str, task: asyncio.Task[None]) -> None:
        del self._working[decision_id]
        if not task.cancelled() and (error := task.exception()):
            logger.error("advance failed decision=%s", decision_id, exc_info=error)
        if decision_id in self._again:
            self._again.discard(decision_id)
            self.defer(decision_id)

    def _set_timer(self, decision_id: str, at: Instant) -> None:
        key = (decision_id, at)
        if key not in self._waiting:
            self._waiting[key] = asyncio.get_running_loop().create_task(self._ring_at(decision_id, at))
            self._waiting[key].add_done_callback(lambda _: self._waiting.pop(key))

    async def _ring_at(self, decision_id: str, at: Instant) -> None:
        while (left := at - self._clock()) > 0:
            await self._wait(left)
        self.defer(decision_id)

    async def _sweep(self) -> None:
        while True:
            [problem] = await asyncio.gather(self.ring_what_is_due(), return_exceptions=True)
            if problem:
                logger.error("sweep failed", exc_info=problem)
            await self._wait(SWEEP_EVERY)
