"""Requests from outside: stored before they are acknowledged, taken one at a time per thread, done once."""

import json

from pydantic import JsonValue
from sqlalchemy import and_, or_
from sqlmodel import Session, col, select, update

from consensus.errors import LeaseLostError
from consensus.events import Instant
from consensus.model import Model
from integrations.store.lease import LEASE_FOR
from integrations.store.tables import DeliveryRow

Body = dict[str, JsonValue]


class Arrival(Model):
    """A verified request as it came in; `also_key` is shared by two deliveries of one and the same request."""

    key: str
    source: str
    thread: str
    body: Body
    also_key: str | None


class Delivery(Model):
    """A request that this process works on now, until a lease after `claimed_at`."""

    key: str
    source: str
    thread: str
    body: Body
    claimed_at: Instant
    left_at: Instant | None = None
    """When it was received, if whoever worked on it before has crashed."""


def take(session: Session, arrival: Arrival, now: Instant) -> Delivery | None:
    """Received and claimed at once, for what is done before it is acknowledged; none for what is known."""
    if not receive(session, arrival, now):
        return None
    row = session.get_one(DeliveryRow, arrival.key)
    row.state, row.claimed_at = "claimed", now
    return Delivery(key=row.key, source=row.source, thread=row.thread, body=arrival.body, claimed_at=now)


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
    known.state, known.body, known.why = "new", body, None
    return True


def claim(session: Session, now: Instant) -> Delivery | None:
    """The oldest that waits in a thread where nobody is at work; who claimed a lease ago is taken for crashed."""
    statement = select(DeliveryRow).where(col(DeliveryRow.state).in_(("new", "claimed")))
    waiting = session.exec(statement.order_by(col(DeliveryRow.received_at), col(DeliveryRow.key))).all()
    busy = {row.thread for row in waiting if row.thread and _is_held(row, now)}
    for row in waiting:
        if not _is_held(row, now) and row.thread not in busy:
            left_at = row.received_at if row.state == "claimed" else None
            row.state, row.claimed_at = "claimed", now
            known = row.model_dump(include={"key", "source", "thread"})
            return Delivery(**known, body=json.loads(row.body or "{}"), claimed_at=now, left_at=left_at)
    return None


def finish(session: Session, delivery: Delivery) -> None:
    """Done: only its keys are kept. Raises LeaseLostError when somebody else has taken it over."""
    _conclude(session, delivery, state="done", body=None)


def fail(session: Session, delivery: Delivery, why: str) -> None:
    """It runs again when it is delivered again. Raises LeaseLostError."""
    _conclude(session, delivery, state="failed", why=why)


def _conclude(session: Session, delivery: Delivery, **values: str | None) -> None:
    is_ours = and_(
        col(DeliveryRow.key) == delivery.key,
        col(DeliveryRow.state) == "claimed",
        col(DeliveryRow.claimed_at) == delivery.claimed_at,
    )
    statement = update(DeliveryRow).where(is_ours).values(values).returning(col(DeliveryRow.key))
    if session.execute(statement).first() is None:
        raise LeaseLostError("delivery-lost", delivery=delivery.key)


def _is_held(row: DeliveryRow, now: Instant) -> bool:
    return row.state == "claimed" and row.claimed_at is not None and now < row.claimed_at + LEASE_FOR
