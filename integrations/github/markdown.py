"""A decision as comments of GitHub: the one that is edited in place, and the short ones that notify."""

from collections.abc import Iterator
from typing import Final, Literal

from consensus.card import Moment, Person, Speaker, make_card, render
from consensus.card.details import Detail, Quoted, Title, details
from consensus.channel import Marker
from consensus.decision import Decision
from consensus.model import Model
from consensus.text import shortened
from integrations.github.fitting import fitted
from integrations.github.limits import BODY
from integrations.github.marker import marker_line
from integrations.github.offers import Around, offers
from integrations.github.screen import head, people, said, screen, table
from integrations.github.text import harmless, inline, quoted

ENDS: Final = frozenset({"decided", "undecided", "not_needed"})
"""What a verdict is posted for: all that is behind the card stands there, and not twice."""

SHORT: Final = 300
"""Characters of a question that stands in full elsewhere."""


class Comment(Model):
    """What is posted, as Markdown."""

    body: str


def marked(comment: Comment, marker: Marker) -> Comment:
    """The comment with the hidden line by which it is found again; an edit needs it as much as the first post."""
    return Comment(body=f"{marker_line(marker)}\n{comment.body}")


def sticky(decision: Decision, say: Speaker, around: Around) -> Comment:
    """How the decision stands, edited in place."""
    is_shown_elsewhere = make_card(decision).status in ENDS or decision.panel.closed is None
    return _comment(decision, say, around, [] if is_shown_elsewhere else list(behind(decision, say)))


def verdict(decision: Decision, say: Speaker, around: Around) -> Comment:
    """How it ended, and everything behind it."""
    return _comment(decision, say, around, list(behind(decision, say)))


def turn(decision: Decision, say: Speaker, around: Around, kind: Literal["turn", "reminder"]) -> Comment:
    """Calls people to an open vote or proposal; if neither is open any more it says how things stand."""

    def draw(most: int) -> list[str]:
        card = make_card(decision)
        return [
            *head(decision, say, around, most),
            _call(decision, say, kind, most),
            table(card, say, most),
            "\n".join(offers(decision, say, around)),
            people(decision, say, most),
        ]

    voters = [] if kind == "reminder" else _voters(decision, say)
    return Comment(body=fitted(draw, voters, say("github-electorate"), _more(decision, say)))


def over(decision: Decision, say: Speaker, key: str) -> Comment:
    """What a call to people says when nobody waits for them any more."""
    question = inline(shortened(make_card(decision).question, SHORT))
    return Comment(body=f"{say(key, question=question)} {say('github-stands', id=decision.id)}")


def behind(decision: Decision, say: Speaker) -> Iterator[str]:
    """Every objection, then every ballot of each round, what people did, what was read, and the cost."""
    yield from said(make_card(decision).objections, say, BODY)
    for detail in details(decision):
        yield _detail(detail, say)


def _comment(decision: Decision, say: Speaker, around: Around, folded: list[str]) -> Comment:
    def draw(most: int) -> list[str]:
        return screen(decision, say, around, most)

    return Comment(body=fitted(draw, folded, say("github-behind"), _more(decision, say)))


def _more(decision: Decision, say: Speaker) -> str:
    return say("github-more", id=decision.id)


def _detail(detail: Detail, say: Speaker) -> str:
    match detail:
        case Title(line=title):
            return f"**{render(harmless(title, BODY), say)}**"
        case Quoted(text=text):
            return quoted(text)
    return render(harmless(detail, BODY), say)


def _call(decision: Decision, say: Speaker, kind: Literal["turn", "reminder"], most: int) -> str:
    vote, proposal = decision.people.open_vote, decision.people.open_proposal
    question = inline(make_card(decision).question[:most])
    if decision.has_ended:
        return ""
    if vote and vote.eligible:
        deadline = say.show(Moment(at=vote.deadline))
        if kind == "reminder":
            missing = vote.eligible - len(vote.standing)
            return say("vote-reminder", question=question, deadline=deadline, missing=missing)
        return say("vote-can-vote", count=vote.eligible, question=question, deadline=deadline)
    return say("github-approve-asked", question=question) if proposal else ""


def _voters(decision: Decision, say: Speaker) -> list[str]:
    """Everybody who can vote, by name: frozen, so that all can check it; nobody where a rule says who may."""
    vote = decision.people.open_vote
    voters = vote.opened.facts.voters if vote and not decision.has_ended else ()
    return [", ".join(say.show(Person(id=voter)) for voter in voters)] if voters else []
