"""Who may vote and who may approve: the people of a place and of the names in the configuration, resolved now."""

from collections.abc import Mapping
from typing import Final, Literal

from consensus.closing import QUORUM
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import VotePolicy
from consensus.hearing import axes
from consensus.model import Model
from consensus.panel.qualification import HIGHEST
from consensus.ports import People

LARGEST: Final = 200
"""Of more people nobody looks up everybody: who somebody is, is asked at the click."""
MEMBERS: Final = "members"
AMONG: Final = " among "
"""Joins what the configuration names with what an asker narrows it to; both must hold."""


class Actor(Model):
    """A person and what the platform says of them; none is what could not be found out, and means no."""

    person: str
    formers: frozenset[str] = frozenset()
    """The ids that older events name the same person by."""
    is_member: bool | None
    """Of the place, at this moment."""
    is_guest: bool | None
    is_external: bool | None
    """Of another workspace or organisation."""
    is_bot: bool | None
    is_deactivated: bool | None

    def is_one_with(self, person: str) -> bool:
        """Whether that id is theirs, now or before."""
        return person == self.person or person in self.formers

    @property
    def is_alive(self) -> bool:
        return self.is_bot is False and self.is_deactivated is False

    @property
    def is_known_out(self) -> bool:
        return any((self.is_guest, self.is_external, self.is_bot, self.is_deactivated))

    @property
    def is_full(self) -> bool:
        """A full member of the workspace: neither guest nor external, bot nor deactivated."""
        return self.is_alive and self.is_guest is False and self.is_external is False


class Place(Model):
    """Where a decision is taken; `members` is none when they could not be read."""

    kind: Literal["public", "private", "direct"] | None
    members: tuple[Actor, ...] | None
    externals_allowed: bool = False
    """Whether an admin of the channel let guests and externals start decisions here."""


class Circle(Model):
    """Whom a name in the configuration stands for: a group, or one person; none when that could not be found out."""

    people: tuple[Actor, ...] | None
    is_person: bool = False


Directory = Mapping[str, Circle]
"""Every name that the policy mentions, as it is written there, and whom it stands for."""


def electorate(decision: Decision, place: Place, directory: Directory, *, asker: str = "") -> People:
    """Voters and approvers of a decision, without guests, bots, deactivated and external people.

    `asker` is the id that who asked has now. Raises RequestError when who may vote cannot be found out; who may
    approve is nobody then. Of a large place nobody is listed, unless the policy names groups or people.
    """
    policy = decision.opened.policy
    voters, excluded = voters_of(policy.vote.voters, place, directory)
    approvers = _approvers(decision, voters, directory)
    barred = {decision.opened.asker, asker} if policy.approval.four_eyes else set()
    allowed = tuple(person for person in approvers if person not in barred)
    if is_large(voters) and not names_in(policy.vote.voters):
        return People(voters=(), members=len(voters), excluded=excluded, approvers=allowed)
    return People(voters=voters, excluded=excluded, approvers=allowed)


def is_large(voters: tuple[str, ...]) -> bool:
    """Whether the list may hold people whom only the click can tell to be guests."""
    return len(voters) > LARGEST


def people_of(decision: Decision) -> frozenset[str]:
    """Everybody whom a card of the decision may name."""
    proposals = [proposal.made.facts.approvers for proposal in decision.people.proposals]
    lists = [vote.opened.facts.voters for vote in decision.people.votes]
    voters = [who for who in lists if not is_large(who)]
    named = {each for who in (*proposals, *voters) for each in who}
    return frozenset({*(event.actor for event in decision.events), *named})


def names_in(named: str) -> tuple[str, ...]:
    """The names that a policy's voters or approvers mention, without the members of the place."""
    words = (name for part in named.split(AMONG) for name in _words(part))
    return tuple(dict.fromkeys(name for name in words if name != MEMBERS))


def _words(named: str) -> list[str]:
    return named.replace(",", " ").split()


def voters_of(named: str, place: Place, directory: Directory) -> tuple[tuple[str, ...], int]:
    """Those who belong to every part of the name, and how many of them may not vote; raises RequestError."""
    parts = [_belonging(part, place, directory) for part in named.split(AMONG)]
    together = [person for person in parts[0] if all(person in part for part in parts)]
    possible = tuple(person for person in together if all(part[person] is not False for part in parts))
    certain = tuple(person for person in possible if all(part[person] for part in parts))
    voters = possible if is_large(possible) else certain
    return voters, len(together) - len(voters)


def narrowed(vote: VotePolicy, place: Place, directory: Directory) -> tuple[int, int]:
    """How many may vote, and how many of them it takes so that no few decide in the name of all."""
    voters, _ = voters_of(vote.voters, place, directory)
    everybody, _ = voters_of(vote.voters.partition(AMONG)[0], place, directory)
    return len(voters), max(vote.quorum or 0, min(QUORUM, len(everybody)))


def _belonging(named: str, place: Place, directory: Directory) -> dict[str, bool | None]:
    """The people of one part, and whether each may vote, as far as that is known."""
    circles = [directory.get(name, Circle(people=None)) for name in names_in(named)]
    if MEMBERS in _words(named):
        circles.append(Circle(people=place.members))
    belonging: dict[str, bool | None] = {}
    for circle in circles:
        if circle.people is None:
            raise RequestError("members-unknown")
        for actor in circle.people:
            belonging[actor.person] = belonging.get(actor.person) or _may_vote(actor, is_named=circle.is_person)
    return belonging


def _may_vote(actor: Actor, *, is_named: bool) -> bool | None:
    """Whether they may; a person who is named may be a guest or external. None is what is not known."""
    if is_named:
        return actor.is_alive
    return True if actor.is_full else False if actor.is_known_out else None


def _approvers(decision: Decision, voters: tuple[str, ...], directory: Directory) -> tuple[str, ...]:
    """The configured list, else the electorate; at the highest stakes only a configured list."""
    approval, stakes = decision.opened.policy.approval, axes(decision.panel)
    if approval.approvers is not None:
        circles = (directory.get(name) for name in names_in(approval.approvers))
        listed = [actor.person for circle in circles if circle for actor in circle.people or () if actor.is_full]
    elif stakes is not None and stakes.stakes == HIGHEST:
        listed = []
    else:
        listed = list(voters)
    return tuple(dict.fromkeys(listed))
