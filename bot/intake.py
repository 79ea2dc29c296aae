"""The intake: has stored requests carried out, each once, so that none is lost."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from consensus.errors import LeaseLostError, RecordError
from integrations.store.deliveries import Delivery
from integrations.store.store import Store

LOOK_SECONDS: Final = 5
"""How soon a request that was left behind is seen when nobody rings."""
PATIENCE_SECONDS: Final = 6
AT_ONCE: Final = 8
CarryOut = Callable[[Delivery], Awaitable[None]]
logger = logging.getLogger(__name__)


class Intake:
    """A ring is only a hint: what is stored is looked for anyway, at the start and then every few seconds."""

    def __init__(self, store: Store, carry_out: CarryOut, *, apologise: CarryOut) -> None:
        self._store, self._carry_out, self._apologise = store, carry_out, apologise
        self._rung = asyncio.Event()
        self._at_work: set[asyncio.Task[None]] = set()
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._running = asyncio.get_running_loop().create_task(self._run())

    def ring(self) -> None:
        """Something was stored: look at once."""
        self._rung.set()

    async def stop(self) -> None:
        """Take nothing new, and let what is under way end; what does not in time is taken up after the next start."""
        if self._running:
            self._running.cancel()
        working = set(self._at_work)
        if working:
            await asyncio.wait(working, timeout=PATIENCE_SECONDS)
        for task in working:
            task.cancel()
        await asyncio.gather(*working, *([self._running] if self._running else []), return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._rung.clear()
            [problem] = await asyncio.gather(self._take_all(), return_exceptions=True)
            if problem:
                logger.error("taking requests failed", exc_info=problem)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._rung.wait()

    async def _take_all(self) -> None:
        while len(self._at_work) < AT_ONCE and (delivery := await self._store.claim_delivery()):
            task = asyncio.get_running_loop().create_task(self.work(delivery))
            self._at_work.add(task)
            task.add_done_callback(self._ended)

    async def work(self, delivery: Delivery) -> None:
        """A request that cannot be carried out is kept as failed; one whose record is away is tried again."""
        try:
            await self._carry_out(delivery)
            with contextlib.suppress(LeaseLostError):
                await self._store.done(delivery)
        except LeaseLostError:
            logger.info("taken over by another process: delivery=%s", delivery.key)
        except RecordError:
            logger.exception("record away: delivery=%s", delivery.key)
        except Exception as error:
            logger.exception("request failed: delivery=%s", delivery.key)
            await self._store.failed(delivery, type(error).__name__)
            await self._apologise(delivery)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._at_work.discard(task)
        self.ring()
        if not task.cancelled() and (error := task.exception()):
            logger.error("a request failed badly", exc_info=error)
