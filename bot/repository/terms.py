"""The terms of decisions in a repository: the standard ones and every profile, laid over the operator's."""

from collections.abc import Mapping
from typing import Final, TypeVar

from bot.configuration import ApprovalTable, Configuration, ProfileTable, Table, VoteTable
from bot.electorate import AMONG, names_in
from bot.profiles import Profile, profile
from bot.repository.refusing import At, loosens, name
from bot.tightening import loosened, lowers_axis
from bot.toml_lines import Place
from consensus.errors import ConfigurationError
from consensus.events import Axes
from consensus.legality.people import SOONEST

AnyTable = TypeVar("AnyTable", bound=Table)
_PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "rule": ("policy", "rule"),
    "human": ("policy", "human"),
    "debate": ("policy", "debate"),
    "quorum": ("vote", "quorum"),
    "budget": ("policy", "budget"),
    "hide": ("vote", "hidden"),
    "quick": ("policy", "quick"),
    "supermajority": ("policy", "supermajority"),
    "last-resort": ("policy", "last_resort"),
    "four-eyes": ("approval", "four_eyes"),
    "approvers": ("approval", "approvers"),
    "axes": ("policy", "qualify"),
}
"""The table and key of each field that has an order."""


def laid_over_terms(floor: Configuration, stated: Configuration, at: At) -> Configuration:
    """The floor with what the repository states; raises ConfigurationError for what would loosen it."""
    standard = floor.model_copy(
        update={
            "policy": _over(floor.policy, stated.policy),
            "vote": _narrowed(_over(floor.vote, stated.vote), stated.vote, _voters(floor)),
            "approval": _over(floor.approval, stated.approval),
        }
    )
    _require_people(stated.vote, stated.approval, profile(floor), (), at)
    _require(profile(standard), profile(floor), (), at)
    named = dict.fromkeys([*floor.profiles, *stated.profiles])
    profiles = {each: _profile(each, floor, standard, stated.profiles.get(each), at) for each in named}
    return standard.model_copy(update={"profiles": profiles})


def _profile(
    named: str, floor: Configuration, standard: Configuration, stated: ProfileTable | None, at: At
) -> ProfileTable:
    """The operator's profile, as tight as the repository's standard, with what the repository states of it."""
    known = named if named in floor.profiles else None
    kept = _raised(floor.profiles.get(named, ProfileTable()), floor, standard)
    below = _laid(standard, kept)
    _require(below, profile(floor, known), (), at)
    if stated is None:
        return kept
    _require_people(stated.vote, stated.approval, profile(floor, known), ("profiles", named), at)
    whole = _over(kept, stated)
    whole = whole.model_copy(update={"vote": _narrowed(whole.vote, stated.vote, _voters(floor, known))})
    _require(_laid(standard, whole), below, ("profiles", named), at)
    return whole


def _over(below: AnyTable, above: AnyTable) -> AnyTable:
    """What is stated above wins; what is not stays."""
    said = {key: (getattr(below, key), getattr(above, key)) for key in above.model_fields_set}
    return below.model_copy(
        update={key: _over(old, new) if isinstance(new, Table) else new for key, (old, new) in said.items()}
    )


def _laid(standard: Configuration, table: ProfileTable) -> Profile:
    return profile(standard.model_copy(update={"profiles": {"it": table}}), "it")


def _raised(table: ProfileTable, floor: Configuration, standard: Configuration) -> ProfileTable:
    """The operator's profile with the terms that the repository made stricter, so that it can still be asked for."""
    own, above = _laid(standard, table), profile(standard)
    looser_anyway = _looser(_laid(floor, table), profile(floor))
    for field in _looser(own, above):
        part, key = _PLACES[field]
        value = {key: getattr(getattr(standard, part), key)} if field != "axes" else {key: _higher(own, above)}
        within = value if part == "policy" else {part: getattr(table, part).model_copy(update=value)}
        table = table if field in looser_anyway else table.model_copy(update=within)
    return table


def _looser(wanted: Profile, stated: Profile) -> tuple[str, ...]:
    axes = ("axes",) if lowers_axis(wanted.axes, stated.axes) else ()
    return (*loosened(wanted.policy, stated.policy), *axes)


def _higher(one: Profile, other: Profile) -> Axes:
    scores = [profile.axes.model_dump(exclude_none=True) for profile in (one, other) if profile.axes]
    return Axes(**{axis: max(each.get(axis, 0) for each in scores) for axis in Axes.model_fields})


def _voters(floor: Configuration, named: str | None = None) -> str | None:
    """Whom the operator lets vote, where that is stated at all."""
    tables = [floor.vote, *([floor.profiles[named].vote] if named else [])]
    is_stated = any("voters" in table.model_fields_set for table in tables)
    return profile(floor, named).policy.vote.voters if is_stated else None


def _narrowed(merged: VoteTable, stated: VoteTable, voters: str | None) -> VoteTable:
    """Those who are named in the repository must also be of the operator's electorate."""
    if "voters" not in stated.model_fields_set or voters in {None, stated.voters}:
        return merged
    return merged.model_copy(update={"voters": f"{voters}{AMONG}{stated.voters}"})


def _require_people(vote: VoteTable, approval: ApprovalTable, floor: Profile, within: Place, at: At) -> None:
    """Approvers are of the operator's list, and every deadline leaves time."""
    listed = floor.policy.approval.approvers
    if listed is not None and not set(names_in(", ".join(approval.approvers or ()))) <= set(names_in(listed)):
        raise loosens((*within, "approval", "approvers"), at)
    for part, table in (("vote", vote), ("approval", approval)):
        if table.open_for < SOONEST:
            place = (*within, part, "open_for")
            raise ConfigurationError("config-too-soon", setting=name(place), line=at(place))


def _require(wanted: Profile, stated: Profile, within: Place, at: At) -> None:
    places = [_place(field, within) for field in _looser(wanted, stated)]
    if places:
        raise loosens(min(places, key=at), at)


def _place(field: str, within: Place) -> Place:
    """In a profile the keys of the policy stand in the table itself."""
    part, key = _PLACES[field]
    return (*within, key) if within and part == "policy" else (*within, part, key)
