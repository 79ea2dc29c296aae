"""Slow work aside: its result and its error come back, and nobody waits for it who has left."""

import asyncio
import threading

import pytest

from integrations.llm.aside import aside


async def test_the_result_comes_back() -> None:
    assert await aside(threading.current_thread) is not threading.current_thread()


async def test_an_error_comes_back() -> None:
    with pytest.raises(ZeroDivisionError):
        await aside(lambda: 1 // 0)


def test_a_loop_ends_before_the_work_does() -> None:
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go_on.wait(10)
        ended.set()

    async def leave() -> None:
        task = asyncio.create_task(aside(work))
        assert await asyncio.to_thread(begun.wait, 10)
        task.cancel()

    asyncio.run(leave())
    was_waited_for = ended.is_set()
    go_on.set()

    assert not was_waited_for
    assert ended.wait(10)
