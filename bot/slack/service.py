"""Slack switched on: the work on its requests, decisions and posts, begun and ended together."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot import use_cases
from bot.budget import Limits, Metered
from bot.intake import Intake
from bot.settings import Settings
from bot.shower import Shower
from bot.showing import Easel
from bot.slack.carrying import apologise, carry_out
from bot.slack.drawing import draw, tell_gone
from bot.slack.front import Front
from bot.slack.people import assemble, home_of
from bot.slack.reading import gather
from bot.slack.workspace import PLATFORM, Workspace
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import ConfigurationError
from consensus.events import ContextTaken, ContextWords
from consensus.ports import People
from integrations.jobs.in_process import Bell
from integrations.slack.blocks import Message
from integrations.slack.channel import SlackChannel
from integrations.slack.client import Identity, SlackClient
from integrations.slack.errors import DoubtfulError, PermanentError, RateLimitedError
from integrations.slack.incoming import Own
from integrations.store.posts import Post

AGAIN_SECONDS: Final = 5
"""How long to wait before Slack is asked again who we are."""
ERRAND_SECONDS: Final = 6
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Given:
    """What serving a workspace starts from; of the desk, the ports that need Slack are put in."""

    client: SlackClient
    us: Identity
    desk: Desk
    settings: Settings
    env: Mapping[str, str]
    limits: Limits = field(default_factory=Limits)


@asynccontextmanager
async def slack_at_work(given: Given) -> AsyncIterator[Front]:
    """While it is open, what the front takes is carried out, decided and shown; it ends within ten seconds."""
    is_stopping = asyncio.Event()
    workspace, bell, shower = _assembled(given, is_stopping)
    intake = Intake(workspace.store, partial(carry_out, workspace), apologise=partial(apologise, workspace))
    shower.start()
    bell.start()
    intake.start()
    try:
        yield Front(workspace, ring=intake.ring, work=intake.work)
    finally:
        is_stopping.set()
        await asyncio.gather(intake.stop(), bell.stop(), shower.stop(), workspace.errands.ended(ERRAND_SECONDS))


async def identity(client: SlackClient) -> Identity:
    """Who we are; asked until Slack is there. Raises ConfigurationError when it does not take the token."""
    while True:
        try:
            return await client.whoami()
        except (RateLimitedError, DoubtfulError) as error:
            logger.warning("Slack is away: why=%s", error.key)
            await asyncio.sleep(AGAIN_SECONDS)
        except PermanentError as error:
            raise ConfigurationError(error.key, **error.params) from error


def _assembled(given: Given, is_stopping: asyncio.Event) -> tuple[Workspace, Bell, Shower[Message]]:
    """Each part knows the others that it needs."""

    async def read(decision: Decision) -> tuple[ContextTaken, ContextWords]:
        return await gather(workspace, decision)

    async def electors(decision: Decision) -> People:
        return await assemble(workspace, decision)

    async def shown(decision: Decision, post: Post, /, *, plain: bool) -> Message:
        return await draw(workspace, decision, post, plain=plain)

    async def tell(decision: Decision, _: Post, why: str) -> None:
        await tell_gone(workspace, decision, why)

    async def advance(decision_id: str) -> None:
        await _advance(workspace, decision_id, is_stopping)

    store, clock = given.desk.store, given.desk.clock
    metered = Metered(given.desk.ask, store, limits=given.limits, clock=clock)
    channel = SlackChannel(given.client, clock=clock)
    bell = Bell(advance, lambda: store.due(clock()), clock=clock)
    shower = Shower(Easel(store=store, channel=channel, draw=shown, tell=tell, clock=clock, surface=PLATFORM))
    workspace = Workspace(
        client=given.client,
        channel=channel,
        own=Own(team=given.us.team, user=given.us.user, bot=given.us.bot),
        desk=replace(given.desk, ask=metered, gather=read, assemble=electors),
        settings=given.settings,
        env=given.env,
        defer=bell.defer,
        shown=shower.ring,
        limits=given.limits,
    )
    return workspace, bell, shower


async def _advance(workspace: Workspace, decision_id: str, is_stopping: asyncio.Event) -> None:
    """One ring of the bell: what the decision replaces has ended, then its next steps are taken."""
    decision = await workspace.store.load(decision_id)
    if home_of(workspace, decision) is None:
        return
    if await use_cases.supersede(workspace.desk, decision):
        workspace.shown()
    newest = await use_cases.advance(
        workspace.desk, decision, watch=lambda _: workspace.shown(), stopping=is_stopping.is_set
    )
    workspace.follow(newest)
