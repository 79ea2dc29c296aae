"""Requests from outside: stored before they are acknowledged, taken one at a time per thread, done once."""

import json
from collections.abc import Callable, Collection
from typing import Final

from pydantic import JsonValue
from sqlalchemy import and_, or_
from sqlmodel import Session, col, select, update

from consensus.errors import LeaseLostError
from consensus.events import Instant
from consensus.model import Model
from integrations.store.lease import LEASE_FOR
from integrations.store.tables import DeliveryRow

SOURCES: Final = ("slack", "github")
Body = dict[str, JsonValue]


class Arrival(Model):
    """A verified request as it came in; `also_key` is shared by two deliveries of one and the same request."""

    key: str
    source: str
    thread: str
    body: Body
    also_key: str | None
    sender: str = ""


class Delivery(Model):
    """A request that this process works on now, until a lease after `claimed_at`."""

    key: str
    source: str
    thread: str
    body: Body
    received_at: Instant
    claimed_at: Instant
    is_again: bool = False
    """Whoever worked on it before has crashed or put it off."""

    @property
    def left_at(self) -> Instant | None:
        """When it came, if others may have overtaken it."""
        return self.received_at if self.is_again else None

    @property
    def age(self) -> int:
        """How many microseconds it had waited when it was claimed."""
        return self.claimed_at - self.received_at


def take(session: Session, arrival: Arrival, now: Instant, worker: str) -> Delivery | None:
    """Received and claimed at once, for what is done before it is acknowledged; none for what is known."""
    if not receive(session, arrival, now):
        return None
    return _claimed(session.get_one(DeliveryRow, arrival.key), now, worker)


def receive(session: Session, arrival: Arrival, now: Instant) -> bool:
    """Whether there is work to do: false for what is known, unless it failed, which makes it new again."""
    keys = [key for key in (arrival.key, arrival.also_key) if key is not None]
    is_known = or_(col(DeliveryRow.key).in_(keys), col(DeliveryRow.also_key).in_(keys))
    known = session.exec(select(DeliveryRow).where(is_known).order_by(col(DeliveryRow.received_at))).first()
    body = json.dumps(arrival.body)
    if known is None:
        session.add(DeliveryRow(received_at=now, **arrival.model_dump(exclude={"body"}), body=body))
        return True
    if known.state != "failed":
        return False
    known.state, known.body, known.why, known.received_at = "new", body, None, now
    return True


def latest(delivery: Delivery, most: int) -> Callable[[Session], tuple[Instant, ...]]:
    """When it and what its sender sent in the same thread before it came, the newest first."""

    def look(session: Session) -> tuple[Instant, ...]:
        row = session.get_one(DeliveryRow, delivery.key)
        theirs = and_(col(DeliveryRow.sender) == row.sender, col(DeliveryRow.thread) == row.thread)
        at, key = col(DeliveryRow.received_at), col(DeliveryRow.key)
        is_before = or_(at < row.received_at, and_(at == row.received_at, key <= row.key))
        statement = select(DeliveryRow.received_at).where(theirs, is_before).order_by(at.desc(), key.desc())
        return tuple(session.exec(statement.limit(most))) if row.sender else ()

    return look


def claim(session: Session, now: Instant, worker: str, sources: Collection[str]) -> Delivery | None:
    """The oldest that waits in a thread where nobody is at work; who claimed a lease ago is taken for crashed."""
    is_theirs = col(DeliveryRow.source).in_(sources)
    statement = select(DeliveryRow).where(col(DeliveryRow.state).in_(("new", "claimed")), is_theirs)
    waiting = session.exec(statement.order_by(col(DeliveryRow.received_at), col(DeliveryRow.key))).all()
    busy = {row.thread for row in waiting if row.thread and _is_held(row, now)}
    free = (row for row in waiting if not _is_held(row, now) and row.thread not in busy)
    row = next(free, None)
    return _claimed(row, now, worker) if row else None


def postpone(session: Session, delivery: Delivery, until: Instant) -> None:
    """Not yet: what comes later in its thread waits with it. Raises LeaseLostError."""
    _conclude(session, delivery, state="new", not_before=until)


def workers(session: Session) -> frozenset[str]:
    """Who has claimed something and is not done with it, as they named themselves."""
    claimed = select(DeliveryRow.claimed_by).where(DeliveryRow.state == "claimed").distinct()
    return frozenset(worker for worker in session.exec(claimed) if worker)


def dismiss(session: Session, worker: str) -> None:
    """Free what a worker has claimed that is known to be gone."""
    theirs = and_(col(DeliveryRow.state) == "claimed", col(DeliveryRow.claimed_by) == worker)
    session.execute(update(DeliveryRow).where(theirs).values(claimed_at=0, claimed_by=None))


def finish(session: Session, delivery: Delivery) -> None:
    """Done: only its keys are kept. Raises LeaseLostError when somebody else has taken it over."""
    _conclude(session, delivery, state="done", body=None)


def fail(session: Session, delivery: Delivery, why: str) -> None:
    """It runs again when it is delivered again. Raises LeaseLostError."""
    _conclude(session, delivery, state="failed", why=why)


def _conclude(session: Session, delivery: Delivery, **values: str | int | None) -> None:
    is_ours = and_(
        col(DeliveryRow.key) == delivery.key,
        col(DeliveryRow.state) == "claimed",
        col(DeliveryRow.claimed_at) == delivery.claimed_at,
    )
    statement = update(DeliveryRow).where(is_ours).values(values).returning(col(DeliveryRow.key))
    if session.execute(statement).first() is None:
        raise LeaseLostError("delivery-lost", delivery=delivery.key)


def _claimed(row: DeliveryRow, now: Instant, worker: str) -> Delivery:
    is_again = row.state == "claimed" or row.not_before is not None
    row.state, row.claimed_at, row.claimed_by, row.not_before = "claimed", now, worker or None, None
    known = row.model_dump(include={"key", "source", "thread", "received_at"})
    return Delivery(**known, body=json.loads(row.body or "{}"), claimed_at=now, is_again=is_again)


def _is_held(row: DeliveryRow, now: Instant) -> bool:
    """Somebody is at work on it, or it was put off."""
    if row.state == "claimed":
        return row.claimed_at is not None and now < row.claimed_at + LEASE_FOR
    return row.not_before is not None and now < row.not_before
