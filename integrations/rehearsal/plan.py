"""How a rehearsed panel votes: the path of a question, and each seat's part in it."""

import re
from hashlib import sha256
from itertools import accumulate
from typing import Final

from consensus.model import Model

SEATS: Final = ("risk_analyst", "optimist", "devils_advocate", "neutral_analyst", "user_advocate")
"""The default panel; any other seat plays the part of one of these."""
FIRST, SECOND, NONE, SILENT = "1", "2", "0", "-"
"""A seat's part: the favourite, its rival, none of the options, or an empty reply."""


class Path(Model):
    """One way for a panel to go: a part for each seat, in the first ballots and in the last ones."""

    ballots: str
    final: str | None = None
    confidence: int = 75
    """Hundredths."""
    is_fact: bool = False


PATHS: Final[dict[str, Path]] = {
    "agree": Path(ballots="11111", confidence=90),
    "full": Path(ballots="11112"),
    "low": Path(ballots="11111", confidence=40),
    "split": Path(ballots="12120", final="12110"),
    "tie": Path(ballots="12120"),
    "weak": Path(ballots="1210-"),
    "abstain": Path(ballots="1---2"),
    "none": Path(ballots="00001"),
    "fact": Path(ballots="11111", confidence=90, is_fact=True),
}
SHARES: Final = {"agree": 45, "full": 25, "split": 15, "low": 5, "tie": 3, "fact": 3, "weak": 2, "none": 2}
"""Of a hundred questions; no question runs into the path `abstain` by itself."""
STEERED: Final = re.compile(rf"\brehearse\s*:\s*({'|'.join(PATHS)})\b", re.IGNORECASE)


def path_of(question: str) -> Path:
    """The path that the question asks for, else one that its words draw, always the same."""
    if steered := STEERED.search(question):
        return PATHS[steered[1].lower()]
    drawn = _number(question) % sum(SHARES.values())
    reached = accumulate(SHARES.values())
    return next(PATHS[name] for name, end in zip(SHARES, reached, strict=True) if drawn < end)


def part_of(seat: str, path: Path, *, is_final: bool) -> str:
    """What this seat answers in this round."""
    place = SEATS.index(seat) if seat in SEATS else _number(seat) % len(SEATS)
    parts = path.final if is_final and path.final else path.ballots
    return parts[place]


def favourites_first(question: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    """The options in an order that does not depend on the order they were shown in."""
    return tuple(sorted(texts, key=lambda text: (_number(f"{question}\0{text}"), text)))


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8])
