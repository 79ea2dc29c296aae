"""Tells English from French by small words and accents."""

import re
import unicodedata
from typing import Final

from consensus.panel.agents import Language

_WORD: Final = re.compile(r"[^\W\d_]+")
_ENGLISH: Final = frozenset(
    _WORD.findall(
        "a an and are as at be but by can could do does for from has have how if in into is it its keep more not "
        "of or our over should so than that the their then there these this to use was we were what when where "
        "which who why will with would you your"
    )
)
_FRENCH: Final = frozenset(
    _WORD.findall(
        "au aucun aux avec avoir ce ces cet cette comment contre dans de des devons doit dois du elle en entre "
        "est et faire faut garder il ils je la le les leur leurs lequel laquelle mais ne nos notre nous ou par "
        "pas plus pour pourquoi que quel quelle quelles quels qui quoi quand sa sans ses si son sont sur une un "
        "utiliser va vaut vers vos votre vous"
    )
)
_ELISION: Final = re.compile(r"\b(?:c|d|j|l|m|n|s|t|qu|jusqu|lorsqu|puisqu)['\u2019](?=[^\W\d_]{2})")
_ACCENT: Final = re.compile(r"[àâçèéêëîïôœùûÿ]")


def detect_language(text: str) -> Language:
    """French when it has more French signs than English ones; English otherwise."""
    lower = unicodedata.normalize("NFC", text.casefold())
    words = _WORD.findall(lower)
    accented = sum(1 for word in words if _ACCENT.search(word))
    french = sum(word in _FRENCH for word in words) + accented + len(_ELISION.findall(lower))
    english = sum(word in _ENGLISH for word in words)
    return "fr" if french > english else "en"
