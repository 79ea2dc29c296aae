"""Forms in Slack: a page opens at once, before anything is looked up, and is filled in then."""

import asyncio
import logging
from typing import Final

from bot.commands import parse_question
from bot.deeds import RIGHTS, Verb, own_vote, require_here
from bot.freshness import check_fresh
from bot.slack.answering import sentence, tell, tell_error
from bot.slack.filling import again_form, edit_form, stated_form
from bot.slack.keeping import keep, kept, raw_words
from bot.slack.looking import details
from bot.slack.people import home_of, require
from bot.slack.words import Words, understood
from bot.slack.workspace import PLATFORM, Workspace
from bot.spoken import Form
from bot.texts import Say, catalogue
from bot.tightening import in_chat
from consensus.decision import Decision
from consensus.errors import ConsensusError, NotFoundError, QuestionError, RequestError
from integrations.slack.elements import button, plain_text, section, value
from integrations.slack.errors import DoubtfulError, PermanentError, RateLimitedError, SlackError
from integrations.slack.incoming import Click, Received, Shortcut, SlashCommand
from integrations.slack.limits import TITLE, Json, check
from integrations.slack.text import inline
from integrations.slack.views import Asked, Origin, ask_modal, outcome_modal, reason_modal, reject_modal
from integrations.store.deliveries import Body

OPENS: Final = frozenset({"reason", "reject", "outcome", "details", "edit", "again", "ask"})
"""The buttons that open a form or a page."""
TOO_LATE: Final = frozenset({"expired_trigger_id", "invalid_trigger_id", "trigger_expired"})
TWICE: Final = "exchanged_trigger_id"
"""The same click once more: its form is open."""
SHORT_WAIT: Final = 2
LONGEST_WAIT: Final = 10
logger = logging.getLogger(__name__)


async def open_ask(workspace: Workspace, said: Click | Shortcut | SlashCommand, filled: Asked | None = None) -> None:
    """The form for a question, where it will be asked."""
    say = await workspace.voice(workspace.lang(said.text))
    thread = said.thread_ts or (said.ts if isinstance(said, Shortcut) else None)
    origin = Origin(channel=said.channel, thread_ts=thread)
    await _open(workspace, said, ask_modal(say, origin, filled))


async def open_stated(workspace: Workspace, said: SlashCommand, stated: Form, body: Body) -> None:
    """The form for a command that asks nothing yet, with what it says of the question to come."""
    say = await workspace.voice(workspace.lang(said.text))
    try:
        in_chat(workspace.settings.configuration, stated.flags)
        view = stated_form(said, stated, raw_words(body), say)
    except RequestError as error:
        await tell_error(workspace, said, error)
        return
    await _open(workspace, said, view, body if stated.flags else None)


async def open_shortcut(workspace: Workspace, said: Shortcut) -> None:
    """The form with the question that a message asks, its thread as the context."""
    try:
        asked = parse_question(said.text)
        filled = Asked(question=asked.question, options=asked.options, reads="thread")
    except QuestionError:
        filled = Asked(question=said.text, reads="thread")
    await open_ask(workspace, said, filled)


async def open_page(workspace: Workspace, click: Click) -> None:
    """What a button opens: first an empty page, for Slack waits three seconds, then the real one."""
    match click.verb:
        case "ask" if not click.option:
            await open_ask(workspace, click)
            return
        case "reason":
            await _open_reason(workspace, click)
            return
    say = catalogue(workspace.lang(""))
    turns_page = click.view if click.verb == "details" else None
    view_id = turns_page or await _open(workspace, click, _note(say("slack-moment"), say))
    if view_id is None:
        return
    try:
        view = await _page(workspace, click)
    except ConsensusError as error:
        params = {name: inline(each) if isinstance(each, str) else each for name, each in error.params.items()}
        view = _note(say(error.key, **params), say)
    check(view)
    await _fill(workspace, click, view_id, view)


async def _open_reason(workspace: Workspace, click: Click) -> None:
    """Asks a voter who has voted for their reason; everybody else reads at once why there is nothing to write."""
    try:
        decision = await workspace.store.load(click.decision)
        require_here(decision, "reason", PLATFORM)
        check_fresh(decision, click.verb, click.about)
        person = await workspace.person(click.user)
        vote = decision.people.open_vote
        if vote is None or not vote.takes_part(person):
            await _require(workspace, click, decision, "reason")
        own_vote(decision, person)
    except ConsensusError as error:
        await tell_error(workspace, click, error)
        return
    carries = value(click.decision, click.option, click.about)
    await _open(workspace, click, reason_modal(await workspace.voice(decision.opened.lang), carries))


async def _page(workspace: Workspace, click: Click) -> Json:
    """What stands on the page; raises RequestError for what they may not see or do."""
    if click.verb == "details":
        return await details(workspace, click, click.decision, click.place)
    if click.verb == "ask":
        return await _stated_before(workspace, click)
    decision = await workspace.store.load(click.decision)
    say = await workspace.voice(decision.opened.lang, decision)
    carries = value(click.decision, click.option, click.about)
    match click.verb:
        case "reject":
            await _require(workspace, click, decision, "reject")
            return reject_modal(say, carries)
        case "outcome":
            await _require(workspace, click, decision, "outcome")
            return outcome_modal(say, carries)
        case "edit":
            await _require(workspace, click, decision, "rerun")
            return edit_form(workspace, decision, say)
    if not (where := home_of(workspace, decision)):
        raise NotFoundError("no-such-decision", id=click.decision)
    await require(workspace, "see", click.user, where, decision)
    return await again_form(workspace, click, decision, say)


async def _stated_before(workspace: Workspace, click: Click) -> Json:
    """The form for a request that asked nothing yet; it is to be found as long as nobody has sent it."""
    found = await kept(workspace, click.option or "", click.user)
    said = found.said if found else None
    if found is None or not isinstance(said, Words):
        raise RequestError("slack-taken-up")
    stated = understood(workspace, said)
    say = await workspace.voice(workspace.lang(said.text))
    return stated_form(said, stated if isinstance(stated, Form) else Form(), raw_words(found.body), say)


async def _require(workspace: Workspace, click: Click, decision: Decision, verb: Verb) -> None:
    where = home_of(workspace, decision)
    if where is None:
        raise NotFoundError("no-such-decision", id=decision.id)
    require_here(decision, verb, PLATFORM)
    await require(workspace, RIGHTS[verb], click.user, where, decision)
    check_fresh(decision, click.verb, click.about)


async def _open(
    workspace: Workspace, said: Click | Shortcut | SlashCommand, view: Json, body: Body | None = None
) -> str | None:
    """The id of the opened page; where it came too late, who asked gets a fresh button, with `body` behind it."""
    check(view)
    try:
        opened = await workspace.client.write("views.open", trigger_id=said.trigger, view=view)
    except SlackError as error:
        why = error.why if isinstance(error, PermanentError) else error.key
        logger.info("no form could be opened: key=%s why=%s", said.key, why)
        if why != TWICE:
            await _offer_again(workspace, said, body, "slack-too-late" if why in TOO_LATE else "slack-form-failed")
        return None
    return str(opened["view"]["id"])


async def _fill(workspace: Workspace, click: Click, view_id: str, view: Json) -> None:
    """The page in place of the empty one, at the second try too; whoever has closed it needs nothing more."""
    for is_last in (False, True):
        try:
            await workspace.client.write("views.update", view_id=view_id, view=view)
        except (RateLimitedError, DoubtfulError) as error:
            logger.warning("a page stayed empty: key=%s why=%s", click.key, error.key)
            if is_last:
                await _offer_again(workspace, click, None, "slack-form-failed")
            else:
                await asyncio.sleep(_wait(error))
        except PermanentError as error:
            logger.info("a page is gone: key=%s why=%s", click.key, error.why)
            return
        else:
            return


def _wait(error: SlackError) -> int:
    """Seconds that somebody may look at an empty page before it is tried again."""
    return min(LONGEST_WAIT, error.retry_after) if isinstance(error, RateLimitedError) else SHORT_WAIT


async def _offer_again(workspace: Workspace, said: Received, body: Body | None, why: str = "slack-too-late") -> None:
    say = catalogue(workspace.lang(said.text))
    verb, carries = ("ask", value("", await keep(workspace, said, body) if body else None))
    if isinstance(said, Click):
        verb, carries = said.verb, value(said.decision, said.option, said.about)
    await tell(workspace, said, sentence(say(why), button(verb, carries, say("slack-open-form"))))


def _note(text: str, say: Say) -> Json:
    """A page with one sentence."""
    return {
        "type": "modal",
        "callback_id": "consensus_note",
        "title": plain_text("Consensus", TITLE),
        "close": plain_text(say("slack-close"), TITLE),
        "blocks": [section(text)],
    }
