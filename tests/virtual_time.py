"""An event loop for tests whose clock jumps to the next timer as soon as nothing else is ready.

A timeout of a minute takes no time at all. The clock stands still while a thread of `asyncio.to_thread` or
`run_in_executor` works, so that a timer never overtakes work that is really under way.
"""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar, TypeVarTuple

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

PATIENCE = 10
"""Real seconds that a loop without timers waits for another thread before it calls that a deadlock."""


class DeadlockError(RuntimeError):
    """Nothing is ready, no timer is set and no thread works: the loop would wait for ever."""


class JumpingSelector(selectors.DefaultSelector):
    """Looks for what is ready without waiting, and moves the clock where the loop wanted to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.threads = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if timeout is None or self.threads:
            return self._wait()
        self.now += timeout
        return ready

    def _wait(self) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(PATIENCE)
        if not ready:
            raise DeadlockError
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """The ordinary loop on a clock that starts at 0 and only moves when everybody waits."""

    def __init__(self) -> None:
        self._jumping = JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Arguments], Result], *args: *Arguments
    ) -> asyncio.Future[Result]:
        future = super().run_in_executor(executor, func, *args)
        self._jumping.threads += 1
        future.add_done_callback(self._thread_ended)
        return future

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ARG002, ASYNC109
        """Waits for the threads without a limit: a limit would be over at once."""
        await super().shutdown_default_executor()

    def _thread_ended(self, _: object) -> None:
        self._jumping.threads -= 1
