"""The issues that a text refers to: of its own repository alone, those that it closes first."""

import re
from typing import Final

MOST: Final = 5
_CODE: Final = re.compile(
    r"^ {0,3}(```+|~~~+).*?(?:^ {0,3}\1|\Z)|<!--.*?(?:-->|\Z)|`[^`\n]*`", re.DOTALL | re.MULTILINE
)
"""What is shown as it is typed, or not at all, links nowhere."""
_NUMBER: Final = r"[1-9][0-9]{0,8}(?![\w])"
_NAME: Final = r"[\w.-]+/[\w.-]+"
_LINK: Final = re.compile(
    r"(?P<closes>\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?:\s*:\s*|\s+))?"
    rf"(?:https?://[^\s/]+/(?P<there>{_NAME})/(?:issues|pull)/(?P<listed>{_NUMBER})"
    rf"|(?<![\w/#&.-])(?P<other>{_NAME})?#(?P<number>{_NUMBER})"
    rf"|(?<![\w/#&.-])GH-(?P<gh>{_NUMBER}))",
    re.IGNORECASE,
)


def links_in(text: str, full_name: str, own: int) -> tuple[int, ...]:
    """The numbers of the issues, each once; a link to another repository is not followed."""
    found: dict[bool, dict[int, None]] = {True: {}, False: {}}
    for match in _LINK.finditer(_CODE.sub(" ", text)):
        named = match["there"] or match["other"] or full_name
        number = int(match["listed"] or match["number"] or match["gh"])
        if named.casefold() == full_name.casefold() and number != own:
            found[bool(match["closes"])][number] = None
    return tuple(dict.fromkeys([*found[True], *found[False]]))
