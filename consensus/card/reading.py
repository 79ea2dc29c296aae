"""How much was read of each kind of source, each in a unit of its own."""

from collections.abc import Mapping
from typing import Final, Literal

from consensus.card.lines import Line, line
from consensus.events import ContextTaken, Source

Unit = Literal["characters", "messages", "comments", "files", "issues"]
_UNITS: Final[Mapping[str, Unit]] = {
    "thread": "messages",
    "comments": "comments",
    "reviews": "comments",
    "files": "files",
    "linked": "issues",
}


def unit(source: Source) -> Unit:
    """What a source is measured in; what is no list is measured in characters."""
    return _UNITS.get(source.source, "characters")


def named(source: str) -> Line:
    """What a source is called; one that has no name of its own by what it says itself, like `#12`."""
    return line("source-name", source=source)


def amounts(context: ContextTaken) -> tuple[Line, ...]:
    """One amount for each unit, in the order of the sources."""
    units = dict.fromkeys(map(unit, context.sources)) or ["characters"]
    return tuple(_amount(each, [source for source in context.sources if unit(source) == each]) for each in units)


def _amount(measured_in: str, sources: list[Source]) -> Line:
    used, total = sum(source.used for source in sources), sum(source.total for source in sources)
    if used == total:
        return line(f"read-all-{measured_in}", count=total)
    return line(f"read-{measured_in}", used=used, total=total)
