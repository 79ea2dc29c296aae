"""The record itself: decisions are opened, grow by sealed events and are read back; one transaction each."""

import secrets
from collections.abc import Callable, Sequence
from functools import reduce

from sqlmodel import Session, col, func, select, update

from consensus.audit import GENESIS, check_chain, seal
from consensus.decision import Decision, fold
from consensus.errors import BrokenRecordError, IllegalEventError, NotFoundError
from consensus.events import Draft, Erased, Event, Instant
from consensus.legality import check
from integrations.store import lease as leases
from integrations.store import search, visible
from integrations.store.lease import Lease
from integrations.store.projection import Projection
from integrations.store.rows import event_of, event_to_the_letter, row_of
from integrations.store.tables import DecisionRow, EventRow


def require_closed(session: Session, open_key: str) -> None:
    """Raises IllegalEventError naming the decision that is open under this key."""
    already = session.exec(select(DecisionRow.id).where(DecisionRow.open_key == open_key)).first()
    if already is not None:
        raise IllegalEventError("already-open", id=already)


def create(session: Session, make: Callable[[int], Draft], open_key: str, now: Instant) -> Decision:
    """Open the next decision, under a key that is closed."""
    number = (session.exec(select(func.max(DecisionRow.number))).one() or 0) + 1
    event = seal(f"D-{number}", 1, now, GENESIS, make(number), _salt())
    decision = fold([event])
    projection = Projection.of(decision)
    session.add(DecisionRow(number=number, open_key=open_key, **projection.model_dump()))
    session.flush()
    session.add(row_of(event))
    visible.settle(session, number, decision.opened.places)
    search.index(session, number, decision)
    return decision


def append(
    session: Session, decision: Decision, drafts: Sequence[Draft], lease: Lease | None, now: Instant
) -> Decision:
    """Put what is legal on the newest fold behind it, all or nothing."""
    row = _row(session, decision.id)
    if lease is not None:
        leases.require(row, lease)
    before = refresh(session, decision, row)
    newest = before
    for draft in drafts:
        newest = _put(session, newest, draft, max(now, newest.events[-1].at))
    if any(isinstance(draft.facts, Erased) for draft in drafts):
        newest = fold(event_of(event) for event in _event_rows(session, decision.id))
    if drafts:
        Projection.of(newest).write(row)
        search.index(session, row.number, newest, before)
    return newest


def load(session: Session, decision_id: str) -> Decision:
    """Raises NotFoundError, and BrokenRecordError for what cannot be read or does not end where its row says."""
    row = _row(session, decision_id)
    decision = fold(event_of(event) for event in _event_rows(session, decision_id))
    if (decision.seq, decision.head) != (row.seq, row.head):
        raise BrokenRecordError("broken-projection", seq=decision.seq)
    return decision


def refresh(session: Session, decision: Decision, row: DecisionRow) -> Decision:
    """The newest fold; raises BrokenRecordError when it does not end where the decision's row says."""
    if (decision.seq, decision.head) == (row.seq, row.head):
        return decision
    later = [event_of(found) for found in _event_rows(session, decision.id, after=decision.seq)]
    if any(isinstance(event.facts, Erased) for event in later):
        return load(session, decision.id)
    newest = reduce(Decision.apply, later, decision)
    if (newest.seq, newest.head) != (row.seq, row.head):
        raise BrokenRecordError("broken-projection", seq=newest.seq)
    return newest


def raw_events(session: Session, decision_id: str) -> tuple[Event, ...]:
    """What is stored, to the letter and unchecked. Raises BrokenRecordError for a row that is no event."""
    rows = _event_rows(session, decision_id)
    if not rows:
        _row(session, decision_id)
        raise BrokenRecordError("broken-gap", seq=1)
    return tuple(event_to_the_letter(row) for row in rows)


def projection(session: Session, decision_id: str) -> Projection:
    return Projection.stored(_row(session, decision_id))


def verify(session: Session, decision_id: str) -> Decision:
    """The decision, once its chain, its row in the `decision` table and its words in the index are as they must be."""
    events = raw_events(session, decision_id)
    check_chain(events)
    decision = fold(events)
    row = session.exec(select(DecisionRow).where(DecisionRow.id == decision_id)).first()
    if row is None:
        raise BrokenRecordError("broken-projection", seq=decision.seq)
    if decision.seq < row.seq:
        raise BrokenRecordError("broken-gap", seq=decision.seq + 1)
    found = (Projection.stored(row), f"D-{row.number}", search.indexed(session, row.number))
    if found != (Projection.of(decision), decision_id, search.searched(decision)):
        raise BrokenRecordError("broken-projection", seq=decision.seq)
    return decision


def _put(session: Session, decision: Decision, draft: Draft, at: Instant) -> Decision:
    check(decision, draft, at)
    event = seal(decision.id, decision.seq + 1, at, decision.head, draft, _salt())
    session.add(row_of(event))
    if isinstance(event.facts, Erased):
        _erase(session, decision.id, event.facts.seqs)
    return decision.apply(event)


def _erase(session: Session, decision_id: str, seqs: tuple[int, ...]) -> None:
    named = (col(EventRow.decision) == decision_id, col(EventRow.seq).in_(seqs), col(EventRow.payload).is_not(None))
    session.execute(update(EventRow).where(*named).values(payload=None, salt=None))


def _row(session: Session, decision_id: str) -> DecisionRow:
    row = session.exec(select(DecisionRow).where(DecisionRow.id == decision_id)).first()
    if row is None:
        raise NotFoundError("no-such-decision", id=decision_id)
    return row


def _event_rows(session: Session, decision_id: str, after: int = 0) -> Sequence[EventRow]:
    statement = select(EventRow).where(EventRow.decision == decision_id, EventRow.seq > after)
    return session.exec(statement.order_by(col(EventRow.seq)).execution_options(populate_existing=True)).all()


def _salt() -> str:
    return secrets.token_hex(16)
