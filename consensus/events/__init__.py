"""Everything that can happen to a decision, as data.

An event has *facts* (ids, numbers, enums: kept for ever, the only thing the fold reads) and *words* (texts, erasable).
Times are integer microseconds (UTC), money micro-dollars, shares thousandths. Options and seats are named by id.
"""

from pydantic import SerializeAsAny

from consensus.events.end import Cancelled, Erased, HeadMoved, OutcomeRecorded, RunAnyway, Superseded, VerdictReached
from consensus.events.panel import (
    Abstained,
    AbstentionWords,
    Argument,
    BallotCast,
    BallotWords,
    ContextTaken,
    ContextWords,
    CritiqueGiven,
    CritiqueWords,
    Opened,
    OpenedWords,
    PanelClosed,
    Source,
)
from consensus.events.people import (
    Approved,
    DeadlineMoved,
    NoteWords,
    ProposalMade,
    ProposalWords,
    Rejected,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from consensus.events.terms import (
    ENGINE,
    TRIPWIRE,
    ApprovalPolicy,
    Axes,
    Axis,
    Debate,
    DecidedBy,
    Facts,
    Fraction,
    Human,
    Instant,
    LastResort,
    PanelOutcome,
    Policy,
    Proposer,
    Reason,
    Stage,
    Thresholds,
    Usage,
    VotePolicy,
    Words,
    total,
)
from consensus.model import Model

__all__ = [
    "ENGINE",
    "KINDS",
    "TRIPWIRE",
    "Abstained",
    "AbstentionWords",
    "ApprovalPolicy",
    "Approved",
    "Argument",
    "Axes",
    "Axis",
    "BallotCast",
    "BallotWords",
    "Cancelled",
    "ContextTaken",
    "ContextWords",
    "CritiqueGiven",
    "CritiqueWords",
    "DeadlineMoved",
    "Debate",
    "DecidedBy",
    "Draft",
    "Erased",
    "Event",
    "Facts",
    "Fraction",
    "HeadMoved",
    "Human",
    "Instant",
    "LastResort",
    "NoteWords",
    "Opened",
    "OpenedWords",
    "OutcomeRecorded",
    "PanelClosed",
    "PanelOutcome",
    "Policy",
    "ProposalMade",
    "ProposalWords",
    "Proposer",
    "Reason",
    "Rejected",
    "RunAnyway",
    "Source",
    "Stage",
    "Superseded",
    "Thresholds",
    "Usage",
    "VerdictReached",
    "VoteCast",
    "VoteClosed",
    "VoteOpened",
    "VotePolicy",
    "Words",
    "total",
]

KINDS: dict[str, type[Facts]] = {
    facts.kind: facts
    for facts in (
        Opened, ContextTaken, BallotCast, Abstained, CritiqueGiven, PanelClosed, ProposalMade,
        VoteOpened, VoteCast, VoteClosed, DeadlineMoved, Approved, Rejected, VerdictReached,
        RunAnyway, Cancelled, Superseded, HeadMoved, OutcomeRecorded, Erased,
    )
}  # fmt: skip


class Draft(Model):
    """Something that is about to be recorded; it has no place in the chain yet."""

    actor: str
    facts: SerializeAsAny[Facts]
    words: SerializeAsAny[Words] | None = None


class Event(Model):
    """A recorded fact; `words` is none once erased. `hash` seals it to everything before (`audit.py`)."""

    decision: str
    seq: int
    at: Instant
    actor: str
    facts: SerializeAsAny[Facts]
    words: SerializeAsAny[Words] | None
    salt: str | None
    payload_digest: str
    prev_hash: str
    hash: str
