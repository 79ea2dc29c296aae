"""What the agents of a decision read: the pull request or issue where it was asked, as its repository allows."""

from bot.configuration import Configuration
from bot.github.repositories import settings_at
from bot.github.site import Site, home_of
from consensus.decision import Decision
from consensus.errors import ConfigurationError
from consensus.events import ContextTaken, ContextWords, OpenedWords
from integrations.github.errors import GitHubError
from integrations.github.place import Place
from integrations.github.reading import read_subject

INLINE = "review_comment"


async def gather(site: Site, decision: Decision) -> tuple[ContextTaken, ContextWords]:
    """The Gather port for decisions that were asked on GitHub; the head is read whatever the agents may see."""
    where = home_of(decision)
    if where is None:
        return ContextTaken(sources=(), cut=False, missing=("issue",)), ContextWords(sources=())
    try:
        may_read = _may_read(await settings_at(site, where.repo), decision)
    except (GitHubError, ConfigurationError):
        may_read = False
    if not may_read:
        return await _head_alone(site, where)
    words = decision.words(1)
    options = words.options if isinstance(words, OpenedWords) else ()
    kind, _, number = decision.opened.origin.partition(":")
    inline = int(number) if kind == INLINE and number.isdigit() else None
    return await read_subject(site.client, str(where), options, inline=inline)


def _may_read(configuration: Configuration, decision: Decision) -> bool:
    """Nobody can be asked in a conversation of many, so only what is switched on is read."""
    context = configuration.context
    asked = {seat.model.partition("/")[0] for seat in (*decision.opened.roster, decision.opened.moderator)}
    return context.mode in {None, "on"} and (context.providers is None or asked <= set(context.providers))


async def _head_alone(site: Site, where: Place) -> tuple[ContextTaken, ContextWords]:
    nothing = ContextWords(sources=())
    try:
        found = await site.client.read(where.repo, f"pulls/{where.number}")
        return ContextTaken(sources=(), cut=False, head_sha=str(found["head"]["sha"])), nothing
    except (GitHubError, KeyError, TypeError):
        return ContextTaken(sources=(), cut=False), nothing
