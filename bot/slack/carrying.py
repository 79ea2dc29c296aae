"""A stored request of Slack is carried out: it is understood, done, answered, and every refusal says why."""

import contextlib
import logging
from typing import Final

from bot.answers import read_click
from bot.deeds import Deed, Verb
from bot.slack.acting import act
from bot.slack.answering import tell_error
from bot.slack.editing import offer_rerun
from bot.slack.filling import request_of
from bot.slack.keeping import Word, take_up, word_of
from bot.slack.looking import look, publish_home, share_here
from bot.slack.people import home_of
from bot.slack.starting import start
from bot.slack.words import hear
from bot.slack.workspace import PLATFORM, Workspace
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import NotFoundError, RequestError
from integrations.slack.errors import DoubtfulError, RateLimitedError, SlackError
from integrations.slack.incoming import (
    Click,
    DirectMessage,
    Edited,
    HomeOpened,
    Ignored,
    Mention,
    Received,
    SlashCommand,
    Submission,
)
from integrations.slack.parse import parse
from integrations.slack.place import Place
from integrations.slack.views import ASK, OUTCOME, REASON, REJECT, Asked, read_ask, read_origin, read_reason
from integrations.store.aside import ASIDE
from integrations.store.deliveries import Delivery

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
REASONED: Final[dict[str, Verb]] = {REASON: "reason", REJECT: "reject", OUTCOME: "outcome"}
"""What each form is sent for that asks for a reason."""
logger = logging.getLogger(__name__)


async def carry_out(workspace: Workspace, delivery: Delivery) -> None:
    """Everything that one request asks for; raises only what the next try may mend."""
    said = parse(delivery.body, workspace.own)
    if isinstance(said, Ignored):
        return
    try:
        await _carry_out(workspace, workspace.desk.carrying(delivery), said, delivery)
    except (RateLimitedError, DoubtfulError):
        raise
    except (RequestError, SlackError) as error:
        if isinstance(said, HomeOpened):
            logger.warning("no Home tab: user=%s why=%s", said.user, error.key)
            return
        if delivery.key.startswith(ASIDE) or (isinstance(said, Click) and said.also_key):
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
        case Edited() if not word_of(delivery).replaces:
            await offer_rerun(workspace, said, delivery)
        case SlashCommand() | Mention() | DirectMessage() | Edited():
            await hear(workspace, desk, said, delivery)


async def _clicked(workspace: Workspace, desk: Desk, click: Click) -> None:
    if click.verb == "read":
        await take_up(workspace, click.decision, click.user, Word(reads=click.option == "thread"))
    elif click.verb == "rerun" and click.option:
        await take_up(workspace, click.option, click.user, Word(replaces=click.decision))
    elif verb := BUTTONS.get(click.verb):
        option = click.option if click.verb == "cast" else None
        await act(workspace, desk, click, Deed(verb, click.decision, PLATFORM, option=option, about=click.about))
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
    reason = read_reason(sent.fields, sent.callback)
    decision, _, about = sent.metadata.split("|")
    if isinstance(reason, str):
        there = await _where_they_are(workspace, sent)
        verb = REASONED[sent.callback]
        deed = Deed(verb, decision, PLATFORM, reason=reason, about=int(about), outcome="overridden")
        await act(workspace, desk, there, deed)


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
