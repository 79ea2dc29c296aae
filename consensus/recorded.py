"""One event's facts with their place in the record, as the fold keeps them."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from consensus.events import Facts, Instant

F = TypeVar("F", bound=Facts, covariant=True)  # noqa: PLC0105 -- one letter reads better in Recorded[F]


G = TypeVar("G", bound=Facts)


@dataclass(frozen=True)
class Recorded(Generic[F]):
    """The facts of one event with its place in the record."""

    seq: int
    at: Instant
    actor: str
    facts: F

    def holding(self, facts: G) -> "Recorded[G]":
        """The same place with its facts under their own type."""
        return Recorded(self.seq, self.at, self.actor, facts)
