"""What stands behind a verb: the decision it names, what is said then, and the reason after "because"."""

import re
from typing import Final, NamedTuple

from bot.quotes import quoted

_I: Final = re.IGNORECASE
_DASH: Final = r"[-\u2010-\u2013\u2212]"
_ID: Final = re.compile(
    rf"d{_DASH}?0*(?P<number>[1-9][0-9]{{0,8}})(?![\w-])|(?P<bare>[1-9][0-9]{{0,8}})(?=\s*[.!?]*$)", _I
)
_BEFORE_ID: Final = re.compile(
    rf"(?:(?:me|us|moi|nous|for|of|on|de|the|la|le|decision|d[eé]cision|vote|proposal|proposition)\s+)+(?=d{_DASH}?[0-9])",
    _I,
)
_HERE: Final = re.compile(
    r"(?:(?:it|this|that|ça|cela|ceci|ce|cette|the|la|le|now|anyway|maintenant|quand m[eê]me"
    r"|one|decision|d[eé]cision|vote|poll|deadline|proposal|proposition)\b\s*)+(?=$|[.!?,]|--|because|parce|car\b|please|svp|stp)",
    _I,
)
_BECAUSE: Final = re.compile(r"(?:^|,\s*|(?<=\s))(?:because|parce qu(?:e\b|(?=['\u2019]))|car\b)['\u2019\s:,]*", _I)
_COURTESY: Final = re.compile(
    r"[\s,]*(?:please|pls|svp|stp|s['\u2019]il (?:te|vous) pla[iî]t|now|anyway)?[\s.!?\u2026]*", _I
)


class Arguments(NamedTuple):
    """The rest of a text behind its verb, taken apart."""

    rest: str
    id: str | None
    is_here: bool
    """Whether it says "it" or "this decision" instead of an id."""
    tail: str
    """All that stands behind the id."""
    said: str
    """The tail up to "because"."""
    reason: str


def arguments(rest: str) -> Arguments:
    """The parts of what stands behind a verb; words of courtesy are none."""
    bare = rest.strip(" \t\n:,")
    begin = match.end() if (match := _BEFORE_ID.match(bare)) else 0
    named = _ID.match(bare, begin)
    here = None if named else _HERE.match(bare)
    found = named or here
    tail = bare[found.end() :].strip(" \t\n:,") if found else bare
    said, reason = divided(tail)
    return Arguments(
        rest=bare,
        id=f"D-{named['number'] or named['bare']}" if named else None,
        is_here=here is not None,
        tail=tail,
        said=said,
        reason=reason,
    )


def divided(tail: str) -> tuple[str, str]:
    """What is said before "because" and after it; words of courtesy say nothing."""
    because = _because(tail)
    said = tail[: because.start()].strip() if because else tail
    return "" if _COURTESY.fullmatch(said) else said, tail[because.end() :].strip() if because else ""


def _because(text: str) -> re.Match[str] | None:
    """The first "because" that is not quoted."""
    spans = [(span.start, span.end) for span in quoted(text)]
    found = _BECAUSE.finditer(text)
    return next((match for match in found if not any(start < match.end() <= end for start, end in spans)), None)
