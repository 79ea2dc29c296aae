"""What the agents of a decision read: the pull request or issue where it was asked, as its repository allows."""

import asyncio
import logging
from typing import Final

from bot.configuration import Configuration
from bot.github.repositories import settings_at
from bot.github.site import Site, home_of
from consensus.decision import Decision
from consensus.errors import ConfigurationError
from consensus.events import ContextTaken, ContextWords, OpenedWords
from integrations.github.errors import GitHubError
from integrations.github.place import Place
from integrations.github.reading import SECONDS, read_subject

INLINE: Final = "review_comment"
AGAIN_SECONDS: Final = (1, 4)
"""How long it is waited before the settings are asked for a second and a third time."""
SETTINGS_SECONDS: Final = 15
"""Of those that all reading may take."""
SECOND: Final = 1_000_000
logger = logging.getLogger(__name__)


async def gather(site: Site, decision: Decision) -> tuple[ContextTaken, ContextWords]:
    """The Gather port for decisions that were asked on GitHub; the head is read whatever the agents may see."""
    where = home_of(decision)
    if where is None:
        return ContextTaken(sources=(), cut=False, missing=("issue",)), ContextWords(sources=())
    until = site.clock() + SECONDS * SECOND
    try:
        async with asyncio.timeout(SETTINGS_SECONDS):
            may_read = _may_read(await _settings(site, where.repo), decision)
    except (GitHubError, ConfigurationError, TimeoutError):
        return await _head_alone(site, where, missing=("settings",))
    if not may_read:
        return await _head_alone(site, where)
    words = decision.words(1)
    options = words.options if isinstance(words, OpenedWords) else ()
    kind, _, number = decision.opened.origin.partition(":")
    inline = int(number) if kind == INLINE and number.isdigit() else None
    left = max(0, until - site.clock()) / SECOND
    return await read_subject(site.client, str(where), options, inline=inline, seconds=left)


async def _settings(site: Site, repo: int) -> Configuration:
    """A hiccup must not blind the panel: what does not come is asked for again, soon enough to read the rest."""
    for pause in AGAIN_SECONDS:
        try:
            return await settings_at(site, repo)
        except GitHubError as error:
            logger.warning("settings not read: repo=%s why=%s", repo, error.key)
            await asyncio.sleep(pause)
    return await settings_at(site, repo)


def _may_read(configuration: Configuration, decision: Decision) -> bool:
    """Nobody can be asked in a conversation of many, so only what is switched on is read."""
    context = configuration.context
    asked = {seat.model.partition("/")[0] for seat in (*decision.opened.roster, decision.opened.moderator)}
    return context.mode in {None, "on"} and (context.providers is None or asked <= set(context.providers))


async def _head_alone(site: Site, where: Place, *, missing: tuple[str, ...] = ()) -> tuple[ContextTaken, ContextWords]:
    taken = ContextTaken(sources=(), cut=False, missing=missing)
    try:
        found = await site.client.read(where.repo, f"pulls/{where.number}")
        taken = taken.model_copy(update={"head_sha": str(found["head"]["sha"])})
    except (GitHubError, KeyError, TypeError):
        logger.info("no head: place=%s", where)
    return taken, ContextWords(sources=())
