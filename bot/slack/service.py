"""Slack switched on: one workspace as a surface, and the way in from it."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.settings import Settings
from bot.shower import Shower
from bot.showing import Easel
from bot.slack.carrying import apologise, carry_out
from bot.slack.drawing import draw, tell_gone
from bot.slack.finding import find, locate
from bot.slack.front import Front
from bot.slack.people import assemble
from bot.slack.reading import gather
from bot.slack.workspace import PLATFORM, Workspace
from bot.workshop import Surface, Workshop
from consensus.decision import Decision
from consensus.errors import ConfigurationError
from consensus.events import ContextTaken, ContextWords
from consensus.ports import People
from integrations.slack.blocks import Message
from integrations.slack.channel import SlackChannel
from integrations.slack.client import Identity, SlackClient
from integrations.slack.errors import DoubtfulError, PermanentError, RateLimitedError
from integrations.slack.incoming import Own
from integrations.store.posts import Post

AGAIN_SECONDS: Final = 5
"""How long to wait before Slack is asked again who we are."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Given:
    """What serving a workspace starts from."""

    client: SlackClient
    us: Identity
    settings: Settings
    env: Mapping[str, str]


def slack_surface(given: Given, works: Workshop) -> Front:
    """Adds the workspace to the workshop; what the front takes is carried out there."""

    async def electors(decision: Decision) -> People:
        return await assemble(workspace, decision)

    async def read(decision: Decision) -> tuple[ContextTaken, ContextWords]:
        return await gather(workspace, decision)

    async def shown(decision: Decision, post: Post, /, *, plain: bool) -> Message:
        return await draw(workspace, decision, post, plain=plain)

    async def tell(decision: Decision, _: Post, why: str) -> None:
        await tell_gone(workspace, decision, why)

    store, clock = works.desk.store, works.desk.clock
    channel = SlackChannel(given.client, clock=clock)
    own, desk = _own(given.us, given.settings), replace(works.desk, gather=read, assemble=electors)
    workspace = Workspace(given.client, channel, own, desk, settings=given.settings, env=given.env, works=works)
    easel = Easel(store=store, channel=channel, draw=shown, tell=tell, clock=clock, surface=f"{PLATFORM}:")
    works.add(
        Surface(
            name=PLATFORM,
            carry_out=partial(carry_out, workspace),
            apologise=partial(apologise, workspace),
            gather=read,
            assemble=electors,
            shower=Shower(easel),
            find=partial(find, workspace),
            locate=locate,
            errands=workspace.errands,
        )
    )
    return Front(workspace, ring=works.intake.ring, work=works.intake.work)


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


def _own(us: Identity, settings: Settings) -> Own:
    return Own(team=us.team, user=us.user, bot=us.bot, bots=frozenset(settings.configuration.slack.bots))
