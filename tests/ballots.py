"""Short ways to write ballots in tests."""

import json
from typing import Any

from consensus.voting.ballots import Ballot

OPTIONS = ["A", "B", "C"]


def heads(choices: str) -> tuple[Ballot, ...]:
    """One ballot for each letter."""
    return tuple(Ballot(voter=f"v{place}", choice=choice) for place, choice in enumerate(choices))


def sure(*stated: tuple[str, int | None]) -> tuple[Ballot, ...]:
    """(choice, confidence in thousandths) each."""
    return tuple(
        Ballot(voter=f"v{place}", choice=choice, confidence=confidence)
        for place, (choice, confidence) in enumerate(stated)
    )


def weighing(*weights: tuple[str, int]) -> tuple[Ballot, ...]:
    """(choice, weight in thousandths) each."""
    return tuple(
        Ballot(voter=f"v{place}", choice=choice, weight=weight) for place, (choice, weight) in enumerate(weights)
    )


def ranked(*orders: str) -> tuple[Ballot, ...]:
    """One ballot for each order: `B AC` ranks B first and ties A with C."""
    return tuple(
        Ballot(voter=f"v{place}", choice=order[0], ranking=tuple(tuple(tier) for tier in order.split()))
        for place, order in enumerate(orders)
    )


def written(*ballots: dict[str, Any], options: list[str] | None = None, **more: Any) -> str:  # noqa: ANN401 -- JSON
    """A file of ballots; voters are named by their place unless they name themselves."""
    cast = [{"voter": f"v{place}", **ballot} for place, ballot in enumerate(ballots)]
    return json.dumps({"options": options or OPTIONS, "ballots": cast, **more})
