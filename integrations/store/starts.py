"""Who has opened what lately: what the limits on new decisions are counted from."""

import json
from typing import Final

from sqlalchemy import or_
from sqlmodel import Session, col, select

from consensus.events import Instant
from consensus.model import Model
from integrations.store.tables import DecisionRow, EventRow

DAY: Final = 86_400_000_000
BY_BOT: Final = "bot"
"""How a decision was opened that another bot asked for."""


class Start(Model):
    """A decision that was opened in the last day or is open still; `place` is where it was asked."""

    id: str
    asker: str
    place: str
    at: Instant
    is_open: bool
    via: str = ""


def recent(session: Session, now: Instant) -> list[Start]:
    """The oldest first."""
    is_counted = or_(col(DecisionRow.opened_at) > now - DAY, col(DecisionRow.closed_at).is_(None))
    statement = select(DecisionRow, EventRow.actor, EventRow.facts).where(
        EventRow.decision == DecisionRow.id, EventRow.seq == 1, is_counted
    )
    rows = session.exec(statement.order_by(col(DecisionRow.number)))
    return [_start(row, asker, facts) for row, asker, facts in rows]


def _start(row: DecisionRow, asker: str, facts: str) -> Start:
    places = json.loads(row.places)
    return Start(
        id=row.id,
        asker=asker,
        place=places[0] if places else "",
        at=row.opened_at,
        is_open=row.closed_at is None,
        via=json.loads(facts)["via"],
    )
