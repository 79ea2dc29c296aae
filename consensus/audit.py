"""The seal of the record: canonical form, salted digests of words, and the chain that a changed row breaks."""

import hashlib
import json
from collections.abc import Iterable
from typing import Final, TypeVar

from pydantic import JsonValue

from consensus.errors import BrokenRecordError
from consensus.events import Draft, Erased, Event, Words
from consensus.model import Model

M = TypeVar("M", bound=Model)

VERSION: Final = 1
GENESIS: Final = "0" * 64
"""What the first event of a decision names as the hash before it."""


def canonical(value: object) -> bytes:
    """UTF-8 JSON with sorted keys and no spaces, so that equal data has equal bytes; a float is a TypeError."""
    _require_plain(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def plain(data: Model) -> JsonValue:
    """What was recorded and nothing else: a field that a later version adds changes no old hash."""
    recorded: JsonValue = data.model_dump(mode="json", exclude_unset=True)
    return recorded


def payload_digest(salt: str, words: Words) -> str:
    """The digest that stays when the words are erased; the salt keeps short words from being guessed."""
    return hashlib.sha256(salt.encode() + canonical(plain(words))).hexdigest()


def event_hash(event: Event) -> str:
    """The hash of everything but the words themselves, bound to all that happened before."""
    facts = plain(event.facts)
    sealed = [event.decision, event.seq, event.at, event.facts.kind, event.actor, facts]
    return hashlib.sha256(canonical([VERSION, *sealed, event.payload_digest, event.prev_hash])).hexdigest()


def seal(  # noqa: PLR0913, PLR0917 -- what a row holds beside the draft
    decision: str, seq: int, at: int, prev_hash: str, draft: Draft, salt: str
) -> Event:
    """The event that this draft becomes at its place; words left out become the empty words of its kind."""
    words = draft.facts.texts() if draft.words is None else draft.words
    if type(words) is not draft.facts.texts:
        raise TypeError(type(words).__name__)
    words = _as_stored(words)
    event = Event(
        decision=decision,
        seq=seq,
        at=at,
        actor=draft.actor,
        facts=_as_stored(draft.facts),
        words=words,
        salt=salt,
        payload_digest=payload_digest(salt, words),
        prev_hash=prev_hash,
        hash="",
    )
    return event.model_copy(update={"hash": event_hash(event)})


def check_chain(events: Iterable[Event]) -> None:
    """Walk one decision's events from the first; raises BrokenRecordError naming the first that is not as recorded.

    Words may be missing only where an `erased` event says so, which is known once the chain has been read to its end.
    """
    last: Event | None = None
    silent: list[int] = []
    erased: set[int] = set()
    for event in events:
        _check_link(last, event)
        _check_words(event)
        silent += [event.seq] if event.words is None else []
        erased |= set(event.facts.seqs) if isinstance(event.facts, Erased) else set()
        last = event
    for seq in silent:
        if seq not in erased:
            raise BrokenRecordError("broken-erasure", seq=seq)


def _check_link(last: Event | None, event: Event) -> None:
    expected = last.seq + 1 if last else 1
    if event.seq != expected:
        raise BrokenRecordError("broken-gap", seq=expected)
    if event.prev_hash != (last.hash if last else GENESIS) or event.hash != event_hash(event):
        raise BrokenRecordError("broken-hash", seq=event.seq)
    if last and event.at < last.at:
        raise BrokenRecordError("broken-time", seq=event.seq)


def _check_words(event: Event) -> None:
    if event.words is None and event.salt is None:
        return
    if event.words is None or event.salt is None or payload_digest(event.salt, event.words) != event.payload_digest:
        raise BrokenRecordError("broken-words", seq=event.seq)


def _as_stored(data: M) -> M:
    """The very data that reading the row will give, with every default written out."""
    return type(data).model_validate_json(data.model_dump_json())


def _require_plain(value: object) -> None:
    match value:
        case None | bool() | int() | str():
            return
        case list():
            for item in value:
                _require_plain(item)
        case dict():
            for key, item in value.items():
                if not isinstance(key, str):
                    raise TypeError(type(key).__name__)
                _require_plain(item)
        case _:
            raise TypeError(type(value).__name__)
