"""When agents are heard, and when a panel takes its context and closes."""

from consensus import events as e
from consensus import hearing
from consensus.decision import Decision
from consensus.legality.requiring import of_kind, require
from consensus.steps import ClosePanel, Gather, next_step


def context_taken(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    require(isinstance(next_step(decision, at), Gather), "illegal-not-now", kind=draft.facts.kind)


def ballot_cast(decision: Decision, draft: e.Draft, _: e.Instant) -> None:
    ballot = of_kind(draft.facts, e.BallotCast)
    _in_turn(decision, ballot.seat, ballot.round)
    ranking = (ballot.choice,) if ballot.ranking is None else ballot.ranking
    require(ballot.round != hearing.CRITIQUES, "illegal-round", round=ballot.round)
    _of_the_question(decision, ballot.choice, *ranking)
    require(ranking[:1] == (ballot.choice,) and len(set(ranking)) == len(ranking), "illegal-contradiction")
    require(ballot.counted == (ballot.seat != e.TRIPWIRE), "illegal-tripwire")


def abstained(decision: Decision, draft: e.Draft, _: e.Instant) -> None:
    facts = of_kind(draft.facts, e.Abstained)
    _in_turn(decision, facts.seat, facts.round)
    carried = hearing.carried_from(decision.panel, facts.seat, facts.round, facts.cause)
    require(facts.carried_from == carried, "illegal-carried")
    require(facts.counted == (facts.seat != e.TRIPWIRE), "illegal-tripwire")


def critique_given(decision: Decision, draft: e.Draft, _: e.Instant) -> None:
    critique = of_kind(draft.facts, e.CritiqueGiven)
    _in_turn(decision, critique.seat, critique.round)
    require(critique.round == hearing.CRITIQUES, "illegal-round", round=critique.round)
    _of_the_question(decision, *(argument.option for argument in critique.arguments))


def panel_closed(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    step = next_step(decision, at)
    require(isinstance(step, ClosePanel) and step.facts == draft.facts, "illegal-not-now", kind=draft.facts.kind)


def _in_turn(decision: Decision, seat: str, round_: int) -> None:
    """Once per seat and round, in the order of the rounds; what comes after the panel has closed is kept, too."""
    panel = decision.panel
    known = {each.seat for each in hearing.seats(panel)} | ({e.TRIPWIRE} if hearing.is_flagged(panel) else set())
    require(seat in known, "illegal-unknown-seat", seat=seat)
    require(seat not in hearing.heard(panel, round_), "illegal-heard-twice", seat=seat)
    begun = round_ == hearing.BLIND or not hearing.not_heard(panel, round_ - 1, hearing.seats(panel))
    last = hearing.BLIND if seat == e.TRIPWIRE else hearing.FINAL
    require(begun and round_ <= last, "illegal-round", round=round_)


def _of_the_question(decision: Decision, *options: str) -> None:
    for option in options:
        require(option in decision.opened.options, "illegal-unknown-option", option=option)
