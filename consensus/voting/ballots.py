"""Ballots and abstentions: whoever casts them, agent or person, they are the same."""

from typing import Annotated, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

Share = Annotated[int, Field(ge=0, le=1000)]
"""A number between 0 and 1 in whole thousandths."""

Ranking = tuple[tuple[str, ...], ...]
"""Tiers of options, best first; options in one tier are tied, options left out are tied last."""

Cause = Literal[
    "none_of_these",
    "undecided",
    "timeout",
    "refused",
    "rate_limited",
    "provider_error",
    "unparseable",
    "outside_options",
    "contradictory",
    "empty",
    "budget",
]
CAUSES: tuple[str, ...] = get_args(Cause)
STATED: frozenset[str] = frozenset({"none_of_these", "undecided"})
"""The abstentions a voter chose; all others are failures to answer."""


class Ballot(BaseModel):
    """One voter's choice in one round; a missing confidence stays missing."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    voter: str
    choice: str
    confidence: Share | None = None
    ranking: Ranking | None = None
    weight: Annotated[int, Field(gt=0)] = 1000
    """Thousandths; 1000 is one ordinary voter."""

    @model_validator(mode="after")
    def _ranking_agrees_with_choice(self) -> Self:
        if self.ranking is None:
            return self
        named = [option for tier in self.ranking for option in tier]
        if len(named) != len(set(named)):
            raise ValueError("ranking-repeats-an-option")
        if not self.ranking or self.choice not in self.ranking[0]:
            raise ValueError("choice-not-first-in-ranking")
        return self


class Abstention(BaseModel):
    """No choice, with a cause from the closed list."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    voter: str
    cause: Cause
