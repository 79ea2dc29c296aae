"""The pieces of a sentence that may be options: what they are, and where they end."""

import re
from collections.abc import Sequence
from typing import Final

from bot.quotes import unquoted
from bot.wording import pattern, words

MOST_WORDS: Final = 9
"""A longer piece is a sentence of its own."""


def is_act(piece: str) -> bool:
    """Whether the piece begins with a verb."""
    first, *others = piece.split() or [""]
    verb = first.lower()
    if verb in words("never_alone") and not others:
        return False
    if others and others[0].lower() in words("pronoun_objects"):
        return True
    if verb in words("verbs"):
        return not (verb in words("noun_verbs") and others and others[0].lower() not in words("objects"))
    if pattern("french_object").match(piece) and others:
        verb = others[0].lower()
    is_name = first.istitle() and not others
    is_infinitive = pattern("infinitive").match(verb) is not None and verb not in words("no_infinitives")
    return (is_infinitive and not is_name) or pattern("taking").match(piece) is not None


def is_later_act(piece: str) -> bool:
    """Whether a piece inside a sentence is an act; a capital there begins a name."""
    return piece[:1].islower() and is_act(piece)


def ended(pieces: Sequence[str]) -> list[str]:
    """The pieces, the last one without the end of the sentence that belongs to all of them."""
    *others, last = pieces
    is_full_act = is_later_act(last) and any(len(other.split()) > 1 for other in others)
    if is_full_act or any(pattern("tail").search(other) for other in others):
        return [*others, last]
    shorter = pattern("tail").sub("", last)
    bare = pattern("shared_place").sub("", shorter)
    are_names = all(len(piece.split()) == 1 for piece in (*others, bare))
    return [*others, bare if are_names else shorter]


def are_parallel(pieces: Sequence[str]) -> bool:
    """Whether the pieces place things alike; "Redis for jobs or sessions" does not say what is offered."""
    *firsts, last = pieces
    if pattern("placed").match(last) and not all(pattern("placed").match(piece) for piece in firsts):
        return False
    placed = [_is_placed(piece) for piece in firsts]
    return not any(placed) or (all(placed) and _is_placed(last))


def checked(pieces: Sequence[str]) -> tuple[str, ...]:
    """The options; none if one of the pieces does not look like an option, or two are the same."""
    options = tuple(_bare(piece) for piece in pieces)
    is_choice = len({option.casefold() for option in options}) == len(options) > 1
    return options if is_choice and all(_is_option(option) for option in options) else ()


def without(piece: str, name: str) -> str:
    """The piece without what the pattern finds at its beginning."""
    match = pattern(name).match(piece)
    return piece[match.end() :] if match else piece


def _is_placed(piece: str) -> bool:
    return bool(pattern("placing").search(piece) or pattern("tail").search(piece))


def _bare(piece: str) -> str:
    said = piece.strip(" ,;:")
    while (shorter := without(said, "hedge")) != said:
        said = shorter
    return without(unquoted(said), "article") if unquoted(said) == said else unquoted(said)


def _is_option(option: str) -> bool:
    count = len(option.split())
    is_pronoun = count == 1 and re.fullmatch(pattern("pronoun"), option) is not None
    refused = any(
        (pattern("no_option").match(option), pattern("subordinate").search(option), pattern("which").match(option))
    )
    return 0 < count <= MOST_WORDS and not is_pronoun and not refused
