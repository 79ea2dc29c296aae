"""Which messages of a long thread are read: the root, the last, those that name an option, then the middle."""

import itertools
from collections.abc import Sequence
from typing import Final

from consensus.context import LIMIT, Cleaned, budgeted, clean
from consensus.model import Model
from consensus.text import normalise

MOST: Final = 200
"""Messages that are read at most."""
LAST: Final = 20
LONGEST: Final = 8_000
"""Characters of one message, so that a paste does not push out what others said."""


class Excerpt(Model):
    """What agents may read of a thread, oldest first, with a line where messages were left out."""

    text: str
    total: int
    used: int
    is_cut: bool
    """Whether more than half of the words were left out."""
    hidden: int
    masked: int
    flags: tuple[str, ...]


def excerpt(messages: Sequence[str], options: Sequence[str]) -> Excerpt:
    """Of the messages, oldest first, as much as a prompt takes."""
    cleaned = [clean(message) for message in messages]
    texts = [budgeted([each.text], LONGEST)[0][0] for each in cleaned]
    chosen = _chosen(texts, options)
    used = [cleaned[index] for index in chosen]
    flags = [flag for each in used for flag in each.flags]
    return Excerpt(
        text="\n".join(_lines(texts, chosen)),
        total=len(texts),
        used=len(chosen),
        is_cut=2 * sum(len(texts[index]) for index in chosen) < sum(len(each.text) for each in cleaned),
        hidden=_sum(used, "hidden"),
        masked=_sum(used, "masked"),
        flags=tuple(dict.fromkeys(flags)),
    )


def _chosen(texts: Sequence[str], options: Sequence[str]) -> list[int]:
    """Their places, in order; what does not fit is passed over for something shorter."""
    room = LIMIT
    chosen: list[int] = []
    for index in _by_weight(texts, options):
        size = len(texts[index]) + 1
        if len(chosen) < MOST and size <= room:
            chosen.append(index)
            room -= size
    return sorted(chosen)


def _by_weight(texts: Sequence[str], options: Sequence[str]) -> list[int]:
    """Every place once, what matters most first; of the last ones the newest, of the others the oldest."""
    names = [name for option in options if (name := normalise(option))]
    last = range(len(texts) - 1, max(len(texts) - LAST, 0) - 1, -1)
    naming = [index for index, text in enumerate(texts) if any(name in normalise(text) for name in names)]
    return list(dict.fromkeys([*range(min(1, len(texts))), *last, *naming, *range(len(texts))]))


def _lines(texts: Sequence[str], chosen: Sequence[int]) -> list[str]:
    lines: list[str] = []
    for before, index in itertools.pairwise([-1, *chosen, len(texts)]):
        if index - before > 1:
            lines.append(f"[… {index - before - 1} …]")
        if index < len(texts):
            lines.append(texts[index])
    return lines


def _sum(cleaned: Sequence[Cleaned], field: str) -> int:
    return sum(getattr(each, field) for each in cleaned)
