"""Lists in chat: of a kind, by words, or of what is open in a place, page by page and only of what may be seen."""

import re
from typing import NamedTuple

from bot.home import lately, waiting
from bot.viewing import Viewer, may_see, seen_rooms
from consensus.card import Speaker
from consensus.model import Model
from integrations.slack import lists
from integrations.slack.blocks import Message
from integrations.slack.elements import section
from integrations.slack.text import inline
from integrations.store import visible
from integrations.store.lookup import BANDS
from integrations.store.store import Store
from integrations.store.visible import Cursor, Wanted, room_of


class Turn(Model):
    """Where a long answer goes on: the page of a document, or the decision beside which a page of a list begins."""

    page: int = 0
    cursor: Cursor | None = None


class Asking(NamedTuple):
    """Who asks which record, in which voice they are answered, and which part they want."""

    viewer: Viewer
    store: Store
    say: Speaker
    turn: Turn


async def listed(state: str | None, asking: Asking) -> Message:
    """All that the person may see, or what is in a state; `mine` is what they asked."""
    rooms = await seen_rooms(asking.viewer, asking.store)
    wanted = Wanted(rooms=rooms, state=state)
    if state == "mine":
        wanted = Wanted(rooms=rooms, asker=asking.viewer.person)
    return await _page(wanted, _title(state, asking.say), ("list", state or ""), asking)


async def searched(words: str, asking: Asking) -> Message:
    """What holds all of these words."""
    sought = " ".join(re.findall(r"\w+", words))
    if not sought:
        return lists.sentence(asking.say("slack-search-words"), asking.say)
    wanted = Wanted(rooms=await seen_rooms(asking.viewer, asking.store), words=sought)
    return await _page(wanted, asking.say("slack-search-title", words=inline(sought)), ("search", sought), asking)


async def open_here(asking: Asking) -> Message:
    """What is open where the person is, and how much waits for them anywhere."""
    viewer, store, say, _ = asking
    is_seen = await may_see([viewer.place], viewer, store) if viewer.place else False
    wanted = Wanted(rooms=frozenset({room_of(viewer.place)} if is_seen else ()), state="open")
    found = await _page(wanted, say("slack-status-open"), ("here", ""), asking)
    votes, approvals = await waiting(viewer, store)
    waits = section(say("slack-status-waits", votes=len(votes), approvals=len(approvals)))
    return lists.message(found.text, [*found.blocks, waits], say)


async def _page(wanted: Wanted, title: str, key: tuple[str, str], asking: Asking) -> Message:
    page = await asking.store.look(visible.page(wanted, lists.ON_A_PAGE, asking.turn.cursor))
    rows = [lately(row) for row in page.rows]
    return lists.list_message(title, rows, asking.say, around=(page.newer, page.older), key=key)


def _title(state: str | None, say: Speaker) -> str:
    match state:
        case None:
            return say("slack-list")
        case "open" | "mine" | "ended":
            return say(f"slack-list-{state}")
    return f"{say('slack-list')} · {say(f'band-{state}' if state in BANDS else f'status-{state}')}"
