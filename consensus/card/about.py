"""What an answer to a card is for: the event that it was drawn for, and the platform where people give it."""

from consensus.decision import Decision
from consensus.events import ENGINE


def about(decision: Decision) -> int:
    """The event that the buttons of a card answer: the open vote or proposal, else the end, else the panel's."""
    vote, proposal, closed = decision.people.open_vote, decision.people.open_proposal, decision.panel.closed
    if vote:
        return vote.opened.seq
    if proposal:
        return proposal.made.seq
    return decision.end.seq or (closed.seq if closed else decision.panel.opened.seq)


def where_people_answer(decision: Decision) -> str:
    """The platform, as its places begin: where a person opened the vote that is open, else where it was asked first."""
    vote, opened = decision.people.open_vote, decision.opened
    if vote and vote.opened.actor != ENGINE:
        return _platform(vote.opened.facts.via)
    return opened.places[0].partition(":")[0] if opened.places else _platform(opened.via)


def _platform(via: str) -> str:
    """Without the way in: a form of a chat is that chat."""
    return via.partition("-")[0]
