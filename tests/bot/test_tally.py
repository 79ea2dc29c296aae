"""The `tally` command: what it reports on clean ballots."""

from itertools import cycle, islice
from typing import Any

import pytest

from bot.tally import read, report
from tests.ballots import OPTIONS, written


def chosen(*choices: str | None) -> list[dict[str, Any]]:
    return [{"choice": choice} for choice in choices]


def test_a_report_has_exactly_these_fields() -> None:
    text = written({"choice": "A", "confidence": 0.9}, {"choice": "A", "confidence": 0.85}, {"choice": "B"})

    assert report(read(text), "majority") == {
        "scores": {"A": 2, "B": 1, "C": 0},
        "winners": ["A"],
        "winner": "A",
        "tie_broken_by": None,
        "agreement": 0.667,
        "support": 0.583,
        "requires_human_review": False,
        "counted_by": "majority",
    }


@pytest.mark.parametrize("choices", ["ABAB", "BAAB"])
def test_the_safety_order_names_the_winner_of_a_tie(choices: str) -> None:
    found = report(read(written(*chosen(*choices), safety_order=["C", "B", "A"])), "majority")

    assert (found["winners"], found["winner"], found["tie_broken_by"]) == (["A", "B"], "B", "safety_order")
    assert (found["agreement"], found["requires_human_review"]) == (0.5, True)


def test_without_a_safety_order_a_tie_has_no_winner() -> None:
    found = report(read(written(*chosen("A", "B"))), "majority")

    assert (found["winner"], found["tie_broken_by"], found["agreement"]) == (None, None, 0.5)


def test_without_ballots_nobody_wins() -> None:
    found = report(read(written(safety_order=OPTIONS)), "borda")

    assert (found["winners"], found["winner"], found["tie_broken_by"]) == ([], None, None)
    assert (found["agreement"], found["support"], found["requires_human_review"]) == (0, 0, True)


def test_no_confidence_at_all_is_counted_by_heads_and_reviewed() -> None:
    ballots = [{"choice": choice, "confidence": 0.0} for choice in "ABA"]

    found = report(read(written(*ballots)), "confidence_weighted")

    assert (found["counted_by"], found["winner"], found["support"]) == ("head_count", "A", 0)
    assert found["requires_human_review"]


def test_abstentions_stay_in_the_base() -> None:
    found = report(read(written(*chosen("A", "A", "B", None, None))), "supermajority")

    assert (found["agreement"], found["requires_human_review"]) == (0.4, True)


@pytest.mark.parametrize(
    ("winning", "all_of_them", "review"),
    [(2, 4, True), (51, 100, False), (50, 99, False), (2, 5, True), (3, 5, False)],
)
def test_people_review_what_half_or_less_stand_behind(winning: int, all_of_them: int, *, review: bool) -> None:
    others = islice(cycle("BCD"), all_of_them - winning)

    found = report(read(written(*chosen(*"A" * winning, *others), options=list("ABCD"))), "majority")

    assert (found["winner"], found["requires_human_review"]) == ("A", review)


def test_people_review_what_confidence_decides_against_the_heads() -> None:
    stated = [("A", 0.95), ("A", 0.95), ("B", 0.3), ("B", 0.3), ("B", 0.3)]

    found = report(
        read(written(*({"choice": choice, "confidence": confidence} for choice, confidence in stated))),
        "confidence_weighted",
    )

    assert (found["scores"], found["support"]) == ({"A": 1.9, "B": 0.9, "C": 0}, 0.38)
    assert found["requires_human_review"]


@pytest.mark.parametrize(
    ("orders", "scores"),
    [
        (["A", "BAC", "BCA", "ACB"], {"A": 5, "B": 4.5, "C": 2.5}),
        (["BCA", "BA", "BC", "A", "A", "A"], {"A": 7, "B": 7.5, "C": 3.5}),
        (["BAC", "A", "A"], {"A": 5, "B": 3, "C": 1}),
    ],
)
def test_short_rankings_keep_their_half_points(orders: list[str], scores: dict[str, float]) -> None:
    found = report(read(written(*({"ranking": list(order)} for order in orders))), "borda")

    assert found["scores"] == scores


def test_ballots_weigh_what_the_file_says_to_the_thousandth() -> None:
    found = report(read(written({"choice": "A", "weight": 1.125}, {"choice": "B", "weight": 1000})), "weighted")

    assert found["scores"] == {"A": 1.125, "B": 1000, "C": 0}


def test_confidences_that_floats_would_part_are_a_tie() -> None:
    stated = [("A", 0.1), ("A", 0.2), ("B", 0.3)]
    text = written(*({"choice": choice, "confidence": confidence} for choice, confidence in stated))

    assert report(read(text), "confidence_weighted")["winners"] == ["A", "B"]
