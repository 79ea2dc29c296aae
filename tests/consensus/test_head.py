"""A decision is about the head that the panel read, until people put the newest one to a vote."""

from typing import Any

import pytest

from consensus.decision import Decision
from consensus.events import HeadMoved, Policy
from consensus.head import by_person, by_push, head_at, head_of, is_by_push, is_stale, judged_head, push
from tests.fakes import after, opened, start
from tests.scenes import (
    FULL,
    LATER,
    answer,
    argue,
    by_engine,
    carry_on,
    cast,
    close_early,
    closed,
    hear,
    put_to_a_vote,
    take_context,
)

OLD, NEW, NEWEST = "a" * 40, "b" * 40, "c" * 40


def read(head: str | None = OLD, **changes: Any) -> Decision:  # noqa: ANN401 -- handed on
    """A decision whose context was read at that head."""
    return take_context(start(opened(wants_context=True, axes=FULL, **changes)), head_sha=head)


def move(decision: Decision, before: str = OLD, to: str = NEW) -> Decision:
    return after(decision, by_engine(HeadMoved(before=before, after=to)))


def decided() -> Decision:
    return carry_on(hear(read(), "AAAAB"))


def no_result() -> Decision:
    return closed(hear(read(), "A----"))


def test_a_decision_of_no_pull_request_has_no_head() -> None:
    decision = carry_on(hear(start(opened()), "AA"))

    assert (head_of(decision), judged_head(decision), is_stale(decision)) == (None, None, False)


def test_a_decision_is_about_the_head_that_was_read() -> None:
    assert (head_of(decided()), judged_head(decided()), is_stale(decided())) == (OLD, OLD, False)


def test_a_push_while_the_panel_is_at_work_marks_nothing_until_there_is_a_result() -> None:
    moved = move(read())

    assert not is_stale(moved)
    assert push(carry_on(hear(moved, "AAAAB"))) == (OLD, NEW)


def test_hard_case_36_a_push_after_the_verdict_marks_it_stale() -> None:
    assert push(move(decided())) == (OLD, NEW)
    assert push(move(move(decided()), NEW, NEWEST)) == (OLD, NEWEST)


def test_hard_case_36_a_push_while_the_vote_is_open_marks_it_stale() -> None:
    assert is_stale(move(put_to_a_vote(decided())))


def test_a_push_while_a_proposal_is_open_marks_it_stale() -> None:
    tied = hear(argue(hear(read(safety_order=("o2", "o1")), "ABAB-")), "ABAB-", 3)
    proposed = carry_on(tied)
    approved = carry_on(answer(move(proposed), approve=True))

    assert proposed.people.open_proposal
    assert is_stale(move(proposed))
    assert (approved.has_ended, is_stale(approved)) == (True, True)


def test_a_head_that_is_pushed_back_is_not_stale() -> None:
    assert not is_stale(move(move(decided()), NEW, OLD))


def test_a_push_tells_which_head_was_there_when_none_was_read() -> None:
    decision = move(carry_on(hear(read(None), "AAAAB")))

    assert push(decision) == (OLD, NEW)


def test_people_who_vote_after_a_push_vote_on_the_newest_head() -> None:
    voting = put_to_a_vote(move(decided()))
    won = carry_on(close_early(cast(voting, "o2", "o2", "o2")))

    assert (judged_head(voting), is_stale(voting)) == (NEW, False)
    assert (judged_head(won), is_stale(won)) == (NEW, False)
    assert is_stale(move(won, NEW, NEWEST))


def test_a_vote_in_vain_leaves_the_verdict_to_the_head_that_was_read() -> None:
    in_vain = carry_on(cast(put_to_a_vote(move(decided())), "o2"), LATER)

    assert in_vain.has_ended
    assert is_stale(in_vain)


def test_a_vote_that_the_engine_opens_is_about_what_the_panel_read() -> None:
    weak = carry_on(move(hear(read(policy=Policy(debate="off")), "AAB--")))

    assert weak.people.open_vote
    assert is_stale(weak)


def test_an_undecided_vote_is_about_the_head_at_its_opening() -> None:
    ended = carry_on(cast(put_to_a_vote(move(no_result())), "o1"), LATER)

    assert (ended.has_ended, is_stale(ended)) == (True, False)


def test_the_head_at_an_event_is_the_newest_before_it() -> None:
    decision = move(move(decided()), NEW, NEWEST)

    assert [head_at(decision, seq) for seq in (1, 2, decision.seq - 2, decision.seq - 1, decision.seq)] == [
        OLD,
        OLD,
        OLD,
        NEW,
        NEWEST,
    ]


@pytest.mark.parametrize("via", ["github", "github-pull"])
def test_a_push_that_asks_again_is_told_from_a_person_who_does(via: str) -> None:
    again = by_push(via)

    assert (is_by_push(via), is_by_push(again)) == (False, True)
    assert (by_push(again), by_person(again), by_person(via)) == (again, via, via)


def retarget(decision: Decision) -> Decision:
    head = head_of(decision) or ""
    return after(decision, by_engine(HeadMoved(before=head, after=head, base=NEW)))


def test_another_target_branch_makes_what_was_decided_stale_at_the_same_head() -> None:
    moved = retarget(decided())

    assert (is_stale(moved), push(moved), judged_head(moved)) == (True, None, OLD)


def test_another_target_branch_marks_nothing_until_there_is_a_result() -> None:
    moved = retarget(read())

    assert not is_stale(moved)
    assert is_stale(carry_on(hear(moved, "AAAAB")))


def test_who_votes_after_the_target_branch_was_changed_votes_about_that_branch() -> None:
    assert not is_stale(put_to_a_vote(retarget(decided())))
