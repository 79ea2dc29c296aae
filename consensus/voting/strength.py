"""How much a result can be relied on: strong, moderate or weak, the one reason, and the numbers behind it."""

from collections.abc import Sequence
from itertools import chain
from typing import Literal

from pydantic import BaseModel, ConfigDict

from consensus.voting.ballots import Ballot, Share
from consensus.voting.rules import HEAD, POINT, WEIGHING, RuleName, borda_points
from consensus.voting.tally import Tally, below_supermajority, doubt

Band = Literal["strong", "moderate", "weak"]
SAFE_FLIPS = 2
"""No single change of mind may unseat a strong winner."""
SAFE_FAMILIES = 2
"""Models of one family err together, so they are no independent voters."""


class Strength(BaseModel):
    """The band with what it rests on; agreement and support are shares of `asked`, for people of `cast`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    band: Band
    reason: str
    """`two_thirds` when strong, else the first thing that kept it from the next band."""
    k: int
    cast: int
    asked: int
    agreement: Share
    support: Share
    margin: int
    ballots_to_flip: int
    runner_up: str | None


def strength(
    tally: Tally, ballots: Sequence[Ballot], *, full_panel: bool, families: int, capped_by: tuple[str, ...]
) -> Strength:
    """The band of a panel's tally; `capped_by` are the degradations that allow no strong result."""
    weak = doubt(tally)
    if weak:
        return _strength(tally, ballots, "weak", weak)
    flips = ballots_to_flip(tally, ballots)
    caps = {
        "quick_vote": not full_panel,
        "below_two_thirds": 3 * tally.k < 2 * tally.asked,
        "one_change_unseats": flips < SAFE_FLIPS,
        "one_family": families < SAFE_FAMILIES,
    }
    cap = next(chain((name for name, holds in caps.items() if holds), capped_by), None)
    return _strength(tally, ballots, "moderate", cap) if cap else _strength(tally, ballots, "strong", "two_thirds")


def human_strength(tally: Tally, ballots: Sequence[Ballot]) -> Strength:
    """The band of a vote of people, who are measured by those who voted; its quorum is the vote's own business."""
    band, reason = _human_band(tally, ballots)
    return _strength(tally.model_copy(update={"asked": tally.cast}), ballots, band, reason)


def share(part: int, base: int) -> int:
    """A part of a base in thousandths, rounded half up; 0 of nothing."""
    return (2000 * part + base) // (2 * base) if base else 0


def ballots_to_flip(tally: Tally, ballots: Sequence[Ballot]) -> int:
    """The fewest ballots whose change of mind would leave the winner tied or beaten; 0 without a winner.

    A changed ballot keeps its weight and confidence; under Borda it turns to the challenger first, the winner last.
    Under the weighing rules a winner that loses its lead by heads is unseated too.
    """
    winner = tally.winner
    if winner is None:
        return 0
    rules: set[RuleName] = {tally.rule, "majority"} if tally.rule in WEIGHING else {tally.rule}
    if tally.counted_by == "head_count":
        rules = {"majority"}
    return min(
        (
            _flips(winner, challenger, rule, tally.options, ballots)
            for rule in rules
            for challenger in tally.options
            if challenger != winner
        ),
        default=0,
    )


def support_of(option: str, ballots: Sequence[Ballot]) -> int:
    """The confidences of the option's ballots together, in thousandths; a missing one adds nothing."""
    return sum(ballot.confidence or 0 for ballot in ballots if ballot.choice == option)


def _strength(tally: Tally, ballots: Sequence[Ballot], band: Band, reason: str) -> Strength:
    """Agreement is of heads under every rule; `k` may count more under Borda. Of several leaders the weakest."""
    heads = min((count for option, count in tally.heads if option in tally.leaders), default=0)
    confidences = min((support_of(leader, ballots) for leader in tally.leaders), default=0)
    return Strength(
        band=band,
        reason=reason,
        k=tally.k,
        cast=tally.cast,
        asked=tally.asked,
        agreement=share(heads, tally.asked),
        support=share(confidences, 1000 * tally.asked),
        margin=tally.margin,
        ballots_to_flip=ballots_to_flip(tally, ballots),
        runner_up=tally.runner_up,
    )


def _human_band(tally: Tally, ballots: Sequence[Ballot]) -> tuple[Band, str]:
    if len(tally.leaders) > 1:
        return "weak", "tied"
    if 2 * tally.k <= tally.cast:
        return "weak", "no_majority"
    if below_supermajority(tally):
        return "weak", "below_supermajority"
    if 3 * tally.k < 2 * tally.cast:
        return "moderate", "below_two_thirds"
    if ballots_to_flip(tally, ballots) < SAFE_FLIPS:
        return "moderate", "one_change_unseats"
    return "strong", "two_thirds"


def _flips(winner: str, challenger: str, rule: RuleName, options: Sequence[str], ballots: Sequence[Ballot]) -> int:
    gains = [_lead_and_swing(ballot, winner, challenger, rule, options) for ballot in ballots]
    lead = sum(before for before, _ in gains)
    flips = 0
    for swing in sorted((swing for _, swing in gains), reverse=True):
        if lead <= 0:
            break
        lead -= swing
        flips += 1
    return flips


def _lead_and_swing(
    ballot: Ballot, winner: str, challenger: str, rule: RuleName, options: Sequence[str]
) -> tuple[int, int]:
    """By how much the ballot puts the winner ahead, and how much of that a change of mind takes away."""
    if rule == "borda":
        points = borda_points(ballot, options)
        lead, best = points[winner] - points[challenger], POINT * (len(options) - 1)
    else:
        best = _worth(ballot, rule)
        lead = best * ((ballot.choice == winner) - (ballot.choice == challenger))
    return lead, lead + best


def _worth(ballot: Ballot, rule: RuleName) -> int:
    if rule == "weighted":
        return ballot.weight
    return (ballot.confidence or 0) if rule == "confidence_weighted" else HEAD
