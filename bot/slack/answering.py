"""What one person is told alone, on the surface that they are looking at."""

import logging
from collections.abc import Sequence
from typing import Final

from bot.slack.workspace import Workspace
from bot.texts import Say, catalogue
from consensus.errors import ConsensusError
from integrations.slack.blocks import Message
from integrations.slack.elements import actions, button, section, value
from integrations.slack.errors import SlackError
from integrations.slack.fitting import pieces
from integrations.slack.incoming import Click, DirectMessage, Edited, Mention, Received, Shortcut, SlashCommand
from integrations.slack.limits import SECTION, Json
from integrations.slack.place import Place
from integrations.slack.responding import respond
from integrations.slack.text import inline

NOTIFICATION: Final = 1_000
POINTING: Final = frozenset({"already-open", "superseded-already"})
"""Refusals that name the decision where it goes on."""
logger = logging.getLogger(__name__)


def place_of(said: Received) -> Place:
    """Where a request stands: in its thread, or in the one that begins with it."""
    thread = said.thread_ts or (said.ts if isinstance(said, Mention | DirectMessage | Edited | Shortcut) else "")
    return Place(team=said.team, channel=said.channel, thread=thread)


def sentence(text: str, *buttons: Json) -> Message:
    """A few words with the buttons that belong to them."""
    blocks = [section(part) for part in pieces(text, SECTION)]
    shown = next(iter(pieces(text, NOTIFICATION)), "…")
    return Message(text=shown, blocks=tuple([*blocks, actions(buttons)] if buttons else blocks))


def refusal(error: ConsensusError, say: Say) -> Message:
    """Why something was not done and what to do, nothing in it alive."""
    params = {name: inline(each) if isinstance(each, str) else each for name, each in error.params.items()}
    return sentence(say(error.key, **params))


def pointer(key: str, decision_id: str, say: Say) -> Message:
    """A sentence about a decision with the button that shows it."""
    return sentence(say(key, id=decision_id), button("show", value(decision_id), say("button-show", id=decision_id)))


async def tell(workspace: Workspace, said: Received, message: Message) -> None:
    """An answer that only who asked can see; where the place will not have it, the address that came with it will.

    Told twice is better than not at all, so that an answer which Slack may have lost goes elsewhere, too.
    """
    where = place_of(said)
    if not said.channel:
        await _elsewhere(workspace, said, message)
        return
    try:
        if isinstance(said, SlashCommand) and said.response_url:
            await respond(workspace.client, said.response_url, message)
        elif where.is_direct:
            await post(workspace, where, message)
        else:
            await workspace.channel.ephemeral(str(_shown_in(said, where)), said.user, message)
    except SlackError as error:
        logger.info("an answer goes elsewhere: key=%s why=%s", said.key, error.key)
        await _elsewhere(workspace, said, message)


async def tell_error(workspace: Workspace, said: Received, error: ConsensusError) -> None:
    """A refusal, in the language of the request; one that points elsewhere has the button that leads there."""
    say = catalogue(await workspace.lang_of(said))
    logger.info("refused: key=%s user=%s why=%s", said.key, said.user, error.key)
    if error.key in POINTING:
        await tell(workspace, said, pointer(error.key, str(error.params["id"]), say))
    else:
        await tell(workspace, said, refusal(error, say))


async def write_to(workspace: Workspace, user: str, message: Message) -> None:
    """A direct message; raises SlackError."""
    where = await workspace.channel.direct(user)
    await workspace.client.write("chat.postMessage", channel=where.split(":")[2], **posted(message))


async def post(workspace: Workspace, where: Place, message: Message) -> None:
    """For everybody in the place, once; raises SlackError."""
    await workspace.client.write(
        "chat.postMessage", channel=where.channel, thread_ts=where.thread or None, **posted(message)
    )


def posted(message: Message) -> Json:
    blocks: Sequence[Json] = [dict(block) for block in message.blocks]
    return {"text": message.text, "blocks": blocks, "parse": "none", "unfurl_links": False, "unfurl_media": False}


def _shown_in(said: Received, where: Place) -> Place:
    """A request outside threads is answered where it stands, not in a thread that nobody has open."""
    return where if said.thread_ts or isinstance(said, Click) else where.model_copy(update={"thread": ""})


async def _elsewhere(workspace: Workspace, said: Received, message: Message) -> None:
    try:
        if isinstance(said, Click | Shortcut | SlashCommand) and said.response_url:
            await respond(workspace.client, said.response_url, message)
        else:
            await write_to(workspace, said.user, message)
    except SlackError as error:
        logger.warning("nobody could be told: key=%s why=%s", said.key, error.key)
