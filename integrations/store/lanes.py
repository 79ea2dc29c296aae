"""One writing and one reading thread on one file: each piece of work is a transaction, off the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Self, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlmodel import Session

from consensus.errors import RecordError
from integrations.store import engine
from integrations.store.schema import prepare

T = TypeVar("T")
Work = Callable[[Session], T]


class Lanes:
    """Writing waits for writing, reading for nothing but reading; what cannot be done is a RecordError."""

    def __init__(self, writer: Engine, reader: Engine) -> None:
        self._writer, self._reader = writer, reader
        self._writing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="record-writer")
        self._reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="record-reader")

    @classmethod
    def open(cls, url: str, *, migrate: bool) -> Self:
        """The file behind DATABASE_URL, with its tables. Raises ConfigurationError."""
        address = engine.address(url)
        writer = engine.writer(address)
        try:
            prepare(writer, migrate=migrate)
            engine.let_readers_pass(writer)
        except BaseException:
            writer.dispose()
            raise
        return cls(writer, engine.reader(address))

    def close(self) -> None:
        """Finish what is being written, then let go of the file."""
        for executor in (self._writing, self._reading):
            executor.shutdown()
        for opened in (self._writer, self._reader):
            opened.dispose()

    async def write(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writing, _transact, self._writer, work)

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, _transact, self._reader, work)


def _transact(bound: Engine, work: Work[T]) -> T:
    try:
        with Session(bound, expire_on_commit=False) as session, session.begin():
            return work(session)
    except IntegrityError:
        raise
    except DatabaseError as error:
        raise RecordError("record-unavailable") from error
