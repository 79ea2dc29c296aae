"""All that is behind a card, page by page: every ballot and round, what people did, what was read, what it cost."""

from collections.abc import Iterable, Iterator
from typing import Final

from consensus.card import Speaker, make_card, render
from consensus.card.details import Detail, Quoted, Title, details
from consensus.decision import Decision
from integrations.slack.blocks import said
from integrations.slack.elements import actions, button, context, plain_text, section, value
from integrations.slack.fitting import pieces
from integrations.slack.limits import SECTION, TITLE, VIEW_BLOCKS, Json
from integrations.slack.text import harmless, quoted

DETAILS: Final = "consensus_details"
PAGE: Final = 20_000
"""Characters of one page: Slack takes 250 kB a view (https://docs.slack.dev/reference/methods/views.open), and an
emoji is twelve bytes on the way."""
ON_A_PAGE: Final = VIEW_BLOCKS - 4
"""Leaves room for the number of the page and the buttons that turn it."""
BAR: Final = "> "


def details_modal(decision: Decision, say: Speaker, page: int = 0) -> Json:
    """One page of everything; a page beyond the last is the last."""
    pages = _pages(part for text in _texts(decision, say) for part in _parts(text))
    shown = min(max(page, 0), len(pages) - 1)
    return {
        "type": "modal",
        "callback_id": DETAILS,
        "title": plain_text(f"{say('button-details')} {decision.id}", TITLE),
        "close": plain_text(say("slack-close"), TITLE),
        "private_metadata": value(decision.id),
        "blocks": [*(section(text) for text in pages[shown]), *turner("details", decision.id, shown, len(pages), say)],
    }


def turner(verb: str, decision: str, page: int, pages: int, say: Speaker) -> list[Json]:
    """The number of the page and the buttons to the ones beside it; nothing if there is only one."""
    if pages == 1:
        return []
    beside = (("slack-page-before", page - 1), ("slack-page-after", page + 1))
    buttons = [button(verb, value(decision), say(key), place) for key, place in beside if 0 <= place < pages]
    return [context(say("slack-page", page=page + 1, pages=pages)), actions(buttons)]


def _pages(texts: Iterable[str]) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    room = PAGE
    for text in texts:
        if len(pages[-1]) == ON_A_PAGE or (pages[-1] and len(text) > room):
            pages.append([])
            room = PAGE
        pages[-1].append(text)
        room -= len(text)
    return pages


def _parts(text: str) -> Iterator[str]:
    """The text in sections; a quotation stays one in each of them."""
    for part in pieces(text, SECTION - len(BAR)):
        yield BAR + part if text.startswith(BAR) and not part.startswith(BAR) else part


def _texts(decision: Decision, say: Speaker) -> Iterator[str]:
    card = make_card(decision)
    yield f"*{render(harmless(card.headline), say)}*"
    yield from filter(None, [quoted(card.question)])
    yield from said((*card.banner, card.asked, *card.why, *card.objections, *card.measures, *card.notes), say)
    yield from filter(None, (_text(each, say) for each in details(decision)))


def _text(detail: Detail, say: Speaker) -> str:
    match detail:
        case Title(line=title):
            return f"*{render(harmless(title), say)}*"
        case Quoted(text=text):
            return quoted(text)
    return render(harmless(detail), say)
