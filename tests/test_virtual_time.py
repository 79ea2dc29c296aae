"""Minutes pass at once in tests that ask for it, and threads are not overtaken."""

import asyncio
import threading
import time

import pytest

from tests import virtual_time
from tests.virtual_time import DeadlockError, VirtualTimeLoop


@pytest.mark.virtual_time
async def test_a_minute_of_sleep_takes_no_time() -> None:
    loop, started = asyncio.get_running_loop(), time.monotonic()

    await asyncio.sleep(60)

    assert loop.time() == 60
    assert time.monotonic() - started < 5


@pytest.mark.virtual_time
async def test_a_timeout_cuts_off_what_would_take_longer() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(45):
            await asyncio.sleep(3600)

    assert asyncio.get_running_loop().time() == 45


@pytest.mark.virtual_time
async def test_waits_end_in_the_order_of_their_times() -> None:
    ended: list[int] = []

    async def wait(seconds: int) -> None:
        await asyncio.sleep(seconds)
        ended.append(seconds)

    await asyncio.gather(wait(30), wait(10), wait(20))

    assert ended == [10, 20, 30]


@pytest.mark.virtual_time
async def test_what_is_not_done_by_the_deadline_stays_pending() -> None:
    tasks = {asyncio.create_task(asyncio.sleep(seconds), name=str(seconds)) for seconds in (1, 59, 61)}

    done, pending = await asyncio.wait(tasks, timeout=60)
    for task in pending:
        task.cancel()

    assert {task.get_name() for task in done} == {"1", "59"}
    assert {task.get_name() for task in pending} == {"61"}


@pytest.mark.virtual_time
async def test_the_clock_stands_still_while_a_thread_works() -> None:
    leave = threading.Event()
    asyncio.get_running_loop().call_soon(threading.Timer(0.02, leave.set).start)

    async with asyncio.timeout(1):
        left = await asyncio.to_thread(leave.wait, 5)

    assert left
    assert asyncio.get_running_loop().time() == 0


async def test_without_the_mark_the_clock_is_the_real_one() -> None:
    assert not isinstance(asyncio.get_running_loop(), VirtualTimeLoop)


def test_waiting_for_nothing_is_an_error_and_no_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual_time, "PATIENCE", 0.01)
    loop = VirtualTimeLoop()

    with pytest.raises(DeadlockError):
        loop.run_until_complete(loop.create_future())

    loop.close()
