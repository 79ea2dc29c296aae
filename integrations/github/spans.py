"""The parts of a paragraph that are no plain words: code spans, tags, hidden comments, the titles of links."""

import re
from bisect import bisect_left
from collections import defaultdict
from typing import Final

COVERED: Final = "\0"
"""Stands at the beginning of each line that begins inside such a part."""
_START: Final = re.compile(r"\\[\\`<\]]|`+|<(?:!--|!\[CDATA\[|!(?=[A-Za-z])|\?|(?=/?[A-Za-z]))|\]\(")
_ENDS: Final = {"<!--": "-->", "<![CDATA[": "]]>", "<!": ">", "<?": "?>"}
_CODE: Final = ("code", "pre")
"""Tags around code; one that is left open holds all the rest."""
# Nothing in these two is tried twice, so that no text makes them slow.
_TAG: Final = re.compile(
    r"""<(?:/[A-Za-z][A-Za-z0-9-]*+\s*+|(?P<name>[A-Za-z][A-Za-z0-9-]*+)"""
    r"""(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?+)*+\s*+/?)>"""
)
_TITLE: Final = re.compile(r"""\]\(\s*+(?:<[^<>\n]*+>|[^\s()<]++)\s++(?:"[^"]*+"|'[^']*+'|\([^()]*+\))\s*+\)""")
Closers = dict[str, list[int]]


def without_covered(text: str) -> str:
    """The text without hidden comments, and with a mark on each line that begins inside another such part."""
    closers = _closers(text)
    shown: list[str] = []
    at = 0
    while start := _START.search(text, at):
        end = _end(text, start, closers)
        part = text[start.start() : end]
        is_hidden = start[0] in _ENDS and end > start.end()
        shown += text[at : start.start()], "\n" * part.count("\n") if is_hidden else part
        shown[-1] = shown[-1].replace("\n", f"\n{COVERED}")
        at = end
    return "".join((*shown, text[at:]))


def _end(text: str, start: re.Match[str], closers: Closers) -> int:
    """Where the part ends; at once when it was only characters."""
    opened, at = start[0], start.end()
    if opened[0] == "`":
        return _after(closers[opened], len(opened), at)
    if opened in _ENDS:
        # `<!-->` is a comment, too.
        return _after(closers[_ENDS[opened]], len(_ENDS[opened]), at - 2 if opened == "<!--" else at)
    match = (_TITLE if opened == "](" else _TAG).match(text, start.start())
    if match is None:
        return at
    name = (match.groupdict().get("name") or "").lower()
    return _after(closers[name], 0, match.end()) if name in _CODE else match.end()


def _after(positions: list[int], length: int, at: int) -> int:
    found = bisect_left(positions, at)
    return positions[found] + length if found < len(positions) else at


def _closers(text: str) -> Closers:
    """Where each kind of part could end, found once."""
    closers: Closers = defaultdict(list)
    for run in re.finditer("`+", text):
        closers[run[0]].append(run.start())
    for end in _ENDS.values():
        closers[end] = [match.start() for match in re.finditer(re.escape(end), text)]
    for name in _CODE:
        tags = re.finditer(rf"</{name}(?![\w-])", text, re.IGNORECASE)
        closers[name] = [*(tag.start() for tag in tags), len(text)]
    return closers
