"""The tally: what the ballots of one round amount to under a rule, whatever their order."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from consensus.voting.ballots import Ballot
from consensus.voting.rules import HEAD, RULES, WEIGHING, RuleName, borda_points, majority, prefers

CountedBy = RuleName | Literal["head_count"]
Scores = tuple[tuple[str, int], ...]
Doubt = Literal["tied", "no_quorum", "heads_disagree", "zero_total", "no_majority", "below_supermajority"]


class Tally(BaseModel):
    """The count of one round; `asked` and `cast` are its two bases."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    rule: RuleName
    options: tuple[str, ...]
    scores: Scores
    """Thousandths, in option order."""
    heads: Scores
    """Ballots that chose the option, plain counts in option order."""
    leaders: tuple[str, ...]
    """All options with the highest score; none without ballots."""
    runner_up: str | None
    """The best option that does not lead; of several the one that the winner beats by the fewest ballots."""
    counted_by: CountedBy
    """`head_count` when the weights that the rule asks for were all zero."""
    k: int
    """Ballots behind the leader; under Borda those that rank it above the runner-up. Of several leaders the fewest."""
    cast: int
    asked: int
    quorum_met: bool
    margin: int
    """Heads of the winner less the most heads of another option; 0 without a winner."""
    supermajority: tuple[int, int]

    @property
    def winner(self) -> str | None:
        """The one leader; none when several are tied or nobody voted."""
        return self.leaders[0] if len(self.leaders) == 1 else None


def tally(
    rule: RuleName,
    options: Sequence[str],
    ballots: Sequence[Ballot],
    *,
    asked: int,
    supermajority: tuple[int, int] = (2, 3),
) -> Tally:
    """Count the ballots; `asked` is how many could have voted, abstentions and failures included."""
    scores, counted_by = _scores(rule, options, ballots)
    heads = _heads(ballots, options)
    leaders = _leaders(scores) if ballots else ()
    runner_up = _runner_up(rule, scores, leaders, ballots)
    return Tally(
        rule=rule,
        options=tuple(options),
        scores=tuple(scores.items()),
        heads=tuple(heads.items()),
        leaders=leaders,
        runner_up=runner_up,
        counted_by=counted_by,
        k=_backing(rule, leaders, runner_up, ballots, options),
        cast=len(ballots),
        asked=asked,
        quorum_met=_countable(rule, ballots) >= asked // 2 + 1,
        margin=_margin(heads, leaders),
        supermajority=supermajority,
    )


def doubt(tally: Tally) -> Doubt | None:
    """The first thing that keeps the leader from being settled; none when it is."""
    return next((name for name, holds in DOUBTS.items() if holds(tally)), None)


def settled(tally: Tally) -> bool:
    """One winner by the rule, with quorum, and more than half of those asked behind it."""
    return doubt(tally) is None


def below_supermajority(tally: Tally) -> bool:
    """Whether the rule wants a share of the cast ballots that the leader does not reach."""
    numerator, denominator = tally.supermajority
    return tally.rule == "supermajority" and denominator * tally.k < numerator * tally.cast


DOUBTS: dict[Doubt, Callable[[Tally], bool]] = {
    "tied": lambda tally: len(tally.leaders) > 1,
    "no_quorum": lambda tally: not tally.quorum_met,
    "heads_disagree": lambda tally: tally.rule in WEIGHING and tally.margin <= 0,
    "zero_total": lambda tally: tally.counted_by == "head_count",
    "no_majority": lambda tally: 2 * tally.k <= tally.asked,
    "below_supermajority": below_supermajority,
}


def condorcet_winner(ballots: Sequence[Ballot], options: Sequence[str]) -> str | None:
    """The option that more ballots rank above than below each other one; none if there is no such option."""
    points = [borda_points(ballot, options) for ballot in ballots]

    def beats(one: str, other: str) -> bool:
        return sum(p[one] > p[other] for p in points) > sum(p[other] > p[one] for p in points)

    unbeaten = (one for one in options if all(beats(one, other) for other in options if other != one))
    return next(unbeaten, None) if ballots else None


def winners_under_every_rule(ballots: Sequence[Ballot], options: Sequence[str]) -> dict[RuleName, tuple[str, ...]]:
    """Who would lead under each rule, from the same ballots."""
    return {rule: _leaders(_scores(rule, options, ballots)[0]) if ballots else () for rule in RULES}


def _scores(rule: RuleName, options: Sequence[str], ballots: Sequence[Ballot]) -> tuple[dict[str, int], CountedBy]:
    scores = RULES[rule](ballots, options)
    if ballots and not any(scores.values()) and rule in WEIGHING:
        return majority(ballots, options), "head_count"
    return scores, rule


def _heads(ballots: Sequence[Ballot], options: Sequence[str]) -> dict[str, int]:
    return {option: score // HEAD for option, score in majority(ballots, options).items()}


def _leaders(scores: Mapping[str, int]) -> tuple[str, ...]:
    highest = max(scores.values())
    return tuple(option for option, score in scores.items() if score == highest)


def _runner_up(
    rule: RuleName, scores: Mapping[str, int], leaders: tuple[str, ...], ballots: Sequence[Ballot]
) -> str | None:
    rest = {option: score for option, score in scores.items() if option not in leaders}
    if not leaders or not rest:
        return None
    return min(_leaders(rest), key=lambda other: _backing(rule, leaders, other, ballots, tuple(scores)))


def _backing(
    rule: RuleName, leaders: tuple[str, ...], runner_up: str | None, ballots: Sequence[Ballot], options: Sequence[str]
) -> int:
    if rule == "borda" and runner_up is not None and len(leaders) == 1:
        return sum(prefers(ballot, leaders[0], runner_up, options) for ballot in ballots)
    heads = _heads(ballots, options)
    return min((heads[leader] for leader in leaders), default=0)


def _countable(rule: RuleName, ballots: Sequence[Ballot]) -> int:
    if rule == "confidence_weighted":
        return sum(ballot.confidence is not None for ballot in ballots)
    return len(ballots)


def _margin(heads: Mapping[str, int], leaders: tuple[str, ...]) -> int:
    if len(leaders) != 1:
        return 0
    return heads[leaders[0]] - max((count for option, count in heads.items() if option not in leaders), default=0)
