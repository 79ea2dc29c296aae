"""How a call to Slack fails: not taken yet, taken or not, or refused for good."""

from typing import Final

from consensus import channel
from consensus.errors import ConsensusError

EXPLAINED: Final = frozenset(
    {
        "not_in_channel", "channel_not_found", "is_archived", "invalid_blocks", "missing_scope", "token_revoked",
        "invalid_auth", "account_inactive", "restricted_action", "user_not_in_channel", "wrong_team",
    }
)  # fmt: skip
"""The refusals that have a sentence of their own; every other is told by its code."""


class SlackError(ConsensusError):
    """Slack did not do what it was asked to."""


class RateLimitedError(SlackError, channel.RateLimitedError):
    """Slack certainly did not take the call; it may after so many seconds."""

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__("slack-rate-limited", seconds=retry_after)


class DoubtfulError(SlackError, channel.DoubtfulError):
    """Nobody knows whether Slack took the call: look before it is made again."""

    def __init__(self, why: str) -> None:
        self.why: Final = why
        super().__init__("slack-doubtful", why=why)


class SilentError(SlackError):
    """A socket is open and nothing comes over it."""

    def __init__(self) -> None:
        super().__init__("slack-socket-silent")


class PermanentError(SlackError, channel.PermanentError):
    """Slack refused, and would again; `why` is its code, `scope` what the token lacks."""

    def __init__(self, why: str, scope: str | None = None) -> None:
        self.why = why
        self.is_absent = why == "message_not_found"
        self.scope: Final = scope
        key = f"slack-{why.replace('_', '-')}" if why in EXPLAINED else "slack-refused"
        super().__init__(key, why=why, scope=scope or "")
