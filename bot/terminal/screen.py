"""Draws a card on a terminal: the same lines with a frame of colours, or plainly into a pipe."""

import textwrap
from collections.abc import Iterable, Iterator

from bot.terminal.choosing import word_to_abstain
from consensus.card import Action, Card, Line, Side, Speaker, render
from consensus.text import HIDDEN

WIDTH = 100
INDENT = "  "


def draw(card: Card, say: Speaker) -> str:
    """The whole card as text, one thing a line; long texts wrap, nothing is cut, nothing turns the screen around."""
    blocks = [
        [render(each, say) for each in card.banner],
        [render(card.headline, say), card.question, render(card.asked, say)],
        [render(each, say) for each in (*card.why, *card.objections)],
        _sides(card, say),
        [_joined(card.people, say)],
        [_joined(card.measures, say), *(render(each, say) for each in card.notes)],
        [_joined(card.footer, say)],
        _what_next(card, say),
    ]
    return "\n".join(line for block in blocks for text in block if text for line in wrapped(HIDDEN.sub("", text)))


def _sides(card: Card, say: Speaker) -> list[str]:
    """Both sides while people have to choose; a decided card has its why and its objections, a mute panel none."""
    if card.status == "decided" or not any(side.agents for side in card.sides):
        return []
    return [said for side in card.sides for said in _side(side, say)]


def _side(side: Side, say: Speaker) -> Iterator[str]:
    if side.reason:
        yield say("line-side", option=side.text, agents=side.agents, text=side.reason)
    else:
        yield say("line-side-bare", option=side.text, agents=side.agents)
    if side.against:
        yield say("line-side-against", option=side.text, text=side.against)


def _what_next(card: Card, say: Speaker) -> list[str]:
    """The commands that stand where a chat has buttons."""
    texts = {side.option: side.text for side in card.sides}
    actions = [action for action in card.actions if card.status != "decided" and action.verb != "outcome"]
    hints = [hint for action in actions if (hint := _hint(action, action.decision or card.id, texts, say))]
    return [say("terminal-next"), *hints] if hints else []


def _hint(action: Action, decision_id: str, texts: dict[str, str], say: Speaker) -> str:
    """The command of one action; none where every word that abstains is an option."""
    if action.verb == "abstain":
        word = word_to_abstain(texts.values(), say)
        return INDENT + say("terminal-do-abstain", id=decision_id, word=word) if word else ""
    option = texts.get(action.option or "", "")
    return INDENT + say(f"terminal-do-{action.verb}", id=decision_id, option=option)


def _joined(lines: Iterable[Line], say: Speaker) -> str:
    return " · ".join(render(each, say) for each in lines)


def wrapped(text: str) -> list[str]:
    """The lines of a text, none longer than the screen is wide."""
    indent = text[: len(text) - len(text.lstrip())]
    return [
        piece
        for paragraph in text.splitlines()
        for piece in textwrap.wrap(
            paragraph, WIDTH, subsequent_indent=indent + INDENT, break_long_words=False, break_on_hyphens=False
        )
        or [""]
    ]
