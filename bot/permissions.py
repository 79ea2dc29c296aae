"""Who may do what, asked at the moment of the act: what is not known for sure means no."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from pydantic import Field

from bot.electorate import Actor, Place, is_large
from consensus.decision import Decision
from consensus.model import Model
from consensus.ports import People

Act = Literal[
    "start",
    "start_as_bot",
    "rerun",
    "run",
    "see",
    "search",
    "export",
    "vote",
    "put_to_vote",
    "reopen",
    "close",
    "extend",
    "cancel",
    "approve",
    "reject",
    "outcome",
]


class Allowed(Model):
    """They may."""


class Refused(Model):
    """They may not; `key` names the sentence that says why, `params` fill it."""

    key: str
    params: dict[str, str | int] = Field(default_factory=dict)


class Asking(NamedTuple):
    """Who wants to do it, where, with which decision; `people` is who votes and approves there now."""

    actor: Actor
    place: Place
    decision: Decision | None
    people: People | None


NO_VOTER: Final = frozenset({"vote-not-eligible", "permission-members-vote"})
"""Why somebody may not vote who may say what they think, where a platform keeps that as advice."""
Guard = Callable[[Asking], Refused | None]
UNVERIFIED: Final = Refused(key="permission-unverified")
SAYS_NOTHING_OF_WHO: Final = frozenset({UNVERIFIED.key, "which-decision", "vote-closed", "approve-nothing-open"})
"""What anybody would have been told at that moment."""


def may(act: Act, actor: Actor, place: Place, decision: Decision | None, people: People | None) -> Allowed | Refused:
    """Whether the act is allowed; the first guard that objects is the answer.

    `people` is `bot.electorate.electorate` of this moment, none when it could not be resolved. A vote is checked
    against its frozen list only, or by its rule; everything else against what is so now.
    """
    asking = Asking(actor, place, decision, people)
    refusals = (guard(asking) for guard in GUARDS[act])
    return next((refusal for refusal in refusals if refusal), Allowed())


def is_attempt(answer: Refused) -> bool:
    """Whether somebody tried what they may not, which is kept."""
    return answer.key not in SAYS_NOTHING_OF_WHO


def _is_alive(asking: Asking) -> Refused | None:
    actor = asking.actor
    if actor.is_bot:
        return Refused(key="permission-bot")
    if actor.is_deactivated:
        return Refused(key="permission-deactivated")
    return None if actor.is_alive else UNVERIFIED


def _is_full_member(asking: Asking) -> Refused | None:
    """A member of the place and of the workspace; guests and externals only where an admin let them in."""
    actor = asking.actor
    if (refusal := _is_alive(asking)) or actor.is_member is None or asking.place.kind is None:
        return refusal or UNVERIFIED
    if not actor.is_member:
        return Refused(key="permission-not-member")
    if actor.is_full or asking.place.externals_allowed:
        return None
    return Refused(key="permission-guest") if actor.is_known_out else UNVERIFIED


def _is_bot_like_a_member(asking: Asking) -> Refused | None:
    """A bot that the operator lets ask is held to what holds for people."""
    return _is_full_member(asking._replace(actor=asking.actor.model_copy(update={"is_bot": False})))


def _names_one(asking: Asking) -> Refused | None:
    return None if asking.decision else Refused(key="which-decision")


def _sees(asking: Asking) -> Refused | None:
    """Whoever may see the source now; what is hidden looks like what does not exist, what is not known is not seen."""
    actor, kind = asking.actor, asking.place.kind
    if kind != "public":
        is_out = actor.is_bot or actor.is_deactivated or (actor.is_member is False and kind is not None)
        is_in = actor.is_alive and actor.is_member
        return None if is_in else _absent(asking) if is_out else UNVERIFIED
    if refusal := _is_alive(asking):
        return refusal
    if actor.is_full or actor.is_member:
        return None
    return _absent(asking) if actor.is_known_out and actor.is_member is False else UNVERIFIED


def _absent(asking: Asking) -> Refused:
    if asking.decision is None:
        return Refused(key="permission-not-member")
    return Refused(key="no-such-decision", params={"id": asking.decision.id})


def _is_on_the_list(asking: Asking) -> Refused | None:
    """The frozen list; of a large one, who somebody is, is asked now, and by rule nothing else is."""
    decision = asking.decision
    vote = decision.people.open_vote if decision and not decision.has_ended else None
    if vote and vote.opened.facts.by_rule:
        return _sees(asking) or _is_member_now(asking, "permission-members-vote")
    voters = vote.opened.facts.voters if vote else ()
    if asking.actor.person in voters:
        return _is_full_member(asking) if is_large(voters) else None
    return _sees(asking) or Refused(key="vote-not-eligible" if vote else "vote-closed")


def _is_elector(asking: Asking) -> Refused | None:
    if asking.people is None:
        return UNVERIFIED
    if asking.people.members:
        return _is_member_now(asking, "permission-electorate")
    if asking.actor.person not in asking.people.voters:
        return Refused(key="permission-electorate")
    return _is_full_member(asking) if is_large(asking.people.voters) else None


def _is_member_now(asking: Asking, key: str) -> Refused | None:
    """A full member of the place; no admin lets guests and externals vote."""
    actor = asking.actor
    if actor.is_member is False or actor.is_known_out:
        return Refused(key=key)
    return None if actor.is_member and actor.is_full else UNVERIFIED


def _is_asker_or_approver(asking: Asking) -> Refused | None:
    if asking.decision and asking.actor.is_one_with(asking.decision.opened.asker):
        return None
    return _is_approver(asking, "permission-asker-or-approver")


def _records_outcome(asking: Asking) -> Refused | None:
    return _is_approver(asking, "permission-approvers")


def _answers_proposal(asking: Asking) -> Refused | None:
    """An approver as printed on the card, who still is one."""
    decision = asking.decision
    proposal = decision.people.open_proposal if decision and not decision.has_ended else None
    if decision is None or proposal is None:
        return Refused(key="approve-nothing-open")
    if decision.opened.policy.approval.four_eyes and asking.actor.is_one_with(decision.opened.asker):
        return Refused(key="permission-four-eyes")
    if asking.actor.person not in proposal.made.facts.approvers:
        return Refused(key="approve-not-approver")
    return _is_approver(asking, "approve-not-approver")


def _is_approver(asking: Asking, key: str) -> Refused | None:
    """One of those who approve here now; never a guest, whatever a list says."""
    if asking.people is None:
        return UNVERIFIED
    if asking.actor.person not in asking.people.approvers or asking.actor.is_known_out:
        return Refused(key=key)
    return None if asking.actor.is_full else UNVERIFIED


GUARDS: Final[Mapping[Act, tuple[Guard, ...]]] = {
    "start": (_is_full_member,),
    "start_as_bot": (_is_bot_like_a_member,),
    "rerun": (_names_one, _sees, _is_full_member),
    "run": (_names_one, _sees, _is_full_member),
    "see": (_sees,),
    "search": (_sees,),
    "export": (_sees,),
    "vote": (_names_one, _is_on_the_list),
    "put_to_vote": (_names_one, _sees, _is_elector),
    "reopen": (_names_one, _sees, _is_elector),
    "close": (_names_one, _sees, _is_asker_or_approver),
    "extend": (_names_one, _sees, _is_asker_or_approver),
    "cancel": (_names_one, _sees, _is_asker_or_approver),
    "approve": (_names_one, _sees, _answers_proposal),
    "reject": (_names_one, _sees, _answers_proposal),
    "outcome": (_names_one, _sees, _records_outcome),
}
"""What has to hold for each act, in the order in which it is asked."""
