"""The Home tab: what waits for this person, with the time left, what was decided lately, and how to start."""

from collections.abc import Iterator
from typing import Final

from consensus.card import Moment, Speaker
from consensus.events import Instant
from consensus.model import Model
from consensus.status import Status
from consensus.voting.strength import Band
from integrations.slack.details import turner
from integrations.slack.elements import actions, button, context, section, value
from integrations.slack.limits import Json
from integrations.slack.text import inline, plain

ON_A_PAGE: Final = 20
MINUTE: Final = 60_000_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LONGEST: Final = 300
"""Characters of a question in a list: the whole one is behind *Show*."""


class Waiting(Model):
    """A vote or a proposal that this person may answer; `about` is its seq."""

    id: str
    question: str
    deadline: Instant
    about: int


class Lately(Model):
    """A decision that this person may see."""

    id: str
    question: str
    status: Status
    winner: str | None = None
    band: Band | None = None


class Home(Model):
    """All that one person's tab shows; who may see what has been decided before."""

    votes: tuple[Waiting, ...] = ()
    approvals: tuple[Waiting, ...] = ()
    latest: tuple[Lately, ...] = ()


def home_view(home: Home, say: Speaker, *, now: Instant, page: int = 0) -> Json:
    """One page of the tab; a page beyond the last is the last."""
    rows = list(_rows(home, say, now))
    pages = max(-(-len(rows) // ON_A_PAGE), 1)
    shown = min(max(page, 0), pages - 1)
    listed = rows[shown * ON_A_PAGE : (shown + 1) * ON_A_PAGE]
    return {
        "type": "home",
        "blocks": [
            section(f"*{say('slack-home-start')}*\n{say('slack-home-how')}"),
            actions([button("ask", value(""), say("slack-home-ask"), style="primary")]),
            *_headed(listed),
            *([] if rows else [context(say("slack-home-nothing"))]),
            *turner("home", "", shown, pages, say),
        ],
    }


def _headed(rows: list[tuple[str, Json]]) -> Iterator[Json]:
    """Each kind of row below its heading, on every page where it goes on."""
    heading = ""
    for title, row in rows:
        if title != heading:
            heading = title
            yield section(f"*{title}*")
        yield row


def _rows(home: Home, say: Speaker, now: Instant) -> Iterator[tuple[str, Json]]:
    for title, waiting in (("slack-home-votes", home.votes), ("slack-home-approvals", home.approvals)):
        for each in sorted(waiting, key=lambda each: (each.deadline, each.id)):
            until = say("vote-until", deadline=say.show(Moment(at=each.deadline)))
            said = f"{_question(each.question)}\n{each.id} · {_left(each.deadline - now, say)} · {until}"
            yield say(title), section(said, _show(each.id, each.about, say))
    for decision in home.latest:
        yield say("slack-home-latest"), latest_row(decision, say)


def latest_row(decision: Lately, say: Speaker) -> Json:
    """One decision of a list: what was asked, where it stands, and the button that shows it."""
    said = f"{_question(decision.question)}\n{decision.id} · {_outcome(decision, say)}"
    return section(said, _show(decision.id, 0, say))


def _question(text: str) -> str:
    return inline(plain(text, LONGEST))


def _show(decision: str, about: int, say: Speaker) -> Json:
    return button("show", value(decision, about=about), say("button-show", id=decision))


def _outcome(decision: Lately, say: Speaker) -> str:
    if not decision.winner:
        return say(f"status-{decision.status}")
    band = [say(f"band-{decision.band}")] if decision.band else []
    return " · ".join([f"*{inline(plain(decision.winner, LONGEST))}*", *band])


def _left(time: int, say: Speaker) -> str:
    """The time left in the largest unit that says something."""
    if time <= 0:
        return say("slack-home-over")
    for unit, length in (("days", DAY), ("hours", HOUR)):
        if time >= 2 * length:
            return say(f"slack-home-{unit}", count=time // length)
    return say("slack-home-minutes", count=-(-time // MINUTE))
