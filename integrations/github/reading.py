"""An issue or a pull request read as context: what was written, by whom, and what is changed, within half a minute."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from typing import Final

from pydantic import ValidationError

from consensus.events import ContextTaken, ContextWords
from integrations.github.client import GitHubClient
from integrations.github.documents import Comparison, Issue, Pull, Review
from integrations.github.errors import GitHubError
from integrations.github.found import Found, context
from integrations.github.linked import MOST, links_in
from integrations.github.members import permission
from integrations.github.place import Place, parse_place
from integrations.github.remarks import authors
from integrations.github.wire import Words

logger = logging.getLogger(__name__)

SECONDS: Final = 25
"""Less than the half minute that the engine waits, so that what was read until then counts."""
MOST_AUTHORS: Final = 30


async def read_subject(
    client: GitHubClient, place: str, options: Sequence[str], *, inline: int | None = None, seconds: float = SECONDS
) -> tuple[ContextTaken, ContextWords]:
    """What could not be read is named, what was read is kept.

    `inline` is the comment on a line of the diff that the decision was asked in.
    """
    at = parse_place(place)
    found = Found(at.number, inline)
    try:
        async with asyncio.timeout(seconds):
            await _read(client, at, found)
    except TimeoutError:
        logger.warning("not read to the end: place=%s missing=%s", place, ", ".join(found.missing))
    # Cleaning a long diff takes a while, and the loop has others to serve.
    return await asyncio.to_thread(context, found, options)


async def _read(client: GitHubClient, at: Place, found: Found) -> None:
    async with _part(found, "issue"):
        found.own = await client.whoami()
        found.issue = Issue.model_validate(await client.read(at.repo, f"issues/{at.number}"))
    if found.issue is None:
        return
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_comments(client, at, found))
        tasks.create_task(_linked(client, at, found))
        if found.issue.pull_request:
            tasks.create_task(_files(client, at, found))
            tasks.create_task(_reviews(client, at, found))
    remarks = [remark for each in found.remarks().values() for remark in each]
    async with asyncio.TaskGroup() as tasks:
        for user, login in islice(authors(remarks).items(), MOST_AUTHORS):
            tasks.create_task(_standing(client, at, found, user, login))


@asynccontextmanager
async def _part(found: Found, name: str) -> AsyncIterator[None]:
    """What fails, or is cut short, stays missing; the rest goes on."""
    found.missing[name] = None
    try:
        yield
    except (GitHubError, ValidationError) as error:
        logger.warning("not read: number=%s part=%s why=%s", found.number, name, error)
    else:
        del found.missing[name]


async def _comments(client: GitHubClient, at: Place, found: Found) -> None:
    async with _part(found, "comments"):
        async for page in client.pages(at.repo, f"issues/{at.number}/comments"):
            found.comments += [Words.model_validate(each) for each in page]


async def _reviews(client: GitHubClient, at: Place, found: Found) -> None:
    async with _part(found, "reviews"):
        async for page in client.pages(at.repo, f"pulls/{at.number}/reviews"):
            found.reviews += [Review.model_validate(each) for each in page]
        async for page in client.pages(at.repo, f"pulls/{at.number}/comments"):
            found.lines += [Words.model_validate(each) for each in page]


async def _files(client: GitHubClient, at: Place, found: Found) -> None:
    """Compared by their commits, so that a push meanwhile changes nothing of what is read."""
    async with _part(found, "files"):
        pull = Pull.model_validate(await client.read(at.repo, f"pulls/{at.number}"))
        found.pull = pull
        compared = await client.read(at.repo, f"compare/{pull.base.sha}...{pull.head.sha}")
        found.files += Comparison.model_validate(compared).files


async def _linked(client: GitHubClient, at: Place, found: Found) -> None:
    """Only of the same repository, so that nothing is told where it cannot be seen; one that has moved away is not."""
    issue = found.issue
    async with _part(found, "linked"):
        here = await client.repositories.of(at.repo)
        text = "\n\n".join(filter(None, [issue.title, issue.body])) if issue else ""
        found.links = (await asyncio.to_thread(links_in, text, here.full_name, at.number))[:MOST]
    for number in found.links:
        async with _part(found, f"#{number}"):
            found.linked[number] = Issue.model_validate(await client.read(at.repo, f"issues/{number}"))


async def _standing(client: GitHubClient, at: Place, found: Found, user: int, login: str) -> None:
    """What cannot be verified stays unknown, and is said to be."""
    try:
        found.standings[user] = await permission(client, at.repo, login, user)
    except GitHubError as error:
        logger.info("access unknown: repo=%s why=%s", at.repo, error)
