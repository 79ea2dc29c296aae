"""How a panel closes and a decision ends: the numbers, the marks, the minority and the state in one word."""

import pytest

from consensus.closing import close_panel, deadline_after, is_unexplained, vote_strength
from consensus.deadlock import last_resort
from consensus.decision import Decision, fold
from consensus.errors import BrokenRecordError
from consensus.events import (
    BallotWords,
    Cancelled,
    Draft,
    Erased,
    PanelClosed,
    Policy,
    RunAnyway,
    Usage,
    VerdictReached,
    VotePolicy,
)
from consensus.hearing import axes, rule, spent, standing, total_usage
from consensus.status import status
from consensus.verdict import ballot_words, closing_seq, minority_report
from tests.fakes import START, after, ballot, opened, seat, start
from tests.scenes import (
    DAY,
    FULL,
    LATER,
    act,
    answer,
    argue,
    by_engine,
    carry_on,
    cast,
    close_early,
    closed,
    debated,
    flagged,
    hear,
    panel,
    put_to_a_vote,
    silence,
    take_context,
    verdict_of,
)

FACT = FULL.model_copy(update={"uncertainty": 0, "stakes": 0})


def result(decision: Decision) -> PanelClosed:
    return close_panel(decision.panel)


def marks(decision: Decision) -> tuple[str, ...]:
    return result(decision).degradations


def test_a_result_names_its_numbers() -> None:
    facts = result(panel("AAABA", 3))

    assert (facts.rule, facts.leader, facts.winner, facts.tied) == ("borda", "o1", "o1", ())
    assert facts.counted == (2, 3, 4, 5, 6)
    assert (facts.families, facts.condorcet, facts.rules_agree) == (2, "o1", True)
    assert (facts.strength.band, facts.strength.k, facts.strength.agreement) == ("strong", 4, 800)


@pytest.mark.parametrize("voices", ["AABB-", "A----", "AAnn-", "-----"])
def test_only_a_settled_panel_has_a_winner(voices: str) -> None:
    assert result(panel(voices)).winner is None


def test_a_weak_panel_has_a_leader_and_a_tie_has_none() -> None:
    weak, tie = result(panel("AABu-")), result(panel("AABB-"))

    assert (weak.leader, weak.tied) == ("o1", ())
    assert (tie.leader, tie.tied) == (None, ("o1", "o2"))


@pytest.mark.parametrize(
    ("weights", "stakes", "options", "named"),
    [((1000,) * 5, 1, 2, "majority"), ((1000,) * 5, 3, 3, "supermajority"), ((1500, *(1000,) * 4), 3, 3, "weighted")],
)
def test_the_rule_follows_from_weights_stakes_and_options(
    weights: tuple[int, ...], stakes: int, options: int, named: str
) -> None:
    roster = tuple(seat(place, weight=weight) for place, weight in enumerate(weights))
    decision = start(opened(options, roster=roster, axes=FULL.model_copy(update={"stakes": stakes})))

    assert rule(decision.panel) == named


def test_stated_axes_replace_what_the_pair_scored() -> None:
    scored = hear(start(opened(axes=FULL.model_copy(update={"stakes": None}))), "AB", axes=FACT)

    assert axes(scored.panel) == FULL.model_copy(update={"stakes": 0})


@pytest.mark.parametrize(
    ("decision", "mark"),
    [
        (panel("AAAA-"), "seat_missing"),
        (hear(start(opened()), "AAAAA", family="m"), "one_family"),
        (hear(start(opened()), "AAAAA", flags=("fallback_model",)), "fallback_model"),
        (hear(start(opened()), "AAAAA", flags=("confidence_rescaled",)), "confidence_rescaled"),
        (panel("AAAAA", roster=tuple(seat(place, family="rehearsal") for place in range(5))), "rehearsal"),
        (debated("AABBn", "A-ABA"), "seat_carried"),
        (debated("AABBn", "AAABA"), "unexplained_flip"),
        (panel("AAAnn"), "options_rejected"),
        (flagged("AAAAA"), "injection_suspected"),
        (take_context(start(opened()), cut=True), "context_cut"),
        (take_context(start(opened()), masked=1), "secrets_masked"),
        (take_context(start(opened()), hidden=1), "hidden_text"),
    ],
)
def test_what_makes_a_result_less_is_marked(decision: Decision, mark: str) -> None:
    assert mark in marks(decision)


def test_a_whole_panel_of_two_families_has_no_marks() -> None:
    assert marks(panel("AAAAA")) == ()


def test_a_seat_that_abstains_on_purpose_is_not_missing() -> None:
    assert marks(panel("AAAAn")) == ()


def test_of_a_quick_vote_only_the_pair_can_be_missing() -> None:
    facts = close_panel(hear(start(opened()), "AA").panel, quick=True)

    assert facts.degradations == ()


def test_what_the_tripwire_dropped_marks_no_result() -> None:
    decision = after(
        flagged("AAAAA", " "), by_engine(ballot("tripwire", "o1", counted=False, flags=("fallback_model",)))
    )

    assert marks(decision) == ("injection_suspected",)


def test_borda_against_the_pairs_is_marked() -> None:
    decision = start(opened(3, axes=FULL, policy=Policy(rule="borda")))
    for name, ranking in [
        ("s1", "o1 o2 o3"),
        ("s2", "o1 o2 o3"),
        ("s3", "o1 o2 o3"),
        ("s4", "o2 o3 o1"),
        ("s5", "o2 o3 o1"),
    ]:
        order = tuple(ranking.split())
        decision = after(decision, by_engine(ballot(name, order[0], ranking=order)))
    facts = result(decision)

    assert (facts.condorcet, facts.leader, facts.rules_agree) == ("o1", "o2", False)
    assert "rules_disagree" in facts.degradations


def test_without_a_condorcet_winner_borda_contradicts_nobody() -> None:
    assert "rules_disagree" not in marks(panel("AABBC", 3))


def test_a_change_is_explained_by_an_argument_or_was_none() -> None:
    moved = hear(argue(panel("AABBn")), "AAAAA", 3, moved_by="arg-1")

    assert not any(is_unexplained(moved.panel, each) for each in moved.panel.ballots)
    unexplained = debated("AABBn", "AAAAA")
    seats = [each.facts.seat for each in unexplained.panel.ballots if is_unexplained(unexplained.panel, each)]
    assert seats == ["s3", "s4"]


def test_the_last_valid_ballot_of_a_failing_seat_stands() -> None:
    decision = debated("AABBn", "-ABAA")

    assert [(each.facts.seat, each.facts.round) for each in standing(decision.panel)] == [
        ("s1", 1), ("s2", 3), ("s3", 3), ("s4", 3), ("s5", 3),
    ]  # fmt: skip


def test_a_seat_that_withdraws_in_the_last_round_has_no_ballot() -> None:
    decision = debated("AABBn", "uABAA")

    assert [each.facts.seat for each in standing(decision.panel)] == ["s2", "s3", "s4", "s5"]


def test_a_quorum_can_be_lost_in_the_last_round_only_on_purpose() -> None:
    assert result(debated("AAB--", "-----", axes=FULL)).outcome == "weak"
    assert result(debated("AAB--", "u----", axes=FULL)).outcome == "no_quorum"


@pytest.mark.parametrize(
    ("day", "open_for", "days"),
    [(0, DAY, 3), (1, DAY, 2), (2, DAY, 1), (5, DAY, 1), (0, 3600_000_000, 0), (0, 2 * DAY, 3), (0, 3 * DAY, 3)],
)
def test_a_day_does_not_end_on_a_weekend(day: int, open_for: int, days: int) -> None:
    friday = START
    ends = deadline_after(friday + day * DAY, open_for)

    assert ends == friday + day * DAY + (days * DAY or open_for)


def test_a_vote_is_opened_as_the_policy_has_it() -> None:
    policy = Policy(debate="off", vote=VotePolicy(quorum=2, open_for=3600_000_000, hidden=True))
    voting = carry_on(panel("AABu-", axes=FULL, policy=policy))

    assert voting.people.open_vote
    facts = voting.people.open_vote.opened.facts
    assert (facts.quorum, facts.hidden, facts.deadline) == (2, True, START + 3600_000_000)
    assert (facts.number, facts.passes, facts.via) == (1, "majority", "engine")


def test_three_votes_are_wanted_and_fewer_only_of_fewer_people() -> None:
    voting = carry_on(panel("AABu-", axes=FULL, policy=Policy(debate="off")))

    assert voting.people.open_vote
    assert voting.people.open_vote.opened.facts.quorum == 3


def test_a_human_vote_is_measured_by_who_voted() -> None:
    voted = cast(put_to_a_vote(closed(panel("A----"))), "o1", "o1", None)
    assert voted.people.vote
    strength = vote_strength(voted, voted.people.vote)

    assert (strength.k, strength.cast, strength.asked, strength.band) == (2, 2, 2, "moderate")


def test_an_empty_vote_has_no_strength() -> None:
    voting = put_to_a_vote(closed(panel("A----")))
    assert voting.people.vote

    assert vote_strength(voting, voting.people.vote).band == "weak"


def test_the_minority_is_who_stood_against_the_final_choice() -> None:
    decision = carry_on(answer(carry_on(debated("ABABC", "ABABC", 3, safety_order=("o2", "o1", "o3"))), approve=True))
    report = minority_report(decision, verdict_of(decision).winner)

    assert verdict_of(decision).winner == "o2"
    assert report.options == ("o1", "o3")
    assert {each.facts.seat for each in report.ballots} == {"s1", "s3", "s5"}
    assert all(each.facts.round == 3 for each in report.ballots)


def test_the_surest_dissent_comes_first() -> None:
    decision = hear(hear(start(opened(axes=FULL)), "AAA"), "   B", confidence=None)
    decision = closed(hear(decision, "    B", confidence=700))

    assert [each.facts.seat for each in minority_report(decision, "o1").ballots] == ["s5", "s4"]


def test_before_the_panel_closes_there_is_no_minority() -> None:
    assert minority_report(panel("AABBB"), "o1").ballots == ()


def test_lost_votes_belong_to_the_minority() -> None:
    decision = carry_on(close_early(cast(put_to_a_vote(closed(panel("A----"))), "o1", "o2", "o1")))

    assert verdict_of(decision).minority == (decision.people.votes[0].cast[1].seq,)


def test_the_words_of_a_ballot_are_empty_once_erased() -> None:
    decision = after(start(opened()), by_engine(ballot("s1", "o1"), BallotWords(rationale="cheap")))
    erased = after(decision, Draft(actor="asker", facts=Erased(seqs=(2,), scope="all")))
    silenced = fold([erased.events[0], erased.events[1].model_copy(update={"words": None}), erased.events[2]])

    assert ballot_words(decision, decision.panel.ballots[0]).rationale == "cheap"
    assert ballot_words(silenced, silenced.panel.ballots[0]) == BallotWords()
    assert silenced.end.erased == {2}


def test_before_any_count_there_is_nothing_to_fall_back_on() -> None:
    decision = start(opened(policy=Policy(last_resort="draw")))

    assert closing_seq(decision) == 0
    assert last_resort(decision) == VerdictReached(status="undecided")


def test_the_lot_falls_among_those_who_led_the_newest_vote() -> None:
    policy = Policy(last_resort="draw")
    voted = cast(put_to_a_vote(closed(panel("A----", 3, policy=policy)), quorum=2), "o2", "o3")
    ended = carry_on(voted, LATER)

    assert verdict_of(ended).winner in {"o2", "o3"}
    assert verdict_of(ended).decided_by == "random"


def test_what_was_spent_counts_calls_of_unknown_price_at_the_ceiling() -> None:
    decision = hear(start(opened()), "A", usage=Usage(calls=2, cost=None))
    decision = hear(decision, " B", usage=Usage(calls=1, cost=500))

    assert spent(decision.panel) == 40_500
    assert total_usage(event.facts for event in decision.events) == Usage(calls=3, cost=None)


@pytest.mark.parametrize(
    ("decision", "word"),
    [
        (start(opened()), "deliberating"),
        (panel("ABABn"), "deliberating"),
        (closed(debated("ABABn", "ABABn")), "deliberating"),
        (closed(panel("A----")), "no_quorum"),
        (put_to_a_vote(closed(panel("A----"))), "awaiting_vote"),
        (carry_on(debated("ABABn", "ABABn", safety_order=("o1", "o2"))), "awaiting_approval"),
        (carry_on(panel("AAAAA")), "decided"),
        (put_to_a_vote(carry_on(panel("AAAAA"))), "awaiting_vote"),
        (carry_on(closed(panel("A----")), LATER), "undecided"),
        (carry_on(hear(start(opened(options_stated=False)), "AA", axes=FACT)), "not_needed"),
        (after(start(opened()), Draft(actor="asker", facts=Cancelled(via="terminal"))), "cancelled"),
        (
            after(put_to_a_vote(carry_on(panel("AAAAA"))), Draft(actor="asker", facts=Cancelled(via="terminal"))),
            "cancelled",
        ),
    ],
)
def test_a_state_has_one_word(decision: Decision, word: str) -> None:
    assert status(decision) == word


def test_a_question_that_is_run_anyway_goes_on() -> None:
    refused = carry_on(hear(start(opened(options_stated=False)), "AA", axes=FACT))

    assert status(act(refused, Draft(actor="asker", facts=RunAnyway(via="terminal")))) == "deliberating"


def test_a_record_begins_with_its_opening() -> None:
    decision = hear(start(opened()), "A")

    with pytest.raises(BrokenRecordError, match="broken-start seq=0"):
        fold([])
    with pytest.raises(BrokenRecordError, match="broken-start seq=2"):
        fold(decision.events[1:])


def test_votes_and_answers_without_anything_open_change_nothing() -> None:
    decision = start(opened())
    stray = after(put_to_a_vote(closed(panel("A----"))), by_engine(silence("s1", round_=2)))

    assert after(
        decision, *(Draft(actor="ann", facts=event.facts) for event in cast(stray, "o1").events[-1:])
    ).people == (decision.people)
