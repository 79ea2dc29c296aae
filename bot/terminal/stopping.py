"""SIGTERM stops a command as Ctrl-C does: the step under way is given up, and what was recorded stays."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Terminated(KeyboardInterrupt):
    """Somebody asked the process to end."""


class Runs(Protocol):
    """Runs coroutines to their end, one after another."""

    def run(self, coro: Coroutine[Any, Any, T], /) -> T: ...


class Stoppable:
    """A runner whose coroutine, or whatever else the main thread does, can be stopped from a signal handler."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self._runner = runner
        self._stop_task: Callable[[], object] | None = None
        self._is_stopped = False

    def run(self, coro: Coroutine[Any, Any, T], /) -> T:
        """What the coroutine gives; raises `Terminated` when it was stopped meanwhile."""
        try:
            result = self._runner.run(self._stopping_with_its_task(coro))
        except asyncio.CancelledError:
            if self._is_stopped:
                raise Terminated from None
            raise
        if self._is_stopped:
            raise Terminated
        return result

    def stop(self) -> None:
        """Only once: what follows is the tidying up."""
        if self._is_stopped:
            return
        self._is_stopped = True
        if self._stop_task is None:
            raise Terminated
        self._stop_task()

    async def _stopping_with_its_task(self, coro: Coroutine[Any, Any, T]) -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        if task is not None:
            self._stop_task = lambda: loop.call_soon_threadsafe(task.cancel)
        try:
            return await coro
        finally:
            self._stop_task = None


@contextmanager
def stopped_by_sigterm(runner: asyncio.Runner) -> Iterator[Stoppable]:
    """While this lasts, SIGTERM raises `Terminated` where the runner's work is waited for."""
    stoppable = Stoppable(runner)
    before = signal.signal(signal.SIGTERM, lambda *_: stoppable.stop())
    try:
        yield stoppable
    finally:
        signal.signal(signal.SIGTERM, before)
