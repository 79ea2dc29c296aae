"""Whether a button was drawn for what a decision still asks of people."""

from typing import Final

from consensus.card.about import about
from consensus.decision import Decision
from consensus.errors import IllegalEventError

CHECKED: Final = frozenset(
    {"cast", "abstain", "reason", "close", "approve", "reject", "vote", "reopen", "rerun", "cancel", "run"}
)


def check_fresh(decision: Decision, verb: str, drawn_for: int | None) -> None:
    """Raises IllegalEventError for a button that was drawn for something else than what the newest card asks."""
    if verb not in CHECKED or not drawn_for or drawn_for == about(decision) or _is_refused_anyway(decision, verb):
        return
    proposal = decision.people.proposal
    was_answered = proposal is not None and proposal.made.seq == drawn_for and proposal.answer is not None
    raise IllegalEventError("approve-nothing-open" if was_answered else "card-stale")


def _is_refused_anyway(decision: Decision, verb: str) -> bool:
    """Whether the record refuses it in this state, in better words."""
    people, end = decision.people, decision.end
    match verb:
        case "cast" | "abstain" | "reason" | "close":
            return decision.has_ended or people.open_vote is None
        case "approve" | "reject":
            return decision.has_ended or people.open_proposal is None
        case "vote" | "reopen":
            return end.cancelled is not None or people.open_vote is not None
        case "cancel":
            return decision.has_ended
    return end.superseded_by is not None
