"""Options that were written as quoted strings or as the lines of a list."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.quotes import Span, has_lonely_quote, quoted, unquoted

_ITEM: Final = re.compile(
    r"(?P<indent>[ \t]*)(?:[-*+•\u2013\u2014]|\(?\d{1,2}[.)]|\(?[a-zA-Z][.)])[ \t]+(?:\[[ xX]?\][ \t]+)?(?P<text>\S.*)"
)
_NO_OPTIONS: Final = re.compile(
    r"\b(?:context|criteria|constraints?|requirements?|pros|cons|because|reasons?|background|notes?|facts?|goals?|see"
    r"|contexte|crit[eè]res?|contraintes?|exigences?|pour|contre|avantages|inconv[eé]nients|car|raisons?|faits|objectifs?)"
    r"\s*:?$",
    re.IGNORECASE,
)
_COURTESY: Final = re.compile(
    r"(?:[\s,.!]|\b(?:please|pls|thanks?|thank you|thx|in advance|svp|stp|merci|d['\u2019]avance"
    r"|s['\u2019]il (?:te|vous) pla[iî]t)(?!\w))*",
    re.IGNORECASE,
)
"""What may stand behind the options and says nothing about them."""
_OPTIONS: Final = re.compile(r"(?:options?|choices|alternatives|choix|possibilit[eé]s)\s*:?$", re.IGNORECASE)


class Listed(NamedTuple):
    """What was asked, and the options that stand beside it."""

    question: str
    options: tuple[str, ...]


class _Block(NamedTuple):
    """A run of list lines: the lines it covers, what introduces it, its items."""

    start: int
    end: int
    title: str
    items: tuple[str, ...]


def from_quotes(text: str) -> Listed | None:
    """A run of quoted strings, at the end or behind a question: options, and the question if nothing else is one."""
    run = _offering_run(text)
    if not run:
        return None
    before, behind = text[: run[0].start].strip(), _behind(text, run)
    inside = tuple(span.inside for span in run if span.inside)
    if before:
        return Listed(_joined(before, behind), inside) if _announces(text, run, before) else None
    if len(inside) > 2 or (len(inside) > 1 and inside[0].endswith("?")):  # noqa: PLR2004 - a question and two options
        return Listed(_joined(inside[0], behind), inside[1:])
    return Listed(text, inside) if len(inside) > 1 else None


def from_lines(text: str) -> Listed | None:
    """The one list below a question; a list of reasons or a single line is none."""
    lines = text.split("\n")
    blocks = [block for block in _blocks(lines) if len(block.items) > 1 and not _NO_OPTIONS.search(block.title)]
    named = [block for block in blocks if _OPTIONS.search(block.title)]
    chosen = named or blocks
    if len(chosen) != 1:
        return None
    block = chosen[0]
    rest = [*lines[: block.start], *lines[block.end :]]
    question = "\n".join(line for line in rest if not _OPTIONS.fullmatch(line.strip())).strip()
    return Listed(re.sub(r"\n{3,}", "\n\n", question), block.items) if question else None


def _offering_run(text: str) -> tuple[Span, ...]:
    """The quoted strings that are options: those at the end, or the only run that answers a question in front of it."""
    runs = _runs(text, quoted(text))
    if not runs or not _behind(text, runs[-1]):
        return runs[-1] if runs else ()
    several = [run for run in runs if len(run) > 1]
    if len(several) != 1 or has_lonely_quote(text):
        return ()
    [run] = several
    before = text[: run[0].start].strip()
    is_asked = before[-1] in "?:" if before else run[0].inside.endswith("?") and len(run) > 2  # noqa: PLR2004 - as above
    return run if is_asked else ()


def _runs(text: str, spans: Sequence[Span]) -> list[tuple[Span, ...]]:
    """Quoted strings with nothing but spaces, commas and bars between them belong together."""
    runs: list[tuple[Span, ...]] = []
    for span in spans:
        is_next = bool(runs) and not text[runs[-1][-1].end : span.start].strip(" ,;\n|/")
        before = runs.pop() if is_next else ()
        runs.append((*before, span))
    return runs


def _behind(text: str, run: Sequence[Span]) -> str:
    """What is said behind the options, without words of courtesy."""
    behind = text[run[-1].end :].strip()
    return "" if _COURTESY.fullmatch(behind) else behind


def _joined(question: str, behind: str) -> str:
    return f"{question} {behind}".strip()


def _announces(text: str, run: Sequence[Span], before: str) -> bool:
    """Whether the words before the run ask for one of the quoted strings."""
    are_spaced = len(run) > 1 and all(text[a.end : b.start].isspace() for a, b in pairwise(run))
    return before[-1] in "?:" or are_spaced or (len(run) > 1 and "\n" in text[len(before) : run[0].start])


def _blocks(lines: Sequence[str]) -> list[_Block]:
    blocks: list[_Block] = []
    at = 0
    while at < len(lines):
        if not _ITEM.fullmatch(lines[at]):
            at += 1
            continue
        end = _end(lines, at)
        title = next((lines[above].strip() for above in range(at - 1, -1, -1) if lines[above].strip()), "")
        blocks.append(_Block(at, end, title, _items(lines[at:end])))
        at = end
    return blocks


def _end(lines: Sequence[str], start: int) -> int:
    """Behind the last line that belongs to the list: items, their indented rest, and empty lines between."""
    end = start
    for at in range(start, len(lines)):
        if _ITEM.fullmatch(lines[at]) or lines[at].startswith(("  ", "\t")):
            end = at + 1
        elif lines[at].strip():
            break
    return end


def _items(lines: Sequence[str]) -> tuple[str, ...]:
    """One text per item; deeper lines continue the item above them."""
    items: list[str] = []
    depth = len(lines[0]) - len(lines[0].lstrip())
    for line in lines:
        match = _ITEM.fullmatch(line)
        if match and len(match["indent"]) <= depth + 1:
            items.append(match["text"].strip())
        elif line.strip():
            items[-1] = f"{items[-1]} {line.strip()}"
    return tuple(unquoted(item) for item in items)
