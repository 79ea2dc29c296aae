"""What one user of Slack may see and vote on, asked once for all; what Slack does not tell is an error, never a yes."""

import asyncio
from typing import Literal

from bot.electorate import Actor, Place
from bot.permissions import UNVERIFIED, Act, Allowed, may
from consensus.answered import is_done_on
from consensus.decision import Decision
from consensus.errors import RequestError
from integrations.slack.client import SlackClient
from integrations.slack.members import someone
from integrations.slack.place import Place as Where
from integrations.slack.place import parse_place
from integrations.slack.reach import joined_channels, public_channels

Channels = dict[str, Literal["public", "private"]]


class Sight:
    """For one request, so that nothing is seen any longer than it may be."""

    def __init__(self, client: SlackClient, team: str, user: str, person: str) -> None:
        self._client, self._team, self._user, self._person = client, team, user, person
        self._asking = asyncio.Lock()
        self._known: tuple[Actor, Channels] | None = None
        self._public: frozenset[str] | None = None

    async def sees(self, room: str) -> bool:
        """Whether they may see what is in a room; of a direct conversation only its own people are asked for.

        Raises SlackError or RequestError when that cannot be found out.
        """
        where = self._where(room)
        return where is not None and await self._may("see", where, None)

    async def votes(self, decision: Decision) -> bool:
        """Whether they may vote where the decision stands first, if that is here; raises as above."""
        if not is_done_on("slack", decision, "cast"):
            return False
        places = (self._where(place) for place in decision.opened.places)
        where = next((place for place in places if place), None)
        return where is not None and await self._may("vote", where, decision)

    async def is_public(self, room: str) -> bool:
        where = self._where(room)
        return where is not None and not where.is_direct and await self._kind(where.channel) == "public"

    async def _may(self, act: Act, where: Where, decision: Decision | None) -> bool:
        actor, joined = await self._user_now()
        is_member = where.is_direct or where.channel in joined
        kind = "direct" if where.is_direct else joined.get(where.channel) or await self._kind(where.channel)
        present = actor.model_copy(update={"is_member": is_member})
        answer = may(act, present, Place(kind=kind, members=None), decision, None)
        if answer == UNVERIFIED:
            raise RequestError(UNVERIFIED.key)
        return isinstance(answer, Allowed)

    def _where(self, room: str) -> Where | None:
        try:
            where = parse_place(room)
        except ValueError:
            return None
        return where if where.team == self._team else None

    async def _user_now(self) -> tuple[Actor, Channels]:
        async with self._asking:
            if self._known is None:
                facts = (await someone(self._client, self._user)).model_dump(exclude={"user", "name"})
                actor = Actor(person=self._person, is_member=None, **facts)
                self._known = actor, await joined_channels(self._client, self._user)
            return self._known

    async def _kind(self, channel: str) -> Literal["public", "private"]:
        async with self._asking:
            if self._public is None:
                self._public = await public_channels(self._client)
            return "public" if channel in self._public else "private"
