"""Which platform an act on a decision belongs to: one takes the answers and one the course, the others show them."""

from typing import Final

from consensus.decision import Decision
from consensus.events import ENGINE
from consensus.people import Vote

ANSWERS: Final = frozenset({"cast", "abstain", "reason", "close", "approve", "reject", "extend"})
"""What belongs to the vote or proposal that is open."""
COURSE: Final = frozenset({"rerun", "run", "cancel", "outcome"})
"""What belongs to the question."""
VOTES: Final = frozenset({"vote", "reopen"})


def where_asked(decision: Decision) -> str:
    return _platform(next(iter(decision.opened.places), ""), ":")


def where_people_answer(decision: Decision) -> str:
    """Where a person has opened the vote, if the decision stands there, else where it was asked."""
    return where_people_vote(decision, decision.people.open_vote)


def where_people_vote(decision: Decision, vote: Vote | None) -> str:
    """The same of any vote."""
    there = _platform(vote.opened.facts.via, "-") if vote and vote.opened.actor != ENGINE else ""
    stands = any(_platform(place, ":") == there for place in decision.opened.places)
    return there if stands else where_asked(decision)


def is_answered_in(place: str, decision: Decision) -> bool:
    return _platform(place, ":") == where_people_answer(decision)


def where_done(decision: Decision, verb: str) -> str | None:
    """The only platform of an act, none for what can be done on each of them.

    A vote is opened anywhere, and taken there; but what opens a gate is voted on by those who guard it.
    """
    if verb in ANSWERS:
        return where_people_answer(decision)
    if verb in COURSE or (verb in VOTES and decision.opened.check == "gate"):
        return where_asked(decision)
    return None


def is_done_on(platform: str, decision: Decision, verb: str) -> bool:
    return where_done(decision, verb) in {None, platform}


def _platform(name: str, end: str) -> str:
    return name.partition(end)[0]
