"""The posts of the record: what is to be shown where, and how far that has come; each call is one transaction."""

from collections.abc import Callable

from consensus.events import Instant
from integrations.store import posts
from integrations.store.lanes import Lanes
from integrations.store.posts import Post


class Outbox:
    """What is wanted is written with its event; here it is claimed, and said to be there, late or gone."""

    def __init__(self, lanes: Lanes, clock: Callable[[], Instant]) -> None:
        self._lanes, self._clock = lanes, clock

    async def due(self, now: Instant, surface: str = "") -> list[Post]:
        """What is to be shown now in the places whose names begin like that; at most one post of each place."""
        return await self._lanes.read(lambda session: posts.due(session, now, surface))

    async def start(self, post: Post) -> Post | None:
        """The post as it is claimed now; none when it has changed since it was read."""
        return await self._lanes.write(lambda session: posts.start(session, post, self._clock()))

    async def sent(self, post: Post, remote_id: str, shown_seq: int) -> bool:
        return await self._lanes.write(lambda session: posts.sent(session, post, remote_id, shown_seq, self._clock()))

    async def later(self, post: Post, at: Instant) -> bool:
        return await self._lanes.write(lambda session: posts.later(session, post, at))

    async def gone(self, post: Post, why: str) -> bool:
        """End it for good; true for the first of this decision in its place."""
        return await self._lanes.write(lambda session: posts.gone(session, post, why))

    async def refused(self, post: Post, why: str, again_at: Instant | None) -> bool:
        """It stays as it is until then; true for the first trouble of this decision in its place."""
        return await self._lanes.write(lambda session: posts.refused(session, post, why, again_at))

    async def withdraw(self, post: Post) -> None:
        await self._lanes.write(lambda session: posts.withdraw(session, post))

    async def lost(self) -> list[tuple[Post, str]]:
        """What a place will not have, or not as it is now, and why, the newest first."""
        return await self._lanes.read(posts.lost)
