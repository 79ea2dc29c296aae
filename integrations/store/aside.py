"""Requests that were put aside until who asked has said more: kept as deliveries that nobody takes up by themselves."""

import json

from sqlmodel import Session

from integrations.store.deliveries import Body
from integrations.store.tables import DeliveryRow
from integrations.store.visible import Query


def put_aside(key: str) -> Query[Body | None]:
    """The request as it came; none once it was taken up."""

    def look(session: Session) -> Body | None:
        row = session.get(DeliveryRow, key)
        return json.loads(row.body) if row and row.state == "failed" and row.body else None

    return look
