"""What people do is recorded if it is legal, once, and whoever works on a decision works on it alone."""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import use_cases, worker
from bot.use_cases import Desk, Said
from consensus.decision import Decision
from consensus.errors import IllegalEventError
from consensus.events import ApprovalPolicy, Policy, VoteCast
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


async def test_where_nothing_is_open_nothing_can_be_closed_or_answered(desk: Desk) -> None:
    decision = await ask(desk, "A", "B")

    with pytest.raises(IllegalEventError, match="vote-closed"):
        await use_cases.close_now(desk, decision, "asker", "terminal")
    with pytest.raises(IllegalEventError, match="approve-nothing-open"):
        await use_cases.approve(desk, decision, "asker", reason="", via="terminal")
    with pytest.raises(IllegalEventError, match="approve-nothing-open"):
        await use_cases.reject(desk, decision, "asker", reason="no", via="terminal")


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
