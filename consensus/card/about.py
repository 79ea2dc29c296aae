"""What an answer to a card is for: the event that it was drawn for."""

from consensus.decision import Decision


def about(decision: Decision) -> int:
    """The event that the buttons of a card answer: the open vote or proposal, else the end, else the panel's."""
    vote, proposal, closed = decision.people.open_vote, decision.people.open_proposal, decision.panel.closed
    if vote:
        return vote.opened.seq
    if proposal:
        return proposal.made.seq
    return decision.end.seq or (closed.seq if closed else decision.panel.opened.seq)
