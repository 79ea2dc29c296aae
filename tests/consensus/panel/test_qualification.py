"""Route, rule and the part of people follow from three axes."""

from typing import Literal

import pytest

from consensus.events import Axes, Human
from consensus.panel.qualification import choose_rule, combine, human_mode, is_fact, route
from consensus.voting.rules import RuleName

LOW = Axes(uncertainty=0, stakes=0, plurality=0)
DANGEROUS = Axes(uncertainty=0, stakes=3, plurality=0)


def test_of_two_scores_the_higher_counts_on_each_axis() -> None:
    scored = Axes(uncertainty=1, stakes=2, plurality=0), Axes(uncertainty=2, stakes=0)

    assert combine(None, scored) == Axes(uncertainty=2, stakes=2, plurality=0)


def test_a_stated_axis_wins_over_the_scores_and_leaves_the_others() -> None:
    assert combine(Axes(stakes=0), [DANGEROUS]) == Axes(uncertainty=0, stakes=0, plurality=0)


def test_without_anything_stated_or_scored_nothing_is_known() -> None:
    assert combine(None, []) is None
    assert combine(Axes(stakes=1), []) == Axes(stakes=1)


@pytest.mark.parametrize(
    ("axes", "expected"),
    [
        (None, "quick"),
        (LOW, "quick"),
        (Axes(uncertainty=2, stakes=2, plurality=2), "quick"),
        (Axes(uncertainty=3, stakes=2, plurality=2), "full"),
        (DANGEROUS, "full"),
        (Axes(stakes=3), "full"),
        (Axes(), "quick"),
    ],
)
def test_high_stakes_or_a_high_sum_ask_the_full_panel(axes: Axes | None, expected: str) -> None:
    assert route(axes) == expected


@pytest.mark.parametrize(
    ("stated", "scored", "expected"),
    [
        (None, (LOW, LOW), True),
        (None, (LOW, Axes(uncertainty=1)), False),
        (None, (LOW, Axes()), False),
        (None, (LOW,), False),
        (None, (), False),
        (LOW, (Axes(uncertainty=3),), True),
        (Axes(uncertainty=1), (LOW, LOW), False),
        (Axes(stakes=1), (LOW, LOW), True),
    ],
)
def test_a_fact_is_stated_or_seen_by_both(stated: Axes | None, scored: tuple[Axes, ...], *, expected: bool) -> None:
    assert is_fact(stated, scored) is expected


@pytest.mark.parametrize(
    ("policy", "axes", "options", "weights", "expected"),
    [
        ("borda", DANGEROUS, 2, (1000, 2000), "borda"),
        ("auto", DANGEROUS, 3, (1000, 2000), "weighted"),
        ("auto", DANGEROUS, 3, (1000, 1000), "supermajority"),
        ("auto", LOW, 3, (1000, 1000), "borda"),
        ("auto", LOW, 2, (2000, 2000), "majority"),
        ("auto", None, 2, (1000, 1000), "majority"),
    ],
)
def test_the_rule_is_the_policy_or_the_first_that_fits(
    policy: RuleName | Literal["auto"], axes: Axes | None, options: int, weights: tuple[int, ...], expected: str
) -> None:
    assert choose_rule(policy, axes, options, weights) == expected


@pytest.mark.parametrize(
    ("policy", "axes", "about_person", "expected"),
    [
        ("on_weak", LOW, False, "on_weak"),
        ("never", None, False, "never"),
        ("never", DANGEROUS, False, "always"),
        ("never", LOW, True, "always"),
        ("always", None, False, "always"),
    ],
)
def test_people_decide_about_persons_and_at_the_highest_stakes(
    policy: Human, axes: Axes | None, expected: str, *, about_person: bool
) -> None:
    assert human_mode(policy, axes, about_person=about_person) == expected
