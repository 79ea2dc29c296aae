"""What a repository may not say at all, and how a refusal names the place in the file."""

from collections.abc import Callable, Iterator
from typing import Final

from bot.configuration import Configuration
from bot.toml_lines import Place
from consensus.errors import ConfigurationError

At = Callable[[Place], int]
"""On which line of the file a key stands."""

_OPERATORS: Final = ("moderator", "families", "prices", "slack", "limits")
_SEAT: Final = ("base_url", "fallback")


def require_own(stated: Configuration, at: At) -> None:
    """Raises ConfigurationError for what only the operator may set: addresses, prices, and what holds elsewhere."""
    foreign = list(_foreign(stated))
    if foreign:
        first = min(foreign, key=at)
        raise ConfigurationError("config-operators", setting=name(first), line=at(first))


def loosens(place: Place, at: At) -> ConfigurationError:
    return ConfigurationError("config-loosens", setting=name(place), line=at(place))


def name(place: Place) -> str:
    """The key as in the file."""
    return ".".join(str(part) for part in place if not isinstance(part, int))


def _foreign(stated: Configuration) -> Iterator[Place]:
    yield from ((table,) for table in _OPERATORS if table in stated.model_fields_set)
    yield from (("context", "places", place) for place in stated.context.places)
    for number, agent in enumerate(stated.agents):
        yield from (("agents", number, key) for key in _SEAT if key in agent.model_fields_set)
