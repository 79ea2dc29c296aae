"""`--explain`: how the question was qualified, what follows, who was asked, and the numbers behind the result."""

from fractions import Fraction

from consensus import hearing
from consensus.card import Speaker
from consensus.card.sides import counted
from consensus.decision import Decision
from consensus.voting.statistics import pairwise_agreement, wilson

PERCENT, THOUSAND = 100, 1000


def explained(decision: Decision, say: Speaker) -> str:
    lines = [_qualified(decision, say), _ruled(decision, say), *_roster(decision, say), *_measured(decision, say)]
    return "\n".join(line for line in lines if line)


def _qualified(decision: Decision, say: Speaker) -> str:
    axes = hearing.axes(decision.panel)
    if axes is None:
        return say("explain-not-qualified")
    by = say("explain-by-stated") if decision.opened.axes else say("explain-by-agents")
    scores = {axis: "?" if score is None else score for axis, score in axes.model_dump().items()}
    route = say("explain-route-quick" if hearing.takes_quick_route(decision.panel) else "explain-route-full")
    return say("explain-qualified", by=by, route=route, **scores)


def _ruled(decision: Decision, say: Speaker) -> str:
    policy = decision.opened.policy
    chosen = "explain-rule-auto" if policy.rule == "auto" else "explain-rule-stated"
    human = say(f"explain-human-{hearing.human(decision.panel)}")
    return say(chosen, rule=say(f"rule-{hearing.rule(decision.panel)}"), human=human)


def _roster(decision: Decision, say: Speaker) -> list[str]:
    return [
        say(
            "explain-seat",
            role=seat.role,
            framing=seat.framing,
            model=seat.model,
            temperature=_plain(seat.temperature),
        )
        for seat in hearing.seats(decision.panel)
    ]


def _measured(decision: Decision, say: Speaker) -> list[str]:
    """Shares with their bases; the interval holds only if the voters were independent, and says so."""
    closed = decision.panel.closed
    if not closed or not closed.facts.leader:
        return []
    strength = closed.facts.strength
    choices = [cast.facts.choice for cast in counted(decision)]
    agreement = pairwise_agreement([choices.count(option) for option in decision.opened.options])
    low, high = wilson(strength.k, strength.cast)
    return [
        say(
            "explain-shares",
            agreement=_percent(Fraction(strength.agreement, THOUSAND), say),
            support=_percent(Fraction(strength.support, THOUSAND), say),
            asked=strength.asked,
            cast=strength.cast,
        ),
        say("explain-pairs", share=_percent(agreement, say)) if agreement is not None else "",
        say("explain-interval", low=_percent(Fraction(low), say), high=_percent(Fraction(high), say)),
    ]


def _percent(share: Fraction, say: Speaker) -> str:
    return say("explain-percent", number=round(share * PERCENT))


def _plain(thousandths: int) -> str:
    return f"{thousandths / THOUSAND:.1f}"
