"""A request that waits for one more word of who asked: put aside as it came, then taken up with that word, once."""

import hashlib
from typing import Final, NamedTuple

from bot.slack.workspace import Workspace
from consensus.errors import RequestError
from consensus.model import Model
from integrations.slack.incoming import Ignored, Received
from integrations.slack.parse import parse
from integrations.store.aside import ASIDE, put_aside
from integrations.store.deliveries import Body, Delivery

WORD: Final = "consensus_word"
"""Where in a request stands what was said since; Slack has no field of that name."""
WAITS: Final = "waits-for-who-asked"


class Word(Model):
    """What who asked has said since."""

    reads: bool | None = None
    """Whether the agents may read the thread."""
    replaces: str | None = None
    """The decision that the request, with its new words, replaces."""


class Kept(NamedTuple):
    """A request that was put aside, understood and as it came."""

    said: Received
    body: Body


def word_of(delivery: Delivery) -> Word:
    """What was said since the request came; nothing for one that was never put aside."""
    return Word.model_validate(delivery.body.get(WORD, {}))


async def keep(workspace: Workspace, said: Received, body: Body, held: Delivery | None = None) -> str:
    """Puts the request aside and gives the name that a button carries; a crash in between changes nothing."""
    key = f"{ASIDE}{hashlib.sha256(said.key.encode()).hexdigest()[:24]}"
    waiting = held if held and held.key == key else await workspace.store.take(key, body)
    if waiting:
        await workspace.store.failed(waiting, WAITS)
    return key


async def kept(workspace: Workspace, key: str, user: str) -> Kept | None:
    """What that user asked under this name; none once it was taken up."""
    body = await workspace.store.look(put_aside(key, workspace.clock()))
    said = parse(body, workspace.own) if body else None
    if body is None or said is None or isinstance(said, Ignored) or said.user != user:
        return None
    return Kept(said, body)


async def take_up(workspace: Workspace, key: str, user: str, word: Word) -> None:
    """Has the request carried out with that word; raises RequestError when that has been done."""
    found = await kept(workspace, key, user)
    if found is None:
        raise RequestError("slack-taken-up")
    known = Word.model_validate(found.body.get(WORD, {}))
    whole = known.model_copy(update=word.model_dump(exclude_none=True))
    if not await workspace.store.receive(key, {**found.body, WORD: whole.model_dump()}):
        raise RequestError("slack-taken-up")


def raw_words(body: Body) -> str:
    """The words as Slack sent them, in which people and channels still have their ids."""
    event = body.get("event")
    text = body.get("text")
    if isinstance(event, dict):
        changed = event.get("message")
        text = (changed if isinstance(changed, dict) else event).get("text")
    return text if isinstance(text, str) else ""
