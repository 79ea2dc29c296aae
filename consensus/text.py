"""How texts are compared, and what of them can be seen."""

import re
import unicodedata
from typing import Final

_EMOJI: Final = r"#*0-9\xa9\xae\u2100-\u2bff\u3030-\u3299\U0001f000-\U0001faff"
_ALWAYS_HIDDEN: Final = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f"
    r"\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# A joiner or a variation selector inside an emoji is how emoji are written; anywhere else it hides something.
HIDDEN: Final = re.compile(
    rf"[{_ALWAYS_HIDDEN}]|(?<![{_EMOJI}])[\ufe0e\ufe0f]|(?<![{_EMOJI}\ufe0e\ufe0f])\u200d|\u200d(?![{_EMOJI}])"
)
_INVISIBLE: Final = re.compile(rf"[{_ALWAYS_HIDDEN}\u200d\ufe0e\ufe0f]")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_LINE_END: Final = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_QUOTES: Final = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u2032", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\xab\xbb\u2033", '"')
)


def normalise(text: str) -> str:
    """What two texts that mean the same have in common; for comparing only, never shown."""
    seen = _INVISIBLE.sub("", " ".join(text.split()))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    return " ".join(folded.translate(_QUOTES).split())


def printable(text: str) -> str:
    """The text as it was written, without control characters (lines and tabs stay), trimmed."""
    return _CONTROL.sub("", _LINE_END.sub("\n", text)).strip()


def whole(text: str) -> str:
    """The text without half of a character, as JSON can hold it: that cannot be stored."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def visible(text: str) -> str:
    """Only what a reader can see: no control, zero-width, direction, tag or filler characters."""
    return HIDDEN.sub("", _LINE_END.sub("\n", text)).strip()


def one_line(text: str) -> str:
    """What can be seen of the text, on a single line."""
    return " ".join(visible(text).split())


def shortened(text: str, limit: int) -> str:
    """At most `limit` characters; a cut shows as an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
