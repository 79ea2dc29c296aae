"""What can happen to a panel: it is opened, given context, heard and closed."""

from typing import Literal

from consensus.events.terms import (
    Axes,
    Facts,
    PanelOutcome,
    Policy,
    Stage,
    Usage,
    Words,
)
from consensus.model import Model
from consensus.panel.agents import Language, Seat
from consensus.voting.ballots import Cause, Share
from consensus.voting.rules import RuleName
from consensus.voting.strength import Strength


class OpenedWords(Words):
    question: str
    options: tuple[str, ...]
    """In the order of the option ids."""
    request: str = ""
    notes: tuple[str, ...] = ()


class Opened(Facts):
    kind = "opened"
    texts = OpenedWords
    engine: str
    asker: str
    lang: Language
    options: tuple[str, ...]
    is_proposal: bool
    options_stated: bool
    safety_order: tuple[str, ...] | None
    policy: Policy
    axes: Axes | None
    roster: tuple[Seat, ...]
    moderator: Seat
    offset: int
    wants_context: bool
    places: tuple[str, ...]
    supersedes: str | None = None
    config_digest: str = ""
    via: str
    origin: str = ""
    """The message that asked, as its platform names it, where the place alone does not tell."""
    check: Literal["off", "shown", "gate"] = "off"
    """Whether the result stands as a check on the commit, and whether that check may open a gate."""


class Source(Model):
    """One thing that was read; of a thread the sizes are in messages, else in characters."""

    source: str
    ref: str
    total: int
    used: int
    digest: str


class ContextWords(Words):
    sources: tuple[str, ...]


class ContextTaken(Facts):
    kind = "context_taken"
    texts = ContextWords
    sources: tuple[Source, ...]
    cut: bool
    missing: tuple[str, ...] = ()
    hidden: int = 0
    masked: int = 0
    flags: tuple[str, ...] = ()
    """Why the context looks like an attack; any flag sends the decision to people."""
    head_sha: str | None = None


class BallotWords(Words):
    rationale: str = ""
    risks: tuple[str, ...] = ()
    would_change: str = ""
    raw: str = ""


class BallotCast(Facts):
    kind = "ballot_cast"
    texts = BallotWords
    round: int
    seat: str
    choice: str
    confidence: Share | None
    ranking: tuple[str, ...] | None = None
    axes: Axes | None = None
    about_person: bool | None = None
    repaired: bool = False
    flags: tuple[str, ...] = ()
    shown: tuple[tuple[str, str], ...]
    """What the seat saw, in its order: its own opaque id, and the option behind it."""
    moved_by: str | None = None
    model: str
    family: str
    attempt: int = 1
    counted: bool = True
    usage: Usage


class AbstentionWords(Words):
    raw: str = ""


class Abstained(Facts):
    kind = "abstained"
    texts = AbstentionWords
    round: int
    seat: str
    cause: Cause
    http: int | None = None
    carried_from: int | None = None
    counted: bool = True
    flags: tuple[str, ...] = ()
    usage: Usage


class Argument(Model):
    id: str
    option: str
    stance: Literal["for", "against"]


class CritiqueWords(Words):
    arguments: tuple[str, ...]
    raw: str = ""


class CritiqueGiven(Facts):
    kind = "critique_given"
    texts = CritiqueWords
    round: int = 2
    seat: str
    arguments: tuple[Argument, ...]
    flags: tuple[str, ...] = ()
    model: str
    family: str
    usage: Usage


class PanelClosed(Facts):
    kind = "panel_closed"
    outcome: PanelOutcome
    stage: Stage
    rule: RuleName
    leader: str | None
    winner: str | None
    tied: tuple[str, ...]
    counted: tuple[int, ...]
    scores: tuple[tuple[str, int], ...]
    """Thousandths of a head, of a confidence or of a Borda point."""
    strength: Strength
    rules_agree: bool
    condorcet: str | None
    families: int
    degradations: tuple[str, ...]
