"""The tally: leaders, quorum, and when one of them is settled."""

import pytest

from consensus.voting.rules import RuleName
from consensus.voting.tally import Tally, condorcet_winner, doubt, settled, tally, winners_under_every_rule
from tests.ballots import heads, ranked, sure, weighing


def count(choices: str, *, asked: int | None = None, rule: RuleName = "majority", options: str = "AB") -> Tally:
    return tally(rule, options, heads(choices), asked=len(choices) if asked is None else asked)


@pytest.mark.parametrize("choices", ["ABAB", "BAAB"])
def test_a_tie_is_a_tie_in_any_order_of_ballots(choices: str) -> None:
    tied = count(choices)

    assert (tied.leaders, tied.winner, tied.k, tied.margin) == (("A", "B"), None, 2, 0)
    assert doubt(tied) == "tied"


def test_a_tally_shows_scores_and_heads_in_option_order() -> None:
    counted = count("CAC", options="ABC")

    assert counted.scores == (("A", 1000), ("B", 0), ("C", 2000))
    assert counted.heads == (("A", 1), ("B", 0), ("C", 2))


def test_thousandths_add_up_exactly() -> None:
    tied = tally("confidence_weighted", "AB", sure(("A", 100), ("A", 200), ("B", 300)), asked=3)

    assert tied.leaders == ("A", "B")


def test_no_confidence_at_all_falls_back_to_heads_and_is_never_settled() -> None:
    fallen = tally("confidence_weighted", "AB", sure(("A", 0), ("B", 0), ("A", 0)), asked=3)

    assert (fallen.counted_by, fallen.winner, fallen.scores) == ("head_count", "A", (("A", 2000), ("B", 1000)))
    assert doubt(fallen) == "zero_total"


def test_a_tie_by_heads_after_the_fall_back_is_a_tie() -> None:
    assert doubt(tally("confidence_weighted", "AB", sure(("A", 0), ("B", 0)), asked=2)) == "tied"


def test_two_confident_heads_do_not_beat_three() -> None:
    ballots = sure(("A", 950), ("A", 950), ("B", 300), ("B", 300), ("B", 300))

    counted = tally("confidence_weighted", "AB", ballots, asked=5)

    assert (counted.winner, counted.k, counted.margin) == ("A", 2, -1)
    assert doubt(counted) == "heads_disagree"


def test_weights_that_only_break_a_tie_of_heads_do_not_settle() -> None:
    counted = tally("weighted", "AB", weighing(("A", 1100), ("A", 1000), ("B", 1000), ("B", 1000)), asked=4)

    assert counted.winner == "A"
    assert doubt(counted) == "heads_disagree"


@pytest.mark.parametrize(("asked", "needed"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4)])
def test_a_quorum_is_more_than_half_of_those_asked(asked: int, needed: int) -> None:
    assert count("A" * needed, asked=asked).quorum_met
    assert not count("A" * (needed - 1), asked=asked).quorum_met


def test_only_a_stated_confidence_counts_towards_the_quorum_of_confidences() -> None:
    ballots = sure(("A", 900), ("A", 900), ("A", None))

    counted = tally("confidence_weighted", "AB", ballots, asked=5)

    assert (counted.cast, counted.quorum_met) == (3, False)
    assert tally("majority", "AB", ballots, asked=5).quorum_met


def test_two_thirds_of_the_cast_are_not_enough_when_half_the_panel_is_silent() -> None:
    counted = count("AAB", asked=5, rule="supermajority")

    assert (counted.quorum_met, doubt(counted)) == (True, "no_majority")


@pytest.mark.parametrize(
    ("winning", "losing", "is_settled"), [(2, 1, True), (33, 17, False), (34, 16, True), (35, 18, False), (3, 2, False)]
)
def test_a_supermajority_compares_whole_numbers(winning: int, losing: int, *, is_settled: bool) -> None:
    assert settled(count("A" * winning + "B" * losing, rule="supermajority")) is is_settled


def test_a_supermajority_takes_the_share_it_is_given() -> None:
    counted = tally("supermajority", "AB", heads("AAAB"), asked=4, supermajority=(4, 5))

    assert doubt(counted) == "below_supermajority"


@pytest.mark.parametrize(
    ("winning", "losing", "is_settled"), [(2, 2, False), (51, 49, True), (50, 49, True), (2, 3, False), (3, 2, True)]
)
def test_a_majority_is_strictly_more_than_half(winning: int, losing: int, *, is_settled: bool) -> None:
    counted = count("A" * winning + "B" * losing)

    assert (settled(counted) and counted.winner == "A") is is_settled


def test_the_most_votes_are_no_majority() -> None:
    assert doubt(count("AABCD", options="ABCD")) == "no_majority"


def test_without_ballots_nobody_leads() -> None:
    empty = count("", asked=3)

    assert (empty.leaders, empty.winner, empty.runner_up, empty.k, empty.margin) == ((), None, None, 0, 0)
    assert (empty.counted_by, doubt(empty)) == ("majority", "no_quorum")


def test_one_ballot_settles_a_panel_of_one() -> None:
    assert settled(count("A", asked=1))


def test_a_single_option_has_no_runner_up() -> None:
    alone = count("AA", options="A")

    assert (alone.winner, alone.runner_up, alone.margin) == ("A", None, 2)


def test_the_runner_up_is_the_best_of_those_who_do_not_lead() -> None:
    assert count("AAABBC", options="ABC").runner_up == "B"


def test_under_borda_those_who_rank_the_winner_above_the_runner_up_stand_behind_it() -> None:
    counted = tally("borda", "ABC", ranked("C A B", "B A C", "A B C", "A C B", "A B C"), asked=5)

    assert (counted.winner, counted.runner_up, counted.k, dict(counted.heads)["A"]) == ("A", "B", 4, 3)


def test_of_equal_runners_up_the_one_that_the_winner_beats_by_the_fewest_is_named() -> None:
    counted = tally("borda", "ABC", ranked("B A C", "C A B", "C A B", "A B C", "A B C"), asked=5)

    assert dict(counted.scores) == {"A": 7000, "B": 4000, "C": 4000}
    assert (counted.runner_up, counted.k) == ("C", 3)


def test_tied_leaders_stand_on_the_fewest_heads_of_them() -> None:
    counted = tally("confidence_weighted", "AB", sure(("A", 100), ("A", 200), ("B", 300)), asked=3)

    assert (counted.k, counted.margin) == (1, 0)


def test_a_condorcet_winner_beats_every_other_option() -> None:
    assert condorcet_winner(ranked("A B C", "B A C", "C A B"), "ABC") == "A"


def test_a_cycle_has_no_condorcet_winner() -> None:
    assert condorcet_winner(ranked("A B C", "B C A", "C A B"), "ABC") is None


def test_nobody_beats_the_others_without_ballots() -> None:
    assert condorcet_winner([], "ABC") is None


def test_a_ballot_without_ranking_prefers_its_choice_to_all() -> None:
    assert condorcet_winner(heads("AAB"), "ABC") == "A"


def test_the_leaders_under_every_rule_can_differ() -> None:
    ballots = tuple(
        ballot.model_copy(update={"confidence": 900 if ballot.choice == "B" else 100})
        for ballot in ranked("A B C", "A B C", "A B C", "B C A", "B C A")
    )

    assert winners_under_every_rule(ballots, "ABC") == {
        "majority": ("A",),
        "supermajority": ("A",),
        "weighted": ("A",),
        "confidence_weighted": ("B",),
        "borda": ("B",),
    }


def test_without_ballots_no_rule_names_a_leader() -> None:
    assert set(winners_under_every_rule([], "AB").values()) == {()}
