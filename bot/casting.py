"""What is recorded of a vote that somebody opens, casts and closes in one go, worked out before anything is kept."""

from dataclasses import dataclass
from functools import reduce

from consensus.closing import close_vote, open_vote
from consensus.context import mask
from consensus.decision import Decision
from consensus.events import Draft, Event, Instant, Reason, VoteCast
from consensus.ports import People


@dataclass(frozen=True)
class Said:
    """What a voter said: an option's id, or none to abstain, why, and from where."""

    choice: str | None
    reason: str
    via: str
    advisory: bool = False
    """Said by somebody outside the electorate."""


def at_once(decision: Decision, person: str, said: Said, people: People, now: Instant) -> tuple[Draft, ...]:
    """The opening of a vote where none is open, the person's vote, and the close if nobody else may vote."""
    drafts: tuple[Draft, ...] = ()
    if decision.people.open_vote is None:
        drafts = (opening(decision, person, people, said.via, now),)
    ballot = cast(person, said)
    if _changes(_after(decision, drafts, now), ballot):
        drafts = (*drafts, ballot)
    closed = _closing(_after(decision, drafts, now), person, said)
    return (*drafts, closed) if closed else drafts


def opening(decision: Decision, person: str, people: People, via: str, now: Instant) -> Draft:
    """A vote on all options that a person wants."""
    why = "reopened" if decision.people.votes else "asked"
    draft = open_vote(decision, decision.opened.options, why, people, now)
    return Draft(actor=person, facts=draft.facts.model_copy(update={"via": via}), words=draft.words)


def cast(person: str, said: Said) -> Draft:
    """The vote itself; its reason without secrets."""
    words = Reason(reason=mask(said.reason)[0])
    return Draft(actor=person, facts=VoteCast(choice=said.choice, via=said.via, advisory=said.advisory), words=words)


def has_voted_since(decision: Decision, person: str, at: Instant) -> bool:
    """Whether the person has said in the open vote what they want at that time or later."""
    vote = decision.people.open_vote
    return vote is not None and any(cast.actor == person and cast.at >= at for cast in (*vote.cast, *vote.advised))


def _changes(decision: Decision, ballot: Draft) -> bool:
    """Whether anything is new in it: the same choice again needs a reason to be one."""
    vote = decision.people.open_vote
    before = [each.facts for each in vote.standing if each.actor == ballot.actor] if vote else []
    is_same = isinstance(ballot.facts, VoteCast) and [each.choice for each in before] == [ballot.facts.choice]
    return not is_same or ballot.words != Reason()


def _closing(decision: Decision, person: str, said: Said) -> Draft | None:
    """The early close by the only voter; an abstention, or a vote of several, is closed by the clock."""
    vote = decision.people.open_vote
    if vote is None or vote.opened.facts.voters != (person,) or said.choice is None:
        return None
    return Draft(actor=person, facts=close_vote(decision, vote, "closed_early", said.via))


def _after(decision: Decision, drafts: tuple[Draft, ...], now: Instant) -> Decision:
    """What the fold will be, without the seals that only the record can give."""
    return reduce(lambda before, draft: before.apply(_provisional(before, draft, now)), drafts, decision)


def _provisional(decision: Decision, draft: Draft, now: Instant) -> Event:
    return Event(
        decision=decision.id,
        seq=decision.seq + 1,
        at=now,
        actor=draft.actor,
        facts=draft.facts,
        words=draft.words,
        salt=None,
        payload_digest="",
        prev_hash="",
        hash="",
    )
