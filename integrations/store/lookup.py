"""Decisions as lists show them, and those that are due."""

import json
from collections.abc import Sequence
from typing import get_args

from sqlalchemy import ColumnElement, true
from sqlmodel import Session, col, select

from consensus.errors import NotFoundError
from consensus.events import Instant
from consensus.model import Model
from consensus.voting.strength import Band
from integrations.store.lease import is_free
from integrations.store.tables import DecisionRow, EventRow

BANDS = frozenset(get_args(Band))


class Row(Model):
    """One line of a list; `places` says where the decision may be shown."""

    id: str
    question: str
    status: str
    winner: str | None
    band: str | None
    decided_by: str | None
    places: tuple[str, ...]
    opened_at: Instant
    closed_at: Instant | None


def listing(session: Session, state: str | None, limit: int, before: str | None) -> list[Row]:
    """The newest first; `state` is `open`, `ended`, a band or a status, `before` the last id of the page before."""
    statement = select(DecisionRow).order_by(col(DecisionRow.number).desc()).limit(limit)
    if before is not None:
        statement = statement.where(DecisionRow.number < _number(before))
    return [line(row) for row in session.exec(statement.where(is_in(state)))]


def is_in(state: str | None) -> ColumnElement[bool]:
    """Whether a decision is `open` or `ended`, of a band, or in a status; none is any."""
    if state is None:
        return true()
    if state == "open":
        return col(DecisionRow.closed_at).is_(None)
    if state == "ended":
        return col(DecisionRow.closed_at).is_not(None)
    return col(DecisionRow.band if state in BANDS else DecisionRow.status) == state


def rows_by_number(session: Session, numbers: Sequence[int]) -> list[Row]:
    statement = select(DecisionRow).where(col(DecisionRow.number).in_(numbers))
    return [line(row) for row in session.exec(statement.order_by(col(DecisionRow.number).desc()))]


def ids(session: Session) -> list[str]:
    """Every decision of which anything is left, oldest first."""
    known = {*session.exec(select(DecisionRow.id)), *session.exec(select(EventRow.decision).distinct())}
    return sorted(known, key=lambda decision_id: (len(decision_id), decision_id))


def due(session: Session, now: Instant) -> list[str]:
    """What has a step to do or a deadline behind it, and nobody works on; the longest due first."""
    statement = select(DecisionRow.id).where(col(DecisionRow.due_at) <= now, is_free(now))
    return list(session.exec(statement.order_by(col(DecisionRow.due_at))))


def _number(decision_id: str) -> int:
    number = decision_id.removeprefix("D-")
    if not number.isascii() or not number.isdecimal():
        raise NotFoundError("no-such-decision", id=decision_id)
    return int(number)


def line(row: DecisionRow) -> Row:
    shown = row.model_dump(include=set(Row.model_fields) - {"places"})
    return Row(**shown, places=tuple(json.loads(row.places)))
