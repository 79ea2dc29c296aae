"""What each voting rule counts."""

import pytest
from pydantic import ValidationError

from consensus.voting.ballots import Ballot
from consensus.voting.rules import RULES, borda, confidence_weighted, majority, prefers, supermajority, tiers, weighted
from tests.ballots import heads, ranked, sure, weighing


def test_a_majority_counts_heads() -> None:
    scores = majority(heads("ABA"), "ABC")

    assert scores == {"A": 2000, "B": 1000, "C": 0}


def test_a_supermajority_counts_heads_too() -> None:
    assert supermajority(heads("ABA"), "AB") == majority(heads("ABA"), "AB")


def test_a_weight_counts_for_the_choice_of_its_ballot() -> None:
    assert weighted(weighing(("A", 1500), ("B", 1000), ("B", 750)), "AB") == {"A": 1500, "B": 1750}


def test_a_missing_confidence_weighs_nothing_and_never_beats_a_stated_one() -> None:
    assert confidence_weighted(sure(("A", None), ("B", 1)), "AB") == {"A": 0, "B": 1}


def test_a_ballot_without_ranking_ranks_its_choice_first_and_the_rest_tied_last() -> None:
    (ballot,) = heads("B")

    assert tiers(ballot, "ABC") == (("B",), ("A", "C"))
    assert borda([ballot], "ABC") == {"A": 500, "B": 2000, "C": 500}


@pytest.mark.parametrize(
    ("orders", "scores"),
    [
        (("A", "B A C", "B C A", "A C B"), {"A": 5000, "B": 4500, "C": 2500}),
        (("B C A", "B A", "B C", "A", "A", "A"), {"A": 7000, "B": 7500, "C": 3500}),
        (("A", "A", "B A C"), {"A": 5000, "B": 3000, "C": 1000}),
        (("B A C", "A", "A"), {"A": 5000, "B": 3000, "C": 1000}),
        (("AB C",), {"A": 1500, "B": 1500, "C": 0}),
        (("ABC",), {"A": 1000, "B": 1000, "C": 1000}),
        (("C",), {"A": 500, "B": 500, "C": 2000}),
    ],
    ids=["first short", "later short", "two bare", "reordered", "tied first", "all tied", "truncated"],
)
def test_borda_gives_half_points_for_ties_and_never_less_than_nothing(
    orders: tuple[str, ...], scores: dict[str, int]
) -> None:
    assert borda(ranked(*orders), "ABC") == scores


def test_on_complete_strict_rankings_borda_is_the_textbook_count() -> None:
    scores = borda(ranked("A B C D", "D C B A", "B A D C"), "ABCD")

    assert scores == {"A": 5000, "B": 6000, "C": 3000, "D": 4000}


def test_ten_options_are_no_special_case() -> None:
    scores = borda(ranked("J I H G F E D C B A"), "ABCDEFGHIJ")

    assert scores == {option: 1000 * place for place, option in enumerate("ABCDEFGHIJ")}


def test_a_ballot_prefers_only_what_it_ranks_strictly_above() -> None:
    (ballot,) = ranked("AB C")

    assert prefers(ballot, "A", "C", "ABC")
    assert not prefers(ballot, "A", "B", "ABC")


@pytest.mark.parametrize("rule", RULES.values())
def test_without_ballots_every_option_scores_nothing(rule: object) -> None:
    assert callable(rule)
    assert rule([], "AB") == {"A": 0, "B": 0}


@pytest.mark.parametrize("rule", RULES.values())
def test_a_choice_that_is_no_option_is_never_counted(rule: object) -> None:
    assert callable(rule)
    with pytest.raises(KeyError):
        rule(heads("X"), "AB")


def test_a_ranking_that_contradicts_the_choice_is_no_ballot() -> None:
    with pytest.raises(ValidationError, match="choice-not-first-in-ranking"):
        Ballot(voter="v", choice="A", ranking=(("B",), ("A",)))


def test_a_ranking_that_names_an_option_twice_is_no_ballot() -> None:
    with pytest.raises(ValidationError, match="ranking-repeats-an-option"):
        Ballot(voter="v", choice="A", ranking=(("A",), ("A",), ("B",)))


@pytest.mark.parametrize("confidence", [float("nan"), 90_000, -100])
def test_a_confidence_outside_its_range_is_no_ballot(confidence: float) -> None:
    with pytest.raises(ValidationError):
        Ballot.model_validate({"voter": "v", "choice": "A", "confidence": confidence})
