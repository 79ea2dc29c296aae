"""On which platform people answer what is open: one place takes the votes, the others show them."""

from consensus.decision import Decision
from consensus.events import ENGINE


def where_people_answer(decision: Decision) -> str:
    """The platform of the open vote if a person opened it, else that where the decision was asked."""
    vote = decision.people.open_vote
    if vote and vote.opened.actor != ENGINE:
        return _platform(vote.opened.facts.via, "-")
    return _platform(decision.opened.places[0], ":")


def _platform(name: str, end: str) -> str:
    return name.partition(end)[0]
