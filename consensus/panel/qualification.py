"""Three axes, 0 to 3, and what follows from them: the route, the rule and whether people decide."""

from collections.abc import Sequence
from typing import Final, Literal

from consensus.events import Axes, Human
from consensus.voting.rules import RuleName

Route = Literal["quick", "full"]

HIGHEST: Final = 3
FULL_FROM: Final = 7
"""From this sum of the axes on the full panel is asked."""
BORDA_FROM: Final = 3
QUICK_VOTERS: Final = 2


def combine(stated: Axes | None, scored: Sequence[Axes]) -> Axes | None:
    """Axis by axis what somebody stated, else the higher of the agents' scores."""
    if stated is None and not scored:
        return None
    said = stated or Axes()
    return Axes(
        uncertainty=_first_or_highest(said.uncertainty, [axes.uncertainty for axes in scored]),
        stakes=_first_or_highest(said.stakes, [axes.stakes for axes in scored]),
        plurality=_first_or_highest(said.plurality, [axes.plurality for axes in scored]),
    )


def route(axes: Axes | None) -> Route:
    """Whom to ask first: two agents, unless the stakes or the sum of the axes are high."""
    known = [axes.uncertainty, axes.stakes, axes.plurality] if axes else []
    return "full" if _is_highest(axes) or sum(axis or 0 for axis in known) >= FULL_FROM else "quick"


def is_fact(stated: Axes | None, scored: Sequence[Axes]) -> bool:
    """Whether the answer can be looked up: so it was stated, or both agents see no uncertainty."""
    if stated is not None and stated.uncertainty is not None:
        return stated.uncertainty == 0
    return len(scored) >= QUICK_VOTERS and all(axes.uncertainty == 0 for axes in scored)


def choose_rule(
    policy_rule: RuleName | Literal["auto"], axes: Axes | None, options_count: int, weights: Sequence[int]
) -> RuleName:
    """The rule that counts the ballots: the policy's, or the first that fits."""
    if policy_rule != "auto":
        return policy_rule
    if len(set(weights)) > 1:
        return "weighted"
    if _is_highest(axes):
        return "supermajority"
    return "borda" if options_count >= BORDA_FROM else "majority"


def human_mode(policy_human: Human, axes: Axes | None, *, about_person: bool) -> Human:
    """When people decide: always about a person or at the highest stakes, whatever the policy says."""
    return "always" if about_person or _is_highest(axes) else policy_human


def _is_highest(axes: Axes | None) -> bool:
    return axes is not None and axes.stakes == HIGHEST


def _first_or_highest(stated: int | None, scored: Sequence[int | None]) -> int | None:
    return stated if stated is not None else max((score for score in scored if score is not None), default=None)
