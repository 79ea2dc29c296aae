"""The lease of a decision: who works on it, for how long, and what fences off who lost it."""

from typing import Final

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import Session, col, select, update

from consensus.errors import LeaseLostError
from consensus.events import Instant
from consensus.model import Model
from integrations.store.tables import DecisionRow

LEASE_FOR: Final = 30_000_000
"""Half a minute; its holder renews it every ten seconds."""


class Lease(Model):
    """The right to do a decision's automatic steps; a later claim has a higher epoch."""

    decision: str
    owner: str
    epoch: int


def claim(session: Session, decision_id: str, owner: str, now: Instant) -> Lease | None:
    """One compare-and-set; none while anybody holds it, the same owner included."""
    statement = (
        update(DecisionRow)
        .where(col(DecisionRow.id) == decision_id, is_free(now))
        .values(owner=owner, lease_until=now + LEASE_FOR, epoch=DecisionRow.epoch + 1)
        .returning(col(DecisionRow.epoch))
    )
    epoch = session.execute(statement).scalar_one_or_none()
    return None if epoch is None else Lease(decision=decision_id, owner=owner, epoch=epoch)


def holder(session: Session, decision_id: str) -> str | None:
    """Who holds it, also past its time."""
    return session.exec(select(DecisionRow.owner).where(DecisionRow.id == decision_id)).first()


def evict(session: Session, decision_id: str, owner: str) -> None:
    """Take the lease from a holder that is known to be gone."""
    held = and_(col(DecisionRow.id) == decision_id, col(DecisionRow.owner) == owner)
    session.execute(update(DecisionRow).where(held).values(owner=None, lease_until=None))


def renew(session: Session, lease: Lease, now: Instant) -> bool:
    """True while nobody else has claimed it, even late: the epoch tells."""
    statement = update(DecisionRow).where(_is_held(lease)).values(lease_until=now + LEASE_FOR)
    return session.execute(statement.returning(col(DecisionRow.number))).first() is not None


def release(session: Session, lease: Lease) -> None:
    session.execute(update(DecisionRow).where(_is_held(lease)).values(owner=None, lease_until=None))


def require(row: DecisionRow, lease: Lease) -> None:
    """Raises LeaseLostError unless the row still names this lease."""
    if (row.id, row.owner, row.epoch) != (lease.decision, lease.owner, lease.epoch):
        raise LeaseLostError("lease-lost", id=row.id)


def is_free(now: Instant) -> ColumnElement[bool]:
    """The SQL for a decision that nobody works on."""
    return or_(col(DecisionRow.lease_until).is_(None), col(DecisionRow.lease_until) <= now)


def _is_held(lease: Lease) -> ColumnElement[bool]:
    return and_(
        col(DecisionRow.id) == lease.decision,
        col(DecisionRow.owner) == lease.owner,
        col(DecisionRow.epoch) == lease.epoch,
    )
