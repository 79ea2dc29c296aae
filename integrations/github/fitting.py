"""Paragraphs of any length brought under the limit of one body, never cut in silence."""

from collections.abc import Callable, Sequence
from typing import Final

from integrations.github.limits import BODY

SCREEN: Final = 40_000
"""Bytes of what is seen first; the rest of a body is for what is folded away."""
FOLDED: Final = 8_000
"""Bytes of one folded paragraph, so that a long speech leaves room for the others."""
WORDS: Final = (2_000, 600, 150, 40)
"""Characters of one person's or model's text on the first screen: all that a question has, then less until it fits."""
CUT: Final = " …"
APART: Final = "\n\n"

Draw = Callable[[int], Sequence[str]]
"""The paragraphs of the first screen, no text in them longer than so many characters."""


def fitted(draw: Draw, folded: Sequence[str], summary: str, more: str) -> str:
    """The first screen, what is folded away below it, and, if anything is shortened, where the rest is."""
    whole, screen = _paragraphs(draw, BODY), _screen(draw)
    kept, _ = within(screen, SCREEN)
    ending = [f"<details>\n<summary>{summary}</summary>", "</details>"]
    room = BODY - size(APART.join([*kept, *ending, more]))
    behind, is_cut = within([part for part in folded if part], room, FOLDED)
    body = [*kept, ending[0], *behind, ending[1]] if behind else kept
    return APART.join([*body, more] if is_cut or kept != whole else body)


def _screen(draw: Draw) -> list[str]:
    """With texts as long as they can be."""
    for most in WORDS:
        screen = _paragraphs(draw, most)
        if size(APART.join(screen)) <= SCREEN:
            break
    return screen


def _paragraphs(draw: Draw, most: int) -> list[str]:
    return [part for part in draw(most) if part]


def within(parts: Sequence[str], room: int, most: int = BODY) -> tuple[list[str], bool]:
    """As many of the paragraphs as fit, in order, none longer than `most`; and whether anything is missing."""
    kept: list[str] = []
    left = room
    for part in parts:
        shown = shortened(part, min(most, left - len(APART)))
        if not shown:
            return kept, True
        kept.append(shown)
        left -= size(shown) + len(APART)
    return kept, kept != list(parts)


def shortened(text: str, room: int) -> str:
    """The text in so many bytes, divided between lines or words if it can be; empty if there is no room for any."""
    if size(text) <= room:
        return text
    start = text.encode()[: max(room - size(CUT), 0)].decode(errors="ignore")
    end = max(start.rfind("\n"), start.rfind(" "))
    kept = start[:end] if end > len(start) // 2 else start
    return kept.rstrip() + CUT if kept.strip() else ""


def size(text: str) -> int:
    return len(text.encode())
