"""Whether a conversation can take an answer, asked of GitHub before anything is spent on it."""

from bot.github.site import Site
from consensus.errors import RequestError
from integrations.github.place import Place
from integrations.github.subject import subject_at


async def require_ground(site: Site, where: Place, *, asks_to_merge: bool) -> None:
    """Raises RequestError where nothing could be shown, or where there is nothing left to merge."""
    if (await site.client.repositories.now(where.repo)).is_archived:
        raise RequestError("github-archived")
    subject = await subject_at(site.client, where)
    if subject.locked:
        raise RequestError("github-locked")
    if asks_to_merge and subject.state != "open":
        raise RequestError("github-closed")
