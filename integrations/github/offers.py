"""What people can do with a decision on GitHub, each with the words that do it."""

import re
from typing import Final

from consensus.card import Action, Card, Speaker, make_card
from consensus.decision import Decision
from consensus.model import Model
from integrations.github.text import inline

ANSWERS: Final = frozenset({"cast", "abstain", "close", "approve", "reject"})
"""What is done where the vote or the proposal is taken, and nowhere else."""
AWAITING: Final = frozenset({"awaiting_vote", "awaiting_approval"})
_TYPED: Final = re.compile(r"(?!.*\b(?:because|parce|car)\b)[^\W_][\w .,'’()+/%€-]{0,59}", re.IGNORECASE)  # noqa: RUF001
"""An option that can be typed behind "vote" as it is; every other is called by its id."""


class Around(Model):
    """What its record does not hold: the address of the request, where else people answer, and their reactions."""

    origin: str = ""
    elsewhere: str = ""
    not_here: frozenset[str] = frozenset()
    """What else is done in another place only."""
    mood: tuple[tuple[str, int], ...] = ()
    """Each reaction by GitHub's name for it, and how many gave it."""
    twin: str = ""
    """A decision of another pull request with the same commit, which does not let that be merged."""


def names(card: Card) -> dict[str, str]:
    """Each option as tables call it: one that cannot be typed begins with its id."""
    return {side.option: _name(side.option, side.text) for side in card.sides}


def typed(card: Card) -> dict[str, str]:
    """Each option as somebody types it into a command."""
    return {side.option: side.text if _TYPED.fullmatch(side.text) else side.option for side in card.sides}


def is_public(decision: Decision) -> bool:
    """Comments can be read by all, so a vote with a hidden tally is not taken in them."""
    vote = decision.people.open_vote
    return vote is None or decision.has_ended or not vote.opened.facts.hidden


def open_actions(decision: Decision, around: Around) -> tuple[Action, ...]:
    """What can be done here: not a vote that is taken elsewhere, nor one that is hidden."""
    card = make_card(decision)
    is_here = is_public(decision) and not (around.elsewhere and card.status in AWAITING)
    closed = {"show", *around.not_here, *(() if is_here else ANSWERS)}
    return tuple(each for each in card.actions if each.verb not in closed)


def offers(decision: Decision, say: Speaker, around: Around) -> list[str]:
    """A sentence for each; of the options one stands for all."""
    card, actions = make_card(decision), open_actions(decision, around)
    casts = [each for each in actions if each.verb == "cast"]
    others = [each for each in actions if each.verb != "cast"]
    return [*_why_not_here(decision, say, around), *(_offer(card, each, say) for each in (*casts[:1], *others))]


def _why_not_here(decision: Decision, say: Speaker, around: Around) -> list[str]:
    if not is_public(decision):
        return [say("github-hidden-vote")]
    is_elsewhere = around.elsewhere and make_card(decision).status in AWAITING
    return [say("github-elsewhere", place=inline(around.elsewhere))] if is_elsewhere else []


def _offer(card: Card, action: Action, say: Speaker) -> str:
    option, choice = (each(card).get(action.option or "", "") for each in (names, typed))
    return say(f"github-do-{action.verb}", id=card.id, option=inline(option), choice=choice)


def _name(option: str, text: str) -> str:
    return text if _TYPED.fullmatch(text) else f"{option}: {text}"
