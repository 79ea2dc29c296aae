"""The known word that somebody probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like `word`, however unlike; empty when nothing is known."""
    by_folded = {each.casefold(): each for each in known}
    close = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0)
    return by_folded[close[0]] if close else ""
