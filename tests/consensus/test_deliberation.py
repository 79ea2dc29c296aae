"""Whole deliberations with scripted agents and people on a clock that jumps."""

import asyncio
from collections import Counter
from dataclasses import dataclass, replace

import pytest

from consensus.decision import Decision, fold
from consensus.deliberation import deliberate
from consensus.errors import IllegalEventError, LeaseLostError, RecordError
from consensus.events import (
    Cancelled,
    ContextTaken,
    ContextWords,
    Draft,
    Opened,
    Policy,
    RunAnyway,
)
from consensus.ports import Record, Reply, Request
from consensus.recount import recount
from consensus.status import status
from tests.fakes import SECOND, START, MemoryRecord, loop_clock, opened, seat
from tests.panelists import BLIND, MODERATE, Panelists, Table
from tests.scenes import APPROVERS, DAY, FULL, MINUTE, answer, cast, close_vote_now, put_to_a_vote, verdict_of

pytestmark = pytest.mark.virtual_time
ORDER = ("o2", "o1")
OFF = Policy(debate="off")
SEATS = ["s1", "s2", "s3", "s4", "s5"]


async def ended(facts: Opened, panelists: Panelists) -> Decision:
    return await Table(facts, panelists).deliberate()


def human_never(resort: str) -> Policy:
    return Policy.model_validate({"human": "never", "debate": "off", "last_resort": resort})


def causes(decision: Decision) -> dict[str, str]:
    return {event.facts.seat: event.facts.cause for event in decision.panel.abstentions}


def elapsed() -> int:
    """Seconds since the loop began."""
    return (loop_clock() - START) // SECOND


async def test_two_sure_agents_decide_with_two_calls() -> None:
    panelists = Panelists("AA")

    decision = await ended(opened(), panelists)

    assert verdict_of(decision).decided_by == "quick_vote"
    assert panelists.asked == [("s1", 1), ("s2", 1)]
    assert elapsed() == 1


async def test_a_split_pair_is_asked_once_and_the_rest_decides() -> None:
    panelists = Panelists("ABAAA")

    decision = await ended(opened(), panelists)

    assert verdict_of(decision).decided_by == "full_vote"
    assert Counter(panelists.asked) == Counter((name, BLIND) for name in SEATS)


async def test_a_debate_settles_in_three_rounds_and_fifteen_calls() -> None:
    panelists = Panelists("ABAB" + "n", "AAAAB")

    decision = await ended(opened(), panelists)

    assert (verdict_of(decision).winner, verdict_of(decision).decided_by) == ("o1", "full_debate")
    assert len(panelists.asked) == 15
    assert set(Counter(panelists.asked).values()) == {1}


async def test_every_record_of_a_deliberation_can_be_counted_again() -> None:
    decision = await ended(opened(3), Panelists("ABABC", "AABBC", moderator="AB"))

    assert recount(decision.events) == decision


async def test_a_weak_panel_opens_a_vote_of_the_people() -> None:
    decision = await ended(opened(3), Panelists("ABAff", "ABAff"))

    assert status(decision) == "awaiting_vote"
    assert decision.people.open_vote is not None
    assert decision.people.open_vote.opened.facts.voters == ("ann", "bob", "cid")


async def test_a_tie_proposes_by_the_declared_order_without_a_call() -> None:
    panelists = Panelists("AABBn")

    decision = await ended(opened(axes=FULL, safety_order=ORDER, policy=OFF), panelists)

    assert status(decision) == "awaiting_approval"
    assert decision.people.open_proposal is not None
    assert decision.people.open_proposal.made.facts.option == "o2"
    assert decision.people.open_proposal.made.facts.approvers == APPROVERS
    assert len(panelists.asked) == 5


async def test_a_moderator_who_says_the_same_twice_proposes() -> None:
    panelists = Panelists("AABBn", moderator="BB")

    decision = await ended(opened(axes=FULL, policy=OFF), panelists)

    assert decision.people.open_proposal is not None
    made = decision.people.open_proposal.made.facts
    assert (made.by, made.option, made.usage.calls) == ("moderator", "o2", 2)
    assert panelists.asked.count(("moderator", MODERATE)) == 2


@pytest.mark.parametrize("moderator", ["AB", "Ax", "fA", "ff", "Cx", "hh"])
async def test_a_moderator_who_is_not_sure_leaves_it_to_a_vote(moderator: str) -> None:
    decision = await ended(opened(axes=FULL, policy=OFF), Panelists("AABBn", moderator=moderator))

    assert decision.people.open_proposal is None
    assert decision.people.open_vote is not None
    assert decision.people.open_vote.opened.facts.options == ("o1", "o2")


async def test_a_moderator_above_the_budget_is_not_asked() -> None:
    panelists = Panelists("AABBn")
    dear = seat(0, seat="moderator", call_ceiling=50_000)

    decision = await ended(opened(axes=FULL, moderator=dear, policy=Policy(debate="off", budget=104_999)), panelists)

    assert decision.people.open_vote is not None
    assert ("moderator", MODERATE) not in panelists.asked


async def test_a_moderator_within_the_budget_is_asked() -> None:
    panelists = Panelists("AABBn")
    dear = seat(0, seat="moderator", call_ceiling=50_000)

    decision = await ended(opened(axes=FULL, moderator=dear, policy=Policy(debate="off", budget=105_000)), panelists)

    assert decision.people.open_proposal is not None
    assert decision.people.open_proposal.made.facts.option == "o1"


async def test_without_a_quorum_nobody_is_called() -> None:
    table = Table(opened(), Panelists("AffBf"))

    decision = await table.deliberate()

    assert status(decision) == "no_quorum"
    assert causes(decision) == {"s2": "provider_error", "s3": "provider_error", "s5": "provider_error"}
    assert not table.people.asked


async def test_rejected_options_go_back_to_people() -> None:
    decision = await ended(opened(), Panelists("AnAnA"))

    assert decision.people.open_vote is not None
    assert decision.people.open_vote.opened.facts.why == "options_rejected"


async def test_a_fact_is_refused_and_run_anyway_on_demand() -> None:
    table = Table(opened(options_stated=False), Panelists("AAAAA", axes=(0, 1, 1)))

    refused = await table.deliberate()
    await table.memory(refused, Draft(actor="asker", facts=RunAnyway(via="terminal")))
    decision = await table.deliberate()

    assert status(refused) == "not_needed"
    assert verdict_of(decision).decided_by == "quick_vote"
    assert len(table.panelists.asked) == 2


async def test_a_budget_below_the_first_poll_asks_nobody() -> None:
    panelists = Panelists("AA")

    decision = await ended(opened(policy=Policy(budget=39_999)), panelists)

    assert status(decision) == "no_quorum"
    assert not panelists.asked
    assert decision.panel.closed is not None
    assert decision.panel.closed.facts.degradations == ("budget",)


async def test_a_flagged_context_is_checked_by_a_ballot_without_it_and_goes_to_people() -> None:
    table = Table(opened(wants_context=True), Panelists("AAAAA", tripwire="B"))
    table.ports = replace(table.ports, gather=read_attack)

    decision = await table.deliberate()

    assert table.panelists.asked[-1] == ("tripwire", BLIND)
    assert decision.panel.closed is not None
    assert decision.panel.closed.facts.strength.k == 5
    assert decision.people.open_vote is not None
    assert decision.people.open_vote.opened.facts.why == "flagged"


async def read_attack(decision: Decision) -> tuple[ContextTaken, ContextWords]:
    assert decision.opened.wants_context
    return ContextTaken(sources=(), cut=False, flags=("role_change",)), ContextWords(sources=("be good",))


async def read_nothing(decision: Decision) -> tuple[ContextTaken, ContextWords]:
    await asyncio.Event().wait()
    raise AssertionError(decision)


async def test_a_context_that_cannot_be_read_in_time_is_named_and_left_out() -> None:
    table = Table(opened(wants_context=True), Panelists("AA"))
    table.ports = replace(table.ports, gather=read_nothing)

    decision = await table.deliberate()

    assert decision.panel.context is not None
    assert decision.panel.context.facts.missing == ("timeout",)
    assert elapsed() == 31


async def test_hard_case_66_a_hanging_agent_times_out_after_45_seconds_and_is_named() -> None:
    panelists = Panelists("AhAAA")

    decision = await ended(opened(), panelists)

    assert causes(decision) == {"s2": "timeout"}
    assert verdict_of(decision).winner == "o1"
    assert panelists.given_up == ["s2"]
    assert elapsed() == 45 + panelists.seconds


def clinging(table: Table, *seats: str) -> Table:
    """The table with seats that answer nothing and ignore that they are given up, until the poll is over."""

    async def ask(request: Request) -> Reply:
        if request.seat.seat not in seats:
            return await table.panelists(request)
        began = loop_clock()
        while loop_clock() < began + 100 * SECOND:
            try:
                await asyncio.sleep(100)
            except asyncio.CancelledError:
                if loop_clock() - began >= 60 * SECOND:
                    raise
        raise AssertionError

    table.ports = replace(table.ports, ask=ask)
    return table


async def test_hard_case_66_an_agent_that_does_not_let_go_has_timed_out_after_a_minute() -> None:
    table = clinging(Table(opened(axes=FULL), Panelists("AAAAA")), "s3")

    decision = await table.deliberate()

    assert causes(decision) == {"s3": "timeout"}
    assert elapsed() == 60


async def test_hard_case_66_the_longest_way_is_at_most_five_polls_of_a_minute_with_named_absentees() -> None:
    table = clinging(Table(opened(3), Panelists("-ABC-", final="-ABC-")), "s1", "s5")

    decision = await table.deliberate()

    silent = [(event.facts.round, event.facts.seat, event.facts.cause) for event in decision.panel.abstentions]
    assert sorted(silent) == [(round_, seat, "timeout") for round_ in (1, 2, 3) for seat in ("s1", "s5")]
    assert elapsed() <= 5 * 60


async def test_an_unreadable_answer_is_repaired_once() -> None:
    panelists = Panelists("sxAAA")

    decision = await ended(opened(axes=FULL), panelists)

    assert panelists.asked.count(("s1", BLIND)) == 2
    assert panelists.asked.count(("s2", BLIND)) == 2
    assert causes(decision) == {"s2": "unparseable"}
    assert decision.panel.ballots[0].facts.repaired or decision.panel.ballots[-1].facts.repaired


async def test_a_cancel_takes_effect_within_two_seconds_and_cancels_the_calls() -> None:
    table = Table(opened(), Panelists("hh"))

    async def cancel() -> None:
        await asyncio.sleep(5)
        await table.memory(table.decision, Draft(actor="asker", facts=Cancelled(via="terminal")))

    decision, _ = await asyncio.gather(table.deliberate(), cancel())

    assert status(decision) == "cancelled"
    assert sorted(table.panelists.given_up) == ["s1", "s2"]
    assert elapsed() <= 7


async def test_a_cancel_while_the_moderator_thinks_takes_effect_within_two_seconds() -> None:
    table = Table(opened(axes=FULL, policy=OFF), Panelists("AABBn", moderator="hh"))

    async def cancel() -> None:
        await asyncio.sleep(11)
        await table.memory(table.decision, Draft(actor="asker", facts=Cancelled(via="terminal")))

    decision, _ = await asyncio.gather(table.deliberate(), cancel())

    assert status(decision) == "cancelled"
    assert table.panelists.given_up == ["moderator", "moderator"]
    assert elapsed() <= 13


@dataclass
class Outage:
    """A record that takes nothing between two seconds of the clock."""

    record: Record
    begins: int
    ends: int
    error: RecordError

    async def __call__(self, decision: Decision, *drafts: Draft) -> Decision:
        if self.begins <= elapsed() < self.ends:
            raise self.error
        return await self.record(decision, *drafts)


def with_outage(table: Table, begins: int, ends: int, error: RecordError) -> Table:
    table.ports = replace(table.ports, record=Outage(table.memory, begins, ends, error))
    return table


async def test_answers_wait_half_a_minute_for_the_record() -> None:
    table = with_outage(Table(opened(), Panelists("AA")), 0, 30, RecordError("record-unavailable"))

    decision = await table.deliberate()

    assert verdict_of(decision).decided_by == "quick_vote"
    assert len(table.panelists.asked) == 2
    assert 30 <= elapsed() <= 32


async def test_after_a_minute_without_a_record_the_deliberation_gives_up() -> None:
    table = with_outage(Table(opened(), Panelists("Ah")), 0, 999, RecordError("record-unavailable"))

    with pytest.raises(RecordError, match="record-unavailable"):
        await table.deliberate()

    assert 60 <= elapsed() <= 64
    assert table.memory.newest.seq == 1


async def test_two_short_outages_are_not_one_long_one() -> None:
    table = Table(opened(axes=FULL), Panelists("AAAAh"))
    flaky = Outage(table.memory, 0, 40, RecordError("record-unavailable"))
    twice = Outage(flaky, 42, 75, RecordError("record-unavailable"))
    table.ports = replace(table.ports, record=twice)

    decision = await table.deliberate()

    assert verdict_of(decision).winner == "o1"


async def test_a_lost_lease_stops_at_once() -> None:
    table = with_outage(Table(opened(), Panelists("Ah")), 0, 999, LeaseLostError("lease-lost"))

    with pytest.raises(LeaseLostError):
        await table.deliberate()

    assert elapsed() == 1
    assert "s2" in table.panelists.given_up


async def test_a_stop_takes_effect_between_steps() -> None:
    table = Table(opened(), Panelists("ABAAA"))

    decision = await deliberate(table.decision, table.ports, stopping=lambda: len(table.panelists.asked) == 2)

    assert len(decision.panel.ballots) == 2
    assert (await table.deliberate()).has_ended
    assert len(table.panelists.asked) == 5


async def test_a_resumed_deliberation_asks_only_who_was_not_heard() -> None:
    whole = await ended(opened(), Panelists("ABAB" + "n", "AAAAB"))

    for cut in range(1, whole.seq):
        panelists = Panelists("ABAB" + "n", "AAAAB")
        table = Table(opened(), panelists)
        table.memory.newest = fold(whole.events[:cut])
        resumed = await table.deliberate()
        said = [(event.facts.seat, event.facts.round) for event in resumed.panel.said]
        assert verdict_of(resumed).winner == "o1"
        assert len(said) == len(set(said)) == 15
        assert len(panelists.asked) == 15 - len(fold(whole.events[:cut]).panel.said)


@pytest.mark.parametrize("critiques", ["Affff", "fffff"])
async def test_a_debate_without_critiques_ends_with_the_blind_result(critiques: str) -> None:
    decision = await ended(opened(axes=FULL), Panelists("AABBn", critiques=critiques))

    assert decision.panel.closed is not None
    assert decision.panel.closed.facts.stage == "full_vote"
    assert "debate_failed" in decision.panel.closed.facts.degradations


async def test_a_seat_that_fails_in_the_last_round_keeps_its_ballot() -> None:
    decision = await ended(opened(), Panelists("ABABn", "AfAAB"))

    assert decision.panel.closed is not None
    assert decision.panel.abstentions[-1].facts.carried_from == 1
    assert dict(decision.panel.closed.facts.scores) == {"o1": 3000, "o2": 2000}
    assert "seat_carried" in decision.panel.closed.facts.degradations


async def test_a_change_without_an_argument_is_unexplained() -> None:
    decision = await ended(opened(), Panelists("ABABn", "AAAAA"))

    assert decision.panel.closed is not None
    assert "unexplained_flip" in decision.panel.closed.facts.degradations


@pytest.mark.parametrize(("author", "is_explained"), [("s1", True), ("s2", False)])
async def test_a_change_is_explained_by_an_argument_of_somebody_else(author: str, is_explained: bool) -> None:  # noqa: FBT001
    table = Table(opened(policy=Policy(debate="force")), Panelists("ABAAn", "AAAAA"))

    async def moved(request: Request) -> Reply:
        critiques = (each.facts for each in table.memory.newest.panel.critiques if each.facts.seat == author)
        table.panelists.moved_by = next((given.arguments[0].id for given in critiques), "none")
        return await table.panelists(request)

    table.ports = replace(table.ports, ask=moved)

    decision = await table.deliberate()

    assert decision.panel.closed is not None
    assert ("unexplained_flip" not in decision.panel.closed.facts.degradations) is is_explained


@pytest.mark.parametrize(
    ("resort", "winner", "by"), [("none", None, None), ("safest", "o2", "safety_order"), ("draw", "", "random")]
)
async def test_where_nobody_may_be_asked_the_last_resort_decides(resort: str, winner: str, by: str) -> None:
    decision = await ended(opened(axes=FULL, safety_order=ORDER, policy=human_never(resort)), Panelists("AABBn"))
    facts = verdict_of(decision)
    drawn = ("o1", "o2")[int(decision.events[-2].hash, 16) % 2]

    assert facts.decided_by == by
    assert facts.winner == (drawn if resort == "draw" else winner)
    assert facts.unapproved is (resort != "none")


@pytest.mark.parametrize(
    "facts", [opened(policy=Policy(human="always")), opened(axes=FULL.model_copy(update={"stakes": 3}))]
)
async def test_where_people_always_decide_the_panel_only_advises(facts: Opened) -> None:
    decision = await ended(facts, Panelists("AAAAA"))

    assert status(decision) == "awaiting_vote"
    assert decision.end.verdict is None


async def test_people_decide_about_a_person() -> None:
    decision = await ended(opened(policy=human_never("draw")), Panelists("AA", about_person=True))

    assert status(decision) == "awaiting_vote"


async def voting(*choices: str | None, options: int = 3, **changes: object) -> tuple[Table, Decision]:
    """A weak panel, and people who vote until the deadline."""
    table = Table(opened(options, **changes), Panelists("ABAff", "ABAff"))
    decision = cast(await table.deliberate(), *choices, at=loop_clock())
    table.memory.newest = decision
    await asyncio.sleep(4 * DAY // SECOND)
    return table, await table.deliberate()


async def test_a_vote_that_is_won_decides() -> None:
    _, decision = await voting("o2", "o2", "o1")

    assert (verdict_of(decision).winner, verdict_of(decision).decided_by) == ("o2", "human_vote")


async def test_a_vote_without_quorum_ends_undecided() -> None:
    _, decision = await voting("o2", "o2")

    assert status(decision) == "undecided"


@pytest.mark.parametrize(("approve", "end"), [(True, "decided"), (False, "undecided"), (None, "undecided")])
async def test_a_vote_without_a_winner_becomes_a_proposal(*, approve: bool | None, end: str) -> None:
    table, decision = await voting("o2", "o1", "o3")
    assert status(decision) == "awaiting_approval"
    if approve is not None:
        table.memory.newest = answer(decision, approve=approve, at=loop_clock())
    await asyncio.sleep(4 * DAY // SECOND)

    assert status(await table.deliberate()) == end


async def test_a_reopened_decision_gets_a_second_verdict() -> None:
    table = Table(opened(), Panelists("AA"))
    decided = await table.deliberate()
    table.memory.newest = cast(put_to_a_vote(decided, at=loop_clock()), "o2", "o2", "o2", at=loop_clock())
    waiting = await table.deliberate()
    await asyncio.sleep(60)
    again = await table.deliberate()

    assert status(waiting) == "awaiting_vote"
    assert (verdict_of(decided).winner, verdict_of(again).winner) == ("o1", "o2")
    assert verdict_of(again).minority == tuple(cast.seq for cast in decided.panel.ballots)


async def test_a_vote_asked_for_on_a_settled_panel_leaves_its_verdict_and_notes_the_votes() -> None:
    table = Table(opened(axes=FULL), Panelists("AAAAB"))
    decision = await deliberate(
        table.decision, table.ports, stopping=lambda: table.memory.newest.panel.closed is not None
    )
    table.memory.newest = cast(put_to_a_vote(decision, at=loop_clock()), "o2", at=loop_clock())
    await asyncio.sleep(2 * DAY // SECOND)
    ended_ = await table.deliberate()

    assert decision.end.verdict is None
    assert (verdict_of(ended_).winner, verdict_of(ended_).decided_by) == ("o1", "full_vote")
    assert len(verdict_of(ended_).minority) == 2


async def test_a_step_that_somebody_else_has_done_is_not_done_twice() -> None:
    table = Table(opened(3), Panelists("ABAff", "ABAff"))
    await table.deliberate()
    await asyncio.sleep(4 * DAY // SECOND)
    table.ports = replace(table.ports, record=Overtaken(table.memory))

    decision = await table.deliberate()

    assert status(decision) == "undecided"
    assert recount(decision.events) == decision


@dataclass
class Overtaken:
    """A record into which somebody else writes just before the first append."""

    record: MemoryRecord
    was_overtaken: bool = False

    async def __call__(self, decision: Decision, *drafts: Draft) -> Decision:
        if drafts and not self.was_overtaken:
            self.was_overtaken = True
            self.record.newest = close_vote_now(self.record.newest, loop_clock())
        return await self.record(decision, *drafts)


async def test_a_deadline_that_passes_between_deciding_and_recording_is_no_error() -> None:
    table = Table(opened(), Panelists("AfffA"))
    voting = put_to_a_vote(await table.deliberate(), at=loop_clock(), deadline=loop_clock() + MINUTE + SECOND)
    table.memory.newest = cast(voting, "o2", "o2", "o2", at=loop_clock())
    await asyncio.sleep(60)
    slept: list[int] = []

    async def lagging(decision: Decision, *drafts: Draft) -> Decision:
        if drafts and not slept:
            slept.append(elapsed())
            await asyncio.sleep(5)
        return await table.memory(decision, *drafts)

    table.ports = replace(table.ports, record=lagging)

    decision = await table.deliberate()

    assert verdict_of(decision).winner == "o2"
    assert decision.people.votes[0].closed is not None
    assert decision.people.votes[0].closed.facts.why == "deadline"


async def test_an_event_that_stays_illegal_is_no_endless_loop() -> None:
    table = Table(opened(), Panelists("AA"))

    async def refusing(decision: Decision, *drafts: Draft) -> Decision:
        if drafts:
            raise IllegalEventError("illegal-not-now", kind="ballot_cast")
        return decision

    table.ports = replace(table.ports, record=refusing)

    with pytest.raises(IllegalEventError):
        await table.deliberate()
