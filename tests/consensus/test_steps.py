"""The table of next steps, row by row: the smallest fold for which a row holds, and the neighbours for which not."""

from typing import Any

import pytest

from consensus.decision import Decision
from consensus.events import Axes, Cancelled, Draft, PanelClosed, Policy, RunAnyway, Usage, VerdictReached
from consensus.hearing import estimate
from consensus.steps import (
    AwaitHumans,
    Close,
    ClosePanel,
    CloseVote,
    Done,
    Gather,
    OpenVote,
    Poll,
    Propose,
    Step,
    next_step,
)
from tests.fakes import START, opened, start
from tests.scenes import (
    DAY,
    FULL,
    LATER,
    MINUTE,
    act,
    answer,
    argue,
    carry_on,
    cast,
    close_early,
    close_vote_now,
    closed,
    debated,
    flagged,
    hear,
    move_deadline,
    panel,
    put_to_a_vote,
    take_context,
    verdict_of,
)

DEAR = Usage(calls=1, cost=25_000)
ORDER = ("o2", "o1", "o3")
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


def weak(**changes: object) -> Decision:
    """The panel leans to o1 after a debate."""
    return debated("ABA--", "ABA--", 3, **changes)


def tied(voices: str = "ABAB-", **changes: object) -> Decision:
    return debated(voices, voices, 3, **changes)


def settled(**changes: Any) -> Decision:
    return panel("AABAA", axes=FULL, **changes)


def never(resort: str = "none") -> Policy:
    return Policy.model_validate({"human": "never", "last_resort": resort})


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
    assert facts.degradations[:2] == ("seat_missing", "budget")


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


# 17


@pytest.mark.parametrize(("voices", "by"), [("AA", "quick_vote"), ("ABAA-", "full_vote"), ("ABAB-", "full_debate")])
def test_a_settled_panel_decides_by_its_stage(voices: str, by: str) -> None:
    voted = hear(start(opened()), voices)
    ended = carry_on(hear(argue(voted), "AAAB-", 3) if by == "full_debate" else voted)

    assert (verdict_of(ended).winner, verdict_of(ended).decided_by) == ("o1", by)


def test_where_people_always_decide_a_settled_panel_only_recommends() -> None:
    decision = closed(panel("ABAAA", policy=Policy(human="always")))

    assert step(decision) == OpenVote(("o1", "o2"), "always")


def test_a_flagged_context_lets_no_panel_decide() -> None:
    waiting = carry_on(flagged("AAAAA"))

    assert waiting.people.open_vote is not None
    assert waiting.people.open_vote.opened.facts.why == "flagged"


def test_a_vote_that_was_asked_for_keeps_a_settled_panel_waiting() -> None:
    assert isinstance(step(put_to_a_vote(closed(settled()))), AwaitHumans)


# 18


@pytest.mark.parametrize("voices", ["AABn-", "AABB-", "A----", "AAnn-"])
def test_where_nobody_may_be_asked_the_last_resort_follows_at_once(voices: str) -> None:
    decision = carry_on(panel(voices, axes=FULL, policy=Policy(human="never", debate="off")))

    assert verdict_of(decision).status == "undecided"
    assert not decision.people.votes


def test_where_nobody_may_be_asked_a_flagged_panel_decides_nothing() -> None:
    decision = carry_on(flagged("AAAAA", policy=Policy(human="never")))

    assert verdict_of(decision).status == "undecided"


def test_a_vote_that_a_person_opened_is_waited_for_even_there() -> None:
    decision = closed(panel("AABB-", axes=FULL, policy=Policy(human="never", debate="off")))

    assert isinstance(step(put_to_a_vote(decision)), AwaitHumans)


# 19


def test_a_deadlock_proposes_by_the_declared_order() -> None:
    assert step(closed(tied(safety_order=ORDER))) == Propose("safety_order", "o2", ("o1", "o2"))


def test_without_an_order_the_moderator_is_asked() -> None:
    assert step(closed(tied())) == Propose("moderator", None, ("o1", "o2"))


def test_the_order_names_one_of_the_tied_options() -> None:
    assert step(closed(tied(safety_order=("o3", "o1", "o2")))) == Propose("safety_order", "o1", ("o1", "o2"))


def test_where_people_always_decide_a_tie_goes_to_all_of_them() -> None:
    decision = closed(tied(policy=Policy(human="always"), safety_order=ORDER))

    assert step(decision) == OpenVote(("o1", "o2", "o3"), "always")


def test_one_deadlock_gets_one_proposal() -> None:
    proposed = carry_on(tied(safety_order=ORDER))

    assert len(proposed.people.proposals) == 1
    assert not isinstance(step(proposed, LATER), Propose)


# 20


def test_an_open_proposal_is_waited_for_until_its_deadline() -> None:
    proposed = carry_on(tied(safety_order=ORDER))

    assert step(proposed, START + DAY - 1) == AwaitHumans("approval", START + DAY)
    assert step(proposed, START + DAY) != AwaitHumans("approval", START + DAY)


def test_a_moved_deadline_is_the_deadline() -> None:
    moved = move_deadline(carry_on(tied(safety_order=ORDER)), "proposal", START + 5 * MINUTE)

    assert step(moved) == AwaitHumans("approval", START + 5 * MINUTE)


# 21


def test_an_approved_proposal_decides() -> None:
    facts = verdict(answer(carry_on(tied(safety_order=ORDER)), approve=True))

    assert (facts.winner, facts.decided_by, facts.proposed_by) == ("o2", "human_approval", "safety_order")
    assert not facts.unapproved


def test_a_vote_opened_meanwhile_sets_the_proposal_aside() -> None:
    voting = put_to_a_vote(carry_on(tied(safety_order=ORDER)))

    assert voting.people.open_proposal is None
    assert step(voting) == AwaitHumans("vote", START + DAY)


# 22


def test_a_moderator_without_an_answer_makes_people_vote_on_the_tied_options() -> None:
    voting = carry_on(tied())

    assert voting.people.open_vote is not None
    assert voting.people.open_vote.opened.facts.options == ("o1", "o2")
    assert voting.people.open_vote.opened.facts.why == "tied"


def test_a_rejected_proposal_makes_people_vote_on_the_tied_options() -> None:
    rejected = answer(carry_on(tied(safety_order=ORDER)), approve=False)

    assert step(rejected) == OpenVote(("o1", "o2"), "rejected")


# 23


@pytest.mark.parametrize(("voices", "why"), [("AABn-", "weak"), ("AAnn-", "options_rejected")])
def test_a_panel_without_a_clear_answer_asks_people_about_all_options(voices: str, why: str) -> None:
    decision = closed(panel(voices, axes=FULL, policy=Policy(debate="off")))

    assert step(decision) == OpenVote(("o1", "o2"), why)


def test_the_highest_stakes_make_people_decide_by_two_thirds() -> None:
    voting = carry_on(panel("AAAAA", axes=Axes(stakes=3)))

    assert voting.people.open_vote is not None
    assert voting.people.open_vote.opened.facts.passes == "supermajority"


def test_a_question_about_a_person_is_for_people_whatever_the_policy() -> None:
    person = hear(start(opened(policy=Policy(human="never"))), "AA", about_person=True)

    assert carry_on(person).people.open_vote is not None


# 24


@pytest.mark.parametrize("human", ["on_weak", "always"])
def test_without_a_quorum_nobody_is_called(human: str) -> None:
    dead = closed(panel("A----", policy=Policy.model_validate({"human": human})))

    assert step(dead, START + DAY - 1) == AwaitHumans("offer", START + DAY)


def test_an_offer_that_nobody_takes_ends_undecided() -> None:
    assert verdict(closed(panel("A----")), START + DAY) == VerdictReached(
        status="undecided", degradations=("seat_missing", "one_family")
    )


# 25


def test_a_vote_is_open_until_its_deadline() -> None:
    voting = put_to_a_vote(closed(panel("A----")))

    assert step(cast(voting, "o1", "o2"), START + DAY - 1) == AwaitHumans("vote", START + DAY)


def test_a_complete_vote_waits_for_a_quiet_minute() -> None:
    voted = cast(put_to_a_vote(closed(panel("A----"))), "o1", "o2", None, at=START + 5)

    assert step(voted, START + 5) == AwaitHumans("vote", START + 5 + MINUTE)
    assert step(voted, START + 5 + MINUTE) == CloseVote("complete")


def test_a_change_of_mind_begins_the_quiet_minute_anew() -> None:
    voted = cast(put_to_a_vote(closed(panel("A----"))), "o1", "o2", None)
    changed = cast(voted, "o2", at=START + MINUTE - 1)

    assert step(changed, START + MINUTE) == AwaitHumans("vote", START + 2 * MINUTE - 1)


def test_the_quiet_minute_ends_with_the_deadline() -> None:
    voting = put_to_a_vote(closed(panel("A----")))
    voted = cast(voting, "o1", "o2", "o1", at=START + DAY - 1)

    assert step(voted, START + DAY - 1) == AwaitHumans("vote", START + DAY)


# 26


def test_a_vote_past_its_deadline_is_closed() -> None:
    voting = put_to_a_vote(closed(panel("A----")))

    assert step(voting, START + DAY) == CloseVote("deadline")


def test_a_vote_without_voters_is_not_waited_for_all_day() -> None:
    voting = put_to_a_vote(closed(panel("A----")), voters=())

    assert step(voting, START) == AwaitHumans("vote", START + MINUTE)
    assert step(voting, START + MINUTE) == CloseVote("complete")


# 27


def test_a_won_vote_decides() -> None:
    facts = verdict(close_early(cast(put_to_a_vote(closed(panel("A----"))), "o2", "o2", "o1")))

    assert (facts.winner, facts.decided_by, facts.band) == ("o2", "human_vote", "moderate")


def test_half_of_the_votes_win_nothing() -> None:
    voting = put_to_a_vote(closed(panel("A----")), voters=("ann", "bob", "cid", "eve"), quorum=2)

    assert isinstance(step(close_early(cast(voting, "o1", "o2"))), Propose)


def test_two_thirds_are_wanted_where_that_is_the_rule() -> None:
    voting = put_to_a_vote(closed(panel("A----")), passes="supermajority", quorum=1)
    won = close_early(cast(voting, "o1", "o1", "o2"))
    lost = close_early(cast(voting, "o1", "o2"))

    assert verdict(won).winner == "o1"
    assert step(lost) == Propose("vote", None, ("o1", "o2"))


# 28


def test_a_reopened_vote_without_quorum_leaves_the_verdict() -> None:
    decided = carry_on(settled())
    reopened = cast(put_to_a_vote(decided), "o2")
    again = carry_on(reopened, LATER)

    assert verdict_of(again) == verdict_of(decided)
    assert again.end.seq > decided.end.seq


def test_a_vote_asked_for_on_a_settled_panel_without_quorum_notes_the_votes() -> None:
    voted = cast(put_to_a_vote(closed(settled())), "o2")
    facts = verdict(close_vote_now(voted, LATER), LATER)

    assert (facts.winner, facts.decided_by) == ("o1", "full_vote")
    assert voted.seq in facts.minority


def test_a_vote_asked_for_decides_nothing_where_people_always_decide() -> None:
    voted = cast(put_to_a_vote(closed(settled(policy=Policy(human="always")))), "o2")

    assert verdict(close_vote_now(voted, LATER), LATER).status == "undecided"


def test_a_refusal_that_was_overruled_is_no_verdict_to_return_to() -> None:
    refused = carry_on(hear(start(opened(options_stated=False)), "AB", axes=FACT))
    again = act(refused, by_person(RunAnyway(via="terminal")))
    voting = carry_on(hear(argue(hear(again, "  A--")), "ABA--", 3))

    assert voting.people.open_vote is not None
    assert verdict_of(carry_on(voting, LATER)).status == "undecided"


# 29


def test_a_vote_without_a_winner_proposes_its_leader() -> None:
    voting = put_to_a_vote(closed(panel("A----", 3)), voters=("ann", "bob", "cid", "eve"), quorum=1)
    voted = close_early(cast(voting, "o3", "o3", "o2"))
    more = close_early(cast(put_to_a_vote(closed(panel("A----", 3)), quorum=1), "o1", "o2", "o3"))

    assert verdict(voted).winner == "o3"
    assert step(more) == Propose("vote", None, ("o1", "o2", "o3"))


def test_a_tied_vote_proposes_the_panels_leader() -> None:
    weak_panel = closed(weak())
    voted = close_early(cast(put_to_a_vote(weak_panel, quorum=1), "o1", "o2"))

    assert step(voted) == Propose("vote", "o1", ("o1", "o2"))


def test_a_tied_vote_without_a_leading_panel_proposes_by_the_declared_order() -> None:
    voted = close_early(cast(put_to_a_vote(closed(tied(safety_order=ORDER)), quorum=1), "o1", "o2"))

    assert step(voted) == Propose("vote", "o2", ("o1", "o2"))


def test_a_proposal_after_a_vote_is_approved_like_any_other() -> None:
    voted = close_early(cast(put_to_a_vote(closed(weak()), quorum=1), "o1", "o2"))
    facts = verdict(answer(carry_on(voted), approve=True))

    assert (facts.winner, facts.decided_by, facts.proposed_by) == ("o1", "human_approval", "vote")


# 30


def test_a_vote_without_quorum_on_a_weak_panel_ends_undecided() -> None:
    assert verdict_of(carry_on(cast(carry_on(weak()), "o1"), LATER)).status == "undecided"


@pytest.mark.parametrize("approve", [False, None])
def test_a_proposal_after_a_vote_that_nobody_approves_ends_undecided(*, approve: bool | None) -> None:
    proposed = carry_on(close_early(cast(put_to_a_vote(closed(weak()), quorum=1), "o1", "o2")))
    answered = proposed if approve is None else answer(proposed, approve=approve)

    assert verdict(answered, LATER).status == "undecided"


def test_an_empty_proposal_after_a_vote_ends_undecided() -> None:
    voted = close_early(cast(put_to_a_vote(closed(panel("A----", 3)), quorum=1), "o1", "o2"))

    assert verdict_of(carry_on(voted)).status == "undecided"


def test_an_expired_proposal_before_a_vote_ends_undecided() -> None:
    assert verdict(carry_on(tied(safety_order=ORDER)), LATER).status == "undecided"


# 31


def test_the_last_resort_takes_the_safest_of_the_tied_unapproved() -> None:
    policy = never("safest")
    facts = verdict(closed(tied(policy=policy, safety_order=ORDER)))

    assert (facts.winner, facts.decided_by, facts.unapproved, facts.review) == ("o2", "safety_order", True, True)


def test_without_a_declared_order_nothing_is_safest() -> None:
    assert verdict(closed(tied(policy=never("safest")))).status == "undecided"


def test_the_lot_follows_from_the_hash_of_the_closing_event() -> None:
    decision = closed(tied(policy=never("draw")))
    facts = verdict(decision)

    assert facts.draw == int(decision.head, 16) % 2
    assert facts.winner == ("o1", "o2")[facts.draw]
    assert (facts.decided_by, facts.unapproved) == ("random", True)


def test_the_lot_falls_among_the_options_that_somebody_chose() -> None:
    decision = closed(
        panel("AACn-", 4, axes=FULL, policy=Policy(human="never", last_resort="draw", debate="off", rule="majority"))
    )

    assert verdict(decision).winner in {"o1", "o3"}


def test_nothing_is_drawn_where_no_count_was_valid() -> None:
    assert verdict(closed(panel("A----", policy=never("draw")))).status == "undecided"


def test_too_few_votes_do_not_narrow_the_lot() -> None:
    policy = Policy(last_resort="draw")
    voted = cast(put_to_a_vote(closed(tied(policy=policy))), "o1")
    ended = carry_on(voted, LATER)

    assert verdict_of(ended).draw == int(ended.events[-2].hash, 16) % 2
