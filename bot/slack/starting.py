"""A question that somebody asked: whether they may, whether it was decided before, and then the panel."""

import contextlib
import re
from dataclasses import replace
from typing import Final

from bot.sharing import decided_already, decided_before
from bot.slack.answering import sentence, tell
from bot.slack.opening import Request, context_mode, open_asked, question_of
from bot.slack.people import require, require_presence
from bot.slack.workspace import Workspace
from bot.spoken import Ask
from bot.texts import catalogue
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import IllegalEventError, RequestError
from consensus.events import OpenedWords
from consensus.question import normalise
from integrations.slack.elements import button, value
from integrations.slack.errors import SlackError
from integrations.slack.incoming import DirectMessage, Mention, Received
from integrations.slack.place import Place

_CHANNEL: Final = re.compile(r"<#(C[A-Z0-9]+|G[A-Z0-9]+)(?:\|([^<>|]*))?>")


async def start(workspace: Workspace, desk: Desk, said: Received, request: Request, *, again: bool = False) -> None:
    """Opens the decision, or says why not; raises RequestError or SlackError."""
    await require_presence(workspace, request.where)
    asker = await require(workspace, "start", said.user, request.where)
    request = replace(request, asker=asker)
    if request.replaces:
        await _require_replaceable(workspace, said.user, request)
    elif not again and await _was_decided(workspace, said, request):
        return
    if isinstance(said, Mention | DirectMessage):
        workspace.errands.run(_eyes(workspace, said))
    decision = await open_asked(workspace, desk, request)
    workspace.follow(decision)
    await _offer_thread(workspace, said, request, decision)


async def elsewhere(workspace: Workspace, user: str, ask: Ask, raw: str) -> tuple[Place, ...]:
    """The other channel that `--in` names; raises RequestError unless they may ask there, too."""
    named = ask.flags.get("in")
    if not isinstance(named, str):
        return ()
    known = {label.casefold(): channel for channel, label in _CHANNEL.findall(raw) if label}
    known |= {channel.casefold(): channel for channel, _ in _CHANNEL.findall(raw)}
    channel = known.get(named.removeprefix("#").casefold())
    if channel is None:
        raise RequestError("slack-channel-unknown", name=named)
    where = Place(team=workspace.own.team, channel=channel, thread="")
    await require_presence(workspace, where)
    await require(workspace, "start", user, where)
    return (where,)


async def _require_replaceable(workspace: Workspace, user: str, request: Request) -> None:
    """Whoever replaces a decision that is at work stops it, too."""
    old = await workspace.store.load(request.replaces or "")
    await require(workspace, "rerun", user, request.where, old)
    if old.end.superseded_by:
        raise IllegalEventError("superseded-already", id=old.end.superseded_by)
    if not old.has_ended:
        await require(workspace, "cancel", user, request.where, old)


async def _was_decided(workspace: Workspace, said: Received, request: Request) -> bool:
    """Whether the same question with the same options was decided here lately; then that is offered instead."""
    asked = question_of(request.ask, workspace.settings.configuration.language)
    row = await decided_before(workspace.store, str(request.where), asked.text, workspace.clock())
    decision = await workspace.store.load(row.id) if row else None
    if decision is None or _options(decision) != {normalise(option.text) for option in asked.options}:
        return False
    await tell(workspace, said, decided_already(decision, await workspace.voice(asked.lang, decision)))
    return True


def _options(decision: Decision) -> set[str]:
    words = decision.words(1)
    return {normalise(option) for option in words.options} if isinstance(words, OpenedWords) else set()


async def _eyes(workspace: Workspace, said: Mention | DirectMessage) -> None:
    """The first sign that it was heard; where it is not allowed, the card is the first."""
    with contextlib.suppress(SlackError):
        await workspace.channel.react(str(Place(team=said.team, channel=said.channel, thread="")), said.ts, "eyes")


async def _offer_thread(workspace: Workspace, said: Received, request: Request, decision: Decision) -> None:
    """In a private thread the agents got the question alone: who asked may have them read the rest."""
    if decision.opened.wants_context or request.is_form or not (said.thread_ts and request.reads_thread):
        return
    if await context_mode(workspace, request.where) == "ask":
        say = catalogue(decision.opened.lang)
        edit = button("edit", value(decision.id), say("button-edit"))
        await tell(workspace, said, sentence(say("slack-context-ask", id=decision.id), edit))
