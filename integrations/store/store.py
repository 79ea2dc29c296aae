"""The record's adapter: decisions, those who work on them, the requests that came in, and the people behind them."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, Self, TypeVar

from sqlmodel import Session

from consensus.decision import Decision
from consensus.events import Draft, Event, Instant
from consensus.notices import Intent, notices
from integrations.store import aside, attempts, deliveries, identity, links, lookup, posts, record, search, starts
from integrations.store import lease as leases
from integrations.store.attempts import Attempt
from integrations.store.deliveries import SOURCES, Arrival, Body, Delivery
from integrations.store.lanes import Lanes
from integrations.store.lease import Lease
from integrations.store.links import Account, LinkResult
from integrations.store.lookup import Row
from integrations.store.outbox import Outbox
from integrations.store.projection import Projection
from integrations.store.spending import Spending
from integrations.store.starts import Start
from integrations.store.visible import Query

SECOND: Final = 1_000_000
T = TypeVar("T")
Intents = Callable[[Decision, Sequence[Event]], tuple[Intent, ...]]
"""What the newest events of a decision call for in its places."""
Admit = Callable[[Sequence[Start], Instant], None]
"""Raises when so many recent starts allow no other; judged in the transaction that opens it."""


class Store:
    """Every method is one transaction; the clock gives microseconds UTC."""

    def __init__(self, lanes: Lanes, clock: Callable[[], Instant], *, intents: Intents, worker: str) -> None:
        self._lanes, self._clock, self._intents, self._worker = lanes, clock, intents, worker
        self.outbox = Outbox(lanes, clock)
        self.spending = Spending(lanes, clock)

    @classmethod
    def open(
        cls,
        url: str,
        *,
        clock: Callable[[], Instant],
        migrate: bool = False,
        intents: Intents = notices,
        worker: str = "",
    ) -> Self:
        """Open the file behind DATABASE_URL and create its tables when it is empty. Raises ConfigurationError.

        Requests are claimed in the worker's name.
        """
        return cls(Lanes.open(url, migrate=migrate), clock, intents=intents, worker=worker)

    def close(self) -> None:
        """Finish what is being written, then let go of the file."""
        self._lanes.close()

    async def create(
        self,
        make: Callable[[int], Draft],
        *,
        open_key: str,
        delivery: Delivery | None = None,
        admit: Admit | None = None,
    ) -> Decision:
        """Open the next decision with the draft made for its number, and be done with the delivery that asked for it.

        Raises IllegalEventError if the key is open already, LeaseLostError, and what `admit` raises.
        """

        def work(session: Session) -> Decision:
            now = self._clock()
            if delivery:
                deliveries.finish(session, delivery)
            record.require_closed(session, open_key)
            if admit:
                admit(starts.recent(session, now), now)
            decision = record.create(session, make, open_key, now)
            posts.intend(session, decision, self._intents(decision, decision.events), now)
            return decision

        return await self._lanes.write(work)

    async def append(
        self,
        decision: Decision,
        *drafts: Draft,
        lease: Lease | None = None,
        delivery: Delivery | None = None,
        unless: Callable[[Decision], bool] = lambda _: False,
    ) -> Decision:
        """The decision after these drafts, all or none of them, on whatever else has happened meanwhile.

        Nothing is put behind a newest decision that `unless` holds for; the delivery is done all the same.
        Raises IllegalEventError, LeaseLostError, and RecordError when nothing could be written.
        """

        def work(session: Session) -> Decision:
            now = self._clock()
            if delivery:
                deliveries.finish(session, delivery)
            known = record.append(session, decision, (), lease, now)
            if unless(known):
                return known
            newest = record.append(session, known, drafts, lease, now)
            if drafts:
                posts.intend(session, newest, self._intents(newest, newest.events[-len(drafts) :]), now)
            return newest

        return await (self._lanes.write if drafts or delivery else self._lanes.read)(work)

    async def load(self, decision_id: str) -> Decision:
        return await self._lanes.read(lambda session: record.load(session, decision_id))

    async def raw_events(self, decision_id: str) -> tuple[Event, ...]:
        return await self._lanes.read(lambda session: record.raw_events(session, decision_id))

    async def projection(self, decision_id: str) -> Projection:
        return await self._lanes.read(lambda session: record.projection(session, decision_id))

    async def verify(self, decision_id: str) -> Decision:
        """The decision, if its record is whole; raises BrokenRecordError naming the first bad row."""
        return await self._lanes.read(lambda session: record.verify(session, decision_id))

    async def claim(self, decision_id: str, owner: str) -> Lease | None:
        return await self._lanes.write(lambda session: leases.claim(session, decision_id, owner, self._clock()))

    async def holder(self, decision_id: str) -> str | None:
        """Who works on it, as they named themselves in `claim`."""
        return await self._lanes.read(lambda session: leases.holder(session, decision_id))

    async def evict(self, decision_id: str, owner: str) -> None:
        """Free the lease of a holder that is known to be gone."""
        await self._lanes.write(lambda session: leases.evict(session, decision_id, owner))

    async def renew(self, lease: Lease) -> bool:
        return await self._lanes.write(lambda session: leases.renew(session, lease, self._clock()))

    async def release(self, lease: Lease) -> None:
        await self._lanes.write(lambda session: leases.release(session, lease))

    async def due(self, now: Instant) -> list[str]:
        return await self._lanes.read(lambda session: lookup.due(session, now))

    async def listing(self, state: str | None = None, *, limit: int = 20, before: str | None = None) -> list[Row]:
        return await self._lanes.read(lambda session: lookup.listing(session, state, limit, before))

    async def ids(self) -> list[str]:
        """Every decision, oldest first."""
        return await self._lanes.read(lookup.ids)

    async def search(self, words: str, limit: int = 20) -> list[Row]:
        return await self._lanes.read(lambda session: search.find(session, words, limit))

    async def look(self, query: Query[T]) -> T:
        """What a query of `integrations.store.visible` finds."""
        return await self._lanes.read(query)

    async def person(self, platform: str, external_id: str, label: str = "") -> str:
        """The person's id, a new one for a new name; the label is what they are called now."""
        known = await self._lanes.read(lambda session: identity.known(session, platform, external_id, label))
        if known is not None:
            return known
        return await self._lanes.write(lambda session: identity.person(session, platform, external_id, label))

    async def names(self, platform: str, persons: Iterable[str]) -> dict[str, str]:
        """What these persons are called on the platform."""
        wanted = frozenset(persons)
        return await self._lanes.read(lambda session: identity.names(session, platform, wanted))

    async def labels(self, persons: Iterable[str]) -> dict[str, str]:
        """What these persons are called anywhere, to show where they have no name."""
        wanted = frozenset(persons)
        return await self._lanes.read(lambda session: identity.labels(session, wanted))

    async def formers(self, person: str) -> frozenset[str]:
        """The ids that older events may name this person by."""
        return await self._lanes.read(lambda session: identity.formers(session, person))

    async def present(self, person: str) -> str:
        """The id that the person has now."""
        return await self._lanes.read(lambda session: identity.present(session, {person})[person])

    async def issue_code(self, person: str, expires_at: Instant) -> str:
        """What the person shows from another account so that it becomes theirs; the last one alone works, once."""
        return await self._lanes.write(lambda session: links.issue_code(session, person, expires_at))

    async def link(self, code: str, platform: str, external_id: str) -> LinkResult:
        account = Account(platform=platform, external_id=external_id)
        return await self._lanes.write(lambda session: links.link(session, code, account, self._clock()))

    async def refuse(self, person: str, act: str, why: str, *, platform: str, decision: str = "") -> None:
        """Keep that somebody tried what they may not; `why` is the key of the sentence that says so."""
        attempt = Attempt(at=self._clock(), person=person, platform=platform, act=act, decision=decision, why=why)
        await self._lanes.write(lambda session: attempts.keep(session, attempt))

    async def attempts(self, limit: int = 100) -> list[Attempt]:
        """What was refused, the newest first."""
        return await self._lanes.read(lambda session: attempts.newest(session, limit))

    async def attempts_since(self, since: Instant) -> int:
        return await self._lanes.read(lambda session: attempts.count(session, since))

    async def receive(
        self, key: str, body: Body, *, source: str = "slack", thread: str = "", also_key: str | None = None
    ) -> bool:
        """Store a verified request before it is acknowledged; false when it is known and there is nothing to do."""
        return await self.keep(Arrival(key=key, source=source, thread=thread, body=body, also_key=also_key))

    async def keep(self, arrival: Arrival) -> bool:
        """The same for one that says who sent it."""
        return await self._lanes.write(lambda session: deliveries.receive(session, arrival, self._clock()))

    async def take(self, key: str, body: Body, *, source: str = "slack") -> Delivery | None:
        """Store a verified request as one that is worked on at once; none when it is known."""
        arrival = Arrival(key=key, source=source, thread="", body=body, also_key=None)
        return await self._lanes.write(lambda session: deliveries.take(session, arrival, self._clock(), self._worker))

    async def claim_delivery(self, sources: Collection[str] = SOURCES) -> Delivery | None:
        """What came from one of these platforms; the rest waits."""
        return await self._lanes.write(lambda session: deliveries.claim(session, self._clock(), self._worker, sources))

    async def forget_aside(self) -> None:
        """Drop what was put aside a day ago and never taken up."""
        await self._lanes.write(lambda session: aside.forget(session, self._clock()))

    async def done(self, delivery: Delivery) -> None:
        await self._lanes.write(lambda session: deliveries.finish(session, delivery))

    async def failed(self, delivery: Delivery, why: str) -> None:
        await self._lanes.write(lambda session: deliveries.fail(session, delivery, why))

    async def postpone(self, delivery: Delivery, seconds: int) -> None:
        """Put it off, and with it what comes later in its thread. Raises LeaseLostError."""
        until = self._clock() + seconds * SECOND
        await self._lanes.write(lambda session: deliveries.postpone(session, delivery, until))

    async def workers(self) -> frozenset[str]:
        """In whose name requests are claimed."""
        return await self._lanes.read(deliveries.workers)

    async def dismiss(self, worker: str) -> None:
        """Free the requests of a worker that is known to be gone."""
        await self._lanes.write(lambda session: deliveries.dismiss(session, worker))
