"""The requests of a comment: the lines that call us, as a reader of the rendered Markdown would see them."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from consensus.model import Model
from integrations.github.spans import COVERED, without_covered

LONGEST: Final = 65_536
"""Characters of a comment: https://docs.github.com/en/rest/issues/comments. What is longer is not GitHub's."""
DEEPEST: Final = 8
"""Levels of quotes and lists that are looked into; deeper ones cost much time and ask nothing."""
_PARSER: Final = MarkdownIt("commonmark", {"maxNesting": DEEPEST}).disable("inline")
_CLOSED: Final = re.compile(r"<(?:[!?]|(?:pre|code|blockquote|script|style|textarea)\b)", re.IGNORECASE)
"""What keeps the rest of a block of HTML from being read as plain words."""
_TICKED: Final = re.compile(r" {0,3}(?P<ticks>`++) ?(?P<inner>[^`]*+)(?P=ticks)[ \t]*+")
_TAIL: Final = re.compile(
    r"^(?:--[ \t]*$|Sent from my [^\n]{1,40}$|Envoyé (?:de|depuis) mon [^\n]{1,40}$"
    r"|(?:On|Le) [^\n]{1,200}(?:\n[^\n]{1,200})?(?:wrote|a écrit)[ \u00a0\u202f]?:[ \t]*$)",
    re.MULTILINE,
)
"""Where a mail program begins what nobody typed: a signature, or what is answered to."""
_ENTERED: Final = re.compile(r"<(/?)(?:pre|code|blockquote)\b", re.IGNORECASE)


class Commands(Model):
    """What a comment asks of us, each request with the lines that belong to it, beginning with `/consensus`."""

    requests: tuple[str, ...] = ()
    in_code: bool = False
    """Nothing is asked, but there is a request in code, perhaps by mistake."""


def commands_in(body: str, slug: str) -> Commands:
    """Takes what GitHub's CommonMark shows as somebody's own words; quotes, code and hidden text ask nothing."""
    text = body.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    call = _call(slug.lower())
    if len(text) > LONGEST or not call.search(text):
        return Commands()
    page = _Page(text)
    requests = _requests(page, call)
    return Commands(requests=requests, in_code=not requests and any(_is_alone(call, code) for code in page.in_code()))


class _Page:
    """The lines of a text; none for those that are quoted or hidden. Only `open` ones can begin a request."""

    def __init__(self, text: str) -> None:
        self.lines: list[str | None] = list(text.split("\n"))
        self.open: set[int] = set()
        self._code: list[str] = []
        self._entered = 0
        for token in _PARSER.parse(text):
            if token.map:
                self._take(token, *token.map)

    def _take(self, token: Token, first: int, last: int) -> None:
        if self.lines[first] is None:
            return
        if token.type == "blockquote_open":
            self.lines[first:last] = [None] * (last - first)
        elif token.type in {"fence", "code_block"}:
            self._code.append(token.content.lstrip("\n"))
        elif token.type == "inline" and not self._entered:
            self._open(first, last)
        elif token.type == "html_block":
            self._take_html(token.content, first, last)

    def _take_html(self, content: str, first: int, last: int) -> None:
        """Text between tags is text, but what an unclosed comment hides is all that follows."""
        if content.rfind("<!--") > content.rfind("-->"):
            self.lines[first:] = [None] * (len(self.lines) - first)
            return
        for end in _ENTERED.findall(content):
            self._entered = max(0, self._entered + (-1 if end else 1))
        self._open(first, last)
        if _CLOSED.search(content):
            self.open.difference_update(range(first, last))

    def _open(self, first: int, last: int) -> None:
        shown = without_covered("\n".join(line or "" for line in self.lines[first:last]))
        self.lines[first:last] = shown.split("\n")
        self.open.update(range(first, last))

    def in_code(self) -> Iterator[str]:
        """Where a request may stand by mistake: alone in backticks, or at the beginning of a block of code."""
        yield from self._code
        yield from (line for at in sorted(self.open) if (line := self.lines[at]))


def _requests(page: _Page, call: re.Pattern[str]) -> tuple[str, ...]:
    found: list[list[str]] = []
    for at, line in enumerate(page.lines):
        if line is None:
            continue
        if at in page.open and (called := call.match(line)):
            found.append([f"/consensus{called['profile'] or ''}{line[called.end() :]}"])
        elif found:
            found[-1].append(line)
    return tuple(_TAIL.split("\n".join(lines).replace(COVERED, ""), maxsplit=1)[0].strip() for lines in found)


@lru_cache(maxsize=8)
def _call(slug: str) -> re.Pattern[str]:
    """Our name at the beginning of a line; `@slug-more` is somebody else."""
    names = rf"/consensus(?P<profile>-[a-z0-9][\w-]*)?|@{re.escape(slug)}(?:\[bot\])?"
    return re.compile(rf" {{0,3}}(?:{names})(?![\w/@.-])", re.IGNORECASE)


def _is_alone(call: re.Pattern[str], line: str) -> bool:
    """Whether a line or block of code is nothing but a request, in backticks or without."""
    ticked = _TICKED.fullmatch(line)
    return call.match(ticked["inner"] if ticked else line) is not None
