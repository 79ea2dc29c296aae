"""What is seen of a decision first, as paragraphs of Markdown: how it stands, why, and what can be done now."""

from collections.abc import Iterable, Iterator
from typing import Final

from consensus.card import Card, Line, Side, Speaker, make_card, render
from consensus.card.lines import line
from consensus.decision import Decision
from consensus.events import OpenedWords
from consensus.text import shortened
from integrations.github.offers import AWAITING, Around, is_public, names, offers
from integrations.github.text import code, harmless, inline, link

BETWEEN: Final = " · "
SHA: Final = 7
"""Characters of a commit's id that people read."""
UNKNOWN: Final = "—"
COUNTED: Final = "progress-heard"
"""Changes with every ballot: too often for a comment, whose edits GitHub counts and keeps."""
OVER: Final = frozenset({"cancelled", "not_needed"})
MOODS: Final = (
    ("+1", "👍"), ("-1", "👎"), ("hooray", "🎉"), ("heart", "❤️"), ("rocket", "🚀"), ("confused", "😕"),
    ("laugh", "😄"), ("eyes", "👀"),
)  # fmt: skip
STALE: Final = "github-banner-stale"
DISSENTS: Final = {"line-dissent": "github-against", "line-dissent-would-change": "github-against-would-change"}


def screen(decision: Decision, say: Speaker, around: Around, most: int) -> list[str]:
    """Every paragraph, an empty one where there is nothing to say; no text in them is longer than `most`."""
    card = make_card(decision)
    return [
        *head(decision, say, around, most),
        *said([*_reasons(card), *_objections(card)], say, most),
        table(card, say, most),
        "\n".join(_cases(card, say, most)),
        "\n".join(offers(decision, say, around)),
        people(decision, say, most),
        _mood(around, say),
        BETWEEN.join(said([each for each in card.measures if each.key != COUNTED], say, most)),
        "\n".join(said(card.notes, say, most)),
    ]


def head(decision: Decision, say: Speaker, around: Around, most: int) -> list[str]:
    """What must be known first, what is answered, how it stands, and what was asked."""
    card = make_card(decision)
    asked = [inline(shortened(card.question, most)), *said([card.asked, *_understood(decision)], say, most)]
    return [
        "\n".join(said(card.banner, say, most)),
        _origin(decision, say, around),
        f"### {render(harmless(card.headline, most), say)}",
        "\n".join(filter(None, asked)),
    ]


def said(lines: Iterable[Line], say: Speaker, most: int) -> list[str]:
    return [render(harmless(_copyable(each), most), say) for each in lines]


def _copyable(each: Line) -> Line:
    """A command stands in code here, to be copied with one press."""
    return each.model_copy(update={"key": STALE}) if each.key == "banner-stale" else each


def table(card: Card, say: Speaker, most: int) -> str:
    """Agents and people side by side, while something is open or once people have voted."""
    has_votes = any(side.votes is not None for side in card.sides)
    if card.status in OVER or not (card.status in AWAITING or has_votes):
        return ""
    called = names(card)
    rows = [(inline(shortened(called[side.option], most)), side.agents, side.votes) for side in card.sides]
    lines = [f"| {name} | {agents} | {UNKNOWN if votes is None else votes} |" for name, agents, votes in rows]
    return "\n".join([say("github-table"), "|---|---|---|", *lines])


def people(decision: Decision, say: Speaker, most: int) -> str:
    """What people were asked and did; that votes of others are only advice, where a vote is taken in comments."""
    card = make_card(decision)
    advisory = [say("github-advisory")] if card.status == "awaiting_vote" and is_public(decision) else []
    return BETWEEN.join([*said(card.people, say, most), *advisory])


def _origin(decision: Decision, say: Speaker, around: Around) -> str:
    """The request, and the commit that was discussed."""
    taken = decision.panel.context
    head = taken.facts.head_sha if taken else None
    comment = link(say("github-this-comment"), around.origin)
    if not around.origin:
        return say("github-at", head=code(head[:SHA])) if head else ""
    return (
        say("github-origin-at", comment=comment, head=code(head[:SHA]))
        if head
        else say("github-origin", comment=comment)
    )


def _understood(decision: Decision) -> list[Line]:
    """The options, until the panel is through: a misreading is to be seen before it is too late."""
    words = decision.words(decision.panel.opened.seq)
    if decision.panel.closed or decision.has_ended or not isinstance(words, OpenedWords):
        return []
    return [line("line-options", options=tuple(line("github-option", option=option) for option in words.options))]


def _reasons(card: Card) -> list[Line]:
    return [each.model_copy(update={"key": "github-why"}) if each.key == "line-why" else each for each in card.why]


def _objections(card: Card) -> list[Line]:
    """The strongest objection with the number of all, and where the others are."""
    if not card.objections:
        return []
    first, count = card.objections[0], len(card.objections)
    if first.key not in DISSENTS or not first.params["text"]:
        return [first]
    strongest = Line(key=DISSENTS[first.key], params={**first.params, "count": count})
    return [strongest, line("github-more-objections", count=count - 1)] if count > 1 else [strongest]


def _cases(card: Card, say: Speaker, most: int) -> list[str]:
    """While people answer, the best reason for each option; of those that an approver weighs also the one against."""
    if card.status not in AWAITING:
        return []
    cases = [each for side in card.sides for each in _for_and_against(side)]
    return [f"- {each}" for each in said(cases, say, most)]


def _for_and_against(side: Side) -> Iterator[Line]:
    if side.reason:
        yield line("line-for-option", option=side.text, count=side.agents, text=side.reason)
    if side.against:
        yield line("line-side-against", option=side.text, text=side.against)


def _mood(around: Around, say: Speaker) -> str:
    given = dict(around.mood)
    counts = BETWEEN.join(f"{face} {given[name]}" for name, face in MOODS if given.get(name))
    return say("github-mood", counts=counts) if counts else ""
