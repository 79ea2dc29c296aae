"""Rows 1 to 16 of the table: the smallest fold for which each holds, and the neighbours for which it does not."""

from typing import Any

import pytest

from consensus.decision import Decision
from consensus.events import Axes, Cancelled, Draft, PanelClosed, Policy, RunAnyway, Usage, VerdictReached
from consensus.hearing import estimate
from consensus.steps import (
    AwaitHumans,
    Close,
    ClosePanel,
    Done,
    Gather,
    Poll,
    Step,
    next_step,
)
from tests.fakes import START, opened, start
from tests.scenes import (
    DAY,
    FULL,
    act,
    argue,
    carry_on,
    debated,
    flagged,
    hear,
    panel,
    put_to_a_vote,
    take_context,
)

DEAR = Usage(calls=1, cost=25_000)
FACT = Axes(uncertainty=0, stakes=1, plurality=1)


def step(decision: Decision, now: int = START) -> Step:
    return next_step(decision, now)


def asked(decision: Decision) -> tuple[int, list[str]]:
    """The round and the seats of the next poll."""
    poll = step(decision)
    assert isinstance(poll, Poll)
    return poll.round, [each.seat for each in poll.seats]


def panel_end(decision: Decision) -> PanelClosed:
    closing = step(decision)
    assert isinstance(closing, ClosePanel)
    return closing.facts


def outcome(decision: Decision) -> tuple[str, str]:
    facts = panel_end(decision)
    return facts.outcome, facts.stage


def verdict(decision: Decision, now: int = START) -> VerdictReached:
    closing = step(decision, now)
    assert isinstance(closing, Close)
    return closing.facts


def by_person(facts: RunAnyway | Cancelled) -> Draft:
    return Draft(actor="asker", facts=facts)


def settled(**changes: Any) -> Decision:  # noqa: ANN401 -- handed on
    return panel("AABAA", axes=FULL, **changes)


# 1


def test_an_ended_decision_is_done() -> None:
    assert step(carry_on(settled())) == Done()


def test_a_cancelled_decision_is_done_at_once() -> None:
    cancelled = act(start(opened(wants_context=True)), by_person(Cancelled(via="terminal")))

    assert step(cancelled) == Done()


def test_a_vote_opened_after_the_end_is_waited_for() -> None:
    reopened = put_to_a_vote(carry_on(settled()))

    assert step(reopened) == AwaitHumans("vote", START + DAY)


def test_run_anyway_undoes_a_refusal() -> None:
    refused = carry_on(hear(start(opened(options_stated=False)), "AA", axes=FACT))
    again = act(refused, by_person(RunAnyway(via="terminal")))

    assert step(refused) == Done()
    assert step(again) != Done()


# 2


def test_wanted_context_is_gathered_first() -> None:
    assert step(start(opened(wants_context=True))) == Gather()


def test_context_is_gathered_once() -> None:
    taken = take_context(start(opened(wants_context=True)), missing=("thread",))

    assert asked(taken) == (1, ["s1", "s2"])


# 3


@pytest.mark.parametrize(("budget", "closes"), [(39_999, True), (40_000, False)])
def test_a_poll_above_the_budget_closes_the_panel(budget: int, *, closes: bool) -> None:
    decision = start(opened(policy=Policy(budget=budget)))

    assert estimate(decision.panel, decision.opened.roster[:2]) == 40_000
    assert isinstance(step(decision), ClosePanel) is closes


def test_the_budget_closes_on_the_standing_ballots_of_the_whole_panel() -> None:
    decision = hear(start(opened(policy=Policy(budget=99_999), axes=FULL)), "AAAA", usage=DEAR)
    facts = panel_end(decision)

    assert facts.outcome == "settled"
    assert (facts.strength.k, facts.strength.asked, facts.strength.band) == (4, 5, "moderate")
    assert facts.degradations[:1] == ("budget",)


def test_two_standing_ballots_are_no_quorum_of_the_whole_panel() -> None:
    assert outcome(hear(start(opened(policy=Policy(budget=60_000))), "AB", usage=DEAR)) == ("no_quorum", "full_vote")


def test_a_call_of_unknown_price_counts_at_its_ceiling() -> None:
    unpriced = Usage(calls=2, cost=None)
    decision = hear(start(opened(policy=Policy(budget=139_999))), "AB", usage=unpriced)

    assert isinstance(step(decision), ClosePanel)
    assert asked(hear(start(opened(policy=Policy(budget=140_000))), "AB", usage=unpriced)) == (1, ["s3", "s4", "s5"])


def test_a_poll_is_estimated_at_twice_the_dearest_call_of_its_model_so_far() -> None:
    cheap = Usage(calls=1, cost=1_000)

    assert isinstance(step(hear(start(opened(policy=Policy(budget=7_999))), "AB", usage=cheap)), ClosePanel)
    assert isinstance(step(hear(start(opened(policy=Policy(budget=8_000))), "AB", usage=cheap)), Poll)


def test_a_budget_too_small_for_a_debate_keeps_the_blind_result() -> None:
    voted = panel("AABB-", axes=FULL, policy=Policy(budget=50_000))

    assert asked(voted)[0] == 2
    assert outcome(hear(start(voted.opened), "AABB-", usage=Usage(calls=1, cost=9_000))) == ("tied", "full_vote")


def test_a_budget_spent_by_the_critiques_closes_on_the_blind_ballots() -> None:
    argued = argue(panel("AABB-", axes=FULL, policy=Policy(budget=101_000)), usage=DEAR)
    facts = panel_end(argued)

    assert (facts.outcome, facts.stage) == ("tied", "full_vote")
    assert "budget" in facts.degradations


# 4


def test_the_quick_route_asks_the_first_two() -> None:
    assert asked(start(opened())) == (1, ["s1", "s2"])


def test_of_the_first_two_only_the_unheard_one_is_asked() -> None:
    assert asked(hear(start(opened()), "A")) == (1, ["s2"])


def test_a_flagged_context_asks_everybody_at_once() -> None:
    assert asked(flagged("", " ")) == (1, ["s1", "s2", "s3", "s4", "s5"])


def test_stakes_that_the_first_agent_sees_ask_everybody() -> None:
    alarmed = hear(start(opened()), "A", axes=Axes(uncertainty=1, stakes=3, plurality=0))

    assert asked(alarmed) == (1, ["s2", "s3", "s4", "s5"])


# 5


def test_a_fact_without_stated_options_is_refused() -> None:
    fact = hear(start(opened(options_stated=False)), "AB", axes=FACT)

    assert verdict(fact) == VerdictReached(status="not_needed")


def test_one_agent_alone_calls_nothing_a_fact() -> None:
    doubted = hear(hear(start(opened(options_stated=False)), "A", axes=FACT), " B")

    assert asked(doubted) == (1, ["s3", "s4", "s5"])


def test_a_fact_with_stated_options_is_put_to_the_panel() -> None:
    assert outcome(hear(start(opened()), "AA", axes=FACT)) == ("settled", "quick_vote")


def test_a_fact_is_put_to_the_panel_when_somebody_insists() -> None:
    refused = carry_on(hear(start(opened(options_stated=False)), "AA", axes=FACT))
    again = act(refused, by_person(RunAnyway(via="terminal")))

    assert outcome(again) == ("settled", "quick_vote")


def test_a_flagged_context_cannot_talk_the_panel_out_of_a_question() -> None:
    fact = hear(take_context(start(opened(options_stated=False, wants_context=True)), "role_change"), "AA", axes=FACT)

    assert asked(fact) == (1, ["s3", "s4", "s5"])


# 6


def test_two_sure_agents_who_agree_are_enough() -> None:
    assert outcome(hear(start(opened()), "AA", confidence=850)) == ("settled", "quick_vote")


@pytest.mark.parametrize(
    ("voices", "changes"),
    [
        ("AB", {}),
        ("A-", {}),
        ("An", {}),
        ("AA", {"confidence": 849}),
        ("AA", {"confidence": None}),
    ],
)
def test_a_split_a_silence_or_a_doubt_of_two_asks_the_rest(voices: str, changes: dict[str, Any]) -> None:
    assert asked(hear(start(opened()), voices, **changes)) == (1, ["s3", "s4", "s5"])


def test_a_forced_debate_allows_no_quick_vote() -> None:
    forced = hear(start(opened(policy=Policy(debate="force"))), "AA")

    assert asked(forced) == (1, ["s3", "s4", "s5"])


def test_a_quick_vote_counts_two_of_two() -> None:
    facts = panel_end(hear(start(opened()), "AA"))

    assert (facts.strength.k, facts.strength.asked, facts.strength.band) == (2, 2, "moderate")
    assert facts.strength.reason == "quick_vote"


def test_a_ballot_from_outside_the_pair_is_not_counted_in_a_quick_vote() -> None:
    facts = panel_end(hear(start(opened()), "AAB"))

    assert (facts.strength.cast, facts.strength.asked, len(facts.counted)) == (2, 2, 2)


# 7


def test_the_rest_of_the_panel_is_asked_once() -> None:
    assert asked(hear(start(opened()), "AB -")) == (1, ["s3", "s5"])


# 8


def test_a_flagged_context_gets_one_ballot_without_it() -> None:
    assert asked(flagged("AAAAA", " ")) == (1, ["tripwire"])


@pytest.mark.parametrize("voice", ["A", "-"])
def test_the_tripwire_is_asked_once_and_never_counted(voice: str) -> None:
    facts = panel_end(flagged("BBBBB", voice))

    assert (facts.strength.k, facts.strength.cast, facts.strength.asked) == (5, 5, 5)


# 9


def test_two_blind_rejections_of_all_options_end_the_panel() -> None:
    assert outcome(panel("ABAnn")) == ("options_rejected", "full_vote")


def test_one_rejection_is_an_abstention() -> None:
    assert outcome(panel("ABAAn")) == ("settled", "full_vote")


def test_two_rejections_in_the_last_round_do_not_reject_the_options() -> None:
    assert outcome(debated("ABABu", "ABAnn"))[0] != "options_rejected"


# 10


def test_too_few_ballots_end_the_panel_without_a_debate() -> None:
    assert outcome(panel("AB---")) == ("no_quorum", "full_vote")


def test_three_of_five_are_a_quorum() -> None:
    assert outcome(panel("AABu-", axes=FULL, policy=Policy(debate="off")))[0] == "weak"


def test_a_ballot_without_confidence_makes_no_quorum_where_confidence_counts() -> None:
    unsure = hear(start(opened(policy=Policy(rule="confidence_weighted"))), "ABA--", confidence=None)

    assert outcome(unsure)[0] == "no_quorum"


# 11


def test_a_settled_panel_closes_without_a_debate() -> None:
    assert outcome(panel("ABAA-")) == ("settled", "full_vote")


def test_a_forced_debate_takes_place_on_a_settled_panel() -> None:
    assert asked(panel("AAAAA", policy=Policy(debate="force")))[0] == 2


# 12


@pytest.mark.parametrize(("voices", "ends"), [("AABB-", "tied"), ("AABu-", "weak")])
def test_without_debates_the_blind_result_stands(voices: str, ends: str) -> None:
    assert outcome(panel(voices, axes=FULL, policy=Policy(debate="off"))) == (ends, "full_vote")


# 13


@pytest.mark.parametrize("voices", ["ABAB-", "ABA--"])
def test_a_panel_that_is_not_settled_argues(voices: str) -> None:
    assert asked(panel(voices)) == (2, ["s1", "s2", "s3", "s4", "s5"])


# 14


@pytest.mark.parametrize(("silent", "closes"), [(5, True), (4, True), (3, False)])
def test_fewer_than_two_critiques_are_no_debate(silent: int, *, closes: bool) -> None:
    assert isinstance(step(argue(panel("ABAB-"), silent)), ClosePanel) is closes


def test_a_failed_debate_leaves_the_blind_result() -> None:
    facts = panel_end(hear(argue(panel("ABAB-"), 4), "A", 3))

    assert (facts.outcome, facts.stage) == ("tied", "full_vote")
    assert "debate_failed" in facts.degradations


# 15


def test_after_the_critiques_everybody_votes_again() -> None:
    assert asked(argue(panel("ABAB-"))) == (3, ["s1", "s2", "s3", "s4", "s5"])


@pytest.mark.parametrize("final", ["AAA", "nnn", "---", "uuuu"])
def test_the_last_round_is_heard_to_its_end(final: str) -> None:
    waiting = hear(argue(panel("ABAB-")), final, 3)

    assert asked(waiting) == (3, ["s1", "s2", "s3", "s4", "s5"][len(final) :])


# 16


@pytest.mark.parametrize(("final", "ends"), [("AAAB-", "settled"), ("AABB-", "tied"), ("AABn-", "weak")])
def test_there_is_never_a_fourth_round(final: str, ends: str) -> None:
    assert outcome(debated("ABAB-", final)) == (ends, "full_debate")


def test_a_debate_in_which_all_final_ballots_fail_is_still_a_debate() -> None:
    facts = panel_end(debated("AABB-", "-----", axes=FULL))

    assert (facts.outcome, facts.stage) == ("tied", "full_debate")
    assert "seat_carried" in facts.degradations
