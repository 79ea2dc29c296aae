"""What people do with a decision, by button or by word: may they, is it still so, then it is recorded and answered."""

import logging
from collections.abc import Mapping

from bot.deeds import RIGHTS, Deed, do, require_here
from bot.flags import Value
from bot.freshness import check_fresh
from bot.slack.answering import pointer, sentence, tell
from bot.slack.opening import FORM, Request
from bot.slack.people import home_of, require
from bot.slack.starting import start
from bot.slack.terms import as_mentions
from bot.slack.workspace import PLATFORM, Workspace
from bot.terms import asked_again, terms_of
from bot.use_cases import Desk
from consensus.asking import option_text
from consensus.card import Moment, Person
from consensus.decision import Decision
from consensus.errors import NotFoundError, RequestError
from consensus.events import Approved
from integrations.slack.blocks import Message
from integrations.slack.elements import button, value
from integrations.slack.incoming import Click, Received
from integrations.slack.place import Place
from integrations.slack.text import inline

logger = logging.getLogger(__name__)


async def act(workspace: Workspace, desk: Desk, said: Received, deed: Deed) -> None:
    """Does it and answers; raises RequestError with the reason why not."""
    decision = await workspace.store.load(deed.decision)
    where = home_of(workspace, decision)
    if where is None:
        raise NotFoundError("no-such-decision", id=deed.decision)
    require_here(decision, deed.verb, PLATFORM)
    try:
        person = await require(workspace, RIGHTS[deed.verb], said.user, where, decision)
        check_fresh(decision, deed.verb, deed.about)
        if deed.verb == "rerun":
            again = _once_more(decision, where, terms_of(decision, workspace.settings.configuration) | dict(deed.flags))
            await start(workspace, desk, said, again)
            return
        newest = await do(desk, decision, person, deed)
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
    person = await workspace.person(said.user)
    was_asked = person in proposal.made.facts.approvers or (vote and vote.takes_part(person))
    key = "approval-already" if isinstance(answer.facts, Approved) else "approval-rejected-already"
    told = say("slack-answered")
    if was_asked:
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


def _once_more(decision: Decision, where: Place, terms: Mapping[str, Value]) -> Request:
    """The same question with the same to read, on these terms, wherever it stands."""
    opened, ask = decision.opened, asked_again(decision, terms)
    is_form = opened.via == FORM
    return Request(
        ask=ask,
        where=where,
        raw=as_mentions(ask.flags),
        pasted=ask.typed if is_form else "",
        also=opened.places[1:],
        reads_thread=opened.wants_context,
        may_read=opened.wants_context,
        is_form=is_form,
        replaces=decision.id,
    )
