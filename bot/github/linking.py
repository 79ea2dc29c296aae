"""Joins a GitHub account with the person who got the code elsewhere."""

from bot.github.answering import answer, lang_of, react
from bot.github.site import PLATFORM, Site
from bot.linking import link as join
from bot.spoken import Link
from bot.texts import catalogue
from integrations.github.incoming import Spoken
from integrations.github.replies import sentence


async def link(site: Site, said: Spoken, command: Link) -> None:
    """Raises RequestError when the code is not good; without one it says where a code is to be had."""
    say = catalogue(await lang_of(site, said))
    if command.to is None:
        await answer(site, said, sentence(say("github-link-how")))
        return
    await site.person(said.sender)
    await join(site.store, command.to, PLATFORM, str(said.sender.id))
    site.errands.run(react(site, said, "+1"))
