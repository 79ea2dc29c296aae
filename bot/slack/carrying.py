"""A stored request of Slack is carried out: it is understood, done, answered, and every refusal says why."""

import contextlib
import logging
from typing import Final

from bot.answers import read_click
from bot.slack.acting import Deed, Verb, act
from bot.slack.answering import place_of, sentence, tell, tell_error
from bot.slack.filling import request_of
from bot.slack.looking import look, publish_home, share_here
from bot.slack.opening import Request
from bot.slack.people import home_of
from bot.slack.starting import elsewhere, start
from bot.slack.workspace import Workspace
from bot.spoken import Act, Ask, Extend, Form, OnDecision, Outcome, Status, Thread, Unknown, Vote
from bot.texts import catalogue
from bot.use_cases import Desk
from bot.verbs import parse_command
from consensus.decision import Decision
from consensus.errors import NotFoundError, RequestError
from integrations.slack.elements import button, value
from integrations.slack.errors import SlackError
from integrations.slack.incoming import (
    Click,
    DirectMessage,
    HomeOpened,
    Ignored,
    Mention,
    Received,
    SlashCommand,
    Submission,
)
from integrations.slack.parse import parse
from integrations.slack.place import Place
from integrations.slack.text import inline
from integrations.slack.views import ASK, Asked, read_ask, read_origin, read_reason
from integrations.store.deliveries import Delivery
from integrations.store.visible import of_thread

BUTTONS: Final[dict[str, Verb]] = {
    "cast": "cast",
    "abstain": "cast",
    "close": "close",
    "approve": "approve",
    "vote": "vote",
    "rerun": "rerun",
    "cancel": "cancel",
    "run": "run",
    "reopen": "reopen",
}
logger = logging.getLogger(__name__)


async def carry_out(workspace: Workspace, delivery: Delivery) -> None:
    """Everything that one request asks for; raises only what the next try may mend."""
    said = parse(delivery.body, workspace.own)
    if isinstance(said, Ignored):
        return
    try:
        await _carry_out(workspace, workspace.desk.carrying(delivery), said, delivery)
    except (RequestError, SlackError) as error:
        if isinstance(said, HomeOpened):
            logger.warning("no Home tab: user=%s why=%s", said.user, error.key)
            return
        if isinstance(said, Click) and said.also_key:
            await workspace.store.failed(delivery, error.key)
        await tell_error(workspace, await _where_they_are(workspace, said), error)


async def apologise(workspace: Workspace, delivery: Delivery) -> None:
    """A fault of ours is said, too: who asked would wait for ever."""
    said = parse(delivery.body, workspace.own)
    if not isinstance(said, Ignored | HomeOpened):
        with contextlib.suppress(SlackError):
            await tell_error(workspace, await _where_they_are(workspace, said), RequestError("error-ours"))


async def _carry_out(workspace: Workspace, desk: Desk, said: Received, delivery: Delivery) -> None:
    match said:
        case Click():
            await _clicked(workspace, desk, said)
        case Submission():
            await _sent(workspace, desk, said)
        case HomeOpened():
            await publish_home(workspace, said)
        case SlashCommand() | Mention() | DirectMessage():
            await _said(workspace, desk, said, _raw(delivery))


async def _clicked(workspace: Workspace, desk: Desk, click: Click) -> None:
    if verb := BUTTONS.get(click.verb):
        option = click.option if click.verb == "cast" else None
        await act(workspace, desk, click, Deed(verb=verb, decision=click.decision, option=option, about=click.about))
    elif click.verb == "home":
        await publish_home(workspace, click, click.place)
    elif click.verb in {"share", "use"}:
        await share_here(workspace, click, click.decision)
    elif looked := read_click(click):
        await look(workspace, click, *looked)


async def _sent(workspace: Workspace, desk: Desk, sent: Submission) -> None:
    """A form; what was wrong with it has been said before it closed."""
    if sent.callback == ASK:
        asked = read_ask(sent.fields)
        if isinstance(asked, Asked):
            request, origin = await request_of(workspace, sent, asked)
            at = sent.model_copy(update={"channel": origin.channel, "thread_ts": origin.thread_ts})
            await start(workspace, desk, at, request, again=origin.is_again)
        return
    verb: Verb = "reject" if sent.callback.endswith("reject") else "reason"
    reason = read_reason(sent.fields, rejects=verb == "reject")
    decision, _, about = sent.metadata.split("|")
    if isinstance(reason, str):
        there = await _where_they_are(workspace, sent)
        await act(workspace, desk, there, Deed(verb=verb, decision=decision, reason=reason, about=int(about)))


async def _said(workspace: Workspace, desk: Desk, said: SlashCommand | Mention | DirectMessage, raw: str) -> None:
    """Words: a question starts a panel, a verb acts or looks up, the rest is told what would have been understood."""
    text = f"{said.command} {said.text}" if isinstance(said, SlashCommand) else said.text
    command = parse_command(text, lang_hint=workspace.settings.configuration.language)
    say = catalogue(await workspace.lang_of(said))
    match command:
        case Ask():
            where = _place(said, command.thread)
            also = await elsewhere(workspace, said.user, command, raw)
            await start(workspace, desk, said, Request(ask=command, where=where, raw=raw, also=also))
        case Form():
            offer = button("ask", value(""), say("slack-home-ask"), style="primary")
            await tell(workspace, said, sentence(say("slack-nothing-asked"), offer))
        case Unknown(word=word, nearest=nearest):
            await tell(workspace, said, sentence(say("verb-unknown", word=inline(word), nearest=inline(nearest))))
        case Act() | Vote() | Extend() | Outcome():
            await _acted(workspace, desk, said, command)
        case _:
            await look(workspace, said, command)


async def _acted(
    workspace: Workspace,
    desk: Desk,
    said: SlashCommand | Mention | DirectMessage,
    command: Act | Vote | Extend | Outcome,
) -> None:
    decision_id = await _meant(workspace, said, command)
    if isinstance(command, Vote) and command.choice is None and not command.abstains:
        await _vote_or_ballot(workspace, desk, said, decision_id)
    else:
        await act(workspace, desk, said, _deed(decision_id, command))


def _deed(decision_id: str, command: Act | Vote | Extend | Outcome) -> Deed:
    match command:
        case Act(verb=verb, reason=reason, flags=flags):
            return Deed(verb=verb, decision=decision_id, reason=reason, flags=flags)
        case Vote(choice=choice, reason=reason):
            return Deed(verb="cast", decision=decision_id, named=choice, reason=reason)
        case Extend(by=int(by)):
            return Deed(verb="extend", decision=decision_id, by=by)
        case Extend():
            raise RequestError("slack-extend-how", id=decision_id)
    if command.outcome is None:
        raise RequestError("slack-outcome-how", id=decision_id)
    return Deed(verb="outcome", decision=decision_id, outcome=command.outcome, reason=command.reason)


async def _vote_or_ballot(workspace: Workspace, desk: Desk, said: Received, decision_id: str) -> None:
    """The verb alone opens a vote; where one is open it offers the ballot."""
    decision = await workspace.store.load(decision_id)
    if decision.people.open_vote and not decision.has_ended:
        await look(workspace, said, Status(id=decision_id))
    else:
        await act(workspace, desk, said, Deed(verb="vote", decision=decision_id))


async def _meant(workspace: Workspace, said: Received, command: OnDecision) -> str:
    """The decision by its number, else that of the linked thread, else that of the thread where it was said."""
    if command.id:
        return command.id
    where = place_of(said) if said.thread_ts else None
    if command.thread:
        where = Place(team=said.team, channel=command.thread.channel, thread=command.thread.ts)
    found = await workspace.store.look(of_thread(str(where))) if where else None
    if found is None:
        raise RequestError("which-decision")
    return found


def _place(said: SlashCommand | Mention | DirectMessage, thread: Thread | None) -> Place:
    """Where a question is asked: in the thread that it links to, else where it stands."""
    return Place(team=said.team, channel=thread.channel, thread=thread.ts) if thread else place_of(said)


def _raw(delivery: Delivery) -> str:
    """The words as Slack sent them, in which people still have their ids."""
    event = delivery.body.get("event")
    text = event.get("text") if isinstance(event, dict) else delivery.body.get("text")
    return text if isinstance(text, str) else ""


async def _where_they_are(workspace: Workspace, said: Received) -> Received:
    """The request, where its answer can be seen: a form is answered in the place that it belongs to."""
    if not isinstance(said, Submission):
        return said
    origin = read_origin(said.metadata)
    place = Place(team=said.team, channel=origin.channel, thread=origin.thread_ts or "")
    if not origin.channel and (decision := await _of_form(workspace, said)) and (home := home_of(workspace, decision)):
        place = home
    if not place.channel:
        place = Place(team=said.team, channel=(await workspace.channel.direct(said.user)).split(":")[2], thread="")
    return said.model_copy(update={"channel": place.channel, "thread_ts": place.thread or None})


async def _of_form(workspace: Workspace, sent: Submission) -> Decision | None:
    try:
        return await workspace.store.load(sent.metadata.partition("|")[0])
    except NotFoundError:
        return None
