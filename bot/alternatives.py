"""The options inside a sentence ("A or B?"): careful, as a wrong split is worse than none."""

import re
from collections.abc import Sequence
from typing import Final

from bot.pieces import are_parallel, checked, ended, is_act, is_later_act, without
from bot.wording import pattern, words

_I: Final = re.IGNORECASE
_OR: Final = re.compile(r",?\s+(?:or|ou bien|ou)\s+", _I)
_VERSUS: Final = re.compile(r",?\s+(?:vs\.?|versus)\s+", _I)
_AGAINST: Final = re.compile(r"\s+contre\s+", _I)
_AND: Final = re.compile(r",?\s+(?:and|et|or|ou)\s+", _I)
_COMMA: Final = re.compile(r"\s*,\s*")
_SENTENCE: Final = re.compile(r"(?<=[?!…])\s+|(?<=[^ vVsS]\w\.)\s+(?=[A-ZÀ-Ý])|\n+")
_ASIDE: Final = re.compile(r"\s*\([^()]*\)")
_INTRODUCED: Final = re.compile(r"\s*:\s+|\s+[\-\u2013\u2014]\s+")
_MOST_CHARACTERS: Final = 600
"""A longer sentence is no question with its options."""
_MOST_TAKEN: Final = 5
_MOST_NAMED: Final = 3


def alternatives(text: str) -> tuple[str, ...]:
    """The options of the one sentence that offers some; none if no or several sentences do."""
    sentences = [sentence.strip() for sentence in _SENTENCE.split(text) if sentence.strip()]
    found = (_of_sentence(sentence) for sentence in sentences if _may_offer(sentence, sentences))
    offering = [options for options in found if options]
    return offering[0] if len(offering) == 1 else ()


def _may_offer(sentence: str, sentences: Sequence[str]) -> bool:
    """Whether it asks: a statement among others only tells something."""
    if len(sentence) > _MOST_CHARACTERS:
        return False
    if len(sentences) == 1 or sentence.endswith("?"):
        return True
    before = sentences[sentences.index(sentence) - 1]
    is_answering = before.endswith("?") and pattern("which").match(before)
    return any((is_answering, _VERSUS.search(sentence), pattern("choosing").match(sentence)))


def _of_sentence(sentence: str) -> tuple[str, ...]:
    body = _ASIDE.sub("", sentence).rstrip(" ?!.…")
    readers = (_versus, _between, _better, _offered, _against)
    return next((options for read in readers if (options := checked(read(body)))), ())


def _versus(body: str) -> Sequence[str]:
    """What "A vs B for the API" compares."""
    head, *others = _VERSUS.split(_introduced(body, _VERSUS))
    if not others:
        return ()
    first = without(head, "which_is_better")
    return ended([_taken(first) or first, *others[:-1], others[-1].partition(",")[0]])


def _between(body: str) -> Sequence[str]:
    """What stands behind "choose between", or behind "between" before a question."""
    is_choosing = pattern("choosing").match(body)
    listed = without(body, "choosing") if is_choosing else without(body, "between")
    if not is_choosing and listed != body:
        listed, _, rest = listed.partition(",")
        listed = listed if not rest or pattern("which").match(rest.strip()) else ""
    head, *others = _AND.split(listed)
    return ended([*_COMMA.split(head), *others]) if others and listed != body else ()


def _better(body: str) -> Sequence[str]:
    """What "is A or B better?" compares."""
    match = re.match(r"(?:is|are|would)\s+(?!it\s)(?P<pair>.+)", body, _I)
    if not match or not pattern("better").search(match["pair"]):
        return ()
    head, *others = _OR.split(pattern("better").sub("", match["pair"]))
    return [*_COMMA.split(head), *others] if others else ()


def _against(body: str) -> Sequence[str]:
    """What "A contre B" compares, if both are names alike."""
    head, *others = _AGAINST.split(body)
    if len(others) != 1 or pattern("opening").match(head) or _is_clause(head) or len(head.split()) > _MOST_NAMED:
        return ()
    is_alike = bool(pattern("french_article").match(head)) == bool(pattern("french_article").match(others[0]))
    return ended([head, *others]) if is_alike else ()


def _offered(body: str) -> Sequence[str]:
    """The pieces around "or", freed from what they share."""
    head, *others = _pieces(_introduced(body, _OR)) or [""]
    if not others:
        return ()
    opening = pattern("opening").match(head)
    rest = without(head, "opening")
    acts = [without(without(other, "hedge"), "opening") for other in others]
    begins_act = opening or pattern("taking").match(rest) or (is_act(rest) and not pattern("yes_no").match(rest))
    if begins_act and all(is_later_act(act) for act in acts):
        return () if pattern("catenative").match(rest) else ended([rest, *acts])
    taken = _taken(head)
    if taken and (shared := _shared(head.removesuffix(taken), [taken, *others])):
        return shared
    is_whole = taken or opening or (is_act(rest) and " " in rest) or _is_clause(head)
    return () if is_whole or not are_parallel([head, *others]) else ended([head, *others])


def _introduced(body: str, connector: re.Pattern[str]) -> str:
    """The side of a colon or dash that holds the choice; nothing if both do."""
    choosing = [side for side in _INTRODUCED.split(body) if connector.search(side)]
    return choosing[0] if len(choosing) == 1 else ""


def _pieces(body: str) -> list[str]:
    """What stands between the commas and the "or"; nothing if there are two lists."""
    head, *others = _OR.split(body)
    if not others or any("," in piece for piece in others[:-1]):
        return []
    listed = _COMMA.split(head)
    while len(listed) > 1 and (pattern("lead_in").match(listed[0]) or pattern("which").match(listed[0])):
        listed.pop(0)
    listed[0] = without(listed[0], "which_is_better")
    return [piece.strip() for piece in (*listed, *others[:-1], others[-1].partition(",")[0])]


def _taken(head: str) -> str:
    """The first option behind a verb of taking; empty if there is no such verb."""
    asked = without(head, "question_verb")
    rest = without(head, "opening")
    taken = asked if asked != head else without(rest, "taking")
    return "" if asked == head and taken == rest else taken


def _shared(verb: str, pieces: list[str]) -> Sequence[str]:
    """Things to be taken; acts among them mean that the verb is not shared."""
    said = verb.rsplit(maxsplit=1)[-1].lower()
    things = [pieces[0], *(_after(piece, said) for piece in pieces[1:])]
    is_one_verb = said in words("wanting") or not any(is_later_act(thing) for thing in things[1:])
    is_short = len(things[0].split()) <= _MOST_TAKEN
    return ended(things) if is_one_verb and is_short and are_parallel(things) else ()


def _after(piece: str, word: str) -> str:
    """The piece without a preposition that it says again: "in Go or in Rust"."""
    return piece[len(word) + 1 :] if piece.lower().startswith(f"{word} ") else piece


def _is_clause(head: str) -> bool:
    """Whether it asks something else than which option."""
    return any(pattern(name).match(head) for name in ("yes_no", "which", "inverted"))
