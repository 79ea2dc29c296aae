"""The statistics against published or hand-checked numbers."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import pytest

from consensus.voting.statistics import (
    brier,
    calibration_error,
    chance_of_majority,
    chance_on_top,
    changes_to_lose,
    changes_to_tie,
    effective_options,
    effective_votes,
    entropy,
    jury_theorem,
    krippendorff_alpha,
    normalised_entropy,
    optimal_weight,
    pairwise_agreement,
    posterior,
    share_of,
    wilson,
)


def tenths(number: int) -> Fraction:
    return Fraction(number, 10)


def near(found: Fraction | Decimal, places: int) -> str:
    """Rounded as a report prints it."""
    number = found if isinstance(found, Decimal) else Decimal(found.numerator) / Decimal(found.denominator)
    return f"{number:.{places}f}"


def test_two_of_three_cast_can_be_two_of_five_asked() -> None:
    assert (near(share_of(2, 3), 4), share_of(2, 5)) == ("0.6667", Fraction(2, 5))


@pytest.mark.parametrize(
    ("winner", "runner_up", "tie", "lose"), [(3, 2, 1, 1), (4, 1, 2, 2), (4, 2, 1, 2), (5, 0, 3, 3), (2, 2, 0, 1)]
)
def test_it_takes_fewer_changes_to_tie_than_to_lose(winner: int, runner_up: int, tie: int, lose: int) -> None:
    assert (changes_to_tie(winner, runner_up), changes_to_lose(winner, runner_up)) == (tie, lose)


@pytest.mark.parametrize(
    ("counts", "agreement"),
    [
        ((5, 0), Fraction(1)),
        ((4, 1), tenths(6)),
        ((3, 2), tenths(4)),
        ((3, 1, 1), tenths(3)),
        ((2, 2, 1), tenths(2)),
        ((1, 1, 1), Fraction(0)),
        ((1, 0), None),
    ],
)
def test_pairwise_agreement_is_the_share_of_agreeing_pairs(counts: Sequence[int], agreement: Fraction | None) -> None:
    assert pairwise_agreement(counts) == agreement


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((4, 1), ("0.5004", "0.7219", "1.649")),
        ((3, 1, 1), ("0.9503", "0.8650", "2.586")),
        ((2, 2, 1), ("1.0549", "0.9602", "2.872")),
        ((3, 1, 1, 0), ("0.9503", "0.8650", "2.586")),
        ((5, 0), ("0.0000", "0.0000", "1.000")),
    ],
)
def test_entropy_measures_the_split_over_the_options_voted_for(
    counts: Sequence[int], expected: tuple[str, str, str]
) -> None:
    found = (near(entropy(counts), 4), near(normalised_entropy(counts), 4), near(effective_options(counts), 3))

    assert found == expected


def test_krippendorffs_alpha_leaves_out_what_only_one_voter_answered() -> None:
    rows: list[list[str | None]] = [["0", "0", "1", None], ["0", "1", "1", "2"], ["0", "0", "1", "2"]]

    with_a_lonely_answer = [[*rows[0], "1"], [*rows[1], None], [*rows[2], None]]

    assert krippendorff_alpha(rows) == Fraction(14, 19)
    assert krippendorff_alpha(with_a_lonely_answer) == Fraction(14, 19)


@pytest.mark.parametrize("rows", [[["0", "0"], ["0", "0"]], [["0", None], [None, "1"]]], ids=["one value", "no pair"])
def test_there_is_no_alpha_where_nothing_varies(rows: list[list[str | None]]) -> None:
    assert krippendorff_alpha(rows) is None


@pytest.mark.parametrize(
    ("part", "base", "low", "high"),
    [
        (2, 2, "0.3424", "1.0000"),
        (3, 3, "0.4385", "1.0000"),
        (4, 4, "0.5101", "1.0000"),
        (5, 5, "0.5655", "1.0000"),
        (2, 3, "0.2077", "0.9385"),
        (4, 5, "0.3755", "0.9638"),
        (9, 11, "0.5230", "0.9486"),
        (0, 2, "0.0000", "0.6576"),
    ],
)
def test_wilsons_interval(part: int, base: int, low: str, high: str) -> None:
    interval = wilson(part, base)

    assert (near(interval.low, 4), near(interval.high, 4)) == (low, high)
    assert 0 <= interval.low <= interval.high <= 1


@pytest.mark.parametrize(
    ("part", "base", "chance"),
    [
        (2, 2, "0.875000"),
        (3, 3, "0.937500"),
        (2, 3, "0.687500"),
        (3, 5, "0.656250"),
        (4, 5, "0.890625"),
        (5, 5, "0.984375"),
        (6, 7, "0.964844"),
    ],
)
def test_the_chance_of_a_true_majority(part: int, base: int, chance: str) -> None:
    assert near(chance_of_majority(part, base), 6) == chance


@pytest.mark.parametrize(
    ("counts", "sampled"), [((2, 0, 0), ".788"), ((3, 1, 1), ".698"), ((2, 1, 0), ".637"), ((4, 1, 0), ".871")]
)
def test_the_chance_of_being_on_top_agrees_with_sampling(counts: Sequence[int], sampled: str) -> None:
    assert abs(chance_on_top(counts) - Fraction(sampled)) <= Fraction(2, 1000)


def test_the_chances_of_being_on_top_add_up_to_one() -> None:
    counts = (3, 1, 1, 0)
    rotations = [counts[place:] + counts[:place] for place in range(len(counts))]

    assert sum(chance_on_top(rotation) for rotation in rotations) == 1


def test_of_two_options_being_on_top_is_having_the_majority() -> None:
    assert chance_on_top((3, 2)) == chance_of_majority(3, 5)


@pytest.mark.parametrize(
    ("p", "voters", "chance"),
    [
        (6, 3, ".648"),
        (7, 3, ".784"),
        (7, 5, ".83692"),
        (8, 5, ".94208"),
        (7, 2, ".7"),
        (7, 4, ".784"),
        (4, 5, ".31744"),
    ],
)
def test_the_jury_theorem(p: int, voters: int, chance: str) -> None:
    assert jury_theorem(tenths(p), voters) == Fraction(chance)


def test_optimal_weights_are_log_odds_of_the_number_of_options() -> None:
    assert near(optimal_weight(tenths(9)), 6) == "2.197225"
    assert near(optimal_weight(tenths(5), options=4), 6) == "1.098612"
    assert optimal_weight(tenths(9)) > 2 * optimal_weight(tenths(6))


def test_one_voter_right_nine_times_in_ten_outweighs_two_right_six_times() -> None:
    found = posterior([("A", tenths(9)), ("B", tenths(6)), ("B", tenths(6))], "AB")

    assert found == {"A": tenths(8), "B": tenths(2)}


def test_two_voters_right_seven_times_in_ten_do_not() -> None:
    found = posterior([("A", tenths(7)), ("A", tenths(7)), ("B", tenths(9))], "AB")

    assert near(found["A"], 6) == "0.376923"


def test_a_posterior_spreads_errors_over_the_other_options() -> None:
    found = posterior([("A", tenths(7)), ("A", tenths(7)), ("B", tenths(6))], "ABC")

    assert [near(chance, 6) for chance in found.values()] == ["0.844828", "0.116379", "0.038793"]


def test_briers_score_is_the_mean_squared_distance() -> None:
    assert brier([(tenths(9), True), (tenths(5), False)]) == Fraction(13, 100)


def test_the_calibration_error_sorts_confidences_into_bins_open_below() -> None:
    forecasts = [(tenths(1), True), (Fraction(0), False), (Fraction(11, 100), False), (Fraction(1), True)]

    assert calibration_error(forecasts) == (tenths(9) + Fraction(11, 100)) / 4


@pytest.mark.parametrize(
    ("voters", "correlation", "expected"),
    [(9, Fraction("0.4375"), Fraction(2)), (5, tenths(5), Fraction(5, 3)), (5, Fraction(1), Fraction(1))],
)
def test_voters_who_err_together_count_less(voters: int, correlation: Fraction, expected: Fraction) -> None:
    assert effective_votes(voters, correlation) == expected
