"""How a decision can end, and what can happen to it afterwards."""

from typing import Literal

from consensus.events.terms import DecidedBy, Facts, Proposer, Reason
from consensus.voting.strength import Band


class VerdictReached(Facts):
    kind = "verdict_reached"
    status: Literal["decided", "undecided", "not_needed"]
    winner: str | None = None
    decided_by: DecidedBy | None = None
    proposed_by: Proposer | None = None
    unapproved: bool = False
    band: Band | None = None
    review: bool = False
    basis: tuple[int, ...] = ()
    minority: tuple[int, ...] = ()
    draw: int | None = None
    """The index drawn among the candidates in option order."""
    degradations: tuple[str, ...] = ()


class RunAnyway(Facts):
    kind = "run_anyway"
    via: str


class Cancelled(Facts):
    kind = "cancelled"
    texts = Reason
    via: str


class Superseded(Facts):
    kind = "superseded"
    successor: str


class HeadMoved(Facts):
    kind = "head_moved"
    before: str
    after: str
    base: str = ""
    """The head of the branch it is to be merged into, where that branch is what has changed."""


class OutcomeRecorded(Facts):
    kind = "outcome_recorded"
    texts = Reason
    outcome: Literal["held", "partly", "did_not", "too_early", "overridden"]


class Erased(Facts):
    kind = "erased"
    seqs: tuple[int, ...]
    scope: str
