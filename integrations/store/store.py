"""The record's adapter: blocking sessions behind one writing and one reading thread, off the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Self, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlmodel import Session

from consensus.decision import Decision
from consensus.errors import RecordError
from consensus.events import Draft, Event, Instant
from integrations.store import engine, identity, lookup, record, search, spend
from integrations.store import lease as leases
from integrations.store.lease import Lease
from integrations.store.lookup import Row
from integrations.store.projection import Projection
from integrations.store.schema import prepare
from integrations.store.tables import SpendRow

T = TypeVar("T")


class Store:
    """Every method is one transaction; the clock gives microseconds UTC."""

    def __init__(self, writer: Engine, reader: Engine, clock: Callable[[], Instant]) -> None:
        self._writer, self._reader, self._clock = writer, reader, clock
        self._writing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="record-writer")
        self._reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="record-reader")

    @classmethod
    def open(cls, url: str, *, clock: Callable[[], Instant], migrate: bool = False) -> Self:
        """Open the file behind DATABASE_URL and create its tables when it is empty. Raises ConfigurationError."""
        address = engine.address(url)
        writer = engine.writer(address)
        try:
            prepare(writer, migrate=migrate)
            engine.let_readers_pass(writer)
        except BaseException:
            writer.dispose()
            raise
        return cls(writer, engine.reader(address), clock)

    def close(self) -> None:
        """Finish what is being written, then let go of the file."""
        for executor in (self._writing, self._reading):
            executor.shutdown()
        for opened in (self._writer, self._reader):
            opened.dispose()

    async def create(self, make: Callable[[int], Draft], *, open_key: str) -> Decision:
        """Open the next decision with the draft made for its number; IllegalEventError if the key is open already."""
        return await self._write(lambda session: record.create(session, make, open_key, self._clock()))

    async def append(self, decision: Decision, *drafts: Draft, lease: Lease | None = None) -> Decision:
        """The decision after these drafts, all or none of them, on whatever else has happened meanwhile.

        Raises IllegalEventError, LeaseLostError, and RecordError when nothing could be written.
        """
        run = self._write if drafts else self._read
        return await run(lambda session: record.append(session, decision, drafts, lease, self._clock()))

    async def load(self, decision_id: str) -> Decision:
        return await self._read(lambda session: record.load(session, decision_id))

    async def raw_events(self, decision_id: str) -> tuple[Event, ...]:
        return await self._read(lambda session: record.raw_events(session, decision_id))

    async def projection(self, decision_id: str) -> Projection:
        return await self._read(lambda session: record.projection(session, decision_id))

    async def verify(self, decision_id: str) -> Decision:
        """The decision, if its record is whole; raises BrokenRecordError naming the first bad row."""
        return await self._read(lambda session: record.verify(session, decision_id))

    async def claim(self, decision_id: str, owner: str) -> Lease | None:
        return await self._write(lambda session: leases.claim(session, decision_id, owner, self._clock()))

    async def holder(self, decision_id: str) -> str | None:
        """Who works on it, as they named themselves in `claim`."""
        return await self._read(lambda session: leases.holder(session, decision_id))

    async def evict(self, decision_id: str, owner: str) -> None:
        """Free the lease of a holder that is known to be gone."""
        await self._write(lambda session: leases.evict(session, decision_id, owner))

    async def renew(self, lease: Lease) -> bool:
        return await self._write(lambda session: leases.renew(session, lease, self._clock()))

    async def release(self, lease: Lease) -> None:
        await self._write(lambda session: leases.release(session, lease))

    async def due(self, now: Instant) -> list[str]:
        return await self._read(lambda session: lookup.due(session, now))

    async def listing(self, state: str | None = None, *, limit: int = 20, before: str | None = None) -> list[Row]:
        return await self._read(lambda session: lookup.listing(session, state, limit, before))

    async def ids(self) -> list[str]:
        """Every decision, oldest first."""
        return await self._read(lookup.ids)

    async def search(self, words: str, limit: int = 20) -> list[Row]:
        return await self._read(lambda session: search.find(session, words, limit))

    async def person(self, platform: str, external_id: str) -> str:
        """The person's id, a new one for a new name."""
        known = await self._read(lambda session: identity.known(session, platform, external_id))
        if known is not None:
            return known
        return await self._write(lambda session: identity.person(session, platform, external_id))

    async def reserve(self, decision_id: str, amount: int, *, since: Instant, cap: int) -> int | None:
        """Set money aside; none when all that was spent since then would go beyond the cap."""
        row = SpendRow(decision=decision_id, at=self._clock(), reserved=amount)
        return await self._write(lambda session: spend.reserve(session, row, since, cap))

    async def settle(self, reservation: int, cost: int) -> None:
        await self._write(lambda session: spend.settle(session, reservation, cost))

    async def spent(self, since: Instant) -> int:
        return await self._read(lambda session: spend.spent(session, since))

    async def _write(self, work: Callable[[Session], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writing, _transact, self._writer, work)

    async def _read(self, work: Callable[[Session], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, _transact, self._reader, work)


def _transact(bound: Engine, work: Callable[[Session], T]) -> T:
    try:
        with Session(bound, expire_on_commit=False) as session, session.begin():
            return work(session)
    except IntegrityError:
        raise
    except DatabaseError as error:
        raise RecordError("record-unavailable") from error
