"""What a post in Slack says now, and how the asker learns that a place will not have it."""

import logging

from bot.slack.answering import refusal, write_to
from bot.slack.cards import answered_elsewhere, card_here
from bot.slack.workspace import PLATFORM, Workspace
from bot.texts import catalogue
from consensus.card.about import about
from consensus.decision import Decision
from consensus.events import OpenedWords
from consensus.notices import over_at, over_key
from integrations.slack.blocks import Message, card_blocks, over_message, turn_message, verdict_message
from integrations.slack.errors import PermanentError, SlackError
from integrations.store.posts import Post

logger = logging.getLogger(__name__)


async def draw(workspace: Workspace, decision: Decision, post: Post, *, plain: bool) -> Message:
    """The message of a post; plain is its words without anything that Slack may refuse."""
    say = await workspace.voice(decision.opened.lang, decision)
    card = card_here(decision)
    match post.kind:
        case "verdict":
            message = verdict_message(card, say)
        case "turn" | "reminder" if over_at(decision, post.about_seq):
            message = over_message(card, say, over_key(decision, post.about_seq))
        case "turn" | "reminder" as kind:
            message = turn_message(card, say, kind)
        case _:
            elsewhere = await answered_elsewhere(workspace.works, decision)
            message = card_blocks(card, say, about=about(decision), options=_understood(decision), elsewhere=elsewhere)
    return Message(text=message.text, blocks=()) if plain else message


async def tell_gone(workspace: Workspace, decision: Decision, why: str) -> None:
    """Writes to the asker alone that their decision cannot be shown where it was asked, and what to do."""
    named = await workspace.store.names(PLATFORM, [decision.opened.asker])
    user = next((name.partition(":")[2] for name in named.values()), None)
    if user is None:
        return
    try:
        await write_to(workspace, user, refusal(PermanentError(why), catalogue(decision.opened.lang)))
    except SlackError as error:
        logger.warning("the asker could not be told: decision=%s why=%s", decision.id, error.key)


def _understood(decision: Decision) -> tuple[str, ...]:
    """The options, until the panel is through: a misreading is to be seen before it is too late."""
    words = decision.words(1)
    is_at_work = decision.panel.closed is None and not decision.has_ended
    return words.options if is_at_work and isinstance(words, OpenedWords) else ()
