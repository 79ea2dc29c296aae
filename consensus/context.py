"""Outside text is made safe to show to agents before anything else is done with it."""

import re
from collections.abc import Sequence
from typing import Final

from consensus.model import Model
from consensus.suspicion import FLAGS, flags_in
from consensus.text import HIDDEN, visible

LIMIT: Final = 40_000
"""Characters of context that one prompt takes, over all sources."""
MASK: Final = "[masked]"

_COMMENT: Final = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_TAG_LETTERS: Final = re.compile(r"[\U000e0020-\U000e007e]+")
_TAG_OFFSET: Final = 0xE0000
_SECRETS: Final = re.compile(
    r"-----BEGIN [A-Z0-9 ]+-----.*?(?:-----END [A-Z0-9 ]+-----|\Z)"
    r"|\bxox[a-z]-[\w-]{10,}|\bxapp-[\w-]{10,}|hooks\.slack\.com/services/[\w/]{20,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{16,}|\bgithub_pat_\w{16,}"
    r"|\bsk-(?=[\w-]*\d)[\w-]{16,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
    r"|(?<=[Bb]earer )(?=[\w.~+/=-]*\d)[\w.~+/=-]{16,}"
    r"|(?<=://)[^\s:/@]+:[^\s/@]+(?=@)"
    r"|(?i:\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?key|(?:auth|access)[_-]?token)\b[\"']?\s*[:=]\s*[\"']?)"
    r"(?=[^\s\"',;]*\d)[^\s\"',;]{6,}",
    re.DOTALL,
)


class Cleaned(Model):
    """Outside text as agents may see it; `hidden` and `masked` count what was taken away or made visible."""

    text: str
    hidden: int
    masked: int
    flags: tuple[str, ...]


def clean(text: str, *, is_code: bool = False) -> Cleaned:
    """The text with nothing hidden in it and no secrets, and why it looks like an attack.

    A piece of code shows its comments to everybody, and may close what it never opened.
    """
    smuggled = "".join(chr(ord(letter) - _TAG_OFFSET) for run in _TAG_LETTERS.findall(text) for letter in run)
    seen = visible(text)
    shown, comments = (seen, 0) if is_code else _COMMENT.subn(lambda found: f"[hidden: {found[1].strip()}]", seen)
    safe, masked = mask(shown)
    flags = {*flags_in(shown, is_code=is_code), *flags_in(smuggled)}
    return Cleaned(
        text=safe,
        hidden=_hidden_characters(text) + comments,
        masked=masked,
        flags=tuple(flag for flag in FLAGS if flag in flags),
    )


def mask(text: str) -> tuple[str, int]:
    """The text with every secret replaced, and how many there were."""
    return _SECRETS.subn(MASK, text)


def budgeted(texts: Sequence[str], limit: int = LIMIT) -> tuple[tuple[str, ...], bool]:
    """The texts as far as they fit, each with a fair share, and whether more than half was left out."""
    fair = rooms([len(text) for text in texts], limit)
    used = tuple(_cut(text, room) for text, room in zip(texts, fair, strict=True))
    return used, 2 * sum(fair) < sum(len(text) for text in texts)


def rooms(lengths: Sequence[int], limit: int = LIMIT) -> list[int]:
    """Short texts whole; what they leave is shared equally by the long ones."""
    fair = [0] * len(lengths)
    left = limit
    for done, place in enumerate(sorted(range(len(lengths)), key=lambda place: lengths[place])):
        fair[place] = min(lengths[place], left // (len(lengths) - done))
        left -= fair[place]
    return fair


def _hidden_characters(text: str) -> int:
    return len(HIDDEN.findall(text.replace("\r\n", "\n").replace("\r", "\n")))


def _cut(text: str, room: int) -> str:
    """The beginning of the text and, on a line of its own, how many characters are missing."""
    if len(text) <= room:
        return text
    return f"{text[:room]}\n[… {len(text) - room} …]"
