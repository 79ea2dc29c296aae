"""Rows 2 to 16 of the table: what is next while the panel is open."""

from consensus import closing, hearing
from consensus.closing import close_panel
from consensus.decision import Decision
from consensus.events import Instant
from consensus.hearing import BLIND, CRITIQUES, FINAL
from consensus.steps.kinds import Close, ClosePanel, Gather, Poll, Step
from consensus.verdict import without_winner


def gather(decision: Decision, _: Instant) -> Step | None:  # 2
    return Gather() if decision.opened.wants_context and decision.panel.context is None else None


def within_budget(decision: Decision, step: Step | None) -> Step | None:  # 3
    """The step, or the end of the panel where the poll that it names may cost more than is left."""
    panel = decision.panel
    if isinstance(step, Poll) and hearing.estimate(panel, step.seats) > hearing.left(panel):
        return ClosePanel(close_panel(panel, also=("budget",)))
    return step


def ask_the_pair(decision: Decision, _: Instant) -> Step | None:  # 4
    panel = decision.panel
    missing = hearing.not_heard(panel, BLIND, hearing.quick_pair(panel))
    return Poll(BLIND, missing) if missing and hearing.takes_quick_route(panel) else None


def not_needed(decision: Decision, _: Instant) -> Step | None:  # 5
    panel = decision.panel
    both_heard = not hearing.not_heard(panel, BLIND, hearing.quick_pair(panel))
    open_question = not panel.opened.facts.options_stated and not panel.run_anyway
    refusable = hearing.takes_quick_route(panel) and both_heard and open_question
    return Close(without_winner(decision, "not_needed")) if refusable and hearing.looks_like_a_fact(panel) else None


def quick_vote(decision: Decision, _: Instant) -> Step | None:  # 6
    panel = decision.panel
    quick = hearing.takes_quick_route(panel) and panel.opened.facts.policy.debate != "force"
    return ClosePanel(close_panel(panel, quick=True)) if quick and hearing.pair_agrees(panel) else None


def ask_the_rest(decision: Decision, _: Instant) -> Step | None:  # 7
    missing = hearing.not_heard(decision.panel, BLIND, hearing.seats(decision.panel))
    return Poll(BLIND, missing) if missing else None


def ask_the_tripwire(decision: Decision, _: Instant) -> Step | None:  # 8
    panel = decision.panel
    tripwire = (hearing.tripwire_seat(panel),)
    unheard = hearing.not_heard(panel, BLIND, tripwire)
    return Poll(BLIND, tripwire) if hearing.is_flagged(panel) and unheard else None


def options_rejected(decision: Decision, _: Instant) -> Step | None:  # 9
    return ClosePanel(close_panel(decision.panel)) if closing.options_rejected(decision.panel) else None


def no_quorum(decision: Decision, _: Instant) -> Step | None:  # 10
    return _close_early_if(decision, "no_quorum")


def full_vote(decision: Decision, _: Instant) -> Step | None:  # 11
    forced = decision.opened.policy.debate == "force"
    return None if forced else _close_early_if(decision, "settled")


def debate_off(decision: Decision, _: Instant) -> Step | None:  # 12
    return ClosePanel(close_panel(decision.panel)) if decision.opened.policy.debate == "off" else None


def ask_for_critiques(decision: Decision, _: Instant) -> Step | None:  # 13
    missing = hearing.not_heard(decision.panel, CRITIQUES, hearing.seats(decision.panel))
    return Poll(CRITIQUES, missing) if missing else None


def debate_failed(decision: Decision, _: Instant) -> Step | None:  # 14
    panel = decision.panel
    failed = len(panel.critiques) < hearing.CRITIQUES_NEEDED
    return ClosePanel(close_panel(hearing.before_final(panel), also=("debate_failed",))) if failed else None


def ask_for_final_ballots(decision: Decision, _: Instant) -> Step | None:  # 15
    missing = hearing.not_heard(decision.panel, FINAL, hearing.seats(decision.panel))
    return Poll(FINAL, missing) if missing else None


def full_debate(decision: Decision, _: Instant) -> Step | None:  # 16
    return ClosePanel(close_panel(decision.panel))


def _close_early_if(decision: Decision, outcome: str) -> ClosePanel | None:
    """By the blind ballots alone: what the last round has said so far must not end it halfway."""
    facts = close_panel(hearing.before_final(decision.panel))
    return ClosePanel(facts) if facts.outcome == outcome else None
