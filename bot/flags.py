"""The flags that Slack, GitHub and the terminal share, and how they are taken out of a text."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, get_args

from bot.nearest import nearest
from bot.quotes import Span, quoted
from bot.units import read_axes, read_duration, read_money
from consensus.errors import RequestError
from consensus.events import Axes, Debate
from consensus.model import Model
from consensus.panel.agents import Language
from consensus.voting.rules import RuleName

Kind = Literal["switch", "text", "name", "people", "choice", "number", "duration", "money", "axes"]
Value = bool | int | str | Axes | tuple[str, ...]


class Flag(Model):
    """What may be said as `--name`; what `only_tightens` may, in a chat, never loosen the configuration."""

    name: str
    kind: Kind
    choices: tuple[str, ...] = ()
    is_repeatable: bool = False
    only_tightens: bool = False
    is_for_terminal: bool = False


FLAGS: Final[tuple[Flag, ...]] = (
    Flag(name="option", kind="text", is_repeatable=True),
    Flag(name="safest-first", kind="switch"),
    Flag(name="rule", kind="choice", choices=("auto", *get_args(RuleName)), only_tightens=True),
    Flag(name="stakes", kind="choice", choices=("low", "medium", "high"), only_tightens=True),
    Flag(name="qualify", kind="axes", only_tightens=True),
    Flag(name="human", kind="switch", only_tightens=True),
    Flag(name="debate", kind="choice", choices=get_args(Debate), only_tightens=True),
    Flag(name="lang", kind="choice", choices=get_args(Language)),
    Flag(name="profile", kind="name", only_tightens=True),
    Flag(name="voters", kind="people", only_tightens=True),
    Flag(name="quorum", kind="number", only_tightens=True),
    Flag(name="close", kind="duration"),
    Flag(name="hide", kind="switch"),
    Flag(name="in", kind="name"),
    Flag(name="budget", kind="money", only_tightens=True),
    Flag(name="context", kind="name", is_for_terminal=True),
    Flag(name="json", kind="switch", is_for_terminal=True),
    Flag(name="explain", kind="switch", is_for_terminal=True),
)
IN_CHAT: Final = {flag.name: flag for flag in FLAGS if not flag.is_for_terminal}

_FLAG: Final = re.compile(r"(?<!\S)(?P<dash>--|[\u2013\u2014\u2015]{1,2})(?P<name>[a-zA-Z][\w-]*)(?:=|(?=\s|$))")
_CODE: Final = re.compile(r"`+[^`]*`+")
_PEOPLE: Final = re.compile(r"[@<]\S+(?:[ ,]+[@<]\S+)*|\S+")
_LINE: Final = re.compile(r"[^\n]+")
_WORD: Final = re.compile(r"\S+")


def split_flags(text: str) -> tuple[str, dict[str, Value]]:
    """The text without its flags, and what they say; an unknown flag is an error that names the nearest one."""
    quotes = {span.start: span for span in quoted(text)}
    matches = _flags(text, quotes)
    found: dict[str, Value] = {}
    kept: list[str] = []
    at = 0
    ends = [*(match.start() for match in matches), len(text)][1:]
    for match, end in zip(matches, ends, strict=True):
        kept.append(text[at : match.start()])
        flag = IN_CHAT[match["name"].lower()]
        raw, at = _value(text[:end], match.end(), flag, quotes=quotes, follows=any(piece.strip() for piece in kept))
        found[flag.name] = _merged(found, flag, read_value(flag, raw))
    return _joined([*kept, text[at:]]), found


def read_value(flag: Flag, raw: str) -> Value:
    """What was written after a flag, read by its kind."""
    if flag.kind == "switch":
        return True
    if not raw:
        raise RequestError("flag-needs-value", flag=flag.name)
    if flag.kind == "choice":
        return _choice(flag, raw)
    if flag.kind == "number":
        return _number(flag, raw)
    readers: dict[Kind, Callable[[str], Value]] = {"duration": read_duration, "money": read_money, "axes": read_axes}
    return readers[flag.kind](raw) if flag.kind in readers else raw


def _flags(text: str, quotes: Mapping[int, Span]) -> list[re.Match[str]]:
    """The flags outside quotes and code; a typographic dash before an unknown word is just a dash."""
    hidden = bytearray(len(text))
    for start, end in [(span.start, span.end) for span in quotes.values()] + [m.span() for m in _CODE.finditer(text)]:
        hidden[start:end] = b"x" * (end - start)
    matches = [match for match in _FLAG.finditer(text) if not hidden[match.start()]]
    unknown = next((m["name"] for m in matches if m["dash"] == "--" and m["name"].lower() not in IN_CHAT), None)
    if unknown:
        raise RequestError("unknown-flag", flag=unknown, nearest=nearest(unknown, IN_CHAT))
    return [match for match in matches if match["name"].lower() in IN_CHAT]


def _value(text: str, start: int, flag: Flag, *, quotes: Mapping[int, Span], follows: bool) -> tuple[str, int]:
    """What stands after a flag and where it ends; an option that follows the question may have several words."""
    begin = len(text) - len(text[start:].lstrip(" \t"))
    if flag.kind == "switch":
        return "", start
    if begin in quotes:
        return quotes[begin].inside, quotes[begin].end
    words = {"people": _PEOPLE, "text": _LINE if follows else _WORD}
    match = words.get(flag.kind, _WORD).match(text, begin)
    return (match[0].rstrip(), match.end()) if match else ("", start)


def _choice(flag: Flag, raw: str) -> str:
    value = raw.lower().replace("-", "_")
    if value not in flag.choices:
        near, known = nearest(value, flag.choices), ", ".join(flag.choices)
        raise RequestError("flag-bad-choice", flag=flag.name, value=raw, nearest=near, choices=known)
    return value


def _number(flag: Flag, raw: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,5}", raw, re.ASCII):
        raise RequestError("flag-bad-number", flag=flag.name, value=raw)
    return int(raw)


def _merged(found: dict[str, Value], flag: Flag, value: Value) -> Value:
    if flag.is_repeatable:
        earlier = found.get(flag.name, ())
        return (*(earlier if isinstance(earlier, tuple) else ()), str(value))
    if found.get(flag.name, value) != value:
        raise RequestError("flag-twice", flag=flag.name)
    return value


def _joined(kept: Sequence[str]) -> str:
    """The pieces without the gaps that the flags left."""
    first, *others = kept
    pieces = [first.rstrip(" \t"), *(piece.strip(" \t") for piece in others)]
    text = " ".join(piece for piece in pieces if piece)
    return "\n".join(line.rstrip() for line in text.split("\n")).strip()
