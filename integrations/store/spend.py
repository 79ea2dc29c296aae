"""Money: set aside before it is spent, and counted as spent until it is settled."""

from sqlmodel import Session, col, func, select, update

from consensus.events import Instant
from integrations.store.tables import SpendRow


def spent(session: Session, since: Instant) -> int:
    """Micro-dollars since then, what is only reserved included."""
    amount = func.coalesce(SpendRow.settled, SpendRow.reserved)
    return int(session.exec(select(func.sum(amount)).where(SpendRow.at >= since)).one() or 0)


def reserve(session: Session, row: SpendRow, since: Instant, cap: int) -> int | None:
    """The reservation's number; none when it would go beyond the cap on all that was spent since then."""
    if spent(session, since) + row.reserved > cap:
        return None
    session.add(row)
    session.flush()
    return row.id


def settle(session: Session, number: int, cost: int) -> None:
    session.execute(update(SpendRow).where(col(SpendRow.id) == number).values(settled=cost))
