"""Takes what looks like a credential out of a text before it leaves the adapter."""

import re

MARK = "[redacted]"
LONGEST = 300
"""Characters that are kept of an error: enough for its sentence, too few for a prompt."""

PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=*-]{6,}"), rf"\1 {MARK}"),
    (re.compile(r"(://)[^/\s@]+@"), rf"\1{MARK}@"),
    (re.compile(r"(?i)(key provided:?\s*)[^\s,;]+"), rf"\1{MARK}"),
    (
        re.compile(r"(?i)([\w-]*(?:key|token|secret|password|authorization)[\"']?\s*[:=]\s*[\"']?)[^\s\"'&,;)}\]]+"),
        rf"\1{MARK}",
    ),
    (re.compile(r"(?<!\w)(?:sk-[\w*-]{4,}|AIza[\w-]{8,}|AKIA\w{8,}|xox\w-[\w-]{6,}|gh[pousr]_\w{8,})"), MARK),
    (re.compile(r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{24,}\b"), MARK),
)


def redact(text: str) -> str:
    """The text without credentials; what only looks like one goes too."""
    for pattern, replacement in PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def first_line(text: str) -> str:
    """The first line of an error, redacted and cut: the rest is a traceback or an echo of the request."""
    lines = redact(text).strip().splitlines()
    return lines[0][:LONGEST] if lines else ""
