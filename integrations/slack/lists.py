"""What is looked up, as messages: lists with a button for each decision, sentences, and documents page by page."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from consensus.card import Speaker
from integrations.slack.blocks import NOTIFICATION, Message
from integrations.slack.details import turner
from integrations.slack.elements import actions, button, context, section, value
from integrations.slack.fitting import CUT, fitted, pieces
from integrations.slack.home import Lately, latest_row
from integrations.slack.limits import SECTION, Json
from integrations.slack.text import GUARD

ON_A_PAGE: Final = 10
NEWER, OLDER = 0, 1
"""The numbers of the two buttons that turn the pages of a list."""
CARRIED: Final = 60
"""Characters that a button can carry of what a list was narrowed to."""
PAGE: Final = 8_000
"""Characters of one page of a document; what is escaped in it makes it longer."""
FENCE: Final = "```"


def message(text: str, blocks: Sequence[Json], say: Speaker) -> Message:
    """What is said, under Slack's limits; the text is what a notification shows."""
    first, *rest = pieces(text, NOTIFICATION)
    return Message(text=first + CUT if rest else first, blocks=tuple(fitted(blocks, context(say("slack-more")))))


def sentence(text: str, say: Speaker) -> Message:
    """Something said in our own words, and nothing more."""
    return message(text, [section(text)], say)


def paragraph(texts: Iterable[str]) -> list[Json]:
    """Texts that are harmless already, one a line; nothing if there are none."""
    text = "\n".join(filter(None, texts))
    return [section(text)] if text else []


def row(*buttons: Json) -> Json:
    return actions(buttons)


def show_button(decision: str, say: Speaker) -> Json:
    return button("show", value(decision), say("button-show", id=decision))


def list_message(
    title: str, rows: Sequence[Lately], say: Speaker, *, around: tuple[int, int] = (0, 0), key: tuple[str, str]
) -> Message:
    """One page of a list; `around` are how many are newer and older, `key` what the buttons carry to find it again."""
    newer, older = around
    if not rows:
        return message(title, [section(f"*{title}*"), section(say("slack-list-empty"))], say)
    first, last, total = newer + 1, newer + len(rows), newer + len(rows) + older
    counted = say("slack-list-count", first=first, last=last, total=total)
    blocks = [section(f"*{title}*"), *(latest_row(row, say) for row in rows), context(counted)]
    return message(f"{title} · {counted}", [*blocks, *_turner(rows, around, key, say)], say)


def document_message(document: str, decision: str, page: int, say: Speaker) -> Message:
    """One page of a document, as it stands, ready to be copied; a page beyond the last is the last."""
    parts = pieces(document, PAGE)
    shown = min(max(page, 0), len(parts) - 1)
    blocks = [section(f"{FENCE}\n{text}\n{FENCE}") for text in _fenced(parts[shown])]
    title = say("slack-export-title", id=decision)
    return message(title, [section(f"*{title}*"), *blocks, *turner("export", decision, shown, len(parts), say)], say)


def _turner(rows: Sequence[Lately], around: tuple[int, int], key: tuple[str, str], say: Speaker) -> list[Json]:
    """The buttons to the pages beside it; where the words are too many to be carried, a sentence instead."""
    beside = [
        (place, label, row)
        for place, label, row, count in (
            (NEWER, "slack-page-before", rows[0], around[0]),
            (OLDER, "slack-page-after", rows[-1], around[1]),
        )
        if count
    ]
    if not beside:
        return []
    if len(key[1]) > CARRIED:
        return [context(say("slack-list-narrow"))]
    return [
        actions([button("show", value(*key, _number(row.id)), say(label), place) for place, label, row in beside]),
    ]


def _number(decision_id: str) -> int:
    return int(decision_id.removeprefix("D-"))


def _fenced(text: str) -> tuple[str, ...]:
    """The text in sections, its letters as they are: only what Slack would read as its own is written another way."""
    literal = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    unbroken = re.sub("`(?=`)", f"`{GUARD}", literal)
    return pieces(unbroken, SECTION - len(f"{FENCE}\n\n{FENCE}"))
