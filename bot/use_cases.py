"""What can be done with a decision: a surface asks, the act is recorded if it is legal, the new fold is the answer."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from bot import casting
from bot.casting import Said
from bot.worker import is_gone, this_worker
from consensus.closing import close_vote
from consensus.context import mask
from consensus.decision import Decision
from consensus.deliberation import Ports, deliberate
from consensus.errors import IllegalEventError
from consensus.events import (
    Approved,
    Cancelled,
    Draft,
    Facts,
    Opened,
    OpenedWords,
    Reason,
    Rejected,
    RunAnyway,
)
from consensus.people import Proposal, Vote
from consensus.ports import Ask, Assemble, Clock, Gather
from integrations.store.lease import Lease
from integrations.store.store import Store

RENEW_SECONDS = 10
CLAIM_SECONDS = 1
"""How often a lease that another process holds is tried again."""
Watch = Callable[[Decision], None]


@dataclass(frozen=True)
class Desk:
    """Everything that the use cases work with; each part can be replaced."""

    store: Store
    ask: Ask
    gather: Gather
    assemble: Assemble
    clock: Clock
    worker: str = field(default_factory=this_worker)


async def open_decision(desk: Desk, facts_for: Callable[[int], Opened], words: OpenedWords, open_key: str) -> Decision:
    """Records the question; `facts_for` is given the decision's number."""

    def draft(number: int) -> Draft:
        facts = facts_for(number)
        return Draft(actor=facts.asker, facts=facts, words=words)

    return await desk.store.create(draft, open_key=open_key)


async def advance(desk: Desk, decision: Decision, watch: Watch = lambda _: None) -> Decision:
    """Takes the decision as far as it goes without people, as the only process that works on it."""
    async with _lease(desk, decision.id) as lease:

        async def record(known: Decision, *drafts: Draft) -> Decision:
            newest = await desk.store.append(known, *drafts, lease=lease)
            watch(newest)
            return newest

        ports = Ports(ask=desk.ask, gather=desk.gather, assemble=desk.assemble, record=record, clock=desk.clock)
        return await deliberate(await desk.store.load(decision.id), ports)


async def put_to_vote(desk: Desk, decision: Decision, person: str, via: str) -> Decision:
    """Opens a human vote on all options, at any time after the panel; on an ended decision it reopens it."""
    people = await desk.assemble(decision)
    return await desk.store.append(decision, casting.opening(decision, person, people, via, desk.clock()))


async def cast(desk: Desk, decision: Decision, person: str, said: Said) -> Decision:
    """A person's vote; the same choice again changes nothing."""
    try:
        return await desk.store.append(decision, casting.cast(person, said))
    except IllegalEventError as error:
        if error.key != "vote-unchanged":
            raise
        return await desk.store.append(decision)


async def vote_and_close(desk: Desk, decision: Decision, person: str, said: Said) -> Decision:
    """Opens a vote where none is, casts, and closes it if nobody else may vote: all of it or nothing."""
    people = await desk.assemble(decision)
    while True:
        try:
            return await desk.store.append(decision, *casting.at_once(decision, person, said, people, desk.clock()))
        except IllegalEventError:
            newest = await desk.store.append(decision)
            if newest.seq == decision.seq:
                raise
            decision = newest


async def close_now(desk: Desk, decision: Decision, person: str, via: str) -> Decision:
    """Closes the open vote before its deadline; it needs its quorum."""
    vote = _open_vote(decision)
    return await _act(desk, decision, person, close_vote(decision, vote, "closed_early", via))


async def approve(desk: Desk, decision: Decision, person: str, *, reason: str, via: str) -> Decision:
    made = _open_proposal(decision).made
    return await _act(
        desk, decision, person, Approved(proposal=made.seq, option=made.facts.option or "", via=via), reason
    )


async def reject(desk: Desk, decision: Decision, person: str, *, reason: str, via: str) -> Decision:
    made = _open_proposal(decision).made
    return await _act(
        desk, decision, person, Rejected(proposal=made.seq, option=made.facts.option or "", via=via), reason
    )


async def cancel(desk: Desk, decision: Decision, person: str, *, reason: str, via: str) -> Decision:
    return await _act(desk, decision, person, Cancelled(via=via), reason)


async def run_anyway(desk: Desk, decision: Decision, person: str, *, via: str) -> Decision:
    """Asks the panel although the question looks like a fact."""
    return await _act(desk, decision, person, RunAnyway(via=via))


async def _act(desk: Desk, decision: Decision, person: str, facts: Facts, reason: str = "") -> Decision:
    words = Reason(reason=mask(reason)[0]) if facts.texts is Reason else None
    return await desk.store.append(decision, Draft(actor=person, facts=facts, words=words))


def _open_vote(decision: Decision) -> Vote:
    vote = decision.people.open_vote
    if vote is None:
        raise IllegalEventError("vote-closed")
    return vote


def _open_proposal(decision: Decision) -> Proposal:
    proposal = decision.people.open_proposal
    if proposal is None:
        raise IllegalEventError("approve-nothing-open")
    return proposal


@contextlib.asynccontextmanager
async def _lease(desk: Desk, decision_id: str) -> AsyncIterator[Lease]:
    """Holds the decision's lease and renews it; waits for another process to finish or to be gone."""
    while (lease := await desk.store.claim(decision_id, desk.worker)) is None:
        holder = await desk.store.holder(decision_id)
        if holder and is_gone(holder):
            await desk.store.evict(decision_id, holder)
        else:
            await asyncio.sleep(CLAIM_SECONDS)
    renewing = asyncio.create_task(_renew(desk.store, lease))
    try:
        yield lease
    finally:
        renewing.cancel()
        await desk.store.release(lease)


async def _renew(store: Store, lease: Lease) -> None:
    while await store.renew(lease):  # noqa: ASYNC110 -- a lease is renewed by the clock
        await asyncio.sleep(RENEW_SECONDS)
