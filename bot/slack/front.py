"""The way in from Slack: kept before it is acknowledged; a vote is recorded and a form opens before anything else."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final

from bot.deeds import Deed, do
from bot.electorate import is_large
from bot.freshness import check_fresh
from bot.slack.acting import tell_vote
from bot.slack.answering import place_of, tell_error
from bot.slack.filling import checked
from bot.slack.forms import OPENS, open_page, open_shortcut, open_stated
from bot.slack.voice import SlackSpeaker
from bot.slack.workspace import PLATFORM, Workspace
from bot.spoken import Form
from bot.texts import catalogue
from bot.verbs import parse_command
from consensus.answered import is_done_on
from consensus.errors import NotFoundError, RequestError
from integrations.slack.incoming import (
    Click,
    DirectMessage,
    Edited,
    Ignored,
    Mention,
    Received,
    Shortcut,
    SlashCommand,
    Submission,
)
from integrations.slack.limits import Json
from integrations.slack.parse import parse
from integrations.slack.views import ASK, Asked, errors_shown, read_reason
from integrations.store.deliveries import Body, Delivery

ANSWER_SECONDS: Final = 0.7
Work = Callable[[Delivery], Coroutine[None, None, None]]
NOTHING: Final[Json] = {}
logger = logging.getLogger(__name__)


class Front:
    """Takes what comes in; what it gives back is the answer that Slack gets at once."""

    def __init__(self, workspace: Workspace, *, ring: Callable[[], None], work: Work) -> None:
        self._workspace, self._ring, self._work = workspace, ring, work

    async def receive(self, payload: Body) -> Json:
        """Raises RecordError when it could not be kept: then Slack sends it again."""
        said = parse(payload, self._workspace.own)
        if isinstance(said, Ignored):
            logger.info("ignored: why=%s", said.reason)
            return NOTHING
        if self._opens_form(said, payload):
            return NOTHING
        if isinstance(said, Submission) and (answer := self._mistakes(said)):
            return answer
        if isinstance(said, Click) and said.verb in {"cast", "abstain"} and await self._vote(said, payload):
            return NOTHING
        if isinstance(said, Click) and said.verb == "approve":
            await self._approve(said, payload)
            return NOTHING
        await self._workspace.store.receive(said.key, payload, thread=_line(said), also_key=said.also_key)
        self._ring()
        return NOTHING

    def _opens_form(self, said: Received, payload: Body) -> bool:
        """A form must open within three seconds, so nothing is kept or looked up before it."""
        match said:
            case Click() if said.verb in OPENS:
                self._workspace.errands.run(open_page(self._workspace, said))
            case Shortcut():
                self._workspace.errands.run(open_shortcut(self._workspace, said))
            case SlashCommand() if stated := _bare(said):
                self._workspace.errands.run(open_stated(self._workspace, said, stated, payload))
            case _:
                return False
        return True

    def _mistakes(self, sent: Submission) -> Json:
        """What is wrong with a form, so that it stays open with all that was typed."""
        say = SlackSpeaker(catalogue(self._workspace.lang(str(sent.fields.get("question", "")))), {})
        if sent.callback == ASK:
            asked = checked(self._workspace, sent)
            return NOTHING if isinstance(asked, Asked) else errors_shown(asked, say)
        reason = read_reason(sent.fields, sent.callback)
        return NOTHING if isinstance(reason, str) else errors_shown(reason, say)

    async def _approve(self, click: Click, payload: Body) -> None:
        """Records it before the answer; where Slack is slow to say who they are, the request is kept and goes on."""
        if delivery := await self._workspace.store.take(click.key, payload):
            await asyncio.wait({self._workspace.errands.run(self._work(delivery))}, timeout=ANSWER_SECONDS)

    async def _vote(self, click: Click, payload: Body) -> bool:
        """Records the vote of somebody on the frozen list; false where more has to be asked first."""
        workspace = self._workspace
        person = await workspace.person(click.user)
        try:
            decision = await workspace.store.load(click.decision)
        except NotFoundError:
            return False
        vote = None if decision.has_ended else decision.people.open_vote
        if vote is None or person not in vote.opened.facts.voters or is_large(vote.opened.facts.voters):
            return False
        if not is_done_on(PLATFORM, decision, "cast"):
            return False
        if (delivery := await workspace.store.take(click.key, payload)) is None:
            return True
        deed = Deed("cast", decision.id, PLATFORM, option=click.option, about=click.about)
        try:
            check_fresh(decision, deed.verb, deed.about)
            newest = await do(workspace.desk.carrying(delivery), decision, person, deed)
        except RequestError as error:
            await workspace.store.done(delivery)
            workspace.errands.run(tell_error(workspace, click, error))
            return True
        workspace.follow(newest)
        workspace.errands.run(tell_vote(workspace, click, newest, person))
        return True


def _line(said: Received) -> str:
    """Requests of one thread or decision are carried out one after the other."""
    if isinstance(said, Click):
        return said.decision
    return str(place_of(said)) if isinstance(said, Mention | DirectMessage | Edited) else ""


def _bare(command: SlashCommand) -> Form | None:
    """The command, if it asks nothing yet."""
    try:
        said = parse_command(f"{command.command} {command.text}")
    except RequestError:
        return None
    return said if isinstance(said, Form) else None
