"""Shows one post in its place, so that every kill and every lost reply ends in one message."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from consensus.channel import Channel, DoubtfulError, PermanentError, RateLimitedError
from consensus.decision import Decision
from consensus.events import Instant
from consensus.notices import is_timely, newest_told
from consensus.ports import Clock
from integrations.store.posts import EDITED, UNDER_WAY, Post
from integrations.store.store import Store

CALL_SECONDS: Final = 10
SECOND: Final = 1_000_000
SOON, HOUR, DAY = 600 * SECOND, 3_600 * SECOND, 86_400 * SECOND
"""When an edit that was refused is tried again."""

Message = TypeVar("Message")
Message_co = TypeVar("Message_co", covariant=True)
logger = logging.getLogger(__name__)


class Draw(Protocol[Message_co]):
    """What a post says now; `plain` is text alone, for a platform that refused the rest.

    None leaves a message that is there as it is.
    """

    async def __call__(self, decision: Decision, post: Post, /, *, plain: bool) -> Message_co | None: ...


class Tell(Protocol):
    """Lets the asker know, somewhere else, that a place will not have what is to be shown there, and why."""

    async def __call__(self, decision: Decision, post: Post, why: str, /) -> None: ...


@dataclass(frozen=True)
class Easel(Generic[Message]):
    """Everything that showing needs; `surface` is how the names of its places begin."""

    store: Store
    channel: Channel[Message]
    draw: Draw[Message]
    tell: Tell
    clock: Clock
    surface: str = ""


async def show(post: Post, easel: Easel[Message]) -> None:
    """Makes the place show what is so, or leaves the post for later; a post that is not ours to show is left alone."""
    claimed = await easel.store.outbox.start(post)
    if claimed is None:
        return
    decision = await easel.store.load(claimed.decision)
    try:
        await _act(claimed, decision, easel)
    except RateLimitedError as limit:
        await easel.store.outbox.later(claimed, easel.clock() + max(1, limit.retry_after) * SECOND)
    except (DoubtfulError, TimeoutError):
        logger.warning("post doubtful decision=%s kind=%s", claimed.decision, claimed.kind)
    except PermanentError as refusal:
        await _refused(claimed, decision, easel, refusal.why)


async def _refused(post: Post, decision: Decision, easel: Easel[Message], why: str) -> None:
    """A first message is given up; one that is there would say for ever what is no longer so, so it is tried again."""
    logger.warning("post refused decision=%s kind=%s why=%s", post.decision, post.kind, why)
    if post.remote_id is None:
        is_news = await easel.store.outbox.gone(post, why)
    else:
        is_news = await easel.store.outbox.refused(post, why, _again_at(decision, easel.clock()))
    if is_news:
        await easel.tell(decision, post, why)


def _again_at(decision: Decision, now: Instant) -> Instant | None:
    """Soon after the newest event, then each hour of a day; after that only the next event."""
    age = now - decision.events[-1].at
    if age >= DAY:
        return None
    return now + (SOON if age < SOON else HOUR)


async def _act(post: Post, decision: Decision, easel: Easel[Message]) -> None:
    """The one thing that the claimed post needs now."""
    if post.is_to_be_checked:
        await _check(post, easel)
    elif post.remote_id is not None and post.shown_seq >= newest_told(decision, post.kind, post.about_seq):
        await easel.store.outbox.sent(post, post.remote_id, decision.seq)
    elif post.remote_id is not None:
        await _put(post, decision, easel)
    elif post.check_at is not None and (first := await _only(post, easel)):
        await easel.store.outbox.sent(post, first, 0)
    elif is_timely(decision, post.kind, post.about_seq, easel.clock()):
        await _put(post, decision, easel)
    else:
        await easel.store.outbox.withdraw(post)


async def _check(post: Post, easel: Easel[Message]) -> None:
    """Whether a second message came of a doubtful send; a place that cannot be read stays as it is."""
    with contextlib.suppress(PermanentError):
        if (first := await _only(post, easel)) and first != post.remote_id:
            await easel.store.outbox.sent(post, first, 0)
            return
    await easel.store.outbox.sent(post, str(post.remote_id), post.shown_seq)


async def _only(post: Post, easel: Easel[Message]) -> str | None:
    """The first message that carries our marker; every later one is deleted."""
    async with _in_time(post, easel):
        found = await easel.channel.find(_where(post), post.marker)
    for extra in found[1:]:
        async with _in_time(post, easel):
            await easel.channel.delete(_where(post), extra)
    return found[0] if found else None


async def _put(post: Post, decision: Decision, easel: Easel[Message]) -> None:
    """Sends the message or edits the one that is there; what is refused as drawn is said once more in plain text."""
    try:
        remote_id = await _write(post, await easel.draw(decision, post, plain=False), easel)
    except PermanentError as refusal:
        if post.remote_id is not None and refusal.is_absent:
            await _replace(post, decision, easel, refusal.why)
            return
        remote_id = await _write(post, await easel.draw(decision, post, plain=True), easel)
    await easel.store.outbox.sent(post, remote_id, decision.seq)


async def _replace(post: Post, decision: Decision, easel: Easel[Message], why: str) -> None:
    """What people deleted is made anew where it is still needed; what cannot even be looked for may be there."""
    found = await _only(post, easel)
    if found is None and not _is_needed(post, decision):
        await easel.store.outbox.gone(post, why)
        return
    there = post.model_copy(update={"remote_id": found})
    remote_id = await _write(there, await easel.draw(decision, post, plain=False), easel)
    await easel.store.outbox.sent(post, remote_id, decision.seq)


def _is_needed(post: Post, decision: Decision) -> bool:
    """People follow an open decision; a check speaks for it even after its end."""
    return post.kind in EDITED and not decision.end.superseded_by and (post.kind == "check" or not decision.has_ended)


async def _write(post: Post, message: Message | None, easel: Easel[Message]) -> str:
    """Where it stands then."""
    if message is None:
        return str(post.remote_id)
    async with _in_time(post, easel):
        if post.remote_id is None:
            return await easel.channel.send(_where(post), message, post.marker)
        await easel.channel.edit(_where(post), post.remote_id, message)
        return post.remote_id


@contextlib.asynccontextmanager
async def _in_time(post: Post, easel: Easel[Message]) -> AsyncIterator[None]:
    """A call starts in the first half of the claim and ends well before another process may claim the post."""
    if easel.clock() > post.sending_at + UNDER_WAY // 2:
        raise DoubtfulError
    async with asyncio.timeout(CALL_SECONDS):
        yield


def _where(post: Post) -> str:
    """A place without a thread, its name ends so, has its thread under the decision's card."""
    is_reply = post.kind not in EDITED and post.place.endswith(":")
    return post.place + (post.root or "") if is_reply else post.place
