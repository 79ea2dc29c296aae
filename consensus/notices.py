"""What is shown in the places of a decision, and from when on: the intents that are written with its events."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from consensus.answered import is_answered_in
from consensus.decision import Decision
from consensus.events import (
    Cancelled,
    ContextTaken,
    DeadlineMoved,
    Event,
    HeadMoved,
    Instant,
    Opened,
    ProposalMade,
    VerdictReached,
    VoteOpened,
)
from consensus.model import Model
from consensus.people import People

PostKind = Literal["card", "check", "turn", "reminder", "verdict"]
TERMINAL: Final = "terminal"
"""The place where nothing is posted: it draws its own screen."""
REMIND_BEFORE: Final = 4 * 3_600_000_000
REMIND_IN_THE_LAST: Final = 4
"""A reminder comes four hours before the deadline, in a short vote when a quarter of its time is left."""


class Intent(Model):
    """One message of a place: the card, the check of a head, people's turn, the reminder of a vote, or the end."""

    place: str
    kind: PostKind
    about_seq: int
    at: Instant
    """Not to be shown before."""


def notices(decision: Decision, news: Sequence[Event]) -> tuple[Intent, ...]:
    """What the newest events of the decision call for, in each of its places.

    A check stands only where it was asked, and people are called only where they can answer.
    """
    wanted = [each for event in news for each in _wanted(decision, event)]
    places = [place for place in decision.opened.places if place != TERMINAL]
    return tuple(
        Intent(place=place, kind=kind, about_seq=seq, at=at)
        for kind, seq, at in wanted
        for place in places
        if _is_for(decision, kind, place)
    )


def is_timely(decision: Decision, kind: PostKind, about_seq: int, now: Instant) -> bool:
    """Whether a message that is not there yet still makes sense."""
    people = People() if decision.has_ended else decision.people
    vote, proposal = people.open_vote, people.open_proposal
    is_vote = vote is not None and vote.opened.seq == about_seq and now < vote.deadline
    is_proposal = proposal is not None and proposal.made.seq == about_seq and now < proposal.deadline
    match kind:
        case "card":
            return True
        case "check":
            return decision.end.superseded_by is None
        case "turn":
            return is_vote or is_proposal
        case "reminder":
            return is_vote and not (vote and vote.is_complete)
    return about_seq == decision.end.seq


def _is_for(decision: Decision, kind: PostKind, place: str) -> bool:
    match kind:
        case "check":
            return place == decision.opened.places[0]
        case "turn" | "reminder":
            return is_answered_in(place, decision)
    return True


def _wanted(decision: Decision, event: Event) -> Iterator[tuple[PostKind, int, Instant]]:
    match event.facts:
        case Opened():
            yield "card", event.seq, event.at
        case ContextTaken(head_sha=str()) | HeadMoved(base="") if _wants_check(decision):
            yield "check", event.seq, event.at
        case VoteOpened(deadline=deadline):
            yield "turn", event.seq, event.at
            yield "reminder", event.seq, _reminder(event.at, deadline)
        case DeadlineMoved(of="vote", after=deadline) if decision.people.vote:
            opened = decision.people.vote.opened
            yield "reminder", opened.seq, _reminder(opened.at, deadline)
        case ProposalMade(option=str()):
            yield "turn", event.seq, event.at
        case VerdictReached():
            yield "verdict", event.seq, event.at
        case Cancelled() if decision.people.open_vote or decision.people.open_proposal:
            yield "verdict", event.seq, event.at


def _wants_check(decision: Decision) -> bool:
    """What was called off or replaced says nothing about a newer head."""
    return decision.opened.check != "off" and not (decision.end.cancelled or decision.end.superseded_by)


def _reminder(opened: Instant, deadline: Instant) -> Instant:
    return deadline - min(REMIND_BEFORE, (deadline - opened) // REMIND_IN_THE_LAST)
