"""Rows 17 to 31 of the table: what is next once the panel has closed, up to the last resort."""

from typing import Any

import pytest

from consensus.decision import Decision
from consensus.events import Axes, Cancelled, Draft, Policy, RunAnyway, VerdictReached
from consensus.steps import (
    AwaitHumans,
    Close,
    CloseVote,
    OpenVote,
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
    verdict_of,
)

ORDER = ("o2", "o1", "o3")
FACT = Axes(uncertainty=0, stakes=1, plurality=1)


def step(decision: Decision, now: int = START) -> Step:
    return next_step(decision, now)


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


def settled(**changes: Any) -> Decision:  # noqa: ANN401 -- handed on
    return panel("AABAA", axes=FULL, **changes)


def never(resort: str = "none") -> Policy:
    return Policy.model_validate({"human": "never", "last_resort": resort})


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
    voting = put_to_a_vote(closed(panel("A----", 3)), voters=("ann", "bob", "cid", "eve"))
    voted = close_early(cast(voting, "o3", "o3", "o2", "o1"))

    assert step(voted) == Propose("vote", "o3", ("o3",))


def test_a_tied_vote_with_nothing_to_go_by_proposes_nothing() -> None:
    voted = close_early(cast(put_to_a_vote(closed(panel("A----", 3)), quorum=1), "o1", "o2", "o3"))

    assert step(voted) == Propose("vote", None, ("o1", "o2", "o3"))


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
