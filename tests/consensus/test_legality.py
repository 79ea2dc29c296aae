"""Which event is legal when; whatever is not is refused with the key of a sentence."""

from typing import Any

import pytest

from consensus import events as e
from consensus.closing import close_vote, open_vote
from consensus.decision import Decision
from consensus.errors import IllegalEventError
from consensus.legality import CHECKS, check
from consensus.people import Vote
from consensus.ports import People
from consensus.steps import AwaitHumans, Close, ClosePanel, CloseVote, OpenVote, next_step
from tests.fakes import START, after, ballot, opened, start
from tests.scenes import (
    BY_RULE,
    DAY,
    FULL,
    LATER,
    MINUTE,
    PEOPLE,
    VOTERS,
    act,
    advise,
    answer,
    argue,
    by_engine,
    carry_on,
    cast,
    close_early,
    close_vote_now,
    closed,
    critique,
    debated,
    flagged,
    hear,
    move_deadline,
    panel,
    put_to_a_vote,
    silence,
)

ORDER = ("o2", "o1")
CANCELLED = e.Cancelled(via="terminal")
AGAIN = e.RunAnyway(via="terminal")


def refusal(
    decision: Decision, facts: e.Facts, actor: str = "engine", at: int = START, words: e.Words | None = None
) -> str:
    """The key with which it is refused."""
    with pytest.raises(IllegalEventError) as caught:
        check(decision, e.Draft(actor=actor, facts=facts, words=words), at)
    return caught.value.key


def allow(decision: Decision, facts: e.Facts, actor: str = "engine", at: int = START) -> Decision:
    return act(decision, e.Draft(actor=actor, facts=facts), at)


def proposed() -> Decision:
    """A tie with the proposal o2 before dan and eve."""
    return carry_on(debated("ABAB-", "ABAB-", safety_order=ORDER))


def voting(**changes: Any) -> Decision:  # noqa: ANN401 -- handed on
    return put_to_a_vote(closed(panel("A----")), **changes)


def settled() -> Decision:
    return panel("AABAA", axes=FULL)


def vote(choice: str | None) -> e.VoteCast:
    return e.VoteCast(choice=choice, via="terminal")


@pytest.mark.parametrize("kind", ["ballot_cast", "vote_cast", "approved"])
def test_a_check_is_only_asked_about_its_own_kind(kind: str) -> None:
    with pytest.raises(TypeError, match="cancelled"):
        CHECKS[kind](settled(), e.Draft(actor="engine", facts=CANCELLED), START)


def test_a_decision_is_opened_once() -> None:
    assert refusal(settled(), opened(), "asker") == "illegal-opened-twice"


@pytest.mark.parametrize("facts", [ballot("s1", "o1"), silence("s1"), critique("s1").facts])
def test_only_the_engine_speaks_for_the_agents(facts: e.Facts) -> None:
    assert refusal(start(opened()), facts, "asker") == "illegal-actor"


@pytest.mark.parametrize("seat", ["nobody", "tripwire", "moderator"])
def test_only_seats_of_the_roster_are_heard(seat: str) -> None:
    assert refusal(start(opened()), ballot(seat, "o1")) == "illegal-unknown-seat"


def test_a_tripwire_is_heard_once_and_only_where_the_context_is_flagged() -> None:
    heard = allow(flagged("AAAAA", " "), ballot("tripwire", "o1", counted=False))

    assert refusal(heard, silence("tripwire", counted=False)) == "illegal-heard-twice"


@pytest.mark.parametrize("facts", [ballot("tripwire", "o1"), silence("tripwire"), ballot("s1", "o1", counted=False)])
def test_a_tripwire_and_nobody_else_is_not_counted(facts: e.Facts) -> None:
    assert refusal(flagged("", " "), facts) == "illegal-tripwire"


def test_a_tripwire_has_no_say_in_the_last_round() -> None:
    argued = argue(flagged("ABAB-"))

    assert refusal(argued, ballot("tripwire", "o1", round_=3, counted=False)) == "illegal-round"


@pytest.mark.parametrize("facts", [ballot("s1", "o2"), silence("s1")])
def test_a_seat_is_heard_once_in_a_round(facts: e.Facts) -> None:
    assert refusal(hear(start(opened()), "A"), facts) == "illegal-heard-twice"


@pytest.mark.parametrize("round_", [0, 2, 3, 4])
def test_no_round_begins_before_the_last_one_is_over(round_: int) -> None:
    assert refusal(hear(start(opened()), "ABAB"), silence("s1", round_=round_)) == "illegal-round"


def test_there_is_no_fourth_round() -> None:
    assert refusal(debated("ABAB-", "ABAB-"), ballot("s1", "o1", round_=4)) == "illegal-round"


def test_the_second_round_takes_no_ballots_and_the_others_no_critiques() -> None:
    assert refusal(panel("ABAB-"), ballot("s1", "o1", round_=2)) == "illegal-round"
    assert refusal(start(opened()), critique("s1", round=1).facts) == "illegal-round"


@pytest.mark.parametrize("changes", [{"choice": "o9"}, {"ranking": ("o1", "o9")}])
def test_a_ballot_names_options_of_the_question(changes: dict[str, Any]) -> None:
    facts = ballot("s1", "o1").model_copy(update=changes)

    assert refusal(start(opened()), facts) == "illegal-unknown-option"


@pytest.mark.parametrize("ranking", [("o2", "o1"), ("o1", "o2", "o2"), ()])
def test_a_ranking_begins_with_the_choice_and_repeats_nothing(ranking: tuple[str, ...]) -> None:
    assert refusal(start(opened()), ballot("s1", "o1", ranking=ranking)) == "illegal-contradiction"


def test_a_critique_argues_about_options_of_the_question() -> None:
    strange = e.Argument(id="arg-1", option="o9", stance="for")

    assert refusal(panel("ABAB-"), critique("s1", arguments=(strange,)).facts) == "illegal-unknown-option"


@pytest.mark.parametrize(("final", "carried"), [("timeout", None), ("undecided", 1)])
def test_a_carried_ballot_is_one_that_a_failing_seat_cast_before(final: str, carried: int | None) -> None:
    argued = argue(panel("ABAB-"))

    assert refusal(argued, silence("s1", final, 3, carried_from=carried)) == "illegal-carried"
    assert refusal(argued, silence("s5", "timeout", 3, carried_from=1)) == "illegal-carried"


def test_a_late_ballot_is_kept_and_changes_nothing() -> None:
    quick = closed(hear(start(opened()), "AA"))
    late = allow(quick, ballot("s3", "o2", axes=e.Axes(stakes=3), about_person=True))

    assert late.panel.ballots[-1].facts.seat == "s3"
    assert isinstance(next_step(late, START), Close)
    assert next_step(late, START) == next_step(quick, START)


def test_a_late_ballot_of_the_pair_does_not_call_for_people() -> None:
    broke = closed(start(opened(policy=e.Policy(budget=0, human="never"))))
    late = allow(broke, ballot("s1", "o1", about_person=True))

    assert next_step(late, START) == next_step(broke, START)


def test_context_is_taken_when_it_is_wanted() -> None:
    facts = e.ContextTaken(sources=(), cut=False)
    allow_context = start(opened(wants_context=True))
    check(allow_context, by_engine(facts), START)

    assert refusal(start(opened()), facts) == "illegal-not-now"


def test_a_panel_closes_as_the_table_says_and_not_otherwise() -> None:
    step = next_step(settled(), START)
    assert isinstance(step, ClosePanel)
    other = step.facts.model_copy(update={"winner": "o2"})

    assert refusal(settled(), other) == "illegal-not-now"
    assert refusal(start(opened()), step.facts) == "illegal-not-now"
    assert refusal(closed(settled()), step.facts) == "illegal-not-now"


@pytest.mark.parametrize(
    "changes", [{"option": "o1"}, {"by": "moderator"}, {"tied": ("o1",)}, {"deadline": START}, {"option": None}]
)
def test_a_proposal_is_the_one_that_the_table_names(changes: dict[str, Any]) -> None:
    tie = closed(debated("ABAB-", "ABAB-", safety_order=ORDER))
    facts = e.ProposalMade(by="safety_order", option="o2", tied=("o1", "o2"), approvers=("dan",), deadline=START + DAY)
    check(tie, by_engine(facts), START)

    assert refusal(tie, facts.model_copy(update=changes)) == "illegal-not-now"


def test_a_moderator_proposes_one_of_the_tied_options_or_nothing() -> None:
    tie = closed(debated("ABAB-", "ABAB-", 3))
    facts = e.ProposalMade(by="moderator", option="o3", tied=("o1", "o2"), approvers=(), deadline=START + DAY)

    assert refusal(tie, facts) == "illegal-not-now"
    assert allow(tie, facts.model_copy(update={"option": None})).people.open_proposal is None


def test_nothing_is_proposed_where_the_table_names_no_proposal() -> None:
    facts = e.ProposalMade(by="moderator", option="o1", tied=("o1",), approvers=(), deadline=START + DAY)

    assert refusal(settled(), facts) == "illegal-not-now"


def weak() -> Decision:
    return closed(debated("ABA--", "ABA--"))


def opening(decision: Decision) -> e.VoteOpened:
    step = next_step(decision, START)
    assert isinstance(step, OpenVote)
    facts = open_vote(decision, step.options, step.why, PEOPLE, START).facts
    assert isinstance(facts, e.VoteOpened)
    return facts


@pytest.mark.parametrize(
    "changes",
    [
        {"why": "tied"},
        {"quorum": 1},
        {"passes": "supermajority"},
        {"hidden": True},
        {"via": "slack"},
        {"voters": (), "eligible": 300},
        {"voters": (), "by_rule": "members"},
    ],
)
def test_the_engine_opens_votes_as_the_policy_has_them(changes: dict[str, Any]) -> None:
    facts = opening(weak())
    check(weak(), by_engine(facts), START)

    assert refusal(weak(), facts.model_copy(update=changes)) == "illegal-not-now"


def test_the_engine_opens_no_vote_that_the_table_does_not_name() -> None:
    assert refusal(closed(settled()), opening(weak())) == "illegal-not-now"


@pytest.mark.parametrize(
    "changes",
    [
        {"number": 2},
        {"options": ("o1", "o9")},
        {"options": ("o2", "o1")},
        {"options": ("o1",)},
        {"options": ()},
        {"voters": ("ann", "ann")},
        {"by_rule": "members", "eligible": 300},
        {"voters": (), "by_rule": "members"},
        {"eligible": 300},
        {"quorum": 0},
        {"deadline": START},
    ],
)
def test_a_vote_that_nobody_could_count_is_not_opened(changes: dict[str, Any]) -> None:
    facts = opening(weak()).model_copy(update={"why": "asked", **changes})

    assert refusal(weak(), facts, "asker") == "illegal-vote"


def test_one_vote_is_open_at_a_time() -> None:
    assert refusal(carry_on(weak()), opening(weak()), "asker") == "vote-already-open"


def test_people_vote_once_the_panel_has_closed() -> None:
    assert refusal(settled(), opening(weak()), "asker") == "vote-before-panel"


def test_a_cancelled_decision_is_not_voted_on() -> None:
    cancelled = allow(carry_on(weak()), CANCELLED, "asker")

    assert refusal(cancelled, opening(weak()), "asker") == "vote-after-cancel"
    assert refusal(cancelled, vote("o1"), "ann") == "vote-closed"
    assert refusal(cancelled, close_vote(voting(), _vote(voting()), "deadline", "engine"), at=LATER) == "vote-closed"
    moved = e.DeadlineMoved(of="vote", before=START, after=LATER, via="terminal")
    assert refusal(cancelled, moved, "asker") == "extend-nothing-open"


def _vote(decision: Decision) -> Vote:
    assert decision.people.vote
    return decision.people.vote


def test_a_vote_counts_before_the_deadline_only() -> None:
    check(voting(), e.Draft(actor="ann", facts=vote("o1")), START + DAY - 1)

    assert refusal(voting(), vote("o1"), "ann", START + DAY) == "vote-closed"


def test_nobody_votes_where_no_vote_is_open() -> None:
    assert refusal(settled(), vote("o1"), "ann") == "vote-closed"
    assert refusal(close_vote_now(voting(), LATER), vote("o1"), "ann") == "vote-closed"


def test_only_people_of_the_frozen_list_vote() -> None:
    assert refusal(voting(), vote("o1"), "dan") == "vote-not-eligible"


def crowded() -> Decision:
    """An open vote in which nobody is listed."""
    return voting(**BY_RULE)


def test_the_engine_opens_a_vote_by_rule_with_the_quorum_of_a_list() -> None:
    step = next_step(weak(), START)
    assert isinstance(step, OpenVote)
    crowd = People(voters=(), members=812, approvers=())
    draft = open_vote(weak(), step.options, step.why, crowd, START)

    opened_ = _vote(act(weak(), draft)).opened.facts
    assert (opened_.by_rule, opened_.eligible, opened_.voters, opened_.quorum) == ("members", 812, (), 3)


def test_by_rule_anybody_may_vote_as_far_as_the_record_knows() -> None:
    voted = cast(crowded(), "o1", "o1", "o2")

    assert [ballot.actor for ballot in _vote(voted).standing] == list(VOTERS)
    assert _vote(voted).has_quorum
    assert refusal(voted, vote("o9"), "ann") == "vote-unknown-option"
    assert refusal(voted, vote("o1"), "ann") == "vote-unchanged"


def test_a_vote_by_rule_is_never_complete_and_closes_by_the_clock_or_by_hand() -> None:
    everybody = cast(voting(**BY_RULE | {"eligible": 3}), "o1", "o1", "o1")
    early = close_early(everybody)

    assert not _vote(everybody).is_complete
    assert next_step(everybody, START + DAY - 1) == AwaitHumans("vote", START + DAY)
    assert next_step(everybody, START + DAY) == CloseVote("deadline")
    closed_ = _vote(early).closed
    assert closed_
    assert (closed_.facts.eligible, closed_.facts.outcome) == (3, "won")


def test_advice_of_somebody_who_may_vote_later_gives_way_to_their_vote() -> None:
    told = advise(crowded(), "ann", "o1")
    voted = cast(told, "o1")

    assert [said.actor for said in _vote(told).advisory] == ["ann"]
    assert not _vote(told).takes_part("ann")
    assert (_vote(voted).advisory, len(_vote(voted).standing)) == ((), 1)


def test_a_vote_by_rule_stands_when_its_voter_may_vote_no_more() -> None:
    advice = e.VoteCast(choice="o2", via="terminal", advisory=True)

    assert refusal(cast(crowded(), "o1"), advice, "ann") == "vote-stands"


def test_people_outside_the_list_advise_and_people_on_it_vote() -> None:
    advice = e.VoteCast(choice="o1", via="terminal", advisory=True)

    assert allow(voting(), advice, "dan").people.vote
    assert refusal(voting(), advice, "ann") == "vote-counts"
    assert refusal(voting(), advice.model_copy(update={"choice": "o9"}), "dan") == "vote-unknown-option"
    assert refusal(voting(), advice, "dan", START + DAY) == "vote-closed"
    assert refusal(settled(), advice, "dan") == "vote-closed"


def test_the_same_advice_again_appends_nothing_unless_it_brings_a_reason() -> None:
    told = advise(voting(), "dan", "o1")
    advice = e.VoteCast(choice="o1", via="terminal", advisory=True)
    reasoned = e.Draft(actor="dan", facts=advice, words=e.Reason(reason="cheaper"))

    assert refusal(told, advice, "dan") == "vote-unchanged"
    assert act(told, reasoned).seq == told.seq + 1
    assert advise(told, "dan", "o2").seq == told.seq + 1


def test_advice_is_changed_five_times_at_most_so_that_it_does_not_fill_the_record() -> None:
    told = voting()
    for number in range(5):
        told = advise(told, "dan", "o2" if number % 2 else "o1")

    assert refusal(told, e.VoteCast(choice="o2", via="terminal", advisory=True), "dan") == "vote-advisory-often"
    assert refusal(told, e.VoteCast(choice="o1", via="terminal", advisory=True), "dan") == "vote-unchanged"
    assert advise(told, "eve", "o2").seq == told.seq + 1


def test_fifty_people_may_advise_and_change_their_minds() -> None:
    crowd = voting()
    for number in range(50):
        crowd = advise(crowd, f"guest {number}", "o1")

    assert refusal(crowd, e.VoteCast(choice="o1", via="terminal", advisory=True), "dan") == "vote-advisory-full"
    assert advise(crowd, "guest 7", "o2").seq == crowd.seq + 1
    assert cast(crowd, "o1").seq == crowd.seq + 1


def test_advice_counts_for_nothing_and_its_last_word_is_kept() -> None:
    told = advise(advise(advise(voting(), "dan", "o1"), "eve", "o2"), "dan", "o2")
    open_ = _vote(told)
    ended = close_early(cast(told, "o1", "o1", "o1"))
    counted = _vote(ended).closed

    assert [(ballot.actor, ballot.facts.choice) for ballot in open_.advisory] == [("eve", "o2"), ("dan", "o2")]
    assert (open_.standing, open_.is_complete, open_.has_quorum) == ((), False, False)
    assert counted
    assert (counted.facts.tally, counted.facts.abstained) == ((("o1", 3), ("o2", 0)), 0)
    assert {told.seq, told.seq - 1}.isdisjoint(counted.facts.counted)


def test_advice_keeps_no_complete_vote_open() -> None:
    complete = cast(voting(), "o1", "o1", "o1")
    told = advise(complete, "dan", "o2", START + MINUTE - 1)

    assert next_step(told, START + MINUTE) == next_step(complete, START + MINUTE)


def test_people_vote_for_an_option_of_the_vote() -> None:
    assert refusal(voting(), vote("o9"), "ann") == "vote-unknown-option"
    assert allow(voting(), vote(None), "ann").people.vote


def test_the_same_choice_again_appends_nothing_unless_it_brings_a_reason() -> None:
    voted = cast(voting(), "o1")
    reasoned = e.Draft(actor="ann", facts=vote("o1"), words=e.Reason(reason="cheaper"))

    assert refusal(voted, vote("o1"), "ann") == "vote-unchanged"
    assert refusal(voted, vote("o1"), "ann", words=e.Reason(reason="")) == "vote-unchanged"
    assert act(voted, reasoned).seq == voted.seq + 1


def test_the_last_vote_of_a_person_counts() -> None:
    ended = close_early(cast(cast(voting(), "o1", "o1", "o1"), "o2", "o2"))

    assert ended.people.vote
    assert ended.people.vote.closed
    assert ended.people.vote.closed.facts.tally == (("o1", 1), ("o2", 2))


@pytest.mark.parametrize(("why", "at"), [("deadline", START + DAY - 1), ("complete", START + DAY), ("deadline", START)])
def test_the_engine_closes_a_vote_when_the_table_says_so(why: str, at: int) -> None:
    facts = close_vote(voting(), _vote(voting()), why, "engine")

    assert refusal(voting(), facts, at=at) == "illegal-not-now"


def test_people_close_a_vote_early_with_a_quorum_and_not_later() -> None:
    few, enough = cast(voting(), "o1", "o1"), cast(voting(), "o1", "o1", "o1")

    assert refusal(few, close_vote(few, _vote(few), "closed_early", "terminal"), "asker") == "vote-close-needs-quorum"
    early = close_vote(enough, _vote(enough), "closed_early", "terminal")
    assert refusal(enough, early, "asker", START + DAY) == "vote-closed"
    assert refusal(enough, early.model_copy(update={"why": "deadline"}), "asker") == "vote-closed"
    assert allow(enough, early, "asker").people.open_vote is None


@pytest.mark.parametrize("changes", [{"winner": "o2"}, {"outcome": "no_quorum"}, {"counted": ()}, {"via": "slack"}])
def test_a_vote_is_closed_with_its_own_tally(changes: dict[str, Any]) -> None:
    voted = cast(voting(), "o1", "o1", "o1")
    facts = close_vote(voted, _vote(voted), "complete", "engine").model_copy(update=changes)

    assert refusal(voted, facts, at=START + MINUTE) == "illegal-tally"


@pytest.mark.parametrize(
    ("before", "later", "at", "key"),
    [
        (START + DAY, START + 5 * MINUTE - 1, START, "extend-too-soon"),
        (START + DAY - 1, START + 2 * DAY, START, "extend-too-soon"),
        (START + DAY, START + 2 * DAY, START + DAY, "extend-nothing-open"),
    ],
)
def test_a_deadline_moves_while_it_is_ahead_and_to_five_minutes_ahead(
    before: int, later: int, at: int, key: str
) -> None:
    moved = e.DeadlineMoved(of="vote", before=before, after=later, via="terminal")

    assert refusal(voting(), moved, "asker", at) == key


def test_a_moved_deadline_opens_the_vote_for_longer() -> None:
    moved = move_deadline(voting(), "vote", START + 3 * DAY)

    check(moved, e.Draft(actor="ann", facts=vote("o1")), START + 2 * DAY)
    assert refusal(proposed(), e.DeadlineMoved(of="vote", before=START, after=LATER, via="x"), "asker") == (
        "extend-nothing-open"
    )


def approval(decision: Decision, **changes: Any) -> e.Approved:  # noqa: ANN401 -- handed on
    proposal = decision.people.proposal
    assert proposal
    data = {"proposal": proposal.made.seq, "option": "o2", "via": "terminal"}
    return e.Approved.model_validate(data | changes)


def test_only_approvers_answer_a_proposal() -> None:
    assert refusal(proposed(), approval(proposed()), "asker") == "approve-not-approver"
    assert answer(proposed(), approve=True).people.open_proposal is None


@pytest.mark.parametrize("changes", [{"proposal": 1}, {"option": "o1"}])
def test_a_stale_card_approves_nothing(changes: dict[str, Any]) -> None:
    assert refusal(proposed(), approval(proposed(), **changes), "dan") == "approve-stale"


def test_an_approval_comes_before_the_deadline() -> None:
    assert refusal(proposed(), approval(proposed()), "dan", START + DAY) == "approve-nothing-open"


def test_the_second_answer_finds_nothing_open() -> None:
    answered = answer(proposed(), approve=True)

    assert refusal(answered, approval(answered), "eve") == "approve-nothing-open"


def test_a_proposal_that_a_vote_set_aside_cannot_be_approved() -> None:
    assert refusal(put_to_a_vote(proposed()), approval(proposed()), "dan") == "approve-nothing-open"


def test_a_cancelled_decision_approves_nothing() -> None:
    assert refusal(allow(proposed(), CANCELLED, "asker"), approval(proposed()), "dan") == "approve-nothing-open"


@pytest.mark.parametrize("words", [None, e.Reason(reason="")])
def test_a_rejection_needs_a_reason(words: e.Reason | None) -> None:
    facts = e.Rejected(proposal=approval(proposed()).proposal, option="o2", via="terminal")

    assert refusal(proposed(), facts, "dan", words=words) == "reject-needs-reason"


def test_a_verdict_is_the_one_that_the_table_names() -> None:
    step = next_step(closed(settled()), START)
    assert isinstance(step, Close)

    assert refusal(closed(settled()), step.facts.model_copy(update={"winner": "o2"})) == "illegal-not-now"
    assert refusal(settled(), step.facts) == "illegal-not-now"
    assert refusal(closed(settled()), step.facts, "asker") == "illegal-actor"


def test_only_a_refused_question_is_run_anyway_and_only_once() -> None:
    fact = e.Axes(uncertainty=0, stakes=0, plurality=0)
    refused = carry_on(hear(start(opened(options_stated=False)), "AA", axes=fact))
    again = allow(refused, AGAIN, "asker")

    assert refusal(carry_on(settled()), AGAIN, "asker") == "run-not-refused"
    assert refusal(start(opened()), AGAIN, "asker") == "run-not-refused"
    assert refusal(again, AGAIN, "asker") == "run-not-refused"


def test_only_what_goes_on_is_cancelled() -> None:
    cancelled = allow(start(opened()), CANCELLED, "asker")

    assert refusal(cancelled, CANCELLED, "asker") == "cancel-ended"
    assert refusal(carry_on(settled()), CANCELLED, "asker") == "cancel-ended"


def test_a_decision_has_one_successor() -> None:
    replaced = allow(settled(), e.Superseded(successor="D-2"), "asker")

    assert refusal(replaced, e.Superseded(successor="D-3"), "asker") == "superseded-already"


@pytest.mark.parametrize("seq", [0, 99])
def test_only_recorded_words_are_erased(seq: int) -> None:
    assert refusal(settled(), e.Erased(seqs=(1, seq), scope="all"), "asker") == "erase-unknown-event"


def test_what_is_said_afterwards_is_always_legal() -> None:
    ended = carry_on(settled())
    ended = allow(ended, e.HeadMoved(before="a", after="b"), "github")
    ended = allow(ended, e.OutcomeRecorded(outcome="held"), "asker")
    ended = allow(ended, e.Erased(seqs=(1, 2), scope="all"), "asker")

    assert ended.end.head_moved
    assert ended.end.outcome
    assert ended.end.erased == {1, 2}
    assert next_step(ended, START) == next_step(carry_on(settled()), START)


def test_voters_are_told_apart_by_their_ids() -> None:
    voted = cast(voting(), "o1", "o2", "o1")

    assert [each.actor for each in _vote(voted).standing] == list(VOTERS)
    assert after(voted).people == voted.people
