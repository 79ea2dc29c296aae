"""Runs something slow in a thread that nobody has to wait for: a program that is stopped leaves without it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def aside(work: Callable[[], T]) -> T:
    """What the work gives; unlike `asyncio.to_thread`, neither the end of the loop nor of the program waits for it."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 -- handed on to whoever waits
            future.set_exception(error)

    Thread(target=run, name="aside", daemon=True).start()
    return await asyncio.wrap_future(future)
