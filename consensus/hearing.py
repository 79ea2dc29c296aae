"""What the panel's record amounts to: who was heard, which ballots stand, and what follows for route and rule."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from consensus.decision import Panel
from consensus.events import TRIPWIRE, Abstained, Axes, BallotCast, CritiqueGiven, Facts, Human, Usage, total
from consensus.panel.agents import Seat
from consensus.panel.qualification import HIGHEST, choose_rule, combine, human_mode, is_fact, route
from consensus.recorded import Recorded
from consensus.voting.ballots import STATED, Ballot
from consensus.voting.rules import RuleName
from consensus.voting.tally import Tally, tally

Said = TypeVar("Said", BallotCast, Abstained, CritiqueGiven)
BLIND, CRITIQUES, FINAL = 1, 2, 3
"""The three rounds; never a fourth."""
CRITIQUES_NEEDED = 2
"""A debate with fewer critiques is none."""


def seats(panel: Panel) -> tuple[Seat, ...]:
    return panel.opened.facts.roster


def quick_pair(panel: Panel) -> tuple[Seat, ...]:
    return seats(panel)[:2]


def role(panel: Panel, seat: str) -> str:
    """The name of the agent on that seat."""
    return next((each.role for each in seats(panel) if each.seat == seat), seat)


def in_order(panel: Panel, said: Iterable[Recorded[Said]]) -> list[Recorded[Said]]:
    """What was said, by round and then by the roster, the tripwire last: answers arrive in any order."""
    places = {seat.seat: place for place, seat in enumerate(seats(panel))}
    return sorted(said, key=lambda each: (each.facts.round, places.get(each.facts.seat, len(places))))


def in_round(panel: Panel, said: Iterable[Recorded[Said]], round_: int) -> list[Recorded[Said]]:
    return [each for each in in_order(panel, said) if each.facts.round == round_]


def heard(panel: Panel, round_: int) -> frozenset[str]:
    """The seats that were heard in this round: ballot, critique or abstention."""
    said: Iterable[Recorded[BallotCast] | Recorded[Abstained]] = (*panel.ballots, *panel.abstentions)
    voices = {event.facts.seat for event in said if event.facts.round == round_}
    if round_ == CRITIQUES:
        voices |= {critique.facts.seat for critique in panel.critiques}
    return frozenset(voices)


def not_heard(panel: Panel, round_: int, asked: Sequence[Seat]) -> tuple[Seat, ...]:
    voices = heard(panel, round_)
    return tuple(seat for seat in asked if seat.seat not in voices)


def before_final(panel: Panel) -> Panel:
    """The panel as it was before the last round, whatever has been heard in it since."""
    return replace(
        panel,
        ballots=tuple(cast for cast in panel.ballots if cast.facts.round < FINAL),
        abstentions=tuple(event for event in panel.abstentions if event.facts.round < FINAL),
    )


def counted(panel: Panel, round_: int) -> dict[str, Recorded[BallotCast]]:
    """The counted ballots of that round, by seat."""
    return {
        cast.facts.seat: cast
        for cast in panel.ballots
        if cast.facts.round == round_ and cast.facts.counted and _in_time(panel, cast.seq)
    }


def stated_abstentions(panel: Panel, round_: int) -> dict[str, Recorded[Abstained]]:
    """Who chose to abstain in that round; a failure to answer is not among them."""
    return {
        event.facts.seat: event
        for event in panel.abstentions
        if event.facts.round == round_ and event.facts.counted and _in_time(panel, event.seq)
        if event.facts.cause in STATED
    }


def standing(panel: Panel) -> tuple[Recorded[BallotCast], ...]:
    """Each seat's last valid ballot, in the order of the roster.

    A seat that fails in the last round keeps its earlier ballot; one that abstains there on purpose withdraws it.
    """
    ballots = {
        seat: cast for seat, cast in counted(panel, BLIND).items() if seat not in stated_abstentions(panel, FINAL)
    } | counted(panel, FINAL)
    return tuple(ballots[seat.seat] for seat in seats(panel) if seat.seat in ballots)


def carried_from(panel: Panel, seat: str, round_: int, cause: str) -> int | None:
    """The round whose ballot stands for a seat that fails in the last one."""
    fails = round_ == FINAL and cause not in STATED
    return BLIND if fails and seat in counted(panel, BLIND) else None


def pair_agrees(panel: Panel) -> bool:
    """Both of the quick pair chose the same, and are sure enough of it together."""
    ballots = counted(panel, BLIND)
    pair = [ballots[seat.seat].facts for seat in quick_pair(panel) if seat.seat in ballots]
    part, whole = panel.opened.facts.policy.thresholds.quick
    sure = sum(ballot.confidence or 0 for ballot in pair)
    return (
        len(pair) == len(quick_pair(panel))
        and len({ballot.choice for ballot in pair}) == 1
        and (sure * whole >= part * 1000 * len(pair))
    )


def is_flagged(panel: Panel) -> bool:
    """The context looks like an attack on the panel."""
    return panel.context is not None and bool(panel.context.facts.flags)


def scored_axes(panel: Panel) -> tuple[Axes, ...]:
    """The axes as the quick pair scored them."""
    ballots = counted(panel, BLIND)
    casts = (ballots[seat.seat] for seat in quick_pair(panel) if seat.seat in ballots)
    return tuple(cast.facts.axes for cast in casts if cast.facts.axes)


def axes(panel: Panel) -> Axes | None:
    return combine(panel.opened.facts.axes, scored_axes(panel))


def looks_like_a_fact(panel: Panel) -> bool:
    """Both of the quick pair say that it can be looked up, or the asker said so."""
    return is_fact(panel.opened.facts.axes, scored_axes(panel))


def is_about_a_person(panel: Panel) -> bool:
    ballots = counted(panel, BLIND)
    return any(ballots[seat.seat].facts.about_person for seat in quick_pair(panel) if seat.seat in ballots)


def takes_quick_route(panel: Panel) -> bool:
    """Two agents may do; never with a context that looks like an attack."""
    return route(axes(panel)) == "quick" and not is_flagged(panel)


def rule(panel: Panel) -> RuleName:
    weights = [seat.weight for seat in seats(panel)]
    opened = panel.opened.facts
    return choose_rule(opened.policy.rule, axes(panel), len(opened.options), weights)


def human(panel: Panel) -> Human:
    return human_mode(panel.opened.facts.policy.human, axes(panel), about_person=is_about_a_person(panel))


def why_people_decide(panel: Panel) -> str:
    """What makes `human` always: the question is about a person, the stakes are the highest, or so it is configured."""
    known = axes(panel)
    if is_about_a_person(panel):
        return "person"
    return "stakes" if known and known.stakes == HIGHEST else "always"


def as_ballots(panel: Panel, casts: Iterable[Recorded[BallotCast]]) -> tuple[Ballot, ...]:
    """The same ballots as social choice knows them."""
    weights = {seat.seat: seat.weight for seat in seats(panel)}
    return tuple(
        Ballot(
            voter=cast.facts.seat,
            choice=cast.facts.choice,
            confidence=cast.facts.confidence,
            ranking=None if cast.facts.ranking is None else tuple((option,) for option in cast.facts.ranking),
            weight=weights[cast.facts.seat],
        )
        for cast in casts
    )


def count(panel: Panel, casts: Sequence[Recorded[BallotCast]], asked: int) -> Tally:
    """The tally of these ballots by the panel's rule, of so many seats asked."""
    opened = panel.opened.facts
    supermajority = opened.policy.thresholds.supermajority
    return tally(rule(panel), opened.options, as_ballots(panel, casts), asked=asked, supermajority=supermajority)


def spent(panel: Panel) -> int:
    """Micro-dollars so far; a call of unknown price counts at its seat's ceiling."""
    ceilings = {seat.seat: seat.call_ceiling for seat in (*seats(panel), tripwire_seat(panel))}
    return sum(_cost(event.facts.usage, ceilings[event.facts.seat]) for event in panel.said)


def estimate(panel: Panel, asked: Sequence[Seat]) -> int:
    """What asking these seats once may cost: twice the dearest call of that model so far, at most the ceiling."""
    dearest: dict[str, int] = {}
    models = {seat.seat: seat.model for seat in seats(panel)}
    for event in panel.said:
        usage, model = event.facts.usage, models.get(event.facts.seat)
        if model and usage.calls and usage.cost is not None:
            dearest[model] = max(dearest.get(model, 0), -(-usage.cost // usage.calls))
    return sum(min(seat.call_ceiling, 2 * dearest.get(seat.model, seat.call_ceiling)) for seat in asked)


def left(panel: Panel) -> int:
    """What the budget still allows, micro-dollars."""
    return panel.opened.facts.policy.budget - spent(panel)


def moderator_estimate(panel: Panel, calls: int) -> int:
    return calls * panel.opened.facts.moderator.call_ceiling


def tripwire_seat(panel: Panel) -> Seat:
    """The first seat once more, for the uncounted ballot without the context."""
    return seats(panel)[0].model_copy(update={"seat": TRIPWIRE})


def total_usage(facts: Iterable[Facts]) -> Usage:
    """All that was spent on a decision: every event that has a usage."""
    return total(bill for each in facts if isinstance(bill := getattr(each, "usage", None), Usage))


def _in_time(panel: Panel, seq: int) -> bool:
    """Whether it was said before the panel closed; what came later is kept and shown, never counted."""
    return panel.closed is None or seq < panel.closed.seq


def _cost(usage: Usage, ceiling: int) -> int:
    return usage.calls * ceiling if usage.cost is None else usage.cost
