"""Quoted strings in a text: pairs that delimit, nested ones kept, apostrophes never."""

from typing import Final, NamedTuple

OPENING: Final = '"“”„«'
CLOSING: Final = '"”“»'
MARKS: Final = '"“”„«»'
_BEFORE_OPENING: Final = "([{,;:=/-\u2013\u2014"
_AFTER_CLOSING: Final = ")]},;:.!?…/"


class Span(NamedTuple):
    """A quoted string: where it stands, marks included, and what is inside."""

    start: int
    end: int
    inside: str


def quoted(text: str) -> tuple[Span, ...]:
    """The outermost quoted strings; a mark without its partner is literal text."""
    return _scan(text)[0]


def has_lonely_quote(text: str) -> bool:
    """Whether a quote was opened and never closed."""
    return _scan(text)[1]


def unquoted(text: str) -> str:
    """What is inside, if the whole text is one quoted string; else the text."""
    spans = quoted(text)
    is_whole = len(spans) == 1 and (spans[0].start, spans[0].end) == (0, len(text))
    return spans[0].inside if is_whole else text


def _scan(text: str) -> tuple[tuple[Span, ...], bool]:
    """The outermost pairs in one pass, and whether an opening mark is left over."""
    opened: list[int] = []
    spans: list[Span] = []
    for at, character in enumerate(text):
        if character not in MARKS:
            continue
        if opened and character in CLOSING and _closes(text, at):
            start = opened.pop()
            while spans and spans[-1].start > start:
                spans.pop()
            spans.append(Span(start, at + 1, text[start + 1 : at].strip()))
        elif _opens(text, at):
            opened.append(at)
    return tuple(spans), bool(opened)


def _opens(text: str, at: int) -> bool:
    if text[at] == "«":
        return True
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    is_at_edge = not before or before.isspace() or before in _BEFORE_OPENING
    return text[at] in OPENING and is_at_edge and bool(after) and not after.isspace()


def _closes(text: str, at: int) -> bool:
    if text[at] == "»":
        return True
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    is_at_edge = not after or after.isspace() or after in _AFTER_CLOSING or after in MARKS
    return is_at_edge and not before.isspace()
