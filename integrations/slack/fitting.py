"""Texts of any length brought under the limits of one message, never cut in silence."""

import re
from collections.abc import Sequence
from typing import Final

from integrations.slack.limits import BLOCKS, CONTEXT, MESSAGE, SECTION, Json, size
from integrations.slack.text import GUARD

CUT: Final = " …"
_UNFINISHED: Final = re.compile(rf"(?:<[^<>]*|&[a-z]{{0,4}}|{GUARD}[`*~_@]?)\Z")
_BREAKS: Final = ("\n\n", "\n", " ")


def pieces(text: str, most: int) -> tuple[str, ...]:
    """The text in parts of at most that many characters, divided between paragraphs, lines or words if it can be."""
    found = []
    rest = text.strip()
    while len(rest) > most:
        end = _end(rest, most)
        found.append(rest[:end].rstrip())
        rest = rest[end:].strip()
    return (*found, rest) if rest else tuple(found)


def fitted(blocks: Sequence[Json], more: Json) -> list[Json]:
    """The blocks as one message takes them, long texts over several; `more` tells where the rest of a cut text is."""
    lengths = [len(_text(block)) for block in blocks]
    room = MESSAGE - size([*blocks, more]) + sum(lengths)
    rooms = _rooms(lengths, room) if size(list(blocks)) > MESSAGE else lengths
    cut = [_cut(block, most) for block, most in zip(blocks, rooms, strict=True)]
    split = [part for block in cut for part in _split(block)]
    kept = _fewer(split, BLOCKS - 1) if len(split) > BLOCKS else split
    if cut == list(blocks) and kept == split:
        return kept
    at = next((place for place, block in enumerate(kept) if block["type"] == "actions"), len(kept))
    return [*kept[:at], more, *kept[at:]]


def _text(block: Json) -> str:
    """What of a block may be divided or shortened: the text of a section or of a context; buttons never."""
    match block:
        case {"type": "section", "text": {"text": str(text)}} | {"type": "context", "elements": [{"text": str(text)}]}:
            return text
    return ""


def _saying(block: Json, text: str) -> Json:
    """The same block with another text."""
    if block["type"] == "section":
        return {**block, "text": {**block["text"], "text": text}}
    return {**block, "elements": [{**block["elements"][0], "text": text}]}


def _rooms(lengths: Sequence[int], room: int) -> list[int]:
    """Short texts whole; what they leave is shared equally by the long ones."""
    rooms = [0] * len(lengths)
    for done, place in enumerate(sorted(range(len(lengths)), key=lambda place: lengths[place])):
        rooms[place] = min(lengths[place], room // (len(lengths) - done))
        room -= rooms[place]
    return rooms


def _cut(block: Json, most: int) -> Json:
    text = _text(block)
    if len(text) <= most:
        return block
    return _saying(block, pieces(text, max(most - len(CUT), 1))[0] + CUT)


def _split(block: Json) -> list[Json]:
    """The block as several, each within the limit of its kind."""
    most = SECTION if block["type"] == "section" else CONTEXT
    return [_saying(block, part) for part in pieces(text, most)] if (text := _text(block)) else [block]


def _fewer(blocks: Sequence[Json], most: int) -> list[Json]:
    """The last sections are left out, never a button."""
    surplus = len(blocks) - most
    places = [place for place, block in enumerate(blocks) if _text(block)]
    left_out = set(places[len(places) - surplus :])
    return [block for place, block in enumerate(blocks) if place not in left_out]


def _end(text: str, most: int) -> int:
    """Where to divide: after the last paragraph, line or word that fits, never inside a reference or an entity."""
    for mark in _BREAKS:
        end = text.rfind(mark, most // 2, most + 1)
        while end > 0 and _UNFINISHED.search(text, 0, end):
            end = text.rfind(mark, most // 2, end)
        if end > 0:
            return end
    unfinished = _UNFINISHED.search(text, 0, most)
    return unfinished.start() if unfinished and unfinished.start() > 0 else most
