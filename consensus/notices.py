"""What is shown in the places of a decision, and from when on: the intents that are written with its events."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from consensus.answered import is_answered_in
from consensus.decision import Decision
from consensus.events import (
    Approved,
    Cancelled,
    ContextTaken,
    DeadlineMoved,
    Event,
    Facts,
    HeadMoved,
    Instant,
    Opened,
    OutcomeRecorded,
    ProposalMade,
    Rejected,
    Superseded,
    VerdictReached,
    VoteClosed,
    VoteOpened,
)
from consensus.model import Model
from consensus.people import People

PostKind = Literal["card", "check", "turn", "reminder", "verdict"]
TERMINAL: Final = "terminal"
"""The place where nothing is posted: it draws its own screen."""
ENDING: Final = (VoteClosed, Approved, Rejected, VoteOpened, ProposalMade, VerdictReached, Cancelled)
"""What takes the place of the vote or the proposal before it."""
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


def newest_told(decision: Decision, kind: PostKind, about_seq: int) -> int:
    """The event up to which a message has to tell, as what it says of earlier ones is no longer so.

    A verdict says what has been said of it since, and once that the head has moved.
    """
    match kind:
        case "card":
            return decision.seq
        case "check":
            return _first_of(decision, 1, Superseded) or decision.seq
        case "turn" | "reminder":
            return over_at(decision, about_seq) or about_seq
    if not decision.has_ended or about_seq != decision.end.seq:
        return about_seq
    later = [event.seq for event in decision.events if isinstance(event.facts, Superseded | OutcomeRecorded)]
    return max(about_seq, _first_of(decision, about_seq, HeadMoved), *later)


def over_at(decision: Decision, about_seq: int) -> int:
    """The event that ended the vote or the proposal that people were called to; 0 while it is open."""
    return _first_of(decision, about_seq, *ENDING)


def over_key(decision: Decision, about_seq: int) -> str:
    """The sentence that says so."""
    is_vote = isinstance(decision.events[about_seq - 1].facts, VoteOpened)
    return "vote-over" if is_vote else "approval-over"


def _first_of(decision: Decision, after: int, *kinds: type[Facts]) -> int:
    return next((event.seq for event in decision.events[after:] if isinstance(event.facts, kinds)), 0)


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
