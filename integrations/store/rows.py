"""Events to rows and back; what a row cannot be read as is a broken record."""

from pydantic import ValidationError

from consensus.audit import canonical, plain
from consensus.errors import BrokenRecordError
from consensus.events import KINDS, Event, Facts, Words
from integrations.store.tables import EventRow


def row_of(event: Event) -> EventRow:
    return EventRow(
        **event.model_dump(exclude={"facts", "words"}),
        kind=event.facts.kind,
        facts=canonical(plain(event.facts)).decode(),
        payload=None if event.words is None else canonical(plain(event.words)).decode(),
    )


def event_of(row: EventRow) -> Event:
    """The event that was stored. Raises BrokenRecordError."""
    kind = KINDS.get(row.kind)
    if kind is None:
        raise BrokenRecordError("broken-facts", seq=row.seq)
    facts, words = _facts(kind, row), _words(kind, row)
    try:
        return Event(
            decision=row.decision,
            seq=row.seq,
            at=row.at,
            actor=row.actor,
            facts=facts,
            words=words,
            salt=row.salt,
            payload_digest=row.payload_digest,
            prev_hash=row.prev_hash,
            hash=row.hash,
        )
    except ValidationError as error:
        raise BrokenRecordError("broken-facts", seq=row.seq) from error


def event_to_the_letter(row: EventRow) -> Event:
    """The same, but a text that only means what was stored is broken too."""
    event = event_of(row)
    stored = row_of(event)
    if stored.facts != row.facts:
        raise BrokenRecordError("broken-facts", seq=row.seq)
    if stored.payload != row.payload:
        raise BrokenRecordError("broken-words", seq=row.seq)
    return event


def _facts(kind: type[Facts], row: EventRow) -> Facts:
    try:
        return kind.model_validate_json(row.facts)
    except ValidationError as error:
        raise BrokenRecordError("broken-facts", seq=row.seq) from error


def _words(kind: type[Facts], row: EventRow) -> Words | None:
    try:
        return None if row.payload is None else kind.texts.model_validate_json(row.payload)
    except ValidationError as error:
        raise BrokenRecordError("broken-words", seq=row.seq) from error
