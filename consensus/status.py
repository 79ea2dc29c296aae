"""The state of a decision in one word, as scripts and lists know it."""

from typing import Literal

from consensus.decision import Decision

Status = Literal[
    "deliberating",
    "decided",
    "awaiting_vote",
    "awaiting_approval",
    "no_quorum",
    "undecided",
    "not_needed",
    "cancelled",
]


def status(decision: Decision) -> Status:
    """What a fold amounts to, whatever the time: a vote past its deadline awaits until it is closed."""
    end, people, closed = decision.end, decision.people, decision.panel.closed
    if decision.has_ended:
        cancelled = end.cancelled and end.cancelled.seq == end.seq
        return "cancelled" if cancelled or end.verdict is None else end.verdict.facts.status
    if people.open_vote:
        return "awaiting_vote"
    if people.open_proposal:
        return "awaiting_approval"
    return "no_quorum" if closed and closed.facts.outcome == "no_quorum" and not people.vote else "deliberating"
