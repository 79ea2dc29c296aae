"""What a flag may do in a chat: fill in what the configuration leaves open, and tighten what it states.

For each field one order says what is tighter:

    rule      borda < majority < weighted, confidence_weighted < supermajority: by what must stand behind a winner.
              `auto` leaves the rule open, so any may be named; with stated stakes of 3 it means supermajority.
    human     never < on_weak < always          debate   off < auto < force          last resort  draw < safest < none
    quorum    upward; unset means three         budget   downward                    stakes, axes upward; unset is open
    voters    only narrowed: those of the configured electorate who are also named
    close     any deadline from five minutes on  hide     only on
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.configuration import Configuration
from bot.electorate import AMONG
from bot.flags import Value
from bot.profiles import Profile, profile
from consensus.closing import QUORUM
from consensus.errors import RequestError
from consensus.events import Axes, Fraction, Policy
from consensus.legality.people import SOONEST
from consensus.panel.qualification import HIGHEST

STAKES: Final = {"low": 1, "medium": 2, "high": 3}
_RULES: Final = {"borda": 0, "majority": 1, "weighted": 2, "confidence_weighted": 2, "supermajority": 3}
_HUMAN: Final = ("never", "on_weak", "always")
_DEBATE: Final = ("off", "auto", "force")
_LAST_RESORT: Final = ("draw", "safest", "none")
_AXES: Final = ("uncertainty", "stakes", "plurality")


def in_chat(configuration: Configuration, flags: Mapping[str, Value]) -> Profile:
    """The profile that a request in a chat is decided by; raises RequestError("flag-loosens")."""
    standard = profile(configuration)
    named = flags.get("profile")
    base = profile(configuration, _profile_name(configuration, str(named))) if named is not None else standard
    if loosened(base.policy, standard.policy) or lowers_axis(base.axes, standard.axes):
        raise RequestError("flag-loosens", flag="profile")
    axes = tightened_axes(base.axes, flags)
    return Profile(policy=tightened(base.policy, flags, axes=axes), axes=axes)


def tightened(policy: Policy, flags: Mapping[str, Value], *, axes: Axes | None = None) -> Policy:
    """The policy with what the flags say; `axes` are those that are stated for the decision."""
    wanted = _with(policy, flags)
    means_supermajority = policy.rule == "auto" and axes is not None and axes.stakes == HIGHEST
    names_rule = wanted.rule != policy.rule
    floor = policy.model_copy(update={"rule": "supermajority"}) if names_rule and means_supermajority else policy
    if looser := loosened(wanted, floor):
        raise RequestError("flag-loosens", flag=looser[0])
    if "close" in flags and wanted.vote.open_for < SOONEST:
        raise RequestError("extend-too-soon")
    return wanted


def tightened_axes(axes: Axes | None, flags: Mapping[str, Value]) -> Axes | None:
    """The stated axes with what the flags say; of two that say the stakes, the higher counts."""
    scores, stakes = flags.get("qualify"), flags.get("stakes")
    said = scores if isinstance(scores, Axes) else Axes()
    if isinstance(stakes, str):
        said = said.model_copy(update={"stakes": max(STAKES[stakes], said.stakes or 0)})
    if said == Axes():
        return axes
    merged = (axes or Axes()).model_copy(update=said.model_dump(exclude_none=True))
    if lowers_axis(merged, axes):
        raise RequestError("flag-loosens", flag="qualify" if isinstance(scores, Axes) else "stakes")
    return merged


def _with(policy: Policy, flags: Mapping[str, Value]) -> Policy:
    """The policy as the flags want it, tighter or not."""
    stated = {name: flags[name] for name in ("rule", "debate", "budget") if name in flags}
    if flags.get("human"):
        stated["human"] = "always"
    ballot: dict[str, Any] = {}
    for flag, field in (("quorum", "quorum"), ("close", "open_for"), ("hide", "hidden")):
        if flag in flags:
            ballot[field] = flags[flag]
    if "voters" in flags:
        ballot["voters"] = f"{policy.vote.voters}{AMONG}{flags['voters']}"
    vote = policy.vote.model_copy(update=ballot)
    return Policy.model_validate(policy.model_copy(update={**stated, "vote": vote}).model_dump())


def loosened(wanted: Policy, stated: Policy) -> tuple[str, ...]:
    """The fields in which one policy is looser than the other, named like their flags."""
    return tuple(name for name, holds in _HOLDS.items() if not holds(wanted, stated))


def _holds_rule(wanted: Policy, stated: Policy) -> bool:
    if stated.rule in {"auto", wanted.rule}:
        return True
    return wanted.rule != "auto" and _RULES[wanted.rule] > _RULES[stated.rule]


def _is_at_least(wanted: Fraction, stated: Fraction) -> bool:
    return wanted[0] * stated[1] >= stated[0] * wanted[1]


_HOLDS: Final[Mapping[str, Callable[[Policy, Policy], bool]]] = {
    "rule": _holds_rule,
    "human": lambda wanted, stated: _HUMAN.index(wanted.human) >= _HUMAN.index(stated.human),
    "debate": lambda wanted, stated: _DEBATE.index(wanted.debate) >= _DEBATE.index(stated.debate),
    "quorum": lambda wanted, stated: (wanted.vote.quorum or QUORUM) >= (stated.vote.quorum or QUORUM),
    "budget": lambda wanted, stated: wanted.budget <= stated.budget,
    "hide": lambda wanted, stated: wanted.vote.hidden or not stated.vote.hidden,
    "quick": lambda wanted, stated: _is_at_least(wanted.thresholds.quick, stated.thresholds.quick),
    "supermajority": lambda wanted, stated: _is_at_least(
        wanted.thresholds.supermajority, stated.thresholds.supermajority
    ),
    "last-resort": lambda wanted, stated: (
        _LAST_RESORT.index(wanted.last_resort) >= _LAST_RESORT.index(stated.last_resort)
    ),
    "four-eyes": lambda wanted, stated: wanted.approval.four_eyes or not stated.approval.four_eyes,
    "approvers": lambda wanted, stated: wanted.approval.approvers is not None or stated.approval.approvers is None,
}
"""For each field, whether the first policy is at least as tight as the second; the last five have no flag."""


def lowers_axis(wanted: Axes | None, stated: Axes | None) -> bool:
    """Whether an axis that is stated is lower in the other, or open there."""
    floor, scores = stated or Axes(), wanted or Axes()
    pairs = [(getattr(scores, name), getattr(floor, name)) for name in _AXES]
    return any(low is not None and (score is None or score < low) for score, low in pairs)


def _profile_name(configuration: Configuration, named: str) -> str:
    """The profile's name as it is configured; a chat ignores its case."""
    return next((name for name in configuration.profiles if name.casefold() == named.casefold()), named)
