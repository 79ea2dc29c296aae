"""The intake: has stored requests carried out, each once, so that none is lost."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from bot.lookout import Lookout
from bot.worker import is_gone
from consensus.channel import DoubtfulError, RateLimitedError
from consensus.errors import LeaseLostError, RecordError
from integrations.store.deliveries import Delivery
from integrations.store.store import Store

LOOK_SECONDS: Final = 5
"""How soon a request that was left behind is seen when nobody rings."""
AT_ONCE: Final = 8
SECOND: Final = 1_000_000
AGAIN_SECONDS: Final = 30
LONGEST_DOUBT: Final = 3_600 * SECOND
LONGEST_LIMIT: Final = 86_400 * SECOND
CarryOut = Callable[[Delivery], Awaitable[None]]
logger = logging.getLogger(__name__)


class Intake:
    """A ring is only a hint: what is stored is looked for anyway, at the start and then every few seconds.

    What came from a platform that is off waits until it is on again.
    """

    def __init__(
        self, store: Store, carry_out: CarryOut, *, apologise: CarryOut, sources: Callable[[], Collection[str]]
    ) -> None:
        self._store, self._carry_out, self._apologise, self._sources = store, carry_out, apologise, sources
        self._at_work: set[asyncio.Task[None]] = set()
        self._lookout = Lookout(
            self._take_all, every=LOOK_SECONDS, under_way=lambda: self._at_work, what="taking requests"
        )

    def start(self) -> None:
        self._lookout.start()

    def ring(self) -> None:
        """Something was stored: look at once."""
        self._lookout.ring()

    async def stop(self) -> None:
        """What does not end in time is taken up after the next start."""
        await self._lookout.stop()

    async def _take_all(self) -> None:
        for worker in await self._store.workers():
            if is_gone(worker):
                await self._store.dismiss(worker)
        await self._store.forget_aside()
        while len(self._at_work) < AT_ONCE and (delivery := await self._store.claim_delivery(self._sources())):
            task = asyncio.get_running_loop().create_task(self.work(delivery))
            self._at_work.add(task)
            task.add_done_callback(self._ended)

    async def work(self, delivery: Delivery) -> None:
        """What cannot be carried out is kept as failed; where the record or a platform is away it is tried again."""
        try:
            await self._carry_out(delivery)
            with contextlib.suppress(LeaseLostError):
                await self._store.done(delivery)
        except LeaseLostError:
            logger.info("taken over by another process: delivery=%s", delivery.key)
        except RecordError:
            logger.exception("record away: delivery=%s", delivery.key)
        except (RateLimitedError, DoubtfulError) as error:
            await self._put_off(delivery, error)
        except Exception as error:  # the boundary: one request that fails must not end the intake
            logger.exception("request failed: delivery=%s", delivery.key)
            await self._give_up(delivery, error)

    async def _put_off(self, delivery: Delivery, error: RateLimitedError | DoubtfulError) -> None:
        seconds = wait_after(error, delivery.age)
        logger.warning("no way through: delivery=%s error=%s wait=%s", delivery.key, type(error).__name__, seconds)
        if seconds is None:
            await self._give_up(delivery, error)
            return
        with contextlib.suppress(LeaseLostError):
            await self._store.postpone(delivery, seconds)

    async def _give_up(self, delivery: Delivery, error: Exception) -> None:
        await self._store.failed(delivery, type(error).__name__)
        await self._apologise(delivery)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._at_work.discard(task)
        self.ring()
        if not task.cancelled() and (error := task.exception()):
            logger.error("a request failed badly", exc_info=error)


def wait_after(error: RateLimitedError | DoubtfulError, age: int) -> int | None:
    """The seconds until a request so old is tried again; none when that has gone on for too long.

    A limit says how long; a platform that gives no answer is asked ever more seldom.
    """
    if isinstance(error, RateLimitedError):
        return max(1, error.retry_after) if age < LONGEST_LIMIT else None
    return max(AGAIN_SECONDS, age // SECOND) if age < LONGEST_DOUBT else None
