"""What one seat is told in one round, under option ids and in an order of its own."""

import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Final, Literal

from consensus.model import Model
from consensus.panel.agents import Language
from consensus.text import normalise

_CONSONANTS: Final = "bcdfghjklmnpqrstvwxz"
_ID_LENGTH: Final = 5


class Message(Model):
    """One turn of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    text: str


class BriefArgument(Model):
    """An argument without its author."""

    id: str
    option: str
    stance: Literal["for", "against"]
    text: str


class Brief(Model):
    """Everything that one prompt says."""

    decision: str
    lang: Language
    question: str
    options: tuple[tuple[str, str], ...]
    """Option id and text, in the order of the decision."""
    seat_index: int
    offset: int
    """Of the rotation; the same for all seats of a decision."""
    round: int
    wants_ranking: bool = False
    wants_axes: bool = False
    context: tuple[str, ...] = ()
    arguments: tuple[BriefArgument, ...] = ()
    own: frozenset[str] = frozenset()
    """Which of the arguments are the seat's own: nobody is moved by what they said themselves."""
    previous: str | None = None
    """The option of the seat's standing ballot."""
    nonce: str


def shown(brief: Brief) -> tuple[tuple[str, str], ...]:
    """The seat's own opaque id and the option behind it, in the order it sees them."""
    start = (brief.seat_index + brief.offset) % len(brief.options)
    spoken = " ".join([brief.question, *(text for _, text in brief.options)])
    taken = set(re.findall(r"\w+", normalise(spoken)))
    rows: list[tuple[str, str]] = []
    for option, _ in brief.options[start:] + brief.options[:start]:
        opaque = next(name for name in _names(brief, option) if name not in taken)
        taken.add(opaque)
        rows.append((opaque, option))
    return tuple(rows)


def _names(brief: Brief, option: str) -> Iterator[str]:
    """Letters that mean nothing, always the same for this decision, seat and option."""
    seed = f"{brief.decision}/{brief.seat_index}/{option}"
    digests = (sha256(f"{seed}/{attempt}".encode()).digest()[:_ID_LENGTH] for attempt in count())
    return ("".join(_CONSONANTS[byte % len(_CONSONANTS)] for byte in digest) for digest in digests)
