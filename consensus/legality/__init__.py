"""Which event is legal when: an illegal one is refused with a sentence, never folded.

What the engine does by itself is legal exactly when `next_step` names it, with exactly those facts;
so checking a stored record means counting it again.
"""

from collections.abc import Callable

from consensus import events as e
from consensus.decision import Decision
from consensus.legality import end, panel, people
from consensus.legality.requiring import require

BY_ITSELF = (
    e.ContextTaken, e.BallotCast, e.Abstained, e.CritiqueGiven, e.PanelClosed, e.ProposalMade, e.VerdictReached,
)  # fmt: skip
"""What only the engine records."""


def check(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    """Raises IllegalEventError unless this may happen to the decision at this instant."""
    require(draft.actor == e.ENGINE or not isinstance(draft.facts, BY_ITSELF), "illegal-actor")
    CHECKS[draft.facts.kind](decision, draft, at)


CHECKS: dict[str, Callable[[Decision, e.Draft, e.Instant], None]] = {
    e.Opened.kind: end.opened,
    e.ContextTaken.kind: panel.context_taken,
    e.BallotCast.kind: panel.ballot_cast,
    e.Abstained.kind: panel.abstained,
    e.CritiqueGiven.kind: panel.critique_given,
    e.PanelClosed.kind: panel.panel_closed,
    e.ProposalMade.kind: people.proposal_made,
    e.VoteOpened.kind: people.vote_opened,
    e.VoteCast.kind: people.vote_cast,
    e.VoteClosed.kind: people.vote_closed,
    e.DeadlineMoved.kind: people.deadline_moved,
    e.Approved.kind: people.approved,
    e.Rejected.kind: people.rejected,
    e.VerdictReached.kind: end.verdict_reached,
    e.RunAnyway.kind: end.run_anyway,
    e.Cancelled.kind: end.cancelled,
    e.Superseded.kind: end.superseded,
    e.HeadMoved.kind: end.always,
    e.OutcomeRecorded.kind: end.always,
    e.Erased.kind: end.erased,
}
