"""Which platform an act on a decision belongs to: one takes the answers and one the course, the others show them."""

from typing import Final

from consensus.decision import Decision
from consensus.events import ENGINE
from consensus.people import Vote

ANSWERS: Final = frozenset({"cast", "abstain", "reason", "close", "approve", "reject", "extend"})
"""What belongs to the vote or proposal that is open."""
COURSE: Final = frozenset({"rerun", "run", "cancel", "outcome"})
"""What belongs to the question."""
READ_BY_ALL: Final = frozenset({"github"})
"""Where everybody reads what anybody says, so that no hidden vote is taken there if the decision stands elsewhere."""
VOTES: Final = frozenset({"vote", "reopen"})


def where_asked(decision: Decision) -> str:
    return platform_of(next(iter(decision.opened.places), ""))


def where_people_answer(decision: Decision) -> str:
    """Where a person has opened the vote, if the decision stands there, else where it was asked."""
    return where_people_vote(decision, decision.people.open_vote)


def where_people_vote(decision: Decision, vote: Vote | None) -> str:
    """The same of any vote; of a hidden one where it can be hidden."""
    there = _platform(vote.opened.facts.via, "-") if vote and vote.opened.actor != ENGINE else ""
    platforms = [platform_of(place) for place in decision.opened.places]
    stated = there if there in platforms else where_asked(decision)
    if vote is None or not vote.opened.facts.hidden or stated not in READ_BY_ALL:
        return stated
    return next((platform for platform in platforms if platform not in READ_BY_ALL), stated)


def is_answered_in(place: str, decision: Decision) -> bool:
    return platform_of(place) == where_people_answer(decision)


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


def platform_of(place: str) -> str:
    return _platform(place, ":")


def _platform(name: str, end: str) -> str:
    return name.partition(end)[0]
