"""The words of the record: the enums, the policy and the usage that events are made of."""

from collections.abc import Iterable
from functools import reduce
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from consensus.model import Model
from consensus.voting.rules import RuleName

Human = Literal["on_weak", "always", "never"]
Debate = Literal["auto", "off", "force"]
LastResort = Literal["none", "safest", "draw"]
Stage = Literal["quick_vote", "full_vote", "full_debate"]
PanelOutcome = Literal["settled", "weak", "tied", "no_quorum", "options_rejected"]
DecidedBy = Literal["quick_vote", "full_vote", "full_debate", "human_vote", "human_approval", "safety_order", "random"]
Proposer = Literal["safety_order", "moderator", "vote"]
Fraction = tuple[int, int]
Instant = int
Axis = Annotated[int, Field(ge=0, le=3)]
TRIPWIRE = "tripwire"
"""The seat name of the one uncounted ballot that is asked without a flagged context."""
ENGINE = "engine"
"""The actor of what the program does by itself; every other actor is a person's id."""


class Axes(Model):
    """How much a question needs a panel; an axis that nobody stated or scored is none."""

    uncertainty: Axis | None = None
    stakes: Axis | None = None
    plurality: Axis | None = None


class Thresholds(Model):
    quick: Fraction = (17, 20)
    supermajority: Fraction = (2, 3)


class VotePolicy(Model):
    """How people vote; `quorum` none means min(3, eligible)."""

    voters: str = "members"
    quorum: Annotated[int, Field(ge=1)] | None = None
    open_for: Annotated[int, Field(gt=0)] = 86_400_000_000
    hidden: bool = False


class ApprovalPolicy(Model):
    approvers: str | None = None
    four_eyes: bool = True
    open_for: Annotated[int, Field(gt=0)] = 86_400_000_000


class Policy(Model):
    rule: RuleName | Literal["auto"] = "auto"
    human: Human = "on_weak"
    debate: Debate = "auto"
    thresholds: Thresholds = Thresholds()
    vote: VotePolicy = VotePolicy()
    approval: ApprovalPolicy = ApprovalPolicy()
    last_resort: LastResort = "none"
    budget: Annotated[int, Field(ge=0)] = 2_000_000


class Usage(Model):
    """What asking cost; an unknown price is null, never 0."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: int | None = 0
    ms: int = 0

    def plus(self, other: "Usage") -> "Usage":
        """The sum; null as soon as one part is."""
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        return Usage(
            calls=self.calls + other.calls,
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            cost=cost,
            ms=self.ms + other.ms,
        )


def total(bills: Iterable[Usage]) -> Usage:
    """The sum of all bills."""
    return reduce(Usage.plus, bills, Usage())


class Words(Model):
    """The erasable texts of an event."""


class Facts(Model):
    """The lasting part of an event; `kind` names it, `texts` is the type of its words."""

    kind: ClassVar[str]
    texts: ClassVar[type[Words]] = Words


class Reason(Words):
    reason: str = ""
