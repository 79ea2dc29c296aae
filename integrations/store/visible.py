"""What one person may see: each query is told the rooms that it may look into, and counts nothing else."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final, TypeVar

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    String,
    and_,
    case,
    column,
    exists,
    func,
    literal_column,
    or_,
    table,
    text,
)
from sqlalchemy import select as choose
from sqlmodel import Session, col, select

from consensus.events import ContextTaken, HeadMoved, Instant
from consensus.model import Model
from consensus.notices import PostKind
from consensus.text import normalise
from integrations.store.lookup import Row, is_in, line
from integrations.store.search import match_terms
from integrations.store.tables import DecisionRow, EventRow, FormerRow, PlaceRow, PostRow

T = TypeVar("T")
Query = Callable[[Session], T]
"""A question to the record, put by `Store.look` in a transaction of its own."""

NUMBER: Final = col(DecisionRow.number)
ROOM: Final = literal_column("+place.room", String)
"""The sign keeps SQLite from looking up each allowed room for each decision: it has one row or two to compare."""
WORDS: Final = table("decision_words", column("rowid", Integer))
MATCHING: Final = text("decision_words MATCH :terms")
NAMED: Final = text(
    "SELECT id FROM decision WHERE status IN ('awaiting_vote', 'awaiting_approval') AND EXISTS ("
    " SELECT 1 FROM event WHERE event.decision = decision.id AND kind IN ('vote_opened', 'proposal_made') AND ("
    " json_extract(facts, '$.by_rule') IS NOT NULL OR EXISTS ("
    " SELECT 1 FROM json_each(facts, iif(kind = 'vote_opened', '$.voters', '$.approvers')) WHERE value = :person"
    "))) ORDER BY number"
)


class Wanted(Model):
    """Which decisions a list is to hold, of those that are in these rooms."""

    rooms: frozenset[str]
    state: str | None = None
    asker: str | None = None
    words: str | None = None


class Cursor(Model):
    """Where a page begins: beside the decision of that number, on the older or on the newer side."""

    number: int
    is_newer: bool = False


class Page(Model):
    """Some decisions of a list, the newest first, and how many stand before and after them."""

    rows: tuple[Row, ...] = ()
    newer: int = 0
    older: int = 0


def room_of(place: str) -> str:
    """The place without its thread."""
    return place[: place.rfind(":") + 1] or place


def settle(session: Session, number: int, places: Iterable[str]) -> None:
    """Keep where a new decision is to be seen."""
    session.add_all(PlaceRow(place=place, decision_number=number, room=room_of(place)) for place in set(places))


def rooms() -> Query[tuple[str, ...]]:
    """Every room that has a decision."""
    return lambda session: tuple(session.exec(select(PlaceRow.room).distinct().order_by(PlaceRow.room)))


def rooms_of(asker: str) -> Query[frozenset[str]]:
    """Every room where this person has asked something."""
    decided = select(PlaceRow.room).join(DecisionRow, col(DecisionRow.number) == PlaceRow.decision_number)
    return lambda session: frozenset(session.exec(decided.where(_was_asked_by(asker)).distinct()))


def row(decision_id: str) -> Query[Row | None]:
    """That decision, whoever may see it: ask before it is shown."""

    def look(session: Session) -> Row | None:
        found = session.exec(select(DecisionRow).where(DecisionRow.id == decision_id)).first()
        return line(found) if found else None

    return look


def page(wanted: Wanted, limit: int, cursor: Cursor | None = None) -> Query[Page]:
    """One page of a list; a search for nothing that can be looked up finds nothing."""

    def look(session: Session) -> Page:
        if wanted.words is not None and not match_terms(wanted.words):
            return Page()
        number = NUMBER if wanted.words is None else WORDS.c.rowid
        is_newer = cursor is not None and cursor.is_newer
        statement = _of(wanted, select(DecisionRow)).limit(limit)
        if cursor:
            statement = statement.where(number > cursor.number if is_newer else number < cursor.number)
        found = session.scalars(statement.order_by(number if is_newer else number.desc())).all()
        shown = found[::-1] if is_newer else found
        if not shown:
            return Page()
        is_before = func.sum(case((number > shown[0].number, 1), else_=0))
        total, newer = session.execute(_of(wanted, choose(func.count(), is_before))).one()
        return Page(rows=tuple(line(row) for row in shown), newer=newer, older=total - newer - len(shown))

    return look


def named(person: str) -> Query[tuple[str, ...]]:
    """The decisions whose open vote or proposal, or one before it, names this person or nobody; the oldest first."""
    return lambda session: tuple(session.execute(NAMED, {"person": person}).scalars())


def of_thread(place: str) -> Query[str | None]:
    """The newest decision of a thread: asked there, or with its card at the head of it."""

    def look(session: Session) -> str | None:
        room, _, thread = place.rpartition(":")
        asked = select(PlaceRow.decision_number).where(PlaceRow.place == place)
        here = (PostRow.place == f"{room}:", PostRow.kind == "card", PostRow.remote_id == thread)
        carded = select(PostRow.decision).where(*here)
        is_there = col(DecisionRow.number).in_(asked) | col(DecisionRow.id).in_(carded)
        newest = select(DecisionRow.id).where(is_there).order_by(col(DecisionRow.number).desc())
        return session.exec(newest).first() if thread else None

    return look


def all_of_thread(place: str, limit: int) -> Query[tuple[str, ...]]:
    """The newest decisions that stand in that very place."""
    asked = select(PlaceRow.decision_number).where(PlaceRow.place == place)
    newest = select(DecisionRow.id).where(col(DecisionRow.number).in_(asked)).order_by(col(DecisionRow.number).desc())
    return lambda session: tuple(session.exec(newest.limit(limit)))


def about_commit(place: str, commit: str) -> Query[tuple[str, ...]]:
    """Every decision of the room of a place, but not of that place, whose record names the commit."""
    heads = (ContextTaken.kind, HeadMoved.kind)
    names_it = exists().where(
        col(EventRow.decision) == DecisionRow.id,
        col(EventRow.kind).in_(heads),
        col(EventRow.facts).contains(f'"{commit}"', autoescape=True),
    )
    elsewhere = and_(_is_in_rooms([room_of(place)]), ~_is_at(place))
    found = select(DecisionRow.id).where(elsewhere, names_it).order_by(col(DecisionRow.number).desc())
    return lambda session: tuple(session.exec(found))


def newest_of(decision_id: str, place: str, kind: PostKind) -> Query[str | None]:
    """The newest message of that kind that a decision has in a place."""
    here = (PostRow.decision == decision_id, PostRow.place == place, PostRow.kind == kind)
    there = select(PostRow.remote_id).where(*here, col(PostRow.remote_id).is_not(None))
    return lambda session: session.exec(there.order_by(col(PostRow.about_seq).desc())).first()


def decided_before(place: str, question: str, since: Instant) -> Query[Row | None]:
    """The newest decision of the same room and question that was decided since then."""

    def look(session: Session) -> Row | None:
        is_recent = and_(col(DecisionRow.status) == "decided", col(DecisionRow.closed_at) > since)
        statement = select(DecisionRow).where(is_recent, _is_in_rooms([room_of(place)]))
        same = normalise(question)
        found = session.exec(statement.order_by(col(DecisionRow.number).desc()))
        return next((line(row) for row in found if row.question and normalise(row.question) == same), None)

    return look


def _of(wanted: Wanted, chosen: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    """Narrows down what was chosen of the decisions."""
    chosen = chosen.select_from(DecisionRow).where(is_in(wanted.state), _is_in_rooms(wanted.rooms))
    if wanted.asker is not None:
        chosen = chosen.where(_was_asked_by(wanted.asker))
    if wanted.words is None:
        return chosen
    return chosen.where(WORDS.c.rowid == NUMBER, MATCHING.bindparams(terms=match_terms(wanted.words)))


def _was_asked_by(person: str) -> ColumnElement[bool]:
    """Whoever they were when they asked."""
    before = select(FormerRow.person).where(FormerRow.now_person == person)
    is_theirs = or_(col(EventRow.actor) == person, col(EventRow.actor).in_(before))
    return exists().where(col(EventRow.decision) == DecisionRow.id, col(EventRow.seq) == 1, is_theirs)


def _is_at(place: str) -> ColumnElement[bool]:
    return exists().where(col(PlaceRow.decision_number) == NUMBER, col(PlaceRow.place) == place)


def _is_in_rooms(allowed: Collection[str]) -> ColumnElement[bool]:
    return exists().where(col(PlaceRow.decision_number) == NUMBER, ROOM.in_(allowed))
