"""What people do is recorded if it is legal, once, and whoever works on a decision works on it alone."""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot import use_cases, worker
from bot.casting import Said
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import IllegalEventError
from consensus.events import ApprovalPolicy, Approved, OpenedWords, Policy, VoteCast, VotePolicy
from consensus.ports import People
from tests.desks import ask, at_desk
from tests.voting_models import Agents, Vote

POLICY = Policy(rule="majority", approval=ApprovalPolicy(four_eyes=False))
WEAK = (Vote("B", ("optimist",)), Vote("C", ("neutral_analyst",)), Vote("D", ("user_advocate",)), Vote("A"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with at_desk(tmp_path / "cases.db", Agents(WEAK)) as opened:
        yield opened


async def voting(desk: Desk) -> Decision:
    """A weak result that waits for the votes of one person."""
    return await use_cases.advance(desk, await ask(desk, "A", "B", "C", "D", policy=POLICY))


def votes(decision: Decision) -> list[str | None]:
    return [event.facts.choice for event in decision.events if isinstance(event.facts, VoteCast)]


async def test_the_same_vote_again_appends_nothing(desk: Desk) -> None:
    decision = await voting(desk)
    once = await use_cases.cast(desk, decision, "asker", Said("o1", "", "terminal"))

    twice = await use_cases.cast(desk, once, "asker", Said("o1", "", "terminal"))

    assert (twice.seq, votes(twice)) == (once.seq, ["o1"])


async def test_a_changed_vote_is_appended(desk: Desk) -> None:
    decision = await voting(desk)
    once = await use_cases.cast(desk, decision, "asker", Said("o1", "", "terminal"))

    changed = await use_cases.cast(desk, once, "asker", Said("o2", "", "terminal"))

    assert votes(changed) == ["o1", "o2"]


async def test_a_stranger_may_not_vote(desk: Desk) -> None:
    decision = await voting(desk)

    with pytest.raises(IllegalEventError, match="vote-not-eligible"):
        await use_cases.cast(desk, decision, "stranger", Said("o1", "", "terminal"))


async def test_a_vote_closes_early_with_its_quorum_only(desk: Desk) -> None:
    decision = await voting(desk)

    with pytest.raises(IllegalEventError, match="vote-close-needs-quorum"):
        await use_cases.close_now(desk, decision, "asker", "terminal")


async def test_a_vote_in_one_go_is_opened_cast_and_closed_in_one_transaction(desk: Desk) -> None:
    ended = await decided(desk)

    closed = await use_cases.vote_and_close(desk, ended, "asker", Said("o3", "my token is ghp_" + "a" * 36, "cli"))

    vote = closed.people.vote
    assert vote
    assert vote.closed
    assert [event.facts.kind for event in closed.events[ended.seq :]] == ["vote_opened", "vote_cast", "vote_closed"]
    assert (vote.closed.facts.winner, vote.closed.facts.counted) == ("o3", (ended.seq + 2,))
    assert "ghp_" not in str(closed.words(ended.seq + 2))
    await desk.store.verify(closed.id)


async def test_a_vote_in_one_go_that_cannot_be_closed_leaves_nothing(desk: Desk) -> None:
    policy = POLICY.model_copy(update={"vote": VotePolicy(quorum=3)})
    decision = await use_cases.advance(desk, await ask(desk, "A", "B", "C", "D", policy=policy))

    with pytest.raises(IllegalEventError, match="vote-close-needs-quorum"):
        await use_cases.vote_and_close(desk, decision, "asker", Said("o1", "", "cli"))

    assert (await desk.store.load(decision.id)).seq == decision.seq


async def test_a_vote_in_one_go_that_may_not_be_opened_leaves_nothing(desk: Desk) -> None:
    decision = await ask(desk, "A", "B", "C", "D", policy=POLICY)

    with pytest.raises(IllegalEventError, match="vote-before-panel"):
        await use_cases.vote_and_close(desk, decision, "asker", Said("o1", "", "cli"))

    assert (await desk.store.load(decision.id)).seq == decision.seq


async def test_a_vote_in_one_go_closes_what_was_cast_before(desk: Desk) -> None:
    decision = await voting(desk)
    once = await use_cases.cast(desk, decision, "asker", Said("o1", "", "cli"))

    closed = await use_cases.vote_and_close(desk, once, "asker", Said("o1", "", "cli"))

    assert votes(closed) == ["o1"]
    assert closed.events[-1].facts.kind == "vote_closed"


async def test_a_vote_in_one_go_reads_anew_what_has_changed_meanwhile(desk: Desk) -> None:
    stale = await voting(desk)
    await use_cases.cast(desk, stale, "asker", Said("o1", "", "cli"))

    closed = await use_cases.vote_and_close(desk, stale, "asker", Said("o2", "", "cli"))

    vote = closed.people.vote
    assert vote
    assert vote.closed
    assert (votes(closed), vote.closed.facts.winner) == (["o1", "o2"], "o2")


async def test_an_abstention_leaves_the_close_to_the_clock(desk: Desk) -> None:
    decision = await voting(desk)

    voted = await use_cases.vote_and_close(desk, decision, "asker", Said(None, "", "cli"))

    assert (votes(voted), voted.events[-1].facts.kind) == ([None], "vote_cast")


async def test_somebody_outside_the_list_advises(desk: Desk) -> None:
    decision = await voting(desk)

    advised = await use_cases.cast(desk, decision, "guest", Said("o2", "", "github", advisory=True))
    same = await use_cases.cast(desk, advised, "guest", Said("o2", "", "github", advisory=True))

    assert advised.people.vote
    assert [cast.actor for cast in advised.people.vote.advisory] == ["guest"]
    assert advised.people.vote.standing == ()
    assert same.seq == advised.seq


async def test_a_vote_in_one_go_leaves_a_vote_of_several_open(desk: Desk) -> None:
    async def both(_: Decision) -> People:
        return People(voters=("asker", "bob"), approvers=())

    shared = replace(desk, assemble=both)
    decision = await voting(shared)

    voted = await use_cases.vote_and_close(shared, decision, "asker", Said("o1", "", "cli"))
    both_voted = await use_cases.vote_and_close(shared, voted, "bob", Said("o1", "", "cli"))

    assert votes(both_voted) == ["o1", "o1"]
    assert both_voted.events[-1].facts.kind == "vote_cast"


async def test_where_nothing_is_open_nothing_can_be_closed_or_answered(desk: Desk) -> None:
    decision = await ask(desk, "A", "B")

    with pytest.raises(IllegalEventError, match="vote-closed"):
        await use_cases.close_now(desk, decision, "asker", "terminal")
    with pytest.raises(IllegalEventError, match="approve-nothing-open"):
        await use_cases.approve(desk, decision, "asker", reason="", via="terminal")
    with pytest.raises(IllegalEventError, match="approve-nothing-open"):
        await use_cases.reject(desk, decision, "asker", reason="no", via="terminal")


async def decided(desk: Desk) -> Decision:
    """A question whose vote was held and won."""
    voted = await use_cases.cast(desk, await voting(desk), "asker", Said("o1", "", "terminal"))
    return await use_cases.advance(desk, await use_cases.close_now(desk, voted, "asker", "terminal"))


async def test_a_decided_question_can_be_put_to_a_vote_again(desk: Desk) -> None:
    decision = await voting(desk)
    voted = await use_cases.cast(desk, decision, "asker", Said("o1", "", "terminal"))
    closed = await use_cases.close_now(desk, voted, "asker", "terminal")
    ended = await use_cases.advance(desk, closed)

    reopened = await use_cases.put_to_vote(desk, ended, "asker", "terminal")

    vote = reopened.people.open_vote
    assert vote
    assert (ended.has_ended, vote.opened.facts.number, vote.opened.facts.via) == (True, 2, "terminal")


async def test_every_event_is_shown_as_it_comes(desk: Desk) -> None:
    seen: list[Decision] = []
    decision = await ask(desk, "A", "B", "C", "D", policy=POLICY)

    ended = await use_cases.advance(desk, decision, seen.append)

    assert seen[-1] == ended
    assert [each.seq for each in seen] == sorted({each.seq for each in seen})


async def test_who_works_on_it_lets_go_in_the_end(desk: Desk) -> None:
    decision = await voting(desk)

    assert await desk.store.claim(decision.id, "somebody else") is not None


def ended_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_this_process_is_not_gone() -> None:
    assert not worker.is_gone(worker.this_worker())


def test_a_process_that_ended_is_gone() -> None:
    assert worker.is_gone(f"{platform.node()}/{ended_process()}/1")


def test_a_number_that_names_another_process_now_is_gone() -> None:
    assert worker.is_gone(f"{platform.node()}/{os.getpid()}/0")


def test_of_another_machine_nothing_is_known() -> None:
    assert not worker.is_gone(f"elsewhere/{ended_process()}/1")


async def test_a_deadline_moves_only_where_something_is_open(desk: Desk) -> None:
    decision = await ask(desk, "A", "B")

    with pytest.raises(IllegalEventError, match="extend-nothing-open"):
        await use_cases.extend(desk, decision, "asker", by=1, via="slack")


async def test_the_deadline_of_a_proposal_moves_too(desk: Desk) -> None:
    decision = await proposing(desk)
    before = decision.people.open_proposal

    moved = await use_cases.extend(desk, decision, "asker", by=3_600_000_000, via="slack")

    after = moved.people.open_proposal
    assert before is not None
    assert after is not None
    assert after.deadline - before.deadline == 3_600_000_000


async def test_an_approval_keeps_which_card_was_seen(desk: Desk) -> None:
    decision = await proposing(desk)
    seen = use_cases.card_digest(decision)

    approved = await use_cases.approve(desk, decision, "asker", reason="", via="slack")

    assert [event.facts.card_digest for event in approved.events if isinstance(event.facts, Approved)] == [seen]


async def proposing(desk: Desk) -> Decision:
    """A deadlock with an option to approve."""
    votes = (Vote("B", ("risk_analyst", "neutral_analyst")), Vote("A", ("optimist", "devils_advocate")), Vote("none"))
    asking = replace(desk, ask=Agents(votes))
    opened = await ask(asking, "A", "B", policy=POLICY, safety_order=("o1", "o2"))
    return await use_cases.advance(asking, opened)


async def test_what_a_decision_replaces_is_ended_once(desk: Desk) -> None:
    old = await ask(desk, "A", "B")
    facts = old.opened.model_copy(update={"supersedes": old.id})
    words = OpenedWords(question="Which one?", options=("A", "B"))
    new = await use_cases.open_decision(desk, lambda _: facts, words, "another key")

    ended = await use_cases.supersede(desk, new)

    assert ended is not None
    assert (ended.end.superseded_by, ended.has_ended) == (new.id, True)
    assert await use_cases.supersede(desk, new) is None


async def test_a_decision_that_replaces_none_ends_none(desk: Desk) -> None:
    assert await use_cases.supersede(desk, await ask(desk, "A", "B")) is None


async def test_an_outcome_is_kept_of_what_was_decided_only(desk: Desk) -> None:
    open_one = await voting(desk)
    with pytest.raises(IllegalEventError, match="outcome-early"):
        await use_cases.record_outcome(desk, open_one, "asker", outcome="held", reason="")
    cancelled = await use_cases.cancel(desk, open_one, "asker", reason="", via="terminal")
    with pytest.raises(IllegalEventError, match="outcome-early"):
        await use_cases.record_outcome(desk, cancelled, "asker", outcome="held", reason="")


async def test_an_outcome_is_kept_of_what_was_decided(desk: Desk) -> None:
    kept = await use_cases.record_outcome(desk, await decided(desk), "asker", outcome="held", reason="")

    assert kept.end.outcome is not None


async def test_of_a_replaced_decision_no_outcome_is_kept(desk: Desk) -> None:
    old = await decided(desk)
    facts = old.opened.model_copy(update={"supersedes": old.id})
    words = OpenedWords(question="Which one?", options=tuple("ABCD"))
    replaced = await use_cases.supersede(desk, await use_cases.open_decision(desk, lambda _: facts, words, "again"))
    assert replaced is not None
    with pytest.raises(IllegalEventError, match="superseded-already"):
        await use_cases.record_outcome(desk, replaced, "asker", outcome="held", reason="")
