"""A thread as context: every page of it, decoded, without our own messages, as much as agents may read."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from consensus.events import ContextTaken, ContextWords
from consensus.excerpt import Part, context_of, excerpt
from integrations.slack.client import Body, Identity, SlackClient
from integrations.slack.errors import DoubtfulError, RateLimitedError, SlackError
from integrations.slack.place import parse_place
from integrations.slack.text import decode

logger = logging.getLogger(__name__)

SECONDS: Final = 25
"""Less than the half minute that the engine waits, so that the pages read until then count."""
TRIES: Final = 3
PAUSE: Final = 2
"""Seconds between two tries, within what there is for the whole thread."""
PAGE: Final = 200
NOT_SAID: Final = frozenset(
    {"bot_add", "bot_remove", "pinned_item", "reminder_add", "tombstone", "unpinned_item"}
    | {
        f"{room}_{notice}"
        for room in ("channel", "group")
        for notice in ("archive", "join", "leave", "name", "posting_permissions", "purpose", "topic", "unarchive")
    }
)
"""Subtypes that are notices of Slack, not words of somebody."""


async def read_thread(
    client: SlackClient, place: str, options: Sequence[str], *, seconds: int = SECONDS
) -> tuple[ContextTaken, ContextWords]:
    """What the thread says, counted in messages; what could not be read is named, what was read is kept."""
    pages: list[Body] = []
    missing: tuple[str, ...] = ()
    try:
        async with asyncio.timeout(seconds):
            us = await client.whoami()
            await _collect_surely(client, place, pages.append)
    except (SlackError, TimeoutError) as error:
        logger.warning("thread not read to the end: place=%s pages=%s why=%s", place, len(pages), error)
        missing = ("thread",)
    read = [Part(source="thread", ref=place, excerpt=excerpt(said(pages, us), options))] if pages else []
    return context_of(read, missing)


async def _collect_surely(client: SlackClient, place: str, keep: Callable[[Body], None]) -> None:
    """From the beginning again after a hiccup; what was kept twice counts once. Raises SlackError."""
    for _ in range(TRIES - 1):
        try:
            return await _collect(client, place, keep)
        except (RateLimitedError, DoubtfulError) as error:
            logger.info("a thread is read again: place=%s why=%s", place, error.key)
            await asyncio.sleep(PAUSE)
    return await _collect(client, place, keep)


async def _collect(client: SlackClient, place: str, keep: Callable[[Body], None]) -> None:
    at = parse_place(place)
    async for page in client.pages("conversations.replies", channel=at.channel, ts=at.thread, limit=PAGE):
        keep(page)


def said(pages: Iterable[Body], us: Identity) -> list[str]:
    """Each message once, oldest first, after the name of who wrote it."""
    by_time = {str(message.get("ts")): message for page in pages for message in page.get("messages") or []}
    return [
        f"{_author(message)}: {decode(str(message.get('text') or ''))}"
        for _, message in sorted(by_time.items())
        if message.get("text") and not _is_ours(message, us) and message.get("subtype") not in NOT_SAID
    ]


def _author(message: Body) -> str:
    """People by their id, as in the text itself; another bot says that it is one."""
    if message.get("bot_id"):
        return f"bot {message.get('username') or message['bot_id']}"
    return f"@{message.get('user') or '?'}"


def _is_ours(message: Body, us: Identity) -> bool:
    return message.get("user") == us.user or message.get("bot_id") == us.bot
