"""A model's reply becomes a ballot, a critique or a named problem; strict, it never guesses."""

import re
from collections.abc import Mapping
from typing import Final, Literal

from consensus.events import Axes, BallotWords
from consensus.model import Model
from consensus.panel.briefing import Brief, shown
from consensus.panel.extraction import RepeatedFieldError, objects, spoken
from consensus.panel.fields import axes_of, confidence_of, text_of, texts_of
from consensus.panel.forms import NONE_OF_THESE
from consensus.text import normalise, printable, shortened
from consensus.voting.ballots import Cause, Share

Problem = Literal[
    "empty", "no_object", "refused", "repeated_field", "two_answers", "choice_form", "choice_unknown",
    "choice_and_text", "ranking_unknown", "ranking_repeats", "ranking_first", "arguments_form",
]  # fmt: skip
Stance = Literal["for", "against"]

LONGEST_RATIONALE: Final = 2_000
LONGEST_ITEM: Final = 600
LONGEST_RAW: Final = 20_000
MOST_RISKS: Final = 8
MOST_ARGUMENTS: Final = 8
_STANCES: Final[dict[str, Stance]] = {"for": "for", "pour": "for", "against": "against", "contre": "against"}
_WAYS_OUT: Final[dict[str, Literal["none_of_these", "undecided"]]] = {
    NONE_OF_THESE: "none_of_these",
    "undecided": "undecided",
}
_REFUSED: Final[tuple[Cause, Problem]] = ("refused", "refused")
_NOTHING: Final[tuple[Cause, Problem]] = ("unparseable", "no_object")
_REFUSAL: Final = re.compile(
    r"\b(?:i (?:cannot|can't|can not|am not able|am unable|won't|will not|must decline)|i'm (?:sorry|unable|not able)"
    r"|sorry,|unable to (?:help|assist|comply)|as an ai|je ne (?:peux|veux|suis pas)|je refuse|désolé)"
)


class BallotRead(Model):
    """A ballot with a choice; what else could not be read is missing."""

    choice: str
    confidence: Share | None
    ranking: tuple[str, ...] | None = None
    axes: Axes | None = None
    about_person: bool | None = None
    moved_by: str | None = None
    flags: tuple[str, ...] = ()
    words: BallotWords


class Abstains(Model):
    """The agent was understood and chose nothing."""

    cause: Literal["none_of_these", "undecided"]
    axes: Axes | None = None
    about_person: bool | None = None
    words: BallotWords


class CritiqueRead(Model):
    """The arguments of a critique: option, stance and text of each."""

    arguments: tuple[tuple[str, Stance, str], ...]


class ModeratorRead(Model):
    """The option that a moderator proposes."""

    option: str
    reason: str


class Unreadable(Model):
    """No answer yet: worth one repair request about the problem, then an abstention for the cause."""

    cause: Cause
    problem: Problem


def read_ballot(text: str, brief: Brief) -> BallotRead | Abstains | Unreadable:
    """The ballot of a vote."""
    ballot = _answer(text, "choice")
    if isinstance(ballot, Unreadable):
        return ballot
    axes, about_person = _qualification(ballot, brief)
    words = _words(ballot, text)
    choice = _option(ballot["choice"], brief)
    if isinstance(choice, Unreadable):
        way_out = _way_out(ballot["choice"])
        return Abstains(cause=way_out, axes=axes, about_person=about_person, words=words) if way_out else choice
    ranking = _ranking(ballot.get("ranking"), choice, brief)
    if isinstance(ranking, Unreadable):
        return ranking
    confidence, was_rescaled = confidence_of(ballot.get("confidence"))
    return BallotRead(
        choice=choice,
        confidence=confidence,
        ranking=ranking,
        axes=axes,
        about_person=about_person,
        moved_by=_moved_by(ballot.get("moved_by"), brief),
        flags=("confidence_rescaled",) if was_rescaled else (),
        words=words,
    )


def read_final(text: str, brief: Brief) -> BallotRead | Abstains | Unreadable:
    """The ballot of the final vote, which may name the argument that moved it."""
    return read_ballot(text, brief)


def read_critique(text: str, brief: Brief) -> CritiqueRead | Unreadable:
    """The arguments that can be read; those about no option of ours are left out."""
    critique = _answer(text, "arguments")
    if isinstance(critique, Unreadable):
        return critique
    listed = critique["arguments"]
    if not isinstance(listed, list):
        return Unreadable(cause="unparseable", problem="arguments_form")
    read = [argument for argument in (_argument(item, brief) for item in listed) if argument]
    if listed and not read:
        return Unreadable(cause="unparseable", problem="arguments_form")
    return CritiqueRead(arguments=tuple(read[:MOST_ARGUMENTS]))


def read_moderator(text: str, brief: Brief) -> ModeratorRead | Unreadable:
    """Exactly one of the tied options, or no proposal."""
    answer = _answer(text, "choice")
    if isinstance(answer, Unreadable):
        return answer
    option = _option(answer["choice"], brief)
    if isinstance(option, Unreadable):
        return option
    return ModeratorRead(option=option, reason=text_of(answer.get("reason"), LONGEST_RATIONALE))


def _answer(text: str, required: str) -> dict[str, object] | Unreadable:
    """The one JSON object of the reply that has the required field."""
    said = spoken(text)
    if not said:
        return Unreadable(cause="empty", problem="empty")
    try:
        found = objects(said)
    except RepeatedFieldError:
        return Unreadable(cause="unparseable", problem="repeated_field")
    answers = [answer for answer in found if required in answer]
    if not answers:
        is_refusal = not found and _REFUSAL.search(normalise(said))
        cause, problem = _REFUSED if is_refusal else _NOTHING
        return Unreadable(cause=cause, problem=problem)
    if any(answer != answers[0] for answer in answers):
        return Unreadable(cause="contradictory", problem="two_answers")
    return answers[0]


def _option(named: object, brief: Brief) -> str | Unreadable:
    """The option behind an opaque id, a whole text, or both when they agree; never behind a part of one."""
    if not isinstance(named, str):
        return Unreadable(cause="unparseable", problem="choice_form")
    by_id = dict(shown(brief))
    by_text = {normalise(text): option for option, text in brief.options}
    whole = normalise(named)
    if option := by_id.get(whole) or by_text.get(whole):
        return option
    opaque, _, text = whole.partition(":")
    by_both = (by_id.get(opaque.strip()), by_text.get(text.strip()))
    if None in by_both:
        return Unreadable(cause="outside_options", problem="choice_unknown")
    if by_both[0] != by_both[1]:
        return Unreadable(cause="contradictory", problem="choice_and_text")
    return str(by_both[0])


def _way_out(named: object) -> Literal["none_of_these", "undecided"] | None:
    return _WAYS_OUT.get(normalise(named).replace(" ", "_")) if isinstance(named, str) else None


def _ranking(listed: object, choice: str, brief: Brief) -> tuple[str, ...] | Unreadable | None:
    """The options in the ballot's order; a ranking that is not there or no list is missing."""
    if not brief.wants_ranking or not isinstance(listed, list) or not listed:
        return None
    ranked = [option for option in (_option(item, brief) for item in listed) if isinstance(option, str)]
    if len(ranked) != len(listed):
        return Unreadable(cause="outside_options", problem="ranking_unknown")
    if len(set(ranked)) != len(ranked):
        return Unreadable(cause="contradictory", problem="ranking_repeats")
    if ranked[0] != choice:
        return Unreadable(cause="contradictory", problem="ranking_first")
    return tuple(ranked)


def _argument(item: object, brief: Brief) -> tuple[str, Stance, str] | None:
    if not isinstance(item, dict):
        return None
    option = _option(item.get("option"), brief)
    stance = _STANCES.get(normalise(str(item.get("stance"))))
    text = text_of(item.get("text"), LONGEST_ITEM)
    return (option, stance, text) if isinstance(option, str) and stance and text else None


def _qualification(ballot: Mapping[str, object], brief: Brief) -> tuple[Axes | None, bool | None]:
    if not brief.wants_axes:
        return None, None
    about_person = ballot.get("about_person")
    return axes_of(ballot), about_person if isinstance(about_person, bool) else None


def _moved_by(named: object, brief: Brief) -> str | None:
    others = (argument.id for argument in brief.arguments if argument.id not in brief.own)
    return next((argument for argument in others if argument == named), None)


def _words(ballot: Mapping[str, object], reply: str) -> BallotWords:
    return BallotWords(
        rationale=text_of(ballot.get("rationale"), LONGEST_RATIONALE),
        risks=texts_of(ballot.get("risks"), most=MOST_RISKS, limit=LONGEST_ITEM),
        would_change=text_of(ballot.get("would_change"), LONGEST_ITEM),
        raw=shortened(printable(reply), LONGEST_RAW),
    )
