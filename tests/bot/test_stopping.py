"""SIGTERM ends whatever is waited for, once, in an order that leaves time to tidy up."""

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from bot.terminal.stopping import Stoppable, Terminated, stopped_by_sigterm


@pytest.fixture
def stoppable() -> Iterator[Stoppable]:
    with asyncio.Runner() as runner, stopped_by_sigterm(runner) as opened:
        yield opened


def terminate() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


async def tidying(done: list[str]) -> None:
    """Is terminated while it waits, and once more while it tidies up."""
    try:
        asyncio.get_running_loop().call_soon(terminate)
        await asyncio.Event().wait()
    finally:
        terminate()
        await asyncio.sleep(0)
        done.append("tidied")


async def ending_first() -> str:
    terminate()
    return "ended"


async def answer() -> int:
    return 42


async def cancelled() -> None:
    raise asyncio.CancelledError


def test_what_runs_is_cancelled_and_tidies_up(stoppable: Stoppable) -> None:
    done: list[str] = []

    with pytest.raises(Terminated):
        stoppable.run(tidying(done))

    assert done == ["tidied"]


def test_what_ends_at_the_same_moment_is_the_last_thing_that_is_done(stoppable: Stoppable) -> None:
    with pytest.raises(Terminated):
        stoppable.run(ending_first())


@pytest.mark.usefixtures("stoppable")
def test_a_prompt_is_left() -> None:
    with pytest.raises(Terminated):
        terminate()


def test_nothing_is_stopped_that_nobody_stops(stoppable: Stoppable) -> None:
    assert stoppable.run(answer()) == 42
    with pytest.raises(asyncio.CancelledError):
        stoppable.run(cancelled())


def test_afterwards_the_signal_means_what_it_meant() -> None:
    before = signal.getsignal(signal.SIGTERM)

    with asyncio.Runner() as runner, stopped_by_sigterm(runner):
        during = signal.getsignal(signal.SIGTERM)

    assert signal.getsignal(signal.SIGTERM) == before != during
