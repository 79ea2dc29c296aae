"""What people do with a decision, whatever the platform: which right each act needs, and what is recorded of it."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from bot import use_cases
from bot.casting import Said
from bot.flags import Value
from bot.nearest import nearest
from bot.permissions import Act as Right
from bot.spoken import Act, Extend, Outcome, OutcomeName, Vote
from bot.use_cases import Desk
from consensus.answered import ANSWERS, where_done
from consensus.asking import option_text
from consensus.decision import Decision
from consensus.errors import IllegalEventError, RequestError
from consensus.events import VoteCast
from consensus.text import normalise, shortened

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
MARKS: Final = " *_~`'\".,:;!…"
SHOWN: Final = 80
"""Characters of an option in a list of all."""
_TYPED: Final = re.compile(r"(?!.*\b(?:because|parce|car)\b)[^\W_]+(?: [^\W_]+){0,7}", re.IGNORECASE)
"""An option that can be copied behind "vote" as it is; every other is called by its id."""


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
    """The option of that text or id; raises RequestError naming them all.

    What people write around it is no part of it: marks, a full stop, thanks on a further line.
    """
    texts = {option: option_text(decision, option) for option in decision.opened.options}
    for read in (normalise, _bare):
        for words in (named, named.partition("\n")[0]):
            fit = [option for option, text in texts.items() if read(words) in {read(text), option}]
            if len(fit) == 1:
                return fit[0]
    raise _no_option(decision, named.partition("\n")[0], texts)


def _no_option(decision: Decision, named: str, texts: Mapping[str, str]) -> RequestError:
    meant = nearest(named, texts.values())
    option = next(option for option, text in texts.items() if text == meant)
    choice = meant if _TYPED.fullmatch(meant) else option
    shown = " · ".join(shortened(text, SHOWN) for text in texts.values())
    return RequestError("vote-no-such-option", id=decision.id, options=shown, choice=choice)


def _bare(text: str) -> str:
    return normalise(normalise(text).strip(MARKS))


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
