"""How a check refuses."""

from typing import TypeVar

from consensus.errors import IllegalEventError
from consensus.events import Facts

F = TypeVar("F", bound=Facts)


def require(holds: object, key: str, **params: str | int) -> None:
    if not holds:
        raise IllegalEventError(key, **params)


def of_kind(facts: Facts, kind: type[F]) -> F:
    """The facts under their own type; a check of another kind is a fault of ours."""
    if not isinstance(facts, kind):
        raise TypeError(facts.kind)
    return facts
