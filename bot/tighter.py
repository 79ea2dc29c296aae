"""What replaces a decision is never looser than it was: of two policies the tighter of each field."""

from collections.abc import Mapping
from typing import Any, Final

from bot.electorate import AMONG, MEMBERS, names_in
from bot.profiles import Profile
from bot.tightening import loosened
from consensus.decision import Decision
from consensus.events import Axes, Policy

_PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "quorum": ("vote", "quorum"),
    "hide": ("vote", "hidden"),
    "quick": ("thresholds", "quick"),
    "supermajority": ("thresholds", "supermajority"),
    "four-eyes": ("approval", "four_eyes"),
    "approvers": ("approval", "approvers"),
    "last-resort": ("", "last_resort"),
}
"""Where a field stands that is not one of the policy itself, under its own name."""


def replacing(wanted: Profile, replaced: Decision, *, is_filled_in: bool = False) -> Profile:
    """The profile, as tight as that of the decision that it replaces.

    In a form that was filled in anew, what has a field there counts as it was left.
    """
    policy, axes = replaced.opened.policy, replaced.opened.axes
    if is_filled_in:
        base = policy.vote.voters.partition(AMONG)[0]
        vote = policy.vote.model_copy(update={"hidden": False, "voters": base})
        return Profile(policy=tighter(wanted.policy, policy.model_copy(update={"vote": vote})), axes=wanted.axes)
    return Profile(policy=tighter(wanted.policy, policy), axes=higher(wanted.axes, axes))


def tighter(wanted: Policy, earlier: Policy) -> Policy:
    """The wanted policy, with each field of the earlier one that is tighter."""
    fields, old = wanted.model_dump(), earlier.model_dump()
    for name in loosened(wanted, earlier):
        table, key = _PLACES.get(name, ("", name))
        _table(fields, table)[key] = _table(old, table)[key]
    fields["vote"]["voters"] = _voters(wanted.vote.voters, earlier.vote.voters)
    fields["approval"]["approvers"] = _approvers(wanted.approval.approvers, earlier.approval.approvers)
    return Policy.model_validate(fields)


def higher(one: Axes | None, other: Axes | None) -> Axes | None:
    """The higher of each axis that one of them states."""
    stated = [axes.model_dump(exclude_none=True) for axes in (one, other) if axes]
    found = {
        axis: max(each[axis] for each in stated if axis in each) for axis in {key for each in stated for key in each}
    }
    return Axes(**found) if found else one or other


def _table(fields: dict[str, Any], table: str) -> dict[str, Any]:
    return fields[table] if table else fields


def _voters(wanted: str, earlier: str) -> str:
    """Those whom both let vote; whoever is a member counts where nobody in particular is named."""
    (one, *some), (other, *others) = wanted.split(AMONG), earlier.split(AMONG)
    bases = [base for base in dict.fromkeys((one, other)) if base != MEMBERS] or [MEMBERS]
    return AMONG.join(dict.fromkeys((*bases, *some, *others)))


def _approvers(wanted: str | None, earlier: str | None) -> str | None:
    """Those whom both name; where they name nobody together, those of the earlier policy."""
    if wanted is None or earlier is None:
        return earlier if wanted is None else wanted
    both = [name for name in names_in(wanted) if name in names_in(earlier)]
    return ", ".join(both) if both else earlier
