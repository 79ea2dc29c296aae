"""What stands around a request and is no part of it: the bot's name, a link to a thread, a phrase that calls it."""

import re
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from bot.commands import parse_question
from bot.spoken import Thread
from bot.wording import pattern

_I: Final = re.IGNORECASE
_CALL: Final = re.compile(r" {0,3}[/@]consensus(?:-(?P<profile>[a-z0-9][\w-]*))?(?![\w/@.-])[\s:,]*", _I)
_LINK: Final = re.compile(r"<?(?P<url>https?://[^\s<>|]+)(?:\|[^<>]*)?>?")
_PATH: Final = re.compile(r"/archives/(?P<channel>[CDG][A-Z0-9]+)/p(?P<seconds>[0-9]{10})(?P<rest>[0-9]{6})/?")
_TS: Final = re.compile(r"[0-9]{10}\.[0-9]{6}")

_PHRASES: Final = (
    r"majority vote between agents|majority vote|agent (?:voting|debate|deliberation|consensus)"
    r"|multi-? ?agent decision|consensus agent|vote agents|d[eé]cision collective"
)
_CALLING: Final = (
    r"(?:(?:please|hey|hi|hello|bonjour|salut|svp)[, ]+)?"
    r"(?:(?:can|could|may) (?:you|we) |let['\u2019]s |(?:i|we)(?:['\u2019]d like| need| want)(?: to)? "
    r"|peux-tu |pouvez-vous |peut-on |(?:je veux|on veut|il (?:nous )?faut) )?"
    r"(?:(?:start|run|do|hold|get|have|make|take|open|launch|lance[rz]?|faire|fais|faites|prendre|prends|ouvre[rz]?) )?"
    r"(?:(?:an?|the|une?|le|la) )?"
)
_TRIGGER: Final = re.compile(
    rf"{_CALLING}(?:{_PHRASES})(?:,? (?:please|svp|stp))?"
    r"(?P<after>\s*[:,;.!?\u2026]+\s*|\s+[-\u2013\u2014]\s+|\s*\n\s*|\s*$|\s+)",
    _I,
)
_ABOUT: Final = re.compile(r"^(?:on|about|regarding|for|sur|pour|concernant|[aà] propos de|au sujet de)\s+", _I)
_WHETHER: Final = re.compile(r"whether\b", _I)


class Call(NamedTuple):
    """What was said to the bot, and the profile that the name it was called by stands for."""

    body: str
    profile: str | None


def called(text: str) -> Call | None:
    """The request behind `/consensus`, `@consensus` or `/consensus-PROFILE`; none when the text calls somebody else."""
    match = _CALL.match(text)
    return Call(text[match.end() :], match["profile"]) if match else None


def without_thread(text: str) -> tuple[str, Thread | None]:
    """The text without a link to a thread at its beginning or end, and that thread."""
    tokens = text.split()
    first, last = (tokens[0], tokens[-1]) if tokens else ("", "")
    first = text[: text.find(">") + 1] if text.startswith("<") else first
    last = text[text.rfind("<") :] if text.endswith(">") else last
    for token, rest in ((first, text[len(first) :]), (last, text[: len(text) - len(last)])):
        match = _LINK.fullmatch(token)
        if match and (thread := _thread(match["url"])):
            return rest.strip(), thread
    return text, None


def without_trigger(text: str) -> str:
    """The text without a phrase that calls the bot in front of it; a question that begins with one keeps it."""
    match = _TRIGGER.match(text)
    if match is None:
        return text
    rest = text[match.end() :]
    if match["after"].strip() or "\n" in match["after"] or not rest:
        return rest
    asked = _ABOUT.sub("", rest, count=1)
    opens = any((pattern("between").match(asked), pattern("opening").match(asked), _WHETHER.match(asked)))
    is_about = asked != rest and parse_question(asked).options
    return asked if opens or is_about else text


def _thread(url: str) -> Thread | None:
    """The thread of a message's address; a reply's address names its root."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    match = _PATH.fullmatch(parts.path)
    if match is None:
        return None
    root = parse_qs(parts.query).get("thread_ts", [""])[0]
    ts = root if _TS.fullmatch(root) else f"{match['seconds']}.{match['rest']}"
    return Thread(channel=match["channel"], ts=ts)
