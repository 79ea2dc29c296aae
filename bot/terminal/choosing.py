"""Which option a person means at the terminal: by its text, by its number in a list, or none to abstain."""

from collections.abc import Callable, Iterable, Sequence

from consensus.asking import option_text
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.text import normalise

ABSTAIN = 0
"""The place in a list that stands for an abstention; options are counted from one."""
WORDS = ("abstain", "abstention")
"""What abstains in either language, unless an option is called so."""


def option_named(decision: Decision, named: str) -> str | None:
    """The id of the option with that text; none for an abstention."""
    texts = {normalise(option_text(decision, option)): option for option in decision.opened.options}
    if normalise(named) in texts:
        return texts[normalise(named)]
    if normalise(named) in WORDS:
        return None
    raise RequestError("vote-unknown-option")


def meanings(texts: Sequence[str], answer: str) -> frozenset[int]:
    """The places that an answer may mean; several where a number is also the text of another option.

    `#2` is always a number and `"2"` always a text.
    """
    plain = normalise(answer)
    numbers = [(form, place) for place in range(len(texts) + 1) for form in (str(place), f"#{place}")]
    named = [(normalise(form), place) for place, text in enumerate(texts, start=1) for form in (text, f'"{text}"')]
    found = frozenset(place for form, place in (*numbers, *named) if form == plain)
    return found or frozenset({ABSTAIN} if plain in WORDS else ())


def word_to_abstain(texts: Iterable[str], say: Callable[[str], str]) -> str:
    """The word that abstains where these are the options; empty if all such words are options."""
    taken = {normalise(text) for text in texts}
    return next((word for word in (say("word-abstain"), *WORDS) if normalise(word) not in taken), "")
