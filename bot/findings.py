"""What doctor finds: one check each, with how it went."""

from typing import Final, Literal

from consensus.card import Line
from consensus.card.lines import line
from consensus.errors import ConsensusError
from consensus.model import Model

Check = Literal[
    "settings", "database", "posts", "attempts", "models",
    "slack", "scopes", "clock", "socket",
    "github", "github-permissions", "github-events", "github-clock", "github-webhook",
]  # fmt: skip
SECOND: Final = 1_000_000
MOST_SKEW: Final = 60
"""Seconds: both platforms sign with the time, or have us sign with it."""


class Finding(Model):
    """One check; the line says what is bad, why something is off, or what is worth knowing of what is good."""

    check: Check
    state: Literal["good", "note", "off", "bad"] = "good"
    line: Line | None = None


def note(check: Check, told: Line) -> Finding:
    return Finding(check=check, state="note", line=told)


def bad(check: Check, error: ConsensusError) -> Finding:
    return Finding(check=check, state="bad", line=line(error.key, **error.params))
