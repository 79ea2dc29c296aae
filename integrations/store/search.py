"""Full text search: one row of words per decision, written with the events, newest decision first."""

import re
from typing import Final

from sqlalchemy import text
from sqlmodel import Session

from consensus.decision import Decision
from consensus.events import Event
from integrations.store.lookup import Row, rows_by_number

FIELDS: Final = ("question", "options", "rationale", "reason")
"""The words that people look for; raw replies, requests and contexts are not."""
MOST_TERMS: Final = 16
BEGINNINGS_FROM: Final = 4
"""Shorter words are looked up whole: in a large record too many words begin like them."""
FIND: Final = text(
    "SELECT rowid FROM decision_words WHERE decision_words MATCH :terms ORDER BY rowid DESC LIMIT :limit"
)


def index(session: Session, number: int, decision: Decision, before: Decision | None = None) -> None:
    """Make the index say what the decision says now; erased words leave it with the same transaction."""
    words = searched(decision)
    if before is None:
        statement = text("INSERT INTO decision_words (rowid, words) VALUES (:number, :words)")
    elif searched(before) == words:
        return
    else:
        statement = text("UPDATE decision_words SET words = :words WHERE rowid = :number")
    session.execute(statement, {"number": number, "words": words})


def indexed(session: Session, number: int) -> str | None:
    """What the index holds of a decision."""
    return session.execute(text("SELECT words FROM decision_words WHERE rowid = :number"), {"number": number}).scalar()


def find(session: Session, words: str, limit: int) -> list[Row]:
    """The newest decisions that hold every one of these words, or longer ones that begin so."""
    terms = match_terms(words)
    if not terms:
        return []
    numbers = session.execute(FIND, {"terms": terms, "limit": limit}).scalars().all()
    return rows_by_number(session, numbers)


def match_terms(words: str) -> str:
    """An FTS5 expression for whatever was typed: each word is quoted, so none is taken for syntax."""
    terms = re.findall(r"\w+", words)[:MOST_TERMS]
    return " ".join(f'"{term}"' + "*" * (len(term) >= BEGINNINGS_FROM) for term in terms)


def searched(decision: Decision) -> str:
    """All that anybody may find it by: what was said in a hidden vote is no word of it before the close."""
    vote = decision.people.vote
    hidden = {cast.seq for cast in (*vote.cast, *vote.advised)} if vote and vote.hides else set()
    return "\n".join(said for event in decision.events if event.seq not in hidden for said in _said(event))


def _said(event: Event) -> list[str]:
    said: list[str] = []
    for field in FIELDS:
        value = getattr(event.words, field, ())
        said += [value] if isinstance(value, str) else value
    return said
