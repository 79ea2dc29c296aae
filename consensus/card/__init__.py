"""The card: all that a surface shows of a decision, as plain data, derived once."""

from typing import Literal

from consensus.card.headline import headline
from consensus.card.lines import Line, Moment, Money, Person, Speaker, line, render
from consensus.card.panel import footer, measures, notes, objections, why
from consensus.card.people import people
from consensus.card.sides import Side, sides
from consensus.decision import Decision
from consensus.events import OpenedWords
from consensus.head import is_retargeted, push
from consensus.model import Model
from consensus.panel.agents import Language
from consensus.status import Status, status

__all__ = ["Action", "Card", "Line", "Moment", "Money", "Person", "Side", "Speaker", "make_card", "render"]

SHORT = 7
"""So many digits of a head are enough to know it by."""
Verb = Literal[
    "show", "vote", "cast", "abstain", "close", "approve", "reject", "rerun", "cancel", "run", "reopen", "outcome",
]  # fmt: skip


class Action(Model):
    """Something people can do now; `option` is its id where one is meant, `decision` that of another one to look at."""

    verb: Verb
    option: str | None = None
    decision: str | None = None


class Card(Model):
    """One screen: what won and how strongly first, then why and what stands against it, then what people can do."""

    id: str
    lang: Language
    status: Status
    banner: tuple[Line, ...]
    headline: Line
    question: str
    asked: Line
    why: tuple[Line, ...]
    objections: tuple[Line, ...]
    sides: tuple[Side, ...]
    measures: tuple[Line, ...]
    people: tuple[Line, ...]
    notes: tuple[Line, ...]
    footer: tuple[Line, ...]
    actions: tuple[Action, ...]


def make_card(decision: Decision) -> Card:
    opened, words = decision.opened, decision.words(decision.panel.opened.seq)
    question = words.question if isinstance(words, OpenedWords) else ""
    return Card(
        id=decision.id,
        lang=opened.lang,
        status=status(decision),
        banner=banner(decision),
        headline=headline(decision),
        question=question,
        asked=line("line-asked", id=decision.id, asker=Person(id=opened.asker)),
        why=why(decision),
        objections=objections(decision),
        sides=sides(decision),
        measures=measures(decision),
        people=people(decision),
        notes=notes(decision),
        footer=footer(decision),
        actions=actions(decision),
    )


def banner(decision: Decision) -> tuple[Line, ...]:
    """What must be known before anything else is read."""
    rehearsed = any(seat.family == "rehearsal" for seat in decision.opened.roster)
    return (*_outdated(decision), *_overridden(decision), *((line("line-rehearsal"),) if rehearsed else ()))


def _outdated(decision: Decision) -> tuple[Line, ...]:
    """What has taken its place, else that it is about an older head than the newest."""
    if successor := decision.end.superseded_by:
        return (line("headline-superseded", id=successor),)
    if pushed := push(decision):
        before, after = pushed
        return (line("banner-stale", before=before[:SHORT], after=after[:SHORT], id=decision.id),)
    if is_retargeted(decision):
        return (line("banner-retargeted", id=decision.id),)
    return ()


def _overridden(decision: Decision) -> tuple[Line, ...]:
    return (line("banner-overridden"),) if _is_overridden(decision) else ()


def _is_overridden(decision: Decision) -> bool:
    outcome = decision.end.outcome
    return outcome is not None and outcome.facts.outcome == "overridden"


def actions(decision: Decision) -> tuple[Action, ...]:
    """What people can do in this state; whether this person may is asked when they act."""
    if successor := decision.end.superseded_by:
        return (Action(verb="show", decision=successor),)
    now, vote, proposal = status(decision), decision.people.open_vote, decision.people.open_proposal
    if now == "awaiting_vote" and vote:
        if not vote.eligible:
            return (Action(verb="cancel"),)
        options = tuple(Action(verb="cast", option=option) for option in vote.opened.facts.options)
        close = (Action(verb="close"),) if vote.has_quorum else ()
        return (*options, Action(verb="abstain"), *close)
    if now == "awaiting_approval" and proposal:
        if not proposal.made.facts.approvers:
            return (Action(verb="vote"),)
        option = proposal.made.facts.option
        return (Action(verb="approve", option=option), Action(verb="vote"), Action(verb="reject", option=option))
    verbs: dict[Status, tuple[Verb, ...]] = {
        "deliberating": ("cancel",),
        "decided": ("vote", "outcome"),
        "no_quorum": ("rerun", "vote", "cancel"),
        "undecided": ("reopen", "rerun", "outcome"),
        "not_needed": ("run",),
        "cancelled": ("rerun",),
    }
    return tuple(Action(verb=verb) for verb in verbs.get(now, ()) if verb != "outcome" or not _is_overridden(decision))
