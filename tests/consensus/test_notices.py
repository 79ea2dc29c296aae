"""What is shown in the places of a decision follows from its newest events alone."""

from collections.abc import Callable

import pytest

from consensus.decision import Decision
from consensus.events import Cancelled, Draft, Facts, HeadMoved, OutcomeRecorded, Reason, Superseded
from consensus.notices import Intent, PostKind, is_timely, newest_told, notices, over_at, over_key
from tests.fakes import START, after, opened, start
from tests.scenes import (
    DAY,
    MINUTE,
    act,
    answer,
    by_engine,
    carry_on,
    cast,
    close_early,
    debated,
    move_deadline,
    panel,
    put_to_a_vote,
    take_context,
)

PLACES = ("slack:T1:C1:1.0", "terminal", "slack:T1:C2:2.0")
HOUR = 60 * MINUTE
CALLS: tuple[PostKind, ...] = ("turn", "reminder")
CANCEL = Draft(actor="asker", facts=Cancelled(via="terminal"))


def last(decision: Decision, count: int = 1) -> list[tuple[str, str, int, int]]:
    """What the newest events want: place, kind, what it is about, and how long after the start."""
    wanted = notices(decision, decision.events[-count:])
    return [(intent.place, intent.kind, intent.about_seq, intent.at - START) for intent in wanted]


def asked(open_for: int = DAY) -> Decision:
    """A vote that somebody asked for, on a settled panel."""
    return put_to_a_vote(carry_on(panel("AAAAA", places=("here",))), deadline=START + open_for)


def tied() -> Decision:
    return carry_on(debated("ABAB-", "ABAB-", options=3, places=("here",), safety_order=("o2", "o1")))


def test_a_new_decision_has_a_card_in_each_place_but_the_terminal() -> None:
    decision = start(opened(places=PLACES))

    assert last(decision) == [("slack:T1:C1:1.0", "card", 1, 0), ("slack:T1:C2:2.0", "card", 1, 0)]


def test_a_ballot_calls_for_nothing() -> None:
    assert last(panel("A", places=("here",))) == []


def test_a_verdict_is_told() -> None:
    decision = carry_on(panel("AAAAA", places=("here",)))

    assert last(decision) == [("here", "verdict", decision.seq, 0)]


def test_a_vote_calls_people_and_reminds_them_once_four_hours_before_its_end() -> None:
    decision = asked()

    assert last(decision) == [("here", "turn", decision.seq, 0), ("here", "reminder", decision.seq, 20 * HOUR)]


def test_a_short_vote_reminds_when_a_quarter_of_its_time_is_left() -> None:
    decision = asked(open_for=HOUR)

    assert last(decision)[1] == ("here", "reminder", decision.seq, 45 * MINUTE)


def test_a_moved_deadline_moves_the_reminder() -> None:
    decision = asked()
    moved = move_deadline(decision, "vote", START + 2 * DAY)

    assert last(moved) == [("here", "reminder", decision.seq, 44 * HOUR)]


def test_a_proposal_calls_people_and_its_moved_deadline_does_not() -> None:
    decision = tied()
    moved = move_deadline(decision, "proposal", START + 2 * DAY)

    assert last(decision) == [("here", "turn", decision.seq, 0)]
    assert last(moved) == []


def test_an_empty_proposal_calls_nobody_but_the_vote_after_it_does() -> None:
    decision = carry_on(debated("ABAB-", "ABAB-", options=3, places=("here",)), named=None)
    kinds = [event.facts.kind for event in decision.events[-2:]]

    assert kinds == ["proposal_made", "vote_opened"]
    assert [kind for _, kind, _, _ in last(decision, 2)] == ["turn", "reminder"]


def test_every_new_event_is_looked_at() -> None:
    decision = carry_on(panel("AAAAA", places=("here",)))

    assert [intent.kind for intent in notices(decision, decision.events)] == ["card", "verdict"]
    assert notices(decision, ()) == ()


def test_an_intent_is_data() -> None:
    decision = start(opened(places=("here",)))

    assert notices(decision, decision.events) == (Intent(place="here", kind="card", about_seq=1, at=START),)


@pytest.mark.parametrize("kind", ["turn", "reminder"])
def test_people_are_called_only_to_the_vote_that_is_open(kind: PostKind) -> None:
    decision = asked()
    closed = close_early(cast(decision, "o1", "o1", "o2"))

    assert is_timely(decision, kind, decision.seq, START + DAY - 1)
    assert not is_timely(decision, kind, decision.seq, START + DAY)
    assert not is_timely(decision, kind, decision.seq - 1, START)
    assert not is_timely(closed, kind, decision.seq, START)


def test_nobody_is_reminded_once_everybody_has_voted() -> None:
    decision = asked()
    complete = cast(decision, "o1", "o1", "o2")

    assert not is_timely(complete, "reminder", decision.seq, START)
    assert is_timely(complete, "turn", decision.seq, START)


def test_people_are_called_only_to_the_proposal_that_is_open() -> None:
    decision = tied()
    answered = answer(decision, approve=True)
    deadline = decision.people.proposals[-1].deadline

    assert is_timely(decision, "turn", decision.seq, deadline - 1)
    assert not is_timely(decision, "turn", decision.seq, deadline)
    assert not is_timely(answered, "turn", decision.seq, START)


def test_a_verdict_is_told_as_long_as_it_is_the_last_one() -> None:
    decision = carry_on(panel("AAAAA", places=("here",)))
    again = carry_on(close_early(cast(put_to_a_vote(decision), "o2", "o2", "o2")))

    assert is_timely(decision, "verdict", decision.seq, START)
    assert is_timely(again, "verdict", again.seq, START)
    assert not is_timely(again, "verdict", decision.seq, START)
    assert not is_timely(panel("A"), "verdict", 1, START)


@pytest.mark.parametrize("make", [asked, tied])
def test_who_was_called_is_told_that_it_is_off(make: Callable[[], Decision]) -> None:
    off = act(make(), CANCEL)

    assert last(off) == [("here", "verdict", off.seq, 0)]
    assert is_timely(off, "verdict", off.seq, START)
    assert not is_timely(off, "turn", off.seq - 1, START)
    assert not is_timely(off, "reminder", off.seq - 1, START)


def test_a_stopped_panel_has_called_nobody() -> None:
    assert last(act(panel("A", places=("here",)), CANCEL)) == []


def test_a_verdict_that_was_cancelled_since_is_not_told() -> None:
    voting = asked()
    verdict = voting.end.seq

    assert is_timely(voting, "verdict", verdict, START)
    assert not is_timely(act(voting, CANCEL), "verdict", verdict, START)


def test_a_card_is_always_timely() -> None:
    decision = act(start(opened()), CANCEL)

    assert is_timely(decision, "card", 1, START + 100 * DAY)


def pulled(head: str | None = "a" * 40) -> Decision:
    """A decision of two places whose context was read at that head."""
    decision = start(opened(wants_context=True, places=("pull:1", "slack:T1:C1:1.0"), check="shown"))
    return take_context(decision, head_sha=head)


def checks(decision: Decision) -> list[tuple[str, str, int]]:
    wanted = notices(decision, decision.events[-1:])
    return [(intent.place, intent.kind, intent.about_seq) for intent in wanted]


def test_a_head_that_was_read_has_a_check_where_it_was_asked() -> None:
    assert checks(pulled()) == [("pull:1", "check", 2)]


def test_a_decision_that_wants_no_check_has_none() -> None:
    decision = start(opened(wants_context=True, places=("pull:1",)))

    assert checks(take_context(decision, head_sha="a" * 40)) == []


def test_a_context_without_a_head_has_no_check() -> None:
    assert checks(pulled(None)) == []


def test_hard_case_36_each_new_head_has_a_check_of_its_own() -> None:
    decision = act(pulled(), by_engine(HeadMoved(before="a" * 40, after="b" * 40)))

    assert checks(decision) == [("pull:1", "check", 3)]


def test_a_check_is_timely_until_another_decision_has_taken_its_place() -> None:
    replaced = after(pulled(), by_engine(Superseded(successor="D-2")))

    assert is_timely(act(pulled(), CANCEL), "check", 2, START + 100 * DAY)
    assert not is_timely(replaced, "check", 2, START)


@pytest.mark.parametrize("ending", [Cancelled(via="github"), Superseded(successor="D-2")])
def test_a_push_wants_a_check_only_of_what_was_neither_called_off_nor_replaced(ending: Facts) -> None:
    asked = take_context(start(opened(places=("here",), check="gate", wants_context=True)), head_sha="a")
    ended = after(asked, by_engine(ending))
    pushed, moot = (after(each, by_engine(HeadMoved(before="a", after="b"))) for each in (asked, ended))

    assert [kind for _, kind, *_ in last(pushed)] == ["check"]
    assert last(moot) == []
    assert is_timely(pushed, "check", pushed.seq, START)


def test_another_target_branch_wants_no_further_check_of_the_same_head() -> None:
    asked = take_context(start(opened(places=("here",), check="gate", wants_context=True)), head_sha="a")

    assert last(after(asked, by_engine(HeadMoved(before="a", after="a", base="b")))) == []


def test_a_call_to_people_is_told_to_be_over_once() -> None:
    vote = asked()
    voted = close_early(cast(vote, "o1", "o1", "o2"))
    closed = next(event.seq for event in voted.events if event.facts.kind == "vote_closed")

    assert (over_at(vote, vote.seq), newest_told(cast(vote, "o1"), "turn", vote.seq)) == (0, vote.seq)
    assert [newest_told(carry_on(voted), kind, vote.seq) for kind in CALLS] == [closed, closed]
    assert over_key(voted, vote.seq) == "vote-over"


def test_an_answered_proposal_and_one_that_was_called_off_are_over() -> None:
    proposal = tied()
    answered = answer(proposal, approve=True)
    cancelled = act(proposal, CANCEL)

    assert [over_at(each, proposal.seq) for each in (proposal, answered, cancelled)] == [0, answered.seq, cancelled.seq]
    assert over_key(answered, proposal.seq) == "approval-over"


def test_a_verdict_tells_what_was_said_of_it_since_and_the_first_push() -> None:
    decided = carry_on(panel("AAAAA", places=("here",)))
    moved = after(decided, by_engine(HeadMoved(before="a", after="b")))
    again = after(moved, by_engine(HeadMoved(before="b", after="c")))
    overridden = after(again, Draft(actor="boss", facts=OutcomeRecorded(outcome="overridden"), words=Reason()))
    replaced = after(overridden, by_engine(Superseded(successor="D-2")))
    told = [newest_told(each, "verdict", decided.seq) for each in (decided, moved, again, overridden, replaced)]

    assert told == [decided.seq, moved.seq, moved.seq, overridden.seq, replaced.seq]
    assert newest_told(put_to_a_vote(overridden), "verdict", decided.seq) == decided.seq


def test_a_card_follows_every_event_and_a_check_until_another_decision_takes_its_place() -> None:
    decided = pulled()
    replaced = after(decided, by_engine(Superseded(successor="D-2")))
    later = after(replaced, by_engine(HeadMoved(before="a", after="b")))

    assert (newest_told(later, "card", 1), newest_told(later, "check", 2)) == (later.seq, replaced.seq)
    assert newest_told(decided, "check", 2) == decided.seq
