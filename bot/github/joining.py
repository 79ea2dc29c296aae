"""GitHub joins the workshop: webhooks come in by a signed door, and what we missed is fetched."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from bot.github.front import Front
from bot.github.service import Given, github_surface, identity
from bot.github.site import PLATFORM
from bot.parts import Beside, Part
from bot.server import Threshold, github_door
from bot.settings import GitHubSettings, Settings
from bot.workshop import Workshop
from consensus.ports import Clock
from integrations.github.app import Account, AppAccount, PersonalAccount
from integrations.github.client import github_client

LOOK_SECONDS: Final = 600
"""How often GitHub is asked what it could not deliver."""
KEPT: Final = 3 * 86_400_000_000
"""So long GitHub keeps what it sent."""


def github_part(settings: Settings, env: Mapping[str, str], works: Workshop) -> Part:
    works.expect(PLATFORM)
    threshold = Threshold[None]()
    secrets = [secret.get_secret_value() for secret in settings.github.webhook_secrets]
    joined = partial(_joined, settings, env, works, threshold=threshold)
    return Part(PLATFORM, (github_door(secrets, threshold),), joined)


@asynccontextmanager
async def _joined(
    settings: Settings, env: Mapping[str, str], works: Workshop, *, threshold: Threshold[None]
) -> AsyncIterator[Beside]:
    github, clock = settings.github, works.desk.clock
    async with github_client(account_of(github, clock), github.api_url, clock=clock) as client:
        front = github_surface(Given(client, await identity(client), settings, env), works)
        threshold.open_to(front.receive)
        yield {"github-missed": partial(_catching_up, front, clock)}


def account_of(github: GitHubSettings, clock: Clock) -> Account:
    """A personal token is only taken where there is no App; raises ConfigurationError for a key that is none."""
    if github.app_id and github.private_key:
        return AppAccount(github.app_id, github.private_key.get_secret_value(), clock=clock)
    return PersonalAccount(github.token.get_secret_value() if github.token else "")


@asynccontextmanager
async def _catching_up(front: Front, clock: Clock) -> AsyncIterator[Callable[[], bool]]:
    """Looks at once and then every few minutes; yields whether that has ended, which it never should."""
    looking = asyncio.create_task(_look(front, clock))
    try:
        yield looking.done
    finally:
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking


async def _look(front: Front, clock: Clock) -> None:
    while True:
        await front.catch_up(clock() - KEPT)
        await asyncio.sleep(LOOK_SECONDS)
