"""GitHub switched on: one app or account as a surface, and the way in from it."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.github.carrying import apologise, carry_out
from bot.github.drawing import draw, ended, tell_gone
from bot.github.finding import find, locate
from bot.github.front import Front
from bot.github.people import assemble
from bot.github.reading import gather
from bot.github.site import PLATFORM, Site
from bot.settings import Settings
from bot.shower import Shower
from bot.showing import Easel
from bot.workshop import Surface, Workshop
from consensus.decision import Decision
from consensus.errors import ConfigurationError
from consensus.events import ContextTaken, ContextWords
from consensus.ports import People
from integrations.github.channel import GitHubChannel, Message
from integrations.github.client import GitHubClient
from integrations.github.errors import DoubtfulError, PermanentError, RateLimitedError
from integrations.github.incoming import Own
from integrations.store.posts import Post

AGAIN_SECONDS: Final = 5
"""How long to wait before GitHub is asked again who we are."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Given:
    """What serving GitHub starts from."""

    client: GitHubClient
    us: Own
    settings: Settings
    env: Mapping[str, str]


def github_surface(given: Given, works: Workshop) -> Front:
    """Adds GitHub to the workshop; what the front takes is carried out there."""

    async def electors(decision: Decision) -> People:
        return await assemble(site, decision)

    async def read(decision: Decision) -> tuple[ContextTaken, ContextWords]:
        return await gather(site, decision)

    async def shown(decision: Decision, post: Post, /, *, plain: bool) -> Message | None:
        if (post.kind == "verdict" and post.remote_id is None) or (post.kind == "card" and decision.end.cancelled):
            site.errands.run(ended(site, decision))
        return await draw(site, decision, post, plain=plain)

    async def tell(decision: Decision, post: Post, why: str) -> None:
        await tell_gone(site, decision, post, why)

    store, clock = works.desk.store, works.desk.clock
    channel = GitHubChannel(given.client)
    desk = replace(works.desk, gather=read, assemble=electors)
    site = Site(given.client, channel, given.us, desk, settings=given.settings, env=given.env, works=works)
    easel: Easel[Message] = Easel(
        store=store, channel=channel, draw=shown, tell=tell, clock=clock, surface=f"{PLATFORM}:"
    )
    works.add(
        Surface(
            name=PLATFORM,
            carry_out=partial(carry_out, site),
            apologise=partial(apologise, site),
            gather=read,
            assemble=electors,
            shower=Shower(easel),
            find=partial(find, site),
            locate=partial(locate, site),
            errands=site.errands,
        )
    )
    return Front(site, ring=works.intake.ring)


async def identity(client: GitHubClient) -> Own:
    """Who we are; asked until GitHub is there. Raises ConfigurationError when it does not take the key."""
    while True:
        try:
            return await client.whoami()
        except (RateLimitedError, DoubtfulError) as error:
            logger.warning("GitHub is away: why=%s", error.key)
            await asyncio.sleep(AGAIN_SECONDS)
        except PermanentError as error:
            raise ConfigurationError(error.key, **error.params) from error
