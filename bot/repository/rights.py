"""Who may start, what may be read, and what is shown in a repository: as stated there, never looser than the floor."""

from collections.abc import Collection, Mapping
from typing import Final, get_args

from bot.configuration import ContextMode, ContextTable, GitHubTable, OnPush, PlaceTable, Starter
from bot.repository.refusing import At, loosens

_MODES: Final[tuple[ContextMode, ...]] = get_args(ContextMode)
_TIGHTER: Final[Mapping[str, tuple[object, ...]]] = {
    "start": get_args(Starter),
    "allow_author": (True, False),
    "checks": ("on", "off"),
    "gate": (True, False),
    "on_push": get_args(OnPush),
}
"""The values of each key, the loosest first; where else a decision is shown has no order."""


def context_here(floor: ContextTable, names: Collection[str]) -> ContextTable:
    """What the operator says of this place: its own table before the general one."""
    known = {each.casefold() for each in names}
    own = next((table for place, table in floor.places.items() if place.casefold() in known), PlaceTable())
    stated = {key: value for key in PlaceTable.model_fields if (value := getattr(own, key)) is not None}
    return floor.model_copy(update={**stated, "places": {}})


def laid_over_context(floor: ContextTable, stated: ContextTable, at: At) -> ContextTable:
    """Raises ConfigurationError where more would be read, or shown to more providers."""
    if floor.mode and stated.mode and _MODES.index(stated.mode) < _MODES.index(floor.mode):
        raise loosens(("context", "mode"), at)
    if floor.providers is not None and not set(stated.providers or ()) <= set(floor.providers):
        raise loosens(("context", "providers"), at)
    return floor.model_copy(
        update={
            "mode": stated.mode or floor.mode,
            "providers": floor.providers if stated.providers is None else stated.providers,
        }
    )


def laid_over_github(floor: GitHubTable, stated: GitHubTable, at: At) -> GitHubTable:
    """Raises ConfigurationError for what is looser than the operator has stated; what is open there may be set."""
    said = {key: getattr(stated, key) for key in GitHubTable.model_fields if key in stated.model_fields_set}
    for key, value in said.items():
        order = _TIGHTER.get(key)
        if order and key in floor.model_fields_set and order.index(value) < order.index(getattr(floor, key)):
            raise loosens(("github", key), at)
    return floor.model_copy(update=said)
