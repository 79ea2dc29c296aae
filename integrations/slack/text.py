"""Text between Slack and us: decoded once on the way in, made harmless once on the way out."""

import re
from typing import Final

from consensus.card import Line
from consensus.card.lines import Value
from consensus.events import Instant
from consensus.text import one_line, shortened, visible
from integrations.slack.limits import PAGE

GUARD: Final = "\u2060"
"""A word joiner: nobody sees it, and a mark of formatting beside it formats nothing; taken out again on the way in."""
MICROSECONDS: Final = 1_000_000

_INCOMING: Final = re.compile(rf"<([^<>]*)>|&(amp|lt|gt);|{GUARD}")
_LETTERS: Final = {"amp": "&", "lt": "<", "gt": ">"}
_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]*:\S+", re.IGNORECASE)
_PAGE: Final = re.compile(PAGE, re.ASCII)
_USER: Final = re.compile(r"[UW][A-Z0-9]{1,30}")
_QUOTE: Final = re.compile(r"^([^\S\n]*)(?=&gt;)", re.MULTILINE)
_MARK: Final = re.compile(r"[`*~]|(?<![^\W_])_|_(?![^\W_])")
_CALL: Final = re.compile(r"@(?=\w)")


def decode(text: str) -> str:
    """What somebody wrote, as they saw it: mentions, channels, links and dates by their names, entities as letters."""
    return _INCOMING.sub(_decoded, text)


def escape(text: str) -> str:
    """The text as mrkdwn that shows just itself: it rings nobody, links nowhere and formats nothing."""
    entities = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    unquoted = _QUOTE.sub(rf"\g<1>{GUARD}", entities)
    return _CALL.sub(f"@{GUARD}", _MARK.sub(rf"{GUARD}\g<0>{GUARD}", unquoted))


def inline(text: str) -> str:
    """What can be seen of the text, escaped, on one line: it cannot look like a line of ours."""
    return escape(one_line(text))


def quoted(text: str) -> str:
    """What can be seen of the text, escaped, each line with the bar of a quotation."""
    lines = (line.strip() for line in visible(text).splitlines())
    return "\n".join(f"> {escape(line)}" for line in lines if line)


def plain(text: str, most: int) -> str:
    """For a plain text of Slack, which formats and rings nothing: one line, shortened, never empty."""
    return shortened(one_line(text).replace("<", f"<{GUARD}"), most) or "…"


def harmless(line: Line) -> Line:
    """The sentence with every word that people or models wrote escaped; what a speaker shows stays alive."""
    return Line(key=line.key, params={name: _harmless(value) for name, value in line.params.items()})


def mention(user: str) -> str:
    """A live mention of that Slack user, and of nothing else."""
    return f"<@{user}>" if _USER.fullmatch(user) else inline(user)


def link(address: str, name: str) -> str:
    """The name, leading to a page where a decision stands; the name alone where the address cannot stand in a link."""
    return f"<{address}|{inline(name).replace('|', ' ')}>" if _PAGE.fullmatch(address) else inline(name)


def moment(at: Instant, otherwise: str) -> str:
    """An instant that Slack shows in each reader's own time; `otherwise` where it cannot."""
    return f"<!date^{at // MICROSECONDS}^{{date_short}} {{time}}|{inline(otherwise).replace('|', ' ')}>"


def _harmless(value: Value) -> Value:
    if isinstance(value, str):
        return inline(value)
    if isinstance(value, Line):
        return harmless(value)
    if isinstance(value, tuple):
        return tuple(harmless(each) for each in value)
    return value


def _decoded(found: re.Match[str]) -> str:
    if found[2]:
        return _LETTERS[found[2]]
    return "" if found[1] is None else _reference(found[1])


def _reference(inside: str) -> str:
    """What a reader sees of one `<…>`; what is no reference of Slack stays as it is."""
    target, _, label = inside.partition("|")
    name = re.sub(_INCOMING, _decoded, label)
    if target[:1] in {"@", "#"}:
        return target[0] + (name.removeprefix(target[0]) or target[1:])
    if target.startswith("!date^"):
        return name
    if target.startswith("!"):
        return "@" + (name.removeprefix("@") or target[1:].partition("^")[2] or target[1:])
    if _ADDRESS.fullmatch(target):
        return _link(re.sub(_INCOMING, _decoded, target), name)
    return f"<{inside}>"


def _link(address: str, name: str) -> str:
    """The name and the address, or one of them where they say the same."""
    if not name or name == address:
        return address.removeprefix("mailto:")
    bare = address.partition(":")[2].removeprefix("//")
    return name if name.rstrip("/") == bare.rstrip("/") else f"{name} ({address})"
