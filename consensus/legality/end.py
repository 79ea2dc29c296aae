"""When a decision ends, goes on all the same, and is talked about afterwards."""

from consensus import events as e
from consensus.decision import Decision
from consensus.errors import IllegalEventError
from consensus.legality.requiring import of_kind, require
from consensus.steps import Close, next_step


def opened(_: Decision, __: e.Draft, ___: e.Instant) -> None:
    raise IllegalEventError("illegal-opened-twice")


def verdict_reached(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    step = next_step(decision, at)
    require(isinstance(step, Close) and step.facts == draft.facts, "illegal-not-now", kind=draft.facts.kind)


def run_anyway(decision: Decision, _: e.Draft, __: e.Instant) -> None:
    verdict = decision.end.verdict
    refused = verdict is not None and verdict.facts.status == "not_needed"
    require(refused and decision.has_ended, "run-not-refused")


def cancelled(decision: Decision, _: e.Draft, __: e.Instant) -> None:
    require(not decision.has_ended, "cancel-ended")


def superseded(decision: Decision, _: e.Draft, __: e.Instant) -> None:
    successor = decision.end.superseded_by
    require(successor is None, "superseded-already", id=successor or "")


def erased(decision: Decision, draft: e.Draft, _: e.Instant) -> None:
    facts = of_kind(draft.facts, e.Erased)
    require(all(0 < seq <= decision.seq for seq in facts.seqs), "erase-unknown-event")


def always(_: Decision, __: e.Draft, ___: e.Instant) -> None:
    """As permitted; the bot asks who may."""
