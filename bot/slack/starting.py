"""A question that somebody asked: whether they may, whether it was decided before, and then the panel."""

import contextlib
from dataclasses import replace

from bot.opening import Plan, open_planned, question_of
from bot.sharing import decided_already, decided_before
from bot.slack.answering import sentence, tell
from bot.slack.keeping import keep
from bot.slack.opening import Request, plan_of, providers_of
from bot.slack.people import require, require_presence
from bot.slack.workspace import Workspace
from bot.texts import catalogue
from bot.use_cases import Desk
from consensus.errors import IllegalEventError
from integrations.slack.elements import button, value
from integrations.slack.errors import SlackError
from integrations.slack.incoming import DirectMessage, Mention, Received
from integrations.slack.place import Place
from integrations.slack.text import inline

THREAD, NONE = 0, 1
"""The numbers of the two buttons that say what the agents may read."""


async def start(workspace: Workspace, desk: Desk, said: Received, request: Request, *, again: bool = False) -> None:
    """Opens the decision, or says why not; raises RequestError or SlackError."""
    by_bot = False
    if isinstance(said, Mention | DirectMessage):
        workspace.errands.run(_eyes(workspace, said))
        by_bot = said.by_bot
    await require_presence(workspace, request.where)
    asker = await require(workspace, "start_as_bot" if by_bot else "start", said.user, request.where)
    request = replace(request, asker=asker, by_bot=by_bot)
    if request.replaces:
        await _require_replaceable(workspace, said.user, request)
    elif not again and await _was_decided(workspace, desk, said, request):
        return
    plan = await plan_of(workspace, request)
    if plan.reads is None and desk.delivery:
        await _ask_to_read(workspace, said, plan, await keep(workspace, said, desk.delivery.body, desk.delivery))
        return
    workspace.follow(await open_planned(desk, plan, workspace.limits))


async def _require_replaceable(workspace: Workspace, user: str, request: Request) -> None:
    """Whoever replaces a decision that is at work stops it, too."""
    old = await workspace.store.load(request.replaces or "")
    await require(workspace, "rerun", user, request.where, old)
    if old.end.superseded_by:
        raise IllegalEventError("superseded-already", id=old.end.superseded_by)
    if not old.has_ended:
        await require(workspace, "cancel", user, request.where, old)


async def _was_decided(workspace: Workspace, desk: Desk, said: Received, request: Request) -> bool:
    """Whether the same question with the same options was decided here lately; then that is offered instead."""
    asked = question_of(request.ask, workspace.settings.configuration.language)
    decision = await decided_before(workspace.store, str(request.where), asked, workspace.clock())
    if decision is None:
        return False
    key = await keep(workspace, said, desk.delivery.body, desk.delivery) if desk.delivery else None
    await tell(workspace, said, decided_already(decision, await workspace.voice(asked.lang, decision), asked_as=key))
    return True


async def _eyes(workspace: Workspace, said: Mention | DirectMessage) -> None:
    """The first sign that it was heard; where it is not allowed, the card is the first."""
    with contextlib.suppress(SlackError):
        await workspace.channel.react(str(Place(team=said.team, channel=said.channel, thread="")), said.ts, "eyes")


async def _ask_to_read(workspace: Workspace, said: Received, plan: Plan, key: str) -> None:
    """In a private thread nothing is read or spent before who asked has said what the agents may read."""
    say = catalogue(plan.question.lang)
    offers = (
        button("read", value(key, "thread"), say("slack-context-thread"), THREAD),
        button("read", value(key, "none"), say("slack-reads-none"), NONE),
    )
    providers = inline(", ".join(providers_of(plan.roster)))
    asked = say("slack-context-ask", question=inline(plan.question.text), providers=providers)
    await tell(workspace, said, sentence(asked, *offers))
