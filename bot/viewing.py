"""Who looks something up, and what they may see: every room is asked for first, so nothing hidden is even counted."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

from bot.permissions import UNVERIFIED
from bot.spoken import OnDecision
from consensus.card import Speaker
from consensus.decision import Decision
from consensus.errors import ConsensusError, RequestError
from integrations.slack.place import Place, is_direct, parse_place
from integrations.store import visible
from integrations.store.lookup import Row
from integrations.store.store import Store
from integrations.store.visible import room_of

AT_ONCE: Final = 4
"""Rooms that are asked for together."""
Check = Callable[[str], Awaitable[bool]]
"""Whether something is so of a room, a place without its thread, now; what cannot be found out is an error."""


async def nowhere(_: str) -> bool:
    """Nothing is known of any room."""
    return False


async def here(_: Decision) -> str | None:
    """People answer where the person looks."""
    return None


async def nothing(_: Decision) -> bool:
    """Nothing is known of any decision."""
    return False


@dataclass(frozen=True)
class Viewer:
    """A person who looks, and from where; `sees` is whether they may see what is in a room."""

    person: str
    sees: Check
    place: str = ""
    is_public: Check = nowhere
    """Whether everybody of the workspace may see what is in a room."""
    votes: Callable[[Decision], Awaitable[bool]] = nothing
    """Whether they may vote on a decision now; what cannot be found out is an error."""
    voice: Callable[[Decision], Awaitable[Speaker]] | None = None
    """Speaks their language and knows the people of a decision."""
    elsewhere: Callable[[Decision], Awaitable[str | None]] = here
    """Where else people answer a decision; none if they do where the person looks."""


async def seen_rooms(viewer: Viewer, store: Store) -> frozenset[str]:
    """Of all rooms that have a decision those that the person may look into."""
    return await _seen(await store.look(visible.rooms()), viewer, store)


async def seen_row(decision_id: str, viewer: Viewer, store: Store) -> Row | None:
    """The decision, if there is one and this person may see it."""
    row = await store.look(visible.row(decision_id))
    return row if row and await may_see(row.places, viewer, store) else None


async def may_see(places: Iterable[str], viewer: Viewer, store: Store) -> bool:
    """One of the places is enough: whoever is there reads the card."""
    return bool(await _seen({room_of(place) for place in places}, viewer, store))


async def may_share(decision: Decision, viewer: Viewer) -> bool:
    """Whether all who are where the person is may see the decision anyway; not, if that cannot be found out."""
    there = {room_of(place) for place in decision.opened.places}
    return room_of(viewer.place) in there or any((await _asked(there, viewer.is_public)).values())


async def seen_id(command: OnDecision, viewer: Viewer, store: Store) -> str | None:
    """The decision that is meant: by its number, by the thread that was linked, by the thread where it was said."""
    if command.id:
        return command.id
    place = viewer.place
    if command.thread and place:
        place = str(Place(team=parse_place(place).team, channel=command.thread.channel, thread=command.thread.ts))
    return await store.look(visible.of_thread(place))


async def _seen(rooms: Collection[str], viewer: Viewer, store: Store) -> frozenset[str]:
    """A direct conversation is one person's alone: whose it is, is known by who asked there.

    Raises RequestError when no room is seen and of some it cannot be found out.
    """
    own = await store.look(visible.rooms_of(viewer.person)) if any(map(is_direct, rooms)) else frozenset[str]()
    found = await _asked([room for room in rooms if room in own or not is_direct(room)], viewer.sees)
    seen = frozenset(room for room, is_so in found.items() if is_so)
    if None in found.values() and not seen:
        raise RequestError(UNVERIFIED.key)
    return seen


async def _asked(rooms: Iterable[str], check: Check) -> dict[str, bool | None]:
    """What is so of each room; none is what could not be found out."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def ask(room: str) -> bool | None:
        async with turns:
            try:
                return await check(room)
            except ConsensusError:
                return None

    asked = sorted(rooms)
    answers = await asyncio.gather(*(ask(room) for room in asked))
    return dict(zip(asked, answers, strict=True))
