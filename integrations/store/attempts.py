"""Refused attempts: who tried what they may not, kept beside the record and not in it."""

from typing import Final

from sqlmodel import Session, col, delete, func, select

from consensus.events import Instant
from consensus.model import Model
from integrations.store.tables import AttemptRow

MOST: Final = 10_000


class Attempt(Model):
    """One refusal; `why` is the key of its sentence, `decision` is empty where none was meant."""

    at: Instant
    person: str
    platform: str
    act: str
    decision: str
    why: str


def keep(session: Session, attempt: Attempt) -> None:
    """The newest stay: nobody fills the disk by trying."""
    row = AttemptRow(**attempt.model_dump())
    session.add(row)
    session.flush()
    session.execute(delete(AttemptRow).where(col(AttemptRow.id) <= (row.id or 0) - MOST))


def newest(session: Session, limit: int) -> list[Attempt]:
    rows = session.exec(select(AttemptRow).order_by(col(AttemptRow.id).desc()).limit(limit))
    return [Attempt(**row.model_dump(exclude={"id"})) for row in rows]


def count(session: Session, since: Instant) -> int:
    return session.exec(select(func.count()).where(AttemptRow.at >= since)).one()


def count_of(session: Session, person: str, why: str, since: Instant) -> int:
    """How often somebody was refused for that."""
    theirs = (AttemptRow.person == person, AttemptRow.why == why, AttemptRow.at >= since)
    return session.exec(select(func.count()).where(*theirs)).one()
