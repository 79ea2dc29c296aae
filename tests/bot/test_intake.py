"""The intake: what is stored is carried out once, in the order of its thread, and what fails is kept."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.intake import CarryOut, Intake
from consensus.errors import LeaseLostError, RecordError
from integrations.store.deliveries import Delivery
from integrations.store.store import Store
from tests.fakes import SECOND, START

pytestmark = pytest.mark.virtual_time


class Book:
    """Remembers what was carried out, and for what it apologised."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.sorry: list[str] = []
        self.stirred = asyncio.Event()

    async def carry_out(self, delivery: Delivery) -> None:
        self.done.append(delivery.key)
        self.stirred.set()

    async def apologise(self, delivery: Delivery) -> None:
        self.sorry.append(delivery.key)
        self.stirred.set()

    async def has(self, *keys: str) -> None:
        while not set(keys) <= {*self.done, *self.sorry}:
            self.stirred.clear()
            await self.stirred.wait()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    time = asyncio.get_running_loop().time
    with closing(Store.open(f"sqlite:///{tmp_path}/in.db", clock=lambda: START + int(time() * SECOND))) as opened:
        yield opened


@asynccontextmanager
async def running(store: Store, book: Book, carry_out: CarryOut | None = None) -> AsyncIterator[Intake]:
    intake = Intake(store, carry_out or book.carry_out, apologise=book.apologise)
    intake.start()
    try:
        yield intake
    finally:
        await intake.stop()


async def test_what_was_stored_before_the_start_is_carried_out_once(store: Store) -> None:
    book = Book()
    await store.receive("a", {})
    await store.receive("b", {})
    async with running(store, book):
        await book.has("a", "b")
    async with running(store, book) as intake:
        intake.ring()

    assert book.done == ["a", "b"]


async def test_a_ring_is_not_needed(store: Store) -> None:
    book = Book()
    async with running(store, book):
        await store.receive("a", {})
        await book.has("a")

    assert book.done == ["a"]


async def test_what_cannot_be_carried_out_is_kept_and_apologised_for(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(delivery: Delivery) -> None:
        raise ValueError(delivery.key)

    book = Book()
    await store.receive("a", {})
    with caplog.at_level(logging.CRITICAL):
        async with running(store, book, fail):
            await book.has("a")
    again = Book()
    async with running(store, again):
        await store.receive("a", {})
        await again.has("a")

    assert (book.sorry, again.done, again.sorry) == (["a"], ["a"], [])


@pytest.mark.parametrize("error", [RecordError("record-unavailable"), LeaseLostError("delivery-lost", delivery="a")])
async def test_what_the_record_could_not_take_is_tried_again_after_its_lease(
    store: Store, caplog: pytest.LogCaptureFixture, error: RecordError
) -> None:
    tries: list[str] = []

    async def once_away(delivery: Delivery) -> None:
        tries.append(delivery.key)
        if len(tries) == 1:
            raise error
        await book.carry_out(delivery)

    book = Book()
    await store.receive("a", {})
    with caplog.at_level(logging.CRITICAL):
        async with running(store, book, once_away):
            await book.has("a")

    assert (tries, book.sorry) == (["a", "a"], [])


async def test_stopping_waits_for_what_is_under_way(store: Store) -> None:
    async def slow(delivery: Delivery) -> None:
        begun.set()
        await asyncio.sleep(3)
        await book.carry_out(delivery)

    book, begun = Book(), asyncio.Event()
    await store.receive("a", {})
    async with running(store, book, slow):
        await begun.wait()

    assert book.done == ["a"]


async def test_stopping_cuts_off_what_takes_too_long_and_it_is_done_after_the_next_start(store: Store) -> None:
    async def endless(_: Delivery) -> None:
        begun.set()
        await asyncio.sleep(3_600)

    book, begun = Book(), asyncio.Event()
    await store.receive("a", {})
    async with running(store, book, endless):
        await begun.wait()
    async with running(store, book):
        await book.has("a")

    assert book.done == ["a"]
