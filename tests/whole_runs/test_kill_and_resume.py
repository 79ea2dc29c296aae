"""A process that dies at any append of a whole debate: another one goes on, and nothing is asked or decided twice."""

import asyncio
import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from bot.use_cases import advance
from consensus.decision import Decision
from consensus.events import Draft, VerdictReached
from consensus.recount import recount
from integrations.store.deliveries import Delivery
from integrations.store.lease import Lease
from integrations.store.store import Store
from tests.desks import ask, at_desk
from tests.voting_models import Agents, Vote

ROUNDS = {"vote": 1, "critique": 2, "final": 3}
SCRIPT = (
    Vote("A", ("risk_analyst", "devils_advocate")),
    Vote("B", ("optimist", "neutral_analyst")),
    Vote("none_of_these", ("user_advocate",), kind="vote"),
    Vote("A", ("user_advocate",)),
)
"""Two against two, and one that the debate wins over: fifteen answers."""
GONE = f"{platform.node()}/{os.getpid()}/0"
"""A process with a number that is in use again: it must be seen that it runs no more."""
NEVER = 1_000
Moment = Literal["before", "after"]


class KilledError(BaseException):
    """The process is gone; nobody may catch that."""


class DyingStore(Store):
    """Dies before or after its n-th append; a dead process lets go of no lease."""

    moment: Moment = "after"
    appends = 0
    dies_at = NEVER

    async def append(
        self,
        decision: Decision,
        *drafts: Draft,
        lease: Lease | None = None,
        delivery: Delivery | None = None,
        unless: Callable[[Decision], bool] = lambda _: False,
    ) -> Decision:
        self.appends += bool(drafts)
        if self.appends > self.dies_at or (self.appends == self.dies_at and self.moment == "before"):
            raise KilledError
        newest = await super().append(decision, *drafts, lease=lease, delivery=delivery, unless=unless)
        if drafts and self.appends == self.dies_at:
            raise KilledError
        return newest

    async def release(self, lease: Lease) -> None:
        if self.appends < self.dies_at:
            await super().release(lease)


def heard(decision: Decision) -> set[tuple[str, int]]:
    return {(event.facts.seat, event.facts.round) for event in decision.panel.said}


def asked(agents: Agents) -> list[tuple[str, int]]:
    return [(said.seat, ROUNDS[said.kind]) for said in agents.log]


def outcome(decision: Decision) -> tuple[object, ...]:
    """What was decided; what only says in which order the answers came is left out."""
    verdicts = [event.facts for event in decision.events if isinstance(event.facts, VerdictReached)]
    return tuple((facts.winner, facts.decided_by, facts.band, facts.degradations) for facts in verdicts)


async def appends_of_a_whole_run(path: Path) -> tuple[int, tuple[object, ...]]:
    with at_desk(path, Agents(SCRIPT), store=DyingStore) as desk:
        ended = await advance(desk, await ask(desk, "A", "B", wants_context=True))
        assert isinstance(desk.store, DyingStore)
        return desk.store.appends, outcome(ended)


async def killed(path: Path, n: int, moment: Moment) -> Decision:
    """The decision as a process left it that was killed at its n-th append."""
    with at_desk(path, Agents(SCRIPT), GONE, DyingStore) as desk:
        decision = await ask(desk, "A", "B", wants_context=True)
        assert isinstance(desk.store, DyingStore)
        desk.store.moment, desk.store.dies_at = moment, n
        with pytest.raises(KilledError):
            await advance(desk, decision)
        return await desk.store.load(decision.id)


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_death_at_any_append_changes_nothing_but_the_time(tmp_path: Path, moment: Moment) -> None:
    appends, expected = await appends_of_a_whole_run(tmp_path / "whole.db")
    wrong = []

    for n in range(1, appends + 1):
        path, agents = tmp_path / f"{n}.db", Agents(SCRIPT)
        left = await killed(path, n, moment)
        with at_desk(path, agents) as desk:
            ended = await advance(desk, left)
            counted = recount(await desk.store.raw_events(ended.id))
            await desk.store.verify(ended.id)
        again = asked(agents)
        if outcome(counted) != expected or len(set(again)) < len(again) or set(again) & heard(left):
            wrong.append((n, outcome(counted), again))

    assert appends >= 10
    assert expected == (("o1", "full_debate", "moderate", ()),)
    assert wrong == []


async def test_two_processes_on_one_file_ask_once_and_decide_once(tmp_path: Path) -> None:
    one, other = Agents(SCRIPT), Agents(SCRIPT)

    with at_desk(tmp_path / "shared.db", one) as first, at_desk(tmp_path / "shared.db", other) as second:
        decision = await ask(first, "A", "B")
        ends = await asyncio.gather(advance(first, decision), advance(second, decision))
        await first.store.verify(decision.id)

    assert [each.head for each in ends] == [ends[0].head] * 2
    assert len(outcome(ends[0])) == 1
    assert sorted(map(len, (one.log, other.log))) == [0, 15]
