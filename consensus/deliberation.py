"""The engine's loop, which alone waits for others: ask what is next, do it, record it, repeat."""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass

from consensus.asking import Silence, abstention_draft
from consensus.calling import LOST, hear, moderate
from consensus.closing import close_vote, deadline_after, open_vote
from consensus.decision import Decision
from consensus.errors import IllegalEventError, LeaseLostError, RecordError
from consensus.events import ENGINE, ContextTaken, ContextWords, Draft, Instant, ProposalMade, ProposalWords, Usage
from consensus.panel.agents import Seat
from consensus.ports import Ask, Assemble, Clock, Gather, Record
from consensus.steps import (
    AwaitHumans,
    Close,
    ClosePanel,
    CloseVote,
    Done,
    OpenVote,
    Poll,
    Propose,
    next_step,
)
from consensus.steps import Gather as GatherStep

POLL_SECONDS = 60
GATHER_SECONDS = 30
LOOK_SECONDS = 1
"""How soon a stop, a cancel or a vote is noticed while the agents think."""
SECOND = 1_000_000
Deed = Poll | GatherStep | Propose | ClosePanel | Close | OpenVote | CloseVote
"""A step that the engine takes by itself."""


@dataclass(frozen=True)
class Ports:
    """Everything that the engine needs from outside."""

    ask: Ask
    gather: Gather
    assemble: Assemble
    record: Record
    clock: Clock


async def deliberate(decision: Decision, ports: Ports, stopping: Callable[[], bool] = lambda: False) -> Decision:
    """Takes the decision as far as it goes without people; stops between steps when told to.

    Raises LeaseLostError when another process took over, RecordError when the record cannot be written.
    """
    while not stopping():
        step = next_step(decision, ports.clock())
        if isinstance(step, Done | AwaitHumans):
            break
        try:
            decision = await _do(step, decision, ports)
        except IllegalEventError:
            newest = await ports.record(decision)
            if newest.seq == decision.seq and next_step(newest, ports.clock()) == step:
                raise
            decision = newest
    return decision


async def _do(step: Deed, decision: Decision, ports: Ports) -> Decision:
    match step:
        case Poll():
            return await _poll(step, decision, ports)
        case GatherStep():
            return await _work(_gather(decision, ports.gather), decision, ports)
        case Propose():
            return await _work(_propose(step, decision, ports), decision, ports)
        case ClosePanel() | Close():
            draft = Draft(actor=ENGINE, facts=step.facts)
        case OpenVote():
            people = await ports.assemble(decision)
            draft = open_vote(decision, step.options, step.why, people, ports.clock())
        case _:
            facts = close_vote(decision, decision.people.votes[-1], step.why, ENGINE)
            draft = Draft(actor=ENGINE, facts=facts)
    return await ports.record(decision, draft)


async def _work(making: Coroutine[None, None, Draft], decision: Decision, ports: Ports) -> Decision:
    """Records what is being made, or gives it up when the decision ends first."""
    task, looks = asyncio.create_task(making), Unsaved(ports)
    try:
        while not (await asyncio.wait({task}, timeout=LOOK_SECONDS))[0]:
            newest = await looks.save(decision)
            if newest.has_ended:
                return newest
        return await ports.record(decision, task.result())
    finally:
        await _give_up({task})


async def _gather(decision: Decision, gather: Gather) -> Draft:
    try:
        async with asyncio.timeout(GATHER_SECONDS):
            taken, words = await gather(decision)
    except TimeoutError:
        taken, words = ContextTaken(sources=(), cut=False, missing=("timeout",)), ContextWords(sources=())
    return Draft(actor=ENGINE, facts=taken, words=words)


async def _poll(step: Poll, decision: Decision, ports: Ports) -> Decision:
    """Asks the seats at once and records each answer as it comes; whoever is late after a minute has timed out."""
    asked = {asyncio.create_task(hear(decision, seat, step.round, ports.ask)): seat for seat in step.seats}
    unsaved = Unsaved(ports)
    ends = ports.clock() + POLL_SECONDS * SECOND
    try:
        while asked or unsaved.drafts:
            done, _ = await _first_of(asked, until=ends - ports.clock())
            unsaved.drafts += [task.result() for task in done]
            for task in done:
                del asked[task]
            late = Silence("timeout", LOST)
            if asked and ports.clock() >= ends:
                silent = [abstention_draft(decision, seat, step.round, late) for seat in asked.values()]
                unsaved.drafts += silent
                await _give_up(asked)
                asked.clear()
            decision = await unsaved.save(decision)
            if decision.has_ended:
                break
    finally:
        await _give_up(asked)
    return decision


async def _first_of(asked: dict[asyncio.Task[Draft], Seat], until: Instant) -> tuple[set[asyncio.Task[Draft]], object]:
    """The next answers, or none after the time in which something else may have happened, or `until` so much later."""
    if not asked:
        await asyncio.sleep(LOOK_SECONDS)
        return set(), None
    seconds = min(LOOK_SECONDS, -(-until // SECOND))
    return await asyncio.wait(asked, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


async def _give_up(tasks: Collection[asyncio.Task[Draft]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Unsaved:
    """Answers that were paid for and are not recorded yet: kept and stored again for a minute."""

    def __init__(self, ports: Ports) -> None:
        self.drafts: list[Draft] = []
        self._ports = ports
        self._failing_since: Instant | None = None

    async def save(self, decision: Decision) -> Decision:
        """The decision after the answers; unchanged while the record cannot be written."""
        try:
            decision = await self._ports.record(decision, *self.drafts)
        except LeaseLostError:
            raise
        except RecordError:
            now = self._ports.clock()
            self._failing_since = self._failing_since or now
            if now - self._failing_since >= POLL_SECONDS * SECOND:
                raise
            return decision
        self.drafts, self._failing_since = [], None
        return decision


async def _propose(step: Propose, decision: Decision, ports: Ports) -> Draft:
    people = await ports.assemble(decision)
    option, words, model, usage = step.option, ProposalWords(), None, Usage()
    if step.by == "moderator":
        option, words, model, usage = await moderate(step.tied, decision, ports.ask)
    now = ports.clock()
    facts = ProposalMade(
        by=step.by,
        option=option,
        tied=step.tied,
        approvers=people.approvers,
        deadline=deadline_after(now, decision.opened.policy.approval.open_for),
        model=model,
        usage=usage,
    )
    return Draft(actor=ENGINE, facts=facts, words=words)
