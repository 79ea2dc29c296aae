"""How a call to GitHub fails: not taken yet, taken or not, or refused for good."""

from typing import Final

from consensus import channel
from consensus.errors import ConsensusError

EXPLAINED: Final = frozenset(
    {
        "archived", "bad_credentials", "bad_key", "clock", "gone", "locked", "not_accessible", "not_found",
        "not_installed", "other_user", "suspended",
    }
)  # fmt: skip
"""The refusals that have a sentence of their own; every other is told by its code."""
ABSENT: Final = frozenset({"not_found", "gone"})


class GitHubError(ConsensusError):
    """GitHub did not do what it was asked to."""


class RateLimitedError(GitHubError, channel.RateLimitedError):
    """GitHub certainly did not take the call; it may after so many seconds."""

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__("github-rate-limited", seconds=retry_after)


class DoubtfulError(GitHubError, channel.DoubtfulError):
    """Nobody knows whether GitHub took the call: look before it is made again."""

    def __init__(self, why: str) -> None:
        self.why: Final = why
        super().__init__("github-doubtful", why=why)


class PermanentError(GitHubError, channel.PermanentError):
    """GitHub refused, and would again; `why` is our word for it, `needed` the permission that is missing."""

    def __init__(self, why: str, needed: str | None = None, *, seconds: int = 0) -> None:
        self.why = why
        self.is_absent = why in ABSENT
        self.needed: Final = needed
        key = f"github-{why.replace('_', '-')}" if why in EXPLAINED else "github-refused"
        super().__init__(key, why=why, needed=needed or "", seconds=seconds)


class MovedError(PermanentError):
    """The repository is no longer where, or with whom, it was: ask anew where it is."""
