"""The steps that the table can name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from consensus.decision import Decision
from consensus.events import Instant, PanelClosed, VerdictReached
from consensus.panel.agents import Seat


@dataclass(frozen=True)
class Done:
    """Nothing is to be done."""


@dataclass(frozen=True)
class Gather:
    """Read the context."""


@dataclass(frozen=True)
class Poll:
    """Ask these seats in this round."""

    round: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class ClosePanel:
    facts: PanelClosed


@dataclass(frozen=True)
class Propose:
    """Put an option before the approvers; `option` is none where nobody can name one, or the moderator still has to."""

    by: Literal["safety_order", "moderator", "vote"]
    option: str | None
    tied: tuple[str, ...]


@dataclass(frozen=True)
class AwaitHumans:
    """People act next; look again at `until`."""

    what: Literal["approval", "vote", "offer"]
    until: Instant


@dataclass(frozen=True)
class OpenVote:
    options: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class CloseVote:
    why: Literal["deadline", "complete"]


@dataclass(frozen=True)
class Close:
    facts: VerdictReached


Step = Done | Gather | Poll | ClosePanel | Propose | AwaitHumans | OpenVote | CloseVote | Close
Guard = Callable[[Decision, Instant], Step | None]
