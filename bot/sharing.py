"""A decision brought up again: shared with a whole place, or offered instead of asking the same question twice."""

from typing import Final

from bot.viewing import Viewer, may_share, seen_row
from consensus.card import Moment, Speaker, make_card, render
from consensus.card.about import about
from consensus.card.lines import line
from consensus.decision import Decision
from consensus.events import Instant, OpenedWords
from consensus.question import Question, normalise
from integrations.slack import lists
from integrations.slack.blocks import Message, said
from integrations.slack.elements import button, section, value
from integrations.slack.limits import Json
from integrations.slack.text import harmless, inline
from integrations.store import visible
from integrations.store.store import Store

REMEMBERED: Final = 90 * 86_400_000_000
"""So long a decision answers the same question when it is asked again in its room."""


async def share(decision_id: str, viewer: Viewer, store: Store, say: Speaker) -> Message | None:
    """The decision for everybody where the person is; none if not all of them may see it, or the person may not."""
    row = await seen_row(decision_id, viewer, store)
    decision = await store.load(row.id) if row else None
    if decision is None or not await may_share(decision, viewer):
        return None
    voice = await viewer.voice(decision) if viewer.voice else say
    return _brief(decision, (lists.show_button(decision.id, voice),), voice)


async def decided_before(store: Store, place: str, asked: Question, now: Instant) -> Decision | None:
    """The newest decision of the same question with the same options in the same room, if it is not too old."""
    row = await store.look(visible.decided_before(place, asked.text, now - REMEMBERED))
    decision = await store.load(row.id) if row else None
    words = decision.words(1) if decision else None
    options = {normalise(option) for option in words.options} if isinstance(words, OpenedWords) else set()
    return decision if options == {normalise(option.text) for option in asked.options} else None


def decided_already(decision: Decision, say: Speaker, *, asked_as: str | None = None) -> Message:
    """Offers an earlier decision instead of a new one; `asked_as` names the request that was put aside for that."""
    offers = (
        lists.show_button(decision.id, say),
        button("again", value(decision.id, asked_as, about(decision)), say("slack-again")),
        button("use", value(decision.id, about=about(decision)), say("button-use")),
    )
    return _brief(decision, offers, say)


def _brief(decision: Decision, buttons: tuple[Json, ...], say: Speaker) -> Message:
    """When it was decided and what, the question, one reason and one objection."""
    card = make_card(decision)
    headline = card.headline
    if decision.has_ended and card.status == "decided":
        ended = decision.events[decision.end.seq - 1].at
        headline = line("slack-decided", when=Moment(at=ended), what=card.headline)
    shown = render(harmless(headline), say)
    blocks = [
        *lists.paragraph(said(card.banner, say)),
        section(f"*{shown}*"),
        *lists.paragraph([inline(card.question), *said((card.asked, *card.why[:1], *card.objections[:1]), say)]),
        lists.row(*buttons),
    ]
    return lists.message(shown, blocks, say)
