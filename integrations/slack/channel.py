"""One message of ours in Slack: sent, edited, found again by its marker, deleted."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from consensus.channel import Marker
from consensus.ports import Clock
from integrations.slack import blocks
from integrations.slack.client import Body, SlackClient
from integrations.slack.errors import DoubtfulError, PermanentError, RateLimitedError
from integrations.slack.limits import InvalidPayloadError, check
from integrations.slack.place import Place, parse_place

SPACING: Final = 1_000_000
"""Slack takes about one message a second in a channel: https://docs.slack.dev/apis/web-api/rate-limits."""
PATIENCE: Final = 4_000_000
"""Who would have to wait longer for a turn is told when to come back."""
SECOND: Final = 1_000_000
PAGE: Final = 200
HISTORY_PAGES: Final = 5
"""How far back a message outside threads is looked for."""

Wait = Callable[[int], Awaitable[None]]


class Message(Protocol):
    """What is shown: blocks, and the text for notifications and screen readers."""

    @property
    def text(self) -> str: ...

    @property
    def blocks(self) -> Sequence[Mapping[str, Any]]: ...


async def asleep(microseconds: int) -> None:
    await asyncio.sleep(microseconds / SECOND)


class SlackChannel:
    """The Channel port for Slack; whatever it is asked may raise RateLimitedError, DoubtfulError or PermanentError."""

    def __init__(self, client: SlackClient, *, clock: Clock, wait: Wait = asleep) -> None:
        self._client, self._clock, self._wait = client, clock, wait
        self._free_at: dict[str, int] = {}

    async def send(self, place: str, message: Message, marker: Marker) -> str:
        """The remote id of the new message, which stands in the place's thread."""
        at = await self._ours(place)
        shown = _shown(message)
        await self._turn(at.channel)
        try:
            body = await self._client.write(
                "chat.postMessage",
                channel=at.channel,
                thread_ts=at.thread or None,
                metadata=_metadata(marker),
                unfurl_links=False,
                unfurl_media=False,
                **shown,
            )
        except RateLimitedError as error:
            self._free_at[at.channel] = self._clock() + error.retry_after * SECOND
            raise
        return _ts(body)

    async def edit(self, place: str, remote_id: str, message: Message) -> None:
        at = await self._ours(place)
        await self._client.write(
            "chat.update", channel=at.channel, ts=remote_id, unfurl_links=False, unfurl_media=False, **_shown(message)
        )

    async def find(self, place: str, marker: Marker) -> list[str]:
        """Our messages in the place that carry this marker, oldest first."""
        at = await self._ours(place)
        us = await self._client.whoami()
        metadata = _metadata(marker)
        found: set[str] = set()
        for message in await self._messages(at):
            is_ours = us.user == message.get("user") or us.bot == message.get("bot_id")
            if is_ours and message.get("metadata") == metadata:
                found.add(_ts(message))
        return sorted(found)

    async def delete(self, place: str, remote_id: str) -> None:
        """A message that is gone already is as good as deleted."""
        at = await self._ours(place)
        await self._unless("message_not_found", "chat.delete", channel=at.channel, ts=remote_id)

    async def ephemeral(self, place: str, user: str, message: Message) -> None:
        """Shown to one person, and not kept."""
        at = await self._ours(place)
        await self._client.write(
            "chat.postEphemeral", channel=at.channel, thread_ts=at.thread or None, user=user, **_shown(message)
        )

    async def react(self, place: str, ts: str, name: str) -> None:
        """Puts an emoji on somebody's message, once."""
        at = await self._ours(place)
        await self._unless("already_reacted", "reactions.add", channel=at.channel, timestamp=ts, name=name)

    async def permalink(self, place: str, ts: str) -> str:
        at = await self._ours(place)
        body = await self._client.read("chat.getPermalink", channel=at.channel, message_ts=ts)
        return str(body["permalink"])

    async def direct(self, user: str) -> str:
        """The place where one person alone reads what we say."""
        us = await self._client.whoami()
        body = await self._client.write("conversations.open", users=user)
        return str(Place(team=us.team, channel=str(body["channel"]["id"]), thread=""))

    async def _ours(self, place: str) -> Place:
        """The place, if it is in the workspace that the token is for."""
        at = parse_place(place)
        if at.team != (await self._client.whoami()).team:
            raise PermanentError("wrong_team")
        return at

    async def _turn(self, channel: str) -> None:
        """Waits until the channel may be written to again, first come, first served."""
        now = self._clock()
        at = max(now, self._free_at.get(channel, now))
        if at - now > PATIENCE:
            raise RateLimitedError(-(-(at - now) // SECOND))
        self._free_at[channel] = at + SPACING
        if at > now:
            await self._wait(at - now)

    async def _messages(self, at: Place) -> list[Body]:
        method = "conversations.replies" if at.thread else "conversations.history"
        pages = self._client.pages(
            method, channel=at.channel, ts=at.thread or None, limit=PAGE, include_all_metadata=True
        )
        read: list[Body] = []
        count = 0
        async for page in pages:
            read += page.get("messages") or []
            count += 1
            if not at.thread and count == HISTORY_PAGES:
                break
        return read

    async def _unless(self, expected: str, method: str, **arguments: object) -> None:
        try:
            await self._client.write(method, **arguments)
        except PermanentError as error:
            if error.why != expected:
                raise


def _metadata(marker: Marker) -> Body:
    return blocks.marker(marker.decision, marker.kind, marker.about_seq)


def _shown(message: Message) -> Body:
    """Nothing leaves that Slack would refuse or that would ring or link where it must not."""
    shown = {"text": message.text, "blocks": [dict(block) for block in message.blocks]}
    try:
        check(shown)
    except InvalidPayloadError as error:
        raise PermanentError("invalid_blocks") from error
    return shown


def _ts(body: Body) -> str:
    """Where a message without a timestamp stands is not known."""
    if not body.get("ts"):
        raise DoubtfulError("no_ts")
    return str(body["ts"])
