"""What people do with a decision, whatever the platform: which right each act needs, and what is recorded of it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from bot import use_cases
from bot.casting import Said
from bot.flags import Value
from bot.permissions import Act as Right
from bot.spoken import Act, Extend, Outcome, OutcomeName, Vote
from bot.use_cases import Desk
from consensus.answered import ANSWERS, where_done
from consensus.asking import option_text
from consensus.decision import Decision
from consensus.errors import IllegalEventError, RequestError
from consensus.events import VoteCast
from consensus.text import normalise

Verb = Literal[
    "cast", "vote", "reopen", "close", "approve", "reject", "rerun", "cancel", "run", "extend", "outcome", "reason"
]
RIGHTS: Final[Mapping[Verb, Right]] = {
    "cast": "vote",
    "reason": "vote",
    "vote": "put_to_vote",
    "reopen": "reopen",
    "close": "close",
    "approve": "approve",
    "reject": "reject",
    "rerun": "rerun",
    "cancel": "cancel",
    "run": "run",
    "extend": "extend",
    "outcome": "outcome",
}
DAY: Final = 86_400_000_000


@dataclass(frozen=True)
class Deed:
    """One act on one decision; `about` is the vote or proposal that a button was drawn for."""

    verb: Verb
    decision: str
    via: str
    option: str | None = None
    named: str | None = None
    """The option as somebody wrote it."""
    reason: str = ""
    by: int = DAY
    outcome: OutcomeName = "held"
    about: int | None = None
    is_advisory: bool = False
    """A vote of somebody who may not vote."""
    flags: Mapping[str, Value] = field(default_factory=dict)


Doing = Callable[[Desk, Decision, str, Deed], Awaitable[Decision]]


def deed_of(decision_id: str, command: Act | Vote | Extend | Outcome, via: str) -> Deed:
    """What a command asks for; raises RequestError where it says too little."""
    match command:
        case Act(verb=verb, reason=reason, flags=flags):
            return Deed(verb, decision_id, via, reason=reason, flags=flags)
        case Vote(choice=choice, reason=reason):
            return Deed("cast", decision_id, via, named=choice, reason=reason)
        case Extend(by=int(by)):
            return Deed("extend", decision_id, via, by=by)
        case Extend():
            raise RequestError("extend-how", id=decision_id)
    if command.outcome is None:
        raise RequestError("outcome-how", id=decision_id)
    return Deed("outcome", decision_id, via, outcome=command.outcome, reason=command.reason)


def require_here(decision: Decision, verb: str, platform: str) -> None:
    """Raises RequestError naming the platform where that is done, if it is another."""
    there = where_done(decision, verb)
    if there not in {None, platform}:
        key = "answered-elsewhere" if verb in ANSWERS else "asked-elsewhere"
        raise RequestError(key, id=decision.id, place=str(there))


def own_vote(decision: Decision, person: str) -> VoteCast:
    """What somebody has voted in the open vote; raises IllegalEventError for who has not."""
    vote = None if decision.has_ended else decision.people.open_vote
    mine = next((cast for cast in vote.standing if cast.actor == person), None) if vote else None
    if mine is None:
        raise IllegalEventError("vote-first" if vote else "vote-closed")
    return mine.facts


async def do(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    """Records the act of somebody who may; raises RequestError where it is not legal now."""
    return await _DOINGS[deed.verb](desk, decision, person, deed)


def option_named(decision: Decision, named: str) -> str:
    """The option of that text or id; raises RequestError."""
    known = {normalise(option_text(decision, option)): option for option in decision.opened.options}
    known |= {option: option for option in decision.opened.options}
    if (found := known.get(normalise(named))) is None:
        raise RequestError("vote-unknown-option")
    return found


async def _cast(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    choice = deed.option if deed.named is None else option_named(decision, deed.named)
    return await use_cases.cast(desk, decision, person, Said(choice, deed.reason, deed.via, advisory=deed.is_advisory))


async def _give_reason(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    """The same vote with a reason; there must be a vote."""
    mine = own_vote(decision, person)
    return await use_cases.cast(desk, decision, person, Said(mine.choice, deed.reason, deed.via))


async def _open_vote(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.put_to_vote(desk, decision, person, deed.via)


async def _close(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.close_now(desk, decision, person, deed.via)


async def _approve(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.approve(desk, decision, person, reason=deed.reason, via=deed.via)


async def _reject(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.reject(desk, decision, person, reason=deed.reason, via=deed.via)


async def _cancel(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.cancel(desk, decision, person, reason=deed.reason, via=deed.via)


async def _run(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.run_anyway(desk, decision, person, via=deed.via)


async def _extend(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.extend(desk, decision, person, by=deed.by, via=deed.via)


async def _record(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.record_outcome(desk, decision, person, outcome=deed.outcome, reason=deed.reason)


_DOINGS: Final[Mapping[Verb, Doing]] = {
    "cast": _cast,
    "reason": _give_reason,
    "vote": _open_vote,
    "close": _close,
    "approve": _approve,
    "reject": _reject,
    "cancel": _cancel,
    "run": _run,
    "reopen": _open_vote,
    "extend": _extend,
    "outcome": _record,
}
