"""What people do with a decision, by button or by word: may they, is it still so, then it is recorded and answered."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from bot import use_cases
from bot.casting import Said
from bot.flags import Value
from bot.freshness import check_fresh
from bot.permissions import Act as Right
from bot.slack.answering import pointer, sentence, tell
from bot.slack.opening import FORM, Request
from bot.slack.people import home_of, require
from bot.slack.starting import start
from bot.slack.terms import as_mentions, terms_of
from bot.slack.workspace import PLATFORM, Workspace
from bot.spoken import Ask, OutcomeName
from bot.use_cases import Desk
from consensus.asking import option_text
from consensus.card import Moment, Person
from consensus.decision import Decision
from consensus.errors import IllegalEventError, NotFoundError, RequestError
from consensus.events import Approved, OpenedWords, VoteCast
from consensus.text import normalise
from integrations.slack.blocks import Message
from integrations.slack.elements import button, value
from integrations.slack.incoming import Click, Received
from integrations.slack.place import Place
from integrations.slack.text import inline

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
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Deed:
    """One act on one decision; `about` is the vote or proposal that a button was drawn for."""

    verb: Verb
    decision: str
    option: str | None = None
    named: str | None = None
    """The option as somebody wrote it."""
    reason: str = ""
    by: int = DAY
    outcome: OutcomeName = "held"
    about: int | None = None
    flags: Mapping[str, Value] = field(default_factory=dict)


Doing = Callable[[Desk, Decision, str, Deed], Awaitable[Decision]]


async def act(workspace: Workspace, desk: Desk, said: Received, deed: Deed) -> None:
    """Does it and answers; raises RequestError with the reason why not."""
    decision = await workspace.store.load(deed.decision)
    where = home_of(workspace, decision)
    if where is None:
        raise NotFoundError("no-such-decision", id=deed.decision)
    try:
        person = await require(workspace, RIGHTS[deed.verb], said.user, where, decision)
        check_fresh(decision, deed.verb, deed.about)
        if deed.verb == "rerun":
            again = _once_more(decision, where, terms_of(decision, workspace.settings.configuration) | dict(deed.flags))
            await start(workspace, desk, said, again)
            return
        newest = await DOINGS[deed.verb](desk, decision, person, deed)
    except RequestError as error:
        if error.key == "approve-nothing-open" and await _tell_answered(workspace, said, decision):
            return
        raise
    logger.info("acted: decision=%s verb=%s seq=%s", newest.id, deed.verb, newest.seq)
    workspace.follow(newest)
    await _answer(workspace, said, deed, newest, person)


async def tell_vote(workspace: Workspace, said: Received, decision: Decision, person: str) -> None:
    """What somebody's vote is now, to them alone."""
    if mine := await _yours(workspace, decision, person):
        await tell(workspace, said, mine)


def own_vote(decision: Decision, person: str) -> VoteCast:
    """What somebody has voted in the open vote; raises IllegalEventError for who has not."""
    vote = None if decision.has_ended else decision.people.open_vote
    mine = next((cast for cast in vote.standing if cast.actor == person), None) if vote else None
    if mine is None:
        raise IllegalEventError("slack-vote-first" if vote else "vote-closed")
    return mine.facts


async def cast(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    """Records a vote; raises IllegalEventError."""
    check_fresh(decision, deed.verb, deed.about)
    choice = deed.option if deed.named is None else _option(decision, deed.named)
    return await use_cases.cast(desk, decision, person, Said(choice, deed.reason, PLATFORM))


async def _yours(workspace: Workspace, decision: Decision, person: str) -> Message | None:
    """What somebody's vote is now, and how to give a reason for it; none without a vote of theirs."""
    vote = decision.people.vote
    mine = next((cast for cast in vote.standing if cast.actor == person), None) if vote else None
    if vote is None or mine is None:
        return None
    say = await workspace.voice(decision.opened.lang)
    until = say.show(Moment(at=vote.deadline))
    reason = button("reason", value(decision.id, about=vote.opened.seq), say("button-reason"))
    if mine.facts.choice is None:
        return sentence(say("vote-abstained", deadline=until), reason)
    option = inline(option_text(decision, mine.facts.choice))
    return sentence(say("vote-yours", option=option, deadline=until), reason)


async def _tell_answered(workspace: Workspace, said: Received, decision: Decision) -> bool:
    """Of a proposal that somebody else has answered: who and when, for those who were asked themselves."""
    decision = await workspace.store.append(decision)
    proposal, vote = decision.people.proposal, decision.people.vote
    answer = proposal.answer if proposal else None
    if proposal is None or answer is None:
        return False
    say = await workspace.voice(decision.opened.lang, decision)
    asked = {*proposal.made.facts.approvers, *(vote.opened.facts.voters if vote else ())}
    key = "approval-already" if isinstance(answer.facts, Approved) else "approval-rejected-already"
    told = say("slack-answered")
    if await workspace.person(said.user) in asked:
        told = say(key, who=say.show(Person(id=answer.actor)), when=say.show(Moment(at=answer.at)))
    await tell(workspace, said, sentence(told))
    return True


async def _answer(workspace: Workspace, said: Received, deed: Deed, decision: Decision, person: str) -> None:
    """A voter reads their vote; who acted by word reads that it is done; a button shows it on the card."""
    if deed.verb in {"cast", "reason"}:
        await tell_vote(workspace, said, decision, person)
    elif not isinstance(said, Click):
        say = await workspace.voice(decision.opened.lang)
        await tell(workspace, said, pointer("slack-done", decision.id, say.say))


def _once_more(decision: Decision, where: Place, terms: dict[str, Value]) -> Request:
    """The same question with the same to read, on these terms."""
    words, opened = decision.words(1), decision.opened
    if not isinstance(words, OpenedWords):
        raise RequestError("slack-erased", id=decision.id)
    is_safest_first = opened.safety_order == opened.options and not opened.is_proposal
    flags = terms | ({"safest-first": True} if is_safest_first else {})
    is_form = opened.via == FORM
    ask = Ask(
        question=words.question,
        options=() if opened.is_proposal else words.options,
        flags=flags,
        lang=opened.lang,
        typed=words.request,
    )
    return Request(
        ask=ask,
        where=where,
        raw=as_mentions(flags),
        pasted=words.request if is_form else "",
        reads_thread=opened.wants_context,
        may_read=opened.wants_context,
        is_form=is_form,
        replaces=decision.id,
    )


async def _give_reason(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    """The same vote with a reason; there must be a vote."""
    mine = own_vote(decision, person)
    return await use_cases.cast(desk, decision, person, Said(mine.choice, deed.reason, PLATFORM))


def _option(decision: Decision, named: str) -> str:
    """The option of that text or id."""
    known = {normalise(option_text(decision, option)): option for option in decision.opened.options}
    known |= {option: option for option in decision.opened.options}
    if (found := known.get(normalise(named))) is None:
        raise RequestError("vote-unknown-option")
    return found


async def _open_vote(desk: Desk, decision: Decision, person: str, _: Deed) -> Decision:
    return await use_cases.put_to_vote(desk, decision, person, PLATFORM)


async def _close(desk: Desk, decision: Decision, person: str, _: Deed) -> Decision:
    return await use_cases.close_now(desk, decision, person, PLATFORM)


async def _approve(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.approve(desk, decision, person, reason=deed.reason, via=PLATFORM)


async def _reject(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.reject(desk, decision, person, reason=deed.reason, via=PLATFORM)


async def _cancel(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.cancel(desk, decision, person, reason=deed.reason, via=PLATFORM)


async def _run(desk: Desk, decision: Decision, person: str, _: Deed) -> Decision:
    return await use_cases.run_anyway(desk, decision, person, via=PLATFORM)


async def _extend(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.extend(desk, decision, person, by=deed.by, via=PLATFORM)


async def _record(desk: Desk, decision: Decision, person: str, deed: Deed) -> Decision:
    return await use_cases.record_outcome(desk, decision, person, outcome=deed.outcome, reason=deed.reason)


DOINGS: Final[Mapping[Verb, Doing]] = {
    "cast": cast,
    "reason": _give_reason,
    "vote": _open_vote,
    "reopen": _open_vote,
    "close": _close,
    "approve": _approve,
    "reject": _reject,
    "cancel": _cancel,
    "run": _run,
    "extend": _extend,
    "outcome": _record,
}
