"""When a result is strong, moderate or weak, and why."""

import pytest

from consensus.voting.ballots import Ballot
from consensus.voting.rules import RuleName
from consensus.voting.strength import Strength, ballots_to_flip, human_strength, share, strength
from consensus.voting.tally import tally
from tests.ballots import heads, ranked, sure, weighing


def judged(
    ballots: tuple[Ballot, ...],
    *,
    rule: RuleName = "majority",
    asked: int | None = None,
    capped_by: tuple[str, ...] = (),
    quick: bool = False,
) -> Strength:
    counted = tally(rule, "ABC", ballots, asked=asked or len(ballots))
    return strength(counted, ballots, full_panel=not quick, families=2, capped_by=capped_by)


def flips(ballots: tuple[Ballot, ...], rule: RuleName = "majority") -> int:
    return ballots_to_flip(tally(rule, "ABC", ballots, asked=len(ballots)), ballots)


def test_a_strength_carries_all_its_numbers() -> None:
    found = judged(sure(("A", 900), ("A", 800), ("A", None), ("A", 700), ("B", 300)))

    assert found == Strength(
        band="strong",
        reason="two_thirds",
        k=4,
        cast=5,
        asked=5,
        agreement=800,
        support=480,
        margin=3,
        ballots_to_flip=2,
        runner_up="B",
    )


@pytest.mark.parametrize(
    ("choices", "asked", "band", "reason"),
    [
        ("AAAAA", 5, "strong", "two_thirds"),
        ("AAAAB", 5, "strong", "two_thirds"),
        ("AAABB", 5, "moderate", "below_two_thirds"),
        ("AAABC", 5, "moderate", "below_two_thirds"),
        ("AAA", 5, "moderate", "below_two_thirds"),
        ("AAAABB", 6, "moderate", "one_change_unseats"),
        ("AAB", 3, "moderate", "one_change_unseats"),
        ("AABB", 4, "weak", "tied"),
        ("AA", 5, "weak", "no_quorum"),
        ("AABC", 4, "weak", "no_majority"),
    ],
)
def test_the_band_and_its_one_reason_follow_from_the_heads(choices: str, asked: int, band: str, reason: str) -> None:
    found = judged(heads(choices), asked=asked)

    assert (found.band, found.reason) == (band, reason)


def test_two_of_two_is_moderate_because_it_was_quick() -> None:
    found = judged(sure(("A", 900), ("A", 900)), quick=True)

    assert (found.band, found.reason, found.support) == ("moderate", "quick_vote", 900)


def test_one_family_is_never_strong() -> None:
    ballots = heads("AAAAA")

    found = strength(
        tally("majority", "AB", ballots, asked=5), ballots, full_panel=True, families=1, capped_by=("one_family",)
    )

    assert (found.band, found.reason) == ("moderate", "one_family")


def test_the_first_capping_degradation_keeps_a_result_from_strong() -> None:
    found = judged(heads("AAAAA"), capped_by=("seat_carried", "budget"))

    assert (found.band, found.reason) == ("moderate", "seat_carried")


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ((("A", 950), ("A", 950), ("B", 300), ("B", 300), ("B", 300)), "heads_disagree"),
        ((("A", 0), ("B", 0), ("A", 0)), "zero_total"),
        ((("A", 900), ("A", None), ("B", None)), "no_quorum"),
    ],
)
def test_confidences_that_cannot_decide_are_weak(stated: tuple[tuple[str, int | None], ...], reason: str) -> None:
    found = judged(sure(*stated), rule="confidence_weighted")

    assert (found.band, found.reason) == ("weak", reason)


def test_a_missed_supermajority_is_weak() -> None:
    found = judged(heads("AAABB"), rule="supermajority")

    assert (found.band, found.reason) == ("weak", "below_supermajority")


def test_support_of_a_confident_minority_is_a_share_of_all_seats() -> None:
    ballots = sure(("A", 950), ("A", 950), ("B", 300), ("B", 300), ("B", 300))

    assert judged(ballots, rule="confidence_weighted").support == 380


def test_a_tie_shows_the_weaker_support() -> None:
    assert judged(sure(("A", 900), ("B", 500))).support == 250


@pytest.mark.parametrize(
    ("stated", "asked", "support", "reason"),
    [
        ((("A", 100), ("A", 100)), 2, 100, "quick_vote"),
        ((("A", 900), ("B", 100)), 2, 450, "heads_disagree"),
        ((("A", 950), ("B", 150)), 2, 475, "heads_disagree"),
        ((("A", 400),), 2, 200, "no_quorum"),
        ((("A", 900), ("A", 900)), 2, 900, "quick_vote"),
    ],
)
def test_a_quick_pair_shows_the_support_of_both_seats(
    stated: tuple[tuple[str, int | None], ...], asked: int, support: int, reason: str
) -> None:
    found = judged(sure(*stated), rule="confidence_weighted", asked=asked, quick=True)

    assert (found.reason, found.support) == (reason, support)


@pytest.mark.parametrize(
    ("choices", "expected"), [("AAABB", 1), ("AAAAB", 2), ("AAAABB", 1), ("AAAAA", 3), ("AABB", 0), ("", 0), ("A", 1)]
)
def test_ballots_to_flip_by_heads(choices: str, expected: int) -> None:
    assert flips(heads(choices)) == expected


def test_the_nearest_challenger_decides_how_many_must_change() -> None:
    assert flips(heads("AAAABBC")) == 1


def test_a_change_of_a_heavy_ballot_counts_its_weight() -> None:
    assert flips(weighing(("A", 2000), ("A", 1000), ("A", 1000), ("B", 1000)), "weighted") == 1


def test_a_lead_by_heads_that_one_change_ends_is_no_safer_by_weight() -> None:
    assert flips(weighing(("A", 2000), ("A", 2000), ("B", 1000)), "weighted") == 1


def test_a_winner_that_already_trails_by_heads_is_not_safe_at_all() -> None:
    assert flips(sure(("A", 950), ("B", 300), ("B", 300)), "confidence_weighted") == 0


def test_a_tie_of_the_weights_is_enough_to_unseat() -> None:
    assert flips(sure(("A", 500), ("A", 100), ("A", 100), ("A", 100), ("A", 100)), "confidence_weighted") == 1


def test_after_the_fall_back_heads_are_flipped() -> None:
    assert flips(sure(("A", 0), ("A", 0), ("A", 0), ("B", 0)), "confidence_weighted") == 1


def test_under_borda_a_changed_ballot_puts_the_challenger_first_and_the_winner_last() -> None:
    assert flips(ranked("A B C", "A B C", "A B C", "B A C"), "borda") == 1
    assert flips(ranked("A B C", "A B C", "A B C", "A B C"), "borda") == 2


def test_a_single_option_has_nobody_to_lose_to() -> None:
    ballots = heads("AA")

    assert ballots_to_flip(tally("majority", "A", ballots, asked=2), ballots) == 0


@pytest.mark.parametrize(
    ("choices", "rule", "band", "reason"),
    [
        ("AAAAB", "majority", "strong", "two_thirds"),
        ("AAAABB", "majority", "moderate", "one_change_unseats"),
        ("AAABB", "majority", "moderate", "below_two_thirds"),
        ("AABC", "majority", "weak", "no_majority"),
        ("AABB", "majority", "weak", "tied"),
        ("", "majority", "weak", "no_majority"),
        ("AAABB", "supermajority", "weak", "below_supermajority"),
    ],
)
def test_people_are_measured_by_those_who_voted(choices: str, rule: RuleName, band: str, reason: str) -> None:
    ballots = heads(choices)

    found = human_strength(tally(rule, "ABC", ballots, asked=40), ballots)

    assert (found.band, found.reason, found.asked) == (band, reason, len(choices))


@pytest.mark.parametrize(
    ("part", "base", "expected"), [(2, 3, 667), (1, 3, 333), (1, 2000, 1), (1, 2001, 0), (0, 0, 0)]
)
def test_a_share_is_rounded_half_up(part: int, base: int, expected: int) -> None:
    assert share(part, base) == expected


def test_agreement_counts_heads_even_where_borda_counts_who_ranks_the_winner_higher() -> None:
    ballots = tuple(
        Ballot(voter=order, choice=order[0], ranking=tuple((option,) for option in order))
        for order in ("ABC", "ACB", "BAC", "CAB")
    )
    count = tally("borda", "ABC", ballots, asked=4)

    found = strength(count, ballots, full_panel=True, families=2, capped_by=())

    assert (found.k, found.agreement) == (3, 500)
