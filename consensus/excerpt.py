"""What agents read of a thread, of a document or of several: as much as a prompt takes, the weightiest first."""

import hashlib
import itertools
from collections.abc import Sequence
from typing import Final

from consensus.context import LIMIT, Cleaned, budgeted, clean
from consensus.events import ContextTaken, ContextWords, Source
from consensus.model import Model
from consensus.text import normalise

MOST: Final = 200
"""Messages that are read at most."""
LAST: Final = 20
LONGEST: Final = 8_000
"""Characters of one message, so that a paste does not push out what others said."""


class Excerpt(Model):
    """What agents may read of something, with a line where a part was left out."""

    text: str
    total: int
    used: int
    whole: int
    """Characters of what is worth reading, and those of it that are there."""
    kept: int
    hidden: int = 0
    masked: int = 0
    flags: tuple[str, ...] = ()

    @property
    def is_cut(self) -> bool:
        return was_cut([self])


class Part(Model):
    """An excerpt and what it is of."""

    source: str
    ref: str
    excerpt: Excerpt


def context_of(
    parts: Sequence[Part], missing: Sequence[str] = (), head_sha: str | None = None
) -> tuple[ContextTaken, ContextWords]:
    """What is recorded of all that was read; `missing` names what could not be."""
    read = [part.excerpt for part in parts]
    taken = ContextTaken(
        sources=tuple(map(_source, parts)),
        cut=was_cut(read),
        missing=tuple(missing),
        hidden=_sum(read, "hidden"),
        masked=_sum(read, "masked"),
        flags=_flags(read),
        head_sha=head_sha,
    )
    return taken, ContextWords(sources=tuple(each.text for each in read))


def was_cut(read: Sequence[Excerpt]) -> bool:
    """Whether more than half of the words were left out."""
    return 2 * _sum(read, "kept") < _sum(read, "whole")


def passage(text: str, room: int = LIMIT) -> Excerpt:
    """Of one document, as much of its beginning as there is room for; measured in characters."""
    cleaned = clean(text)
    shown, _ = budgeted([cleaned.text], room)
    kept, whole = min(len(cleaned.text), room), len(cleaned.text)
    counts = cleaned.model_dump(exclude={"text"})
    return Excerpt(text=shown[0], total=whole, used=kept, whole=whole, kept=kept, **counts)


def excerpt(messages: Sequence[str], options: Sequence[str], *, room: int = LIMIT, most: int = MOST) -> Excerpt:
    """Of the messages, oldest first: the root, the last, those that name an option, then the middle."""
    cleaned = [clean(message) for message in messages]
    texts = [budgeted([each.text], LONGEST)[0][0] for each in cleaned]
    chosen = _chosen(texts, _by_weight(texts, options), room, most)
    used = [cleaned[index] for index in chosen]
    return Excerpt(
        text="\n".join(_lines(texts, chosen)),
        total=len(texts),
        used=len(chosen),
        whole=sum(len(each.text) for each in cleaned),
        kept=sum(len(texts[index]) for index in chosen),
        hidden=_sum(used, "hidden"),
        masked=_sum(used, "masked"),
        flags=_flags(used),
    )


def _chosen(texts: Sequence[str], weighed: Sequence[int], room: int, most: int) -> list[int]:
    """Their places, in order; what does not fit is passed over for something shorter."""
    chosen: list[int] = []
    for index in weighed:
        size = len(texts[index]) + 1
        if len(chosen) < most and size <= room:
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


def _source(part: Part) -> Source:
    read = part.excerpt
    digest = hashlib.sha256(read.text.encode()).hexdigest()
    return Source(source=part.source, ref=part.ref, total=read.total, used=read.used, digest=digest)


def _sum(read: Sequence[Cleaned | Excerpt], field: str) -> int:
    return sum(getattr(each, field) for each in read)


def _flags(read: Sequence[Cleaned | Excerpt]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(flag for each in read for flag in each.flags))
