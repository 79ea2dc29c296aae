"""What can be done with a decision: a surface asks, the act is recorded if it is legal, the new fold is the answer."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace

from bot import casting
from bot.casting import Said
from bot.spoken import OutcomeName
from bot.worker import is_gone, this_worker
from consensus.card import make_card
from consensus.closing import close_vote
from consensus.context import mask
from consensus.decision import Decision
from consensus.deliberation import Ports, deliberate
from consensus.errors import IllegalEventError
from consensus.events import (
    ENGINE,
    Approved,
    Cancelled,
    DeadlineMoved,
    Draft,
    Facts,
    Opened,
    OpenedWords,
    OutcomeRecorded,
    Reason,
    Rejected,
    RunAnyway,
    Superseded,
)
from consensus.head import is_by_push
from consensus.people import Proposal, Vote
from consensus.ports import Ask, Assemble, Clock, Gather
from consensus.status import status
from integrations.store.deliveries import Delivery
from integrations.store.lease import Lease
from integrations.store.store import Admit, Store

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
    delivery: Delivery | None = None
    """The request that is carried out: it is done with the first thing that is recorded for it."""

    def carrying(self, delivery: Delivery) -> "Desk":
        """The same desk at work on that request."""
        return replace(self, delivery=delivery)


async def open_decision(
    desk: Desk, facts_for: Callable[[int], Opened], words: OpenedWords, open_key: str, *, admit: Admit | None = None
) -> Decision:
    """Records the question; `facts_for` is given the decision's number, `admit` raises when it is one too many."""

    def draft(number: int) -> Draft:
        facts = facts_for(number)
        return Draft(actor=facts.asker, facts=facts, words=words)

    return await desk.store.create(draft, open_key=open_key, delivery=desk.delivery, admit=admit)


async def advance(
    desk: Desk, decision: Decision, watch: Watch = lambda _: None, stopping: Callable[[], bool] = lambda: False
) -> Decision:
    """Takes the decision as far as it goes without people, as the only process that works on it."""
    async with _lease(desk, decision.id) as lease:

        async def record(known: Decision, *drafts: Draft) -> Decision:
            newest = await desk.store.append(known, *drafts, lease=lease)
            watch(newest)
            return newest

        ports = Ports(ask=desk.ask, gather=desk.gather, assemble=desk.assemble, record=record, clock=desk.clock)
        return await deliberate(await desk.store.load(decision.id), ports, stopping)


async def put_to_vote(desk: Desk, decision: Decision, person: str, via: str) -> Decision:
    """Opens a human vote on all options, at any time after the panel; on an ended decision it reopens it."""
    people = await desk.assemble(decision)
    opened = casting.opening(decision, person, people, via, desk.clock())
    return await desk.store.append(decision, opened, delivery=desk.delivery)


async def cast(desk: Desk, decision: Decision, person: str, said: Said) -> Decision:
    """A person's vote; the same choice again changes nothing, nor does one that was left behind before a newer one."""

    def is_overtaken(newest: Decision) -> bool:
        left_at = desk.delivery.left_at if desk.delivery else None
        return left_at is not None and casting.has_voted_since(newest, person, left_at)

    ballot = casting.cast(person, said)
    try:
        return await desk.store.append(decision, ballot, delivery=desk.delivery, unless=is_overtaken)
    except IllegalEventError as error:
        if error.key != "vote-unchanged":
            raise
        return await desk.store.append(decision, delivery=desk.delivery)


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
    seen = card_digest(decision)
    facts = Approved(proposal=made.seq, option=made.facts.option or "", card_digest=seen, via=via)
    return await _act(desk, decision, person, facts, reason)


async def reject(desk: Desk, decision: Decision, person: str, *, reason: str, via: str) -> Decision:
    made = _open_proposal(decision).made
    seen = card_digest(decision)
    facts = Rejected(proposal=made.seq, option=made.facts.option or "", card_digest=seen, via=via)
    return await _act(desk, decision, person, facts, reason)


async def cancel(desk: Desk, decision: Decision, person: str, *, reason: str, via: str) -> Decision:
    return await _act(desk, decision, person, Cancelled(via=via), reason)


async def extend(desk: Desk, decision: Decision, person: str, *, by: int, via: str) -> Decision:
    """Moves the deadline of the open vote or proposal by so many microseconds."""
    vote, proposal = decision.people.open_vote, decision.people.open_proposal
    if vote:
        moved = DeadlineMoved(of="vote", before=vote.deadline, after=vote.deadline + by, via=via)
    elif proposal:
        moved = DeadlineMoved(of="proposal", before=proposal.deadline, after=proposal.deadline + by, via=via)
    else:
        raise IllegalEventError("extend-nothing-open")
    return await _act(desk, decision, person, moved)


async def record_outcome(desk: Desk, decision: Decision, person: str, *, outcome: OutcomeName, reason: str) -> Decision:
    """Keeps what came of the decision; raises IllegalEventError while that cannot be known, or where nothing did."""
    if not decision.has_ended or status(decision) == "cancelled":
        raise IllegalEventError("outcome-early")
    if decision.end.superseded_by:
        raise IllegalEventError("superseded-already", id=decision.end.superseded_by)
    return await _act(desk, decision, person, OutcomeRecorded(outcome=outcome), reason)


async def supersede(desk: Desk, successor: Decision) -> Decision | None:
    """Ends the decision that this one replaces; none if that has been done."""
    replaced = successor.opened.supersedes
    old = await desk.store.load(replaced) if replaced else None
    if old is None or old.end.superseded_by:
        return None
    via = successor.opened.via
    by = ENGINE if is_by_push(via) else successor.opened.asker
    drafts = [] if old.has_ended else [Draft(actor=by, facts=Cancelled(via=via), words=Reason())]
    return await desk.store.append(old, *drafts, Draft(actor=by, facts=Superseded(successor=successor.id)))


async def run_anyway(desk: Desk, decision: Decision, person: str, *, via: str) -> Decision:
    """Asks the panel although the question looks like a fact."""
    return await _act(desk, decision, person, RunAnyway(via=via))


def card_digest(decision: Decision) -> str:
    """Identifies the card as it stands, whatever surface shows it."""
    return hashlib.sha256(make_card(decision).model_dump_json().encode()).hexdigest()


async def _act(desk: Desk, decision: Decision, person: str, facts: Facts, reason: str = "") -> Decision:
    words = Reason(reason=mask(reason)[0]) if facts.texts is Reason else None
    return await desk.store.append(decision, Draft(actor=person, facts=facts, words=words), delivery=desk.delivery)


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
