"""What somebody is told on GitHub: a reply in the conversation, once, or a reaction to their words."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final
from zlib import crc32

from bot.github.repositories import settings_at
from bot.github.site import Site
from consensus.errors import ConfigurationError, ConsensusError
from consensus.panel.agents import Language
from consensus.question import detect_language
from integrations.github.channel import Reaction
from integrations.github.errors import DoubtfulError, GitHubError, PermanentError, RateLimitedError
from integrations.github.incoming import Spoken
from integrations.github.markdown import Comment
from integrations.github.place import Place
from integrations.github.replies import in_response, others, refusal

AGAIN_SECONDS: Final = (5, 30, 120, 600)
"""So long it is waited after each time that GitHub gave no answer."""
TRIES: Final = 5
PATIENCE_SECONDS: Final = 5
"""So long a reaction waits for the writes before it."""
logger = logging.getLogger(__name__)


def place_of(said: Spoken) -> Place:
    return Place(repo=said.repo, number=said.number)


def about(said: Spoken) -> str:
    """What an answer is about: somebody's words, or what an edit has made of them."""
    if said.edited_from is None:
        return said.ref
    return f"edited_{said.kind}:{crc32(f'{said.comment} {said.body}'.encode())}"


async def lang_of(site: Site, said: Spoken) -> Language:
    """The language to answer in: that of the repository's settings, else that of the words."""
    try:
        stated = (await settings_at(site, said.repo)).language
    except (GitHubError, ConfigurationError):
        stated = site.settings.configuration.language
    return stated or detect_language(said.body)


async def reply(site: Site, where: Place, about: str, comment: Comment) -> None:
    """An answer in the conversation; `about` names what it answers, so that a second try finds the first."""
    await site.channel.reply(str(where), about, comment)


async def answer(site: Site, said: Spoken, comment: Comment, *, under: str = "") -> None:
    """An answer to somebody's words; `under` is what it is about if it may stand beside another answer to them."""
    where, say = place_of(said), await site.voice(await lang_of(site, said))
    address = await site.address(where, said.ref)
    await reply(site, where, under or about(said), in_response(comment, say, address))


async def name_the_rest(site: Site, said: Spoken, requests: Sequence[str]) -> None:
    """Says which requests of the same words are not done; waits while GitHub is away, as long as we run."""
    for seconds in AGAIN_SECONDS:
        try:
            rest = others(requests, await site.voice(await lang_of(site, said)))
            await answer(site, said, rest, under=f"more_{about(said)}")
        except RateLimitedError as limit:
            await asyncio.sleep(max(limit.retry_after, 1))
        except DoubtfulError:
            await asyncio.sleep(seconds)
        except GitHubError as error:
            logger.info("the rest is not named: about=%s why=%s", said.ref, error.key)
            return
        else:
            return
    logger.info("the rest is not named: about=%s why=away", said.ref)


async def refuse(site: Site, said: Spoken, error: ConsensusError) -> None:
    """Why something was not done and what to do, with a sign at the words; where nobody can comment, that alone."""
    say = await site.voice(await lang_of(site, said))
    logger.info("refused: about=%s user=%s why=%s", said.ref, said.sender.id, error.key)
    site.errands.run(react(site, said, "confused"))
    try:
        await answer(site, said, refusal(error, say))
    except PermanentError as refused:
        logger.info("not told: about=%s why=%s", said.ref, refused.key)


async def react(site: Site, said: Spoken, sign: Reaction) -> None:
    """A sign at somebody's words."""
    await react_to(site, said.repo, f"{said.kind}:{said.comment}", sign)


async def react_to(site: Site, repo: int, key: str, sign: Reaction) -> None:
    """A reaction is a courtesy: it waits for its turn, but where it cannot be had nobody misses it."""
    kind, _, number = key.partition(":")
    if not number.isdigit():
        return
    for _ in range(TRIES):
        try:
            await site.channel.react(repo, kind, int(number), sign)
        except RateLimitedError as limit:
            if limit.retry_after > PATIENCE_SECONDS:
                break
            await asyncio.sleep(limit.retry_after)
        except GitHubError as error:
            logger.info("no reaction: about=%s why=%s", key, error.key)
            return
        else:
            return
    logger.info("no reaction: about=%s why=limit", key)
