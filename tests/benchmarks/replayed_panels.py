"""Replays recorded panels through `consensus.voting` and works out the figures of the tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from consensus.voting.ballots import Ballot
from consensus.voting.rules import RuleName
from consensus.voting.statistics import brier, calibration_error, krippendorff_alpha
from consensus.voting.strength import support_of
from consensus.voting.tally import Tally, settled, tally
from tests.recorded import Record, Recording

Figures = dict[str, str]
STAGES = ("quick", "full", "debate", "two thirds")


def places(value: Fraction | None) -> str:
    """A share as the tables print it: `.7632`."""
    return f"{float(value):.4f}".lstrip("0") if value is not None else "none"


def counts(*numbers: int) -> str:
    return ", ".join(f"{number:,}" for number in numbers)


def first_leader(count: Tally) -> str:
    """The tables give a tie to the first option."""
    return count.leaders[0] if count.leaders else count.options[0]


def counted(rule: RuleName, record: Record, panel: tuple[str, ...]) -> Tally:
    return tally(rule, record.options, record.ballots(panel), asked=len(panel))


def rules_row(recording: Recording, panel: tuple[str, ...]) -> Figures:
    records = recording.records
    heads = [counted("majority", record, panel) for record in records]
    weights = [counted("confidence_weighted", record, panel) for record in records]
    won = [first_leader(count) == record.truth for count, record in zip(heads, records, strict=True)]
    majorities = [right for count, right in zip(heads, won, strict=True) if 2 * count.k > len(panel)]
    unanimous = [right for count, right in zip(heads, won, strict=True) if count.k == len(panel)]
    singles = {seat: sum(is_right(record, seat) for record in records) for seat in panel}
    best = max(singles.values())
    return {
        "mean single": places(Fraction(sum(singles.values()), len(panel) * len(records))),
        "best single": f"{best} {', '.join(sorted(seat for seat in panel if singles[seat] == best))}",
        "head count": str(sum(won)),
        "confidence-weighted": str(_right(weights, records)),
        **_borda(records, panel, heads),
        "head ties": str(sum(len(count.leaders) > 1 for count in heads)),
        "weighted differs": str(
            sum(first_leader(one) != first_leader(other) for one, other in zip(heads, weights, strict=True))
        ),
        "k > N/2: decided, right": counts(len(majorities), sum(majorities)),
        "all agree: records, right": counts(len(unanimous), sum(unanimous)),
        "nulls": str(sum(record.seats[seat] is None for record in records for seat in panel)),
        "alpha": places(alpha(records, panel)),
    }


def alpha(records: Sequence[Record], panel: tuple[str, ...]) -> Fraction | None:
    return krippendorff_alpha(
        [[ballot.choice if (ballot := record.seats[seat]) else None for record in records] for seat in panel]
    )


def _borda(records: Sequence[Record], panel: tuple[str, ...], heads: Sequence[Tally]) -> Figures:
    if not any(record.ranked for record in records):
        return {}
    points = [
        tally(
            "borda",
            record.options,
            [record.ranked[seat] for seat in panel if seat in record.ranked],
            asked=len(panel),
        )
        for record in records
    ]
    differs = sum(first_leader(one) != first_leader(other) for one, other in zip(heads, points, strict=True))
    return {"borda": str(_right(points, records)), "borda differs": str(differs)}


def _right(tallies: Sequence[Tally], records: Sequence[Record]) -> int:
    return sum(first_leader(count) == record.truth for count, record in zip(tallies, records, strict=True))


def is_right(record: Record, seat: str) -> bool:
    """A seat without a ballot is wrong."""
    ballot = record.seats[seat]
    return ballot is not None and ballot.choice == record.truth


@dataclass
class PlanCount:
    """What a plan did over all pairs: how often each stage decided, how often it was right, how many calls."""

    pairs: int = 0
    calls: int = 0
    stages: dict[str, list[bool]] = field(
        default_factory=lambda: {"quick": [], "full": [], "debate": [], "two thirds": []}
    )

    def row(self) -> Figures:
        quick, full, debate, two_thirds = (self.stages[stage] for stage in STAGES)
        right = sum(quick) + sum(full) + sum(debate)
        bracket = f" ({counts(len(two_thirds), sum(two_thirds))})" if two_thirds else ""
        return {
            "pairs": f"{self.pairs:,}",
            "right": f"{right:,} {places(Fraction(right, self.pairs))}",
            "calls": f"{self.calls:,}",
            "calls per decision": places(Fraction(self.calls, self.pairs)),
            "quick": counts(len(quick), sum(quick)),
            "full": counts(len(full), sum(full)) + bracket,
            "debate": counts(len(debate), sum(debate)),
        }


Accepts = Callable[[Tally, Sequence[Ballot]], bool]


def plan_row(recording: Recording, panel: tuple[str, ...], plan: str) -> Figures:
    quick_accepts, full_accepts = PLANS[plan]
    total = PlanCount()
    for record in recording.records:
        ballots = record.ballots(panel)
        full = tally("confidence_weighted", record.options, ballots, asked=len(panel))
        full_stage = "full" if full_accepts(full, ballots) else "debate"
        two_thirds = plan == "engine" and full_stage == "full" and 3 * full.k >= 2 * full.asked
        for pair in combinations(panel, 2):
            few = record.ballots(pair)
            quick = tally("confidence_weighted", record.options, few, asked=2)
            accepted = quick_accepts(quick, few)
            right = first_leader(quick if accepted else full) == record.truth
            total.pairs += 1
            total.calls += 2 if accepted else len(panel)
            total.stages["quick" if accepted else full_stage].append(right)
            if two_thirds and not accepted:
                total.stages["two thirds"].append(right)
    return total.row()


def _shares(numerator: int, denominator: int, *, of_cast: bool) -> Accepts:
    """Accept when the leader's confidences reach that share of all confidences, or of the seats asked."""

    def accepts(count: Tally, ballots: Sequence[Ballot]) -> bool:
        support = support_of(first_leader(count), ballots)
        everything = sum(ballot.confidence or 0 for ballot in ballots) if of_cast else 1000 * count.asked
        return everything > 0 and denominator * support >= numerator * everything

    return accepts


def _quick(count: Tally, ballots: Sequence[Ballot]) -> bool:
    """Both valid, the same choice, and support of 17/20 of the two seats."""
    return settled(count) and _shares(17, 20, of_cast=False)(count, ballots)


PLANS: dict[str, tuple[Accepts, Accepts]] = {
    "seed": (_shares(17, 20, of_cast=True), _shares(33, 50, of_cast=True)),
    "abs": (_shares(17, 20, of_cast=False), _shares(33, 50, of_cast=False)),
    "engine": (_quick, lambda count, _: settled(count)),
}


def calibration_row(recording: Recording, seat: str) -> Figures:
    stated = [
        (Fraction(ballot.confidence, 1000), ballot.choice == record.truth)
        for record in recording.records
        if (ballot := record.seats[seat]) and ballot.confidence is not None
    ]
    return {
        "right": str(sum(is_right(record, seat) for record in recording.records)),
        "usable": str(len(stated)),
        "mean confidence": places(sum((confidence for confidence, _ in stated), Fraction(0)) / len(stated)),
        "ECE": places(calibration_error(stated)),
        "Brier": places(brier(stated)),
    }
