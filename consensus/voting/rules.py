"""The voting rules: one pure function each, and the table of them.

A rule gives every option its score in thousandths: a head is 1000, a Borda point is 1000 (so half points are exact),
a weight and a confidence are their own thousandths.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from consensus.voting.ballots import Ballot, Ranking

RuleName = Literal["majority", "supermajority", "weighted", "confidence_weighted", "borda"]
Rule = Callable[[Sequence[Ballot], Sequence[str]], dict[str, int]]

HEAD = 1000
POINT = 1000
WEIGHING: frozenset[RuleName] = frozenset({"weighted", "confidence_weighted"})
"""The rules under which one ballot may count more than another."""


def majority(ballots: Sequence[Ballot], options: Sequence[str]) -> dict[str, int]:
    """One head for the choice of each ballot."""
    return _sum(options, ((ballot.choice, HEAD) for ballot in ballots))


def supermajority(ballots: Sequence[Ballot], options: Sequence[str]) -> dict[str, int]:
    """Heads as in a majority; only what it takes to be settled is more."""
    return majority(ballots, options)


def weighted(ballots: Sequence[Ballot], options: Sequence[str]) -> dict[str, int]:
    """The weight of each ballot, fixed before anybody voted, for its choice."""
    return _sum(options, ((ballot.choice, ballot.weight) for ballot in ballots))


def confidence_weighted(ballots: Sequence[Ballot], options: Sequence[str]) -> dict[str, int]:
    """The confidence of each ballot for its choice; a missing one weighs nothing."""
    return _sum(options, ((ballot.choice, ballot.confidence or 0) for ballot in ballots))


def borda(ballots: Sequence[Ballot], options: Sequence[str]) -> dict[str, int]:
    """A point for every option ranked strictly below, half a point for every other option tied with it.

    Options left out are tied last, so every ballot gives m(m-1)/2 points for m options.
    """
    return _sum(options, (points for ballot in ballots for points in borda_points(ballot, options).items()))


RULES: dict[RuleName, Rule] = {
    "majority": majority,
    "supermajority": supermajority,
    "weighted": weighted,
    "confidence_weighted": confidence_weighted,
    "borda": borda,
}


def borda_points(ballot: Ballot, options: Sequence[str]) -> dict[str, int]:
    """What one ballot gives to each option, in thousandths of a point."""
    points: dict[str, int] = {}
    below = len(options)
    for tier in tiers(ballot, options):
        below -= len(tier)
        points |= dict.fromkeys(tier, POINT * below + POINT * (len(tier) - 1) // 2)
    return points


def tiers(ballot: Ballot, options: Sequence[str]) -> Ranking:
    """The whole weak order of a ballot: its ranking, else its choice, and all other options tied last."""
    ranking = ballot.ranking or ((ballot.choice,),)
    named = {option for tier in ranking for option in tier}
    rest = tuple(option for option in options if option not in named)
    return (*ranking, rest) if rest else ranking


def prefers(ballot: Ballot, one: str, other: str, options: Sequence[str]) -> bool:
    """Whether the ballot ranks one option strictly above another."""
    points = borda_points(ballot, options)
    return points[one] > points[other]


def _sum(options: Sequence[str], parts: Iterable[tuple[str, int]]) -> dict[str, int]:
    scores = dict.fromkeys(options, 0)
    for option, part in parts:
        scores[option] += part
    return scores
