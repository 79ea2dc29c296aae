"""A hidden vote on a question of GitHub: all can read the comments, so it is taken in a second place or not at all."""

from bot.electorate import is_large
from bot.github.people import voters_at
from bot.github.site import Site
from consensus.answered import READ_BY_ALL, platform_of
from consensus.closing import QUORUM
from consensus.errors import RequestError
from consensus.events import VotePolicy
from integrations.github.place import Place


async def require_hideable(site: Site, vote: VotePolicy, where: Place, also: tuple[str, ...]) -> None:
    """Raises RequestError where no other place can hide it, or where too few of its voters are known there."""
    there = next((platform for place in also if (platform := platform_of(place)) not in READ_BY_ALL), None)
    voters = await voters_at(site, vote.voters, where) if there else ()
    if there is None or is_large(voters):
        raise RequestError("github-hidden")
    needed = vote.quorum or max(1, min(QUORUM, len(voters)))
    linked = len(await site.store.names(there, voters))
    if linked < needed:
        raise RequestError("github-hidden-unlinked", linked=linked, needed=needed)
