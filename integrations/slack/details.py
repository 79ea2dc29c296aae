"""All that is behind a card, page by page: every ballot and round, what people did, what was read, what it cost."""

from collections.abc import Iterable, Iterator
from typing import Final

from consensus import hearing
from consensus.asking import option_text
from consensus.card import Person, Speaker, make_card, render
from consensus.card.panel import providers
from consensus.decision import Decision
from consensus.events import Abstained, BallotCast, CritiqueGiven, CritiqueWords, Reason
from consensus.people import Vote
from consensus.recorded import Recorded
from consensus.verdict import ballot_words
from integrations.slack.blocks import said
from integrations.slack.elements import actions, button, context, plain_text, section, value
from integrations.slack.fitting import pieces
from integrations.slack.limits import SECTION, TITLE, VIEW_BLOCKS, Json
from integrations.slack.text import harmless, inline, quoted

DETAILS: Final = "consensus_details"
PAGE: Final = 20_000
"""Characters of one page: Slack takes 250 kB a view (https://docs.slack.dev/reference/methods/views.open), and an
emoji is twelve bytes on the way."""
ON_A_PAGE: Final = VIEW_BLOCKS - 4
"""Leaves room for the number of the page and the buttons that turn it."""
BAR: Final = "> "
PER_CENT: Final = 10
"""Thousandths in one per cent."""


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
    yield from _options(decision, say)
    for round_ in sorted({event.facts.round for event in decision.panel.said}):
        yield f"*{say('progress-round', round=round_)}*"
        yield from _round(decision, round_, say)
    yield from _people(decision, say)
    yield from _read(decision, say)
    yield f"*{say('slack-details-cost')}*"
    yield from said(card.footer, say)
    usage = hearing.total_usage(event.facts for event in decision.events)
    yield say("line-tokens", tokens_in=usage.tokens_in, tokens_out=usage.tokens_out)


def _options(decision: Decision, say: Speaker) -> Iterator[str]:
    """The options in full, and how the question was qualified."""
    options = [
        f"{place}. {inline(option_text(decision, each))}" for place, each in enumerate(decision.opened.options, 1)
    ]
    yield "\n".join([f"*{say('slack-details-options')}*", *options])
    axes = hearing.axes(decision.panel)
    if axes:
        by = say("slack-details-by-asker" if decision.opened.axes else "slack-details-by-agents")
        yield say("line-axes", by=by, **{name: "?" if at is None else at for name, at in axes.model_dump().items()})


def _round(decision: Decision, round_: int, say: Speaker) -> Iterator[str]:
    for event in sorted(decision.panel.said, key=lambda event: event.seq):
        if event.facts.round == round_:
            yield from _heard(decision, event, say)


def _heard(decision: Decision, event: Recorded[BallotCast | Abstained | CritiqueGiven], say: Speaker) -> Iterator[str]:
    match event.facts:
        case BallotCast() as facts:
            yield from _ballot(decision, event.holding(facts), say)
        case CritiqueGiven() as facts:
            yield from _critique(decision, event.holding(facts), say)
        case Abstained() as facts:
            cause = say(f"cause-{facts.cause}")
            yield say("line-missing-seat", role=_role(decision, facts.seat), cause=cause)


def _ballot(decision: Decision, cast: Recorded[BallotCast], say: Speaker) -> Iterator[str]:
    facts, words = cast.facts, ballot_words(decision, cast)
    named = {
        "role": _role(decision, facts.seat),
        "model": inline(facts.model),
        "option": inline(option_text(decision, facts.choice)),
    }
    sure = facts.confidence
    if sure is None:
        yield say("slack-details-ballot", **named)
    else:
        yield say("slack-details-ballot-sure", percent=sure // PER_CENT, **named)
    if facts.ranking:
        ranked = " > ".join(option_text(decision, option) for option in facts.ranking)
        yield say("slack-details-ranking", ranking=inline(ranked))
    yield from filter(None, [quoted(words.rationale)])
    yield from (say("slack-details-risk", risk=inline(risk)) for risk in words.risks)
    if words.would_change:
        yield say("line-would-change", what=inline(words.would_change))
    yield from _moved(decision, cast, say)


def _moved(decision: Decision, cast: Recorded[BallotCast], say: Speaker) -> Iterator[str]:
    """Whether a final ballot differs from the seat's blind one, and the argument that it names."""
    blind = hearing.counted(decision.panel, hearing.BLIND).get(cast.facts.seat)
    if cast.facts.round != hearing.FINAL or blind is None or blind.facts.choice == cast.facts.choice:
        return
    before, after = (inline(option_text(decision, each.facts.choice)) for each in (blind, cast))
    yield say("slack-details-moved", before=before, after=after)
    arguments = dict(_arguments(decision))
    if cast.facts.moved_by in arguments:
        yield say("line-moved-by", argument=inline(arguments[cast.facts.moved_by]))


def _arguments(decision: Decision) -> Iterator[tuple[str, str]]:
    for given in decision.panel.critiques:
        words = decision.words(given.seq)
        texts = words.arguments if isinstance(words, CritiqueWords) else ()
        yield from zip((argument.id for argument in given.facts.arguments), texts, strict=False)


def _critique(decision: Decision, given: Recorded[CritiqueGiven], say: Speaker) -> Iterator[str]:
    texts = dict(_arguments(decision))
    yield say("slack-details-critique", role=_role(decision, given.facts.seat), model=inline(given.facts.model))
    for argument in given.facts.arguments:
        option = inline(option_text(decision, argument.option))
        yield say(f"slack-details-{argument.stance}", option=option, text=inline(texts.get(argument.id, "")))


def _people(decision: Decision, say: Speaker) -> Iterator[str]:
    lines = said(make_card(decision).people, say)
    votes = [vote for vote in decision.people.votes if vote.closed or not vote.opened.facts.hidden]
    if lines:
        yield "\n".join([f"*{say('slack-details-people')}*", *lines])
    for vote in votes:
        yield from _votes(decision, vote, say)


def _votes(decision: Decision, vote: Vote, say: Speaker) -> Iterator[str]:
    """Who chose what, and why; never while the tally is hidden."""
    for cast in vote.standing:
        choice = cast.facts.choice
        option = inline(option_text(decision, choice)) if choice else say("button-abstain")
        yield say("slack-details-vote", who=say.show(Person(id=cast.actor)), option=option)
        words = decision.words(cast.seq)
        yield from filter(None, [quoted(words.reason)] if isinstance(words, Reason) else [])


def _read(decision: Decision, say: Speaker) -> Iterator[str]:
    """What the agents were given, and whom it was sent to."""
    yield f"*{say('slack-details-read')}*"
    yield say("slack-details-sent", providers=inline(", ".join(providers(decision))))
    taken = decision.panel.context
    for source in taken.facts.sources if taken else ():
        named = {"source": inline(source.source), "ref": inline(source.ref)}
        key = "slack-details-messages" if source.source == "thread" else "slack-details-source"
        yield say(key, used=source.used, total=source.total, **named)
    if taken and taken.facts.missing:
        yield say("line-read-missing", what=inline(", ".join(taken.facts.missing)))
    if taken and (taken.facts.hidden or taken.facts.masked):
        yield say("slack-details-cleaned", hidden=taken.facts.hidden, masked=taken.facts.masked)


def _role(decision: Decision, seat: str) -> str:
    return inline(hearing.role(decision.panel, seat))
