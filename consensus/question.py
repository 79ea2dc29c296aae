"""What makes a question decidable: its text and between two and ten different options."""

from collections.abc import Sequence
from typing import Final

from consensus.errors import QuestionError
from consensus.language import detect_language
from consensus.model import Model
from consensus.panel.agents import Language
from consensus.text import normalise, printable

__all__ = ["Option", "Question", "check_safety_order", "detect_language", "make_question", "normalise"]

LONGEST_QUESTION: Final = 2_000
LONGEST_OPTION: Final = 200
MOST_OPTIONS: Final = 10
FEWEST_OPTIONS: Final = 2
_YES_NO: Final[dict[Language, tuple[str, str]]] = {"en": ("yes", "no"), "fr": ("oui", "non")}


class Option(Model):
    """One possible answer, as it was written."""

    id: str
    text: str


class Question(Model):
    """A question that can be decided; `notes` are keys of what was changed on the way in."""

    text: str
    options: tuple[Option, ...]
    is_proposal: bool
    options_stated: bool
    safety_order: tuple[str, ...] | None
    """Option ids, safest first, if somebody declared it."""
    notes: tuple[str, ...]
    lang: Language


def make_question(
    text: str, options: Sequence[str], *, safest_first: bool = False, lang: Language | None = None
) -> Question:
    """The question as it will be asked; raises QuestionError when it cannot be decided."""
    asked = _checked_text(text)
    stated = [_checked_option(option, place) for place, option in enumerate(options, start=1)]
    distinct = _merged(stated)
    spoken = lang or detect_language(" ".join([asked, *distinct]))
    if len(distinct) < FEWEST_OPTIONS:
        return _proposal(asked, distinct, spoken)
    numbered = _numbered(distinct)
    return Question(
        text=asked,
        options=numbered,
        is_proposal=False,
        options_stated=True,
        safety_order=tuple(option.id for option in numbered) if safest_first else None,
        notes=() if len(distinct) == len(stated) else ("note-duplicates-merged",),
        lang=spoken,
    )


def check_safety_order(order: Sequence[str], options: Sequence[Option]) -> tuple[str, ...]:
    """The option ids of a declared order (ids or texts); raises QuestionError unless it names each option once."""
    known = {normalise(option.text): option.id for option in options} | {option.id: option.id for option in options}
    named = tuple(known.get(normalise(name)) for name in order)
    ids = tuple(name for name in named if name is not None)
    if len(ids) != len(named) or sorted(ids) != sorted(option.id for option in options):
        raise QuestionError("safety-order-not-all-options", order=", ".join(order), count=len(options))
    return ids


def _proposal(text: str, stated: Sequence[str], lang: Language) -> Question:
    """Yes or no, no being safe; a single option becomes part of the question, so that everybody sees it."""
    yes, no = _numbered(_YES_NO[lang])
    return Question(
        text=" – ".join([text, *(option for option in stated if normalise(option) not in normalise(text))]),  # noqa: RUF001
        options=(yes, no),
        is_proposal=True,
        options_stated=bool(stated),
        safety_order=(no.id, yes.id),
        notes=("note-one-option",) if stated else (),
        lang=lang,
    )


def _checked_text(text: str) -> str:
    shown = printable(text)
    if not normalise(shown):
        raise QuestionError("question-empty")
    if len(shown) > LONGEST_QUESTION:
        raise QuestionError("question-too-long", length=len(shown), limit=LONGEST_QUESTION)
    return shown


def _checked_option(text: str, place: int) -> str:
    shown = printable(text)
    if not normalise(shown):
        raise QuestionError("option-empty", place=place)
    if len(shown) > LONGEST_OPTION:
        raise QuestionError("option-too-long", place=place, length=len(shown), limit=LONGEST_OPTION)
    return shown


def _merged(stated: Sequence[str]) -> list[str]:
    first: dict[str, str] = {}
    for option in stated:
        first.setdefault(normalise(option), option)
    if len(first) == 1 < len(stated):
        raise QuestionError("options-all-the-same", option=stated[0], count=len(stated))
    if len(first) > MOST_OPTIONS:
        raise QuestionError("too-many-options", count=len(first), limit=MOST_OPTIONS)
    return list(first.values())


def _numbered(texts: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(id=f"o{place}", text=text) for place, text in enumerate(texts, start=1))
