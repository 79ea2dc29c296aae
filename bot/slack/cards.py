"""The card of a decision as Slack shows it: with the buttons of what is done here, and where the rest is done."""

from bot.slack.workspace import PLATFORM
from bot.workshop import Workshop
from consensus.answered import is_done_on, where_people_answer
from consensus.card import Card, make_card
from consensus.decision import Decision
from integrations.slack.text import link


def card_here(decision: Decision) -> Card:
    card = make_card(decision)
    actions = tuple(action for action in card.actions if is_done_on(PLATFORM, decision, action.verb))
    return card.model_copy(update={"actions": actions})


async def answered_elsewhere(works: Workshop, decision: Decision) -> str | None:
    """Where people answer, if not in Slack; none if they do here."""
    if where_people_answer(decision) == PLATFORM:
        return None
    there = await works.answered(decision)
    return link(there.address, there.name)
