"""Text on its way to GitHub: it shows just itself, and nothing in it rings, refers, links, loads or formats."""

import re
from datetime import UTC, datetime
from typing import Final

from consensus.card import Line
from consensus.card.lines import Value
from consensus.events import Instant
from consensus.text import one_line, printable, shortened, visible

GUARD: Final = "\u200b"
"""A zero-width space: nobody sees it, and no mention, reference, address or emoji of GitHub reaches across it."""
MICROSECONDS: Final = 1_000_000

_MARKS: Final = str.maketrans(
    {mark: f"\\{mark}" for mark in "\\`*_[]~"}
    | {"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;", "$": "&#36;"}
    | {"@": f"@{GUARD}", "#": f"\\#{GUARD}"}
)
# What GitHub finds in the finished text, so that no escape hides it: GH-1, addresses, :emoji:, [!NOTE], ids of commits
# (https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls).
_FOUND: Final = re.compile(r"gh-(?=\d)|:(?=//)|www(?=\.)|:(?=[\w+-]+(?::|\Z))|\[(?=[!^])", re.IGNORECASE)
_COMMIT: Final = re.compile(r"(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])", re.IGNORECASE)
_TOO_SHORT_FOR_A_COMMIT: Final = re.compile(r".{6}(?=.)")
_TICKS: Final = re.compile("`{9}(?=`)")
_CALL: Final = re.compile("[@#]")
_START: Final = re.compile(r"(\d{1,9})([.)])(?=\s|\Z)|([-+=:/])")
_LOGIN: Final = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}")
_ADDRESS: Final = re.compile(r"https?://[\w.:-]+(?:/[\w.~%/-]*)?(?:\?[\w.~%=&-]*)?(?:#[\w-]*)?", re.ASCII)
_HASH: Final = re.compile(r"[0-9a-f]{7,64}")


def inline(text: str) -> str:
    """What can be seen of the text on one line, wherever that line stands: it cannot look like a line of ours."""
    return _escaped(one_line(text))


def quoted(text: str) -> str:
    """What can be seen of the text, each line with the bar of a quotation."""
    lines = (line.strip() for line in visible(text).splitlines())
    return "\n".join(f"> {_escaped(' '.join(line.split()))}" for line in lines if line)


def copied(text: str) -> str:
    """The text letter by letter, ready for a block of code: a guard parts what looks like a marker or a long fence."""
    return _unmarked(_TICKS.sub(rf"\g<0>{GUARD}", printable(text)))


def fenced(text: str) -> str:
    """A copied text in a block of code that nothing in it can close."""
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}\n{text}\n{fence}"


def code(text: str) -> str:
    """The text on one line, as something to be typed."""
    shown = _unmarked(one_line(text)) or "…"
    fence = "`" * (_longest_run(shown) + 1)
    return f"{fence} {shown} {fence}" if "`" in shown else f"{fence}{shown}{fence}"


def plain(text: str, most: int) -> str:
    """For a field without Markdown: one line in which nothing is found, shortened, never empty."""
    return shortened(_CALL.sub(rf"\g<0>{GUARD}", _broken(one_line(text))), most) or "…"


def mention(login: str) -> str:
    """A live mention of that account, and of nothing else."""
    return f"@{login}" if _LOGIN.fullmatch(login) else inline(login)


def moment(at: Instant) -> str:
    """GitHub shows no reader their own time, so it is UTC that is said."""
    return datetime.fromtimestamp(at // MICROSECONDS, tz=UTC).strftime("%Y-%m-%d %H:%M UTC")


def link(said: str, address: str) -> str:
    """Words of ours as a link, if the address is nothing but one."""
    return f"[{said}]({address})" if _ADDRESS.fullmatch(address) else said


def harmless(line: Line, most: int) -> Line:
    """The sentence with every word that people or models wrote at most that long, and escaped; a hash is code."""
    return Line(key=line.key, params={name: _harmless(value, most) for name, value in line.params.items()})


def _harmless(value: Value, most: int) -> Value:
    if isinstance(value, str):
        return code(value) if _HASH.fullmatch(value) else inline(shortened(value, most))
    if isinstance(value, Line):
        return harmless(value, most)
    if isinstance(value, tuple):
        return tuple(harmless(each, most) for each in value)
    return value


def _escaped(line: str) -> str:
    escaped = _broken(line).translate(_MARKS)
    return _START.sub(_started, escaped, count=1) if _START.match(escaped) else escaped


def _broken(line: str) -> str:
    """The line with a guard in all that GitHub would find in it, but for its mentions and numbers."""
    broken = _FOUND.sub(rf"\g<0>{GUARD}", line)
    return _COMMIT.sub(lambda found: _TOO_SHORT_FOR_A_COMMIT.sub(rf"\g<0>{GUARD}", found[0]), broken)


def _started(found: re.Match[str]) -> str:
    """What would begin a list, a rule, a heading, a table or a command keeps its letters."""
    return f"\\{found[3]}" if found[3] else f"{found[1]}\\{found[2]}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _unmarked(text: str) -> str:
    """Code hides everything but from who looks for a marker of ours."""
    return text.replace("<!--", f"<{GUARD}!--")
