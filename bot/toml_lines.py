"""On which line of a TOML text a key stands."""

import re
from collections import Counter
from typing import Final

Place = tuple[str | int, ...]

_HEADER: Final = re.compile(r"\s*(?P<open>\[\[?)(?P<name>[^\[\]]+(?:\"[^\"]*\"[^\[\]]*)*)\]\]?\s*(?:#.*)?$")
_PART: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY: Final = re.compile(rf"\s*(?P<name>{_PART}(?:\s*\.\s*{_PART})*)\s*=")
_FENCE: Final = re.compile(r'"""|\'\'\'')


def lines_of(text: str) -> dict[Place, int]:
    """The line of every table and key; the n-th of a repeated table is numbered from 0, as in the parsed data."""
    lines: dict[Place, int] = {}
    repeated: Counter[Place] = Counter()
    table: Place = ()
    fence = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if fence:
            fence = "" if fence in line else fence
        elif header := _HEADER.match(line):
            table = _place(header, repeated)
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault((*table, *_parts(key["name"])), number)
            fence = _opened(line)
    return lines


def line_of(place: Place, lines: dict[Place, int]) -> int:
    """The line of a key, or of the nearest table around it; 1 if nothing is known."""
    around = (place[:length] for length in range(len(place), 0, -1))
    return next((lines[part] for part in around if part in lines), 1)


def _place(header: re.Match[str], repeated: Counter[Place]) -> Place:
    """The table that a header opens; a table below a repeated one belongs to the last of these."""
    place: Place = ()
    for part in _parts(header["name"]):
        place = (*place, part)
        if place in repeated and place != tuple(_parts(header["name"])):
            place = (*place, repeated[place] - 1)
    if header["open"] == "[[":
        repeated[place] += 1
        return (*place, repeated[place] - 1)
    return place


def _parts(name: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(_PART, name)]


def _opened(line: str) -> str:
    """The mark of a multi-line string that this line opens and does not close."""
    match = _FENCE.search(line)
    return match[0] if match and line.count(match[0]) == 1 else ""
