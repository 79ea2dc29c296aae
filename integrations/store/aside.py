"""Requests that were put aside until who asked has said more: kept as deliveries that nobody takes up by themselves."""

import json
from typing import Final

from sqlalchemy import and_, delete
from sqlmodel import Session, col

from consensus.events import Instant
from integrations.store.deliveries import Body
from integrations.store.tables import DeliveryRow
from integrations.store.visible import Query

ASIDE: Final = "aside:"
"""How the key of a request begins that was put aside."""
WAITS_FOR: Final = 86_400_000_000


def put_aside(key: str, now: Instant) -> Query[Body | None]:
    """The request as it came; none once it was taken up, or when it has waited too long."""

    def look(session: Session) -> Body | None:
        row = session.get(DeliveryRow, key)
        is_there = row is not None and row.state == "failed" and now < row.received_at + WAITS_FOR
        return json.loads(row.body) if row and row.body and is_there else None

    return look


def forget(session: Session, now: Instant) -> None:
    """Drop what has waited too long."""
    is_old = and_(col(DeliveryRow.state) == "failed", col(DeliveryRow.received_at) <= now - WAITS_FOR)
    session.execute(delete(DeliveryRow).where(is_old, col(DeliveryRow.key).startswith(ASIDE, autoescape=True)))
