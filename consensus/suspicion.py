"""Sentences in outside text that speak to the agents instead of about the matter."""

import re
import unicodedata
from typing import Final, Literal, get_args

Flag = Literal[
    "ignore_instructions", "addresses_agents", "tells_the_vote", "role_change", "forged_system", "forged_fence"
]
FLAGS: Final[tuple[Flag, ...]] = get_args(Flag)

# The signs are matched against text without case and accents; a blank stands for any white space.
_THOSE: Final = "(?:(?:all|any|the|your|of|these|those|my) )*"
_EARLIER: Final = "(?:previous|prior|above|earlier|preceding|foregoing|system|your|other)"
_ORDERS: Final = "(?:instructions?|prompts?|directives?|guidelines|rules|orders|consignes?|regles?)"
_ENDS: Final = r"(?=\s*(?:[.,;:!]|$|and\b|et\b))"
_AVANT: Final = r"(?:(?:qui )?preced\w+|ci-dessus|anterieures?|initiales?|(?:du )?systeme)"
_IGNOREZ: Final = "(?:ignore[zr]?|oublie[zr]?|contourne[zr]?)"
_AGENTS: Final = (
    r"(?:agents?|panel(?:ists?|istes?)?|a\.?i\.?s?|ias?|llms?|language models?|modeles? de langage|chatbots?)"
)
_MUST: Final = "(?:must|should|shall|have to|need to|are to|will|doit|doivent|devront|devraient|vont)"
_TOUS: Final = "(?:(?:all|only|always|tous|toutes|toujours) )?"
_CHOOSE: Final = (
    "(?:vote|choose|pick|select|recommend|approve|prefer|answer|rank"
    "|voter|choisir|selectionner|recommander|approuver|preferer|repondre|classer)"
)
_CLAUSE: Final = r"(?:^|[.!?:;,]\s+|[\"'(\[*_>-]\s*)"
_BEGINS: Final = r"(?:^(?:@[\w-]{1,40}: |bot [^:\n]{1,80}: )?)"
"""A line, or what somebody says after their name."""
_SPEAKER: Final = "(?:system|systeme|assistant|developer)"
_MACHINES: Final = (
    r"(?:ubuntu|debian|fedora|centos|rhel|alpine|arch|linux|mac|macos|os\s?x|windows|android|ios|ipados|freebsd|darwin"
    r"|cpu|gpu|memory|ram|x86|amd64|arm|intel|apple|m\d|nixos|wsl|docker|kernel|version|v?\d|n/a)"
)
_HARMLESS_NOW: Final = (
    "(?:able|ready|set|good|done|using|running|logged|connected|on|up|subscribed|following|signed|watching|required"
    "|allowed|in|prets?|pretes?|en mesure|connectee?s?|abonnee?s?|inscrite?s?)"
)

_SIGNS: Final[dict[Flag, tuple[str, ...]]] = {
    "ignore_instructions": (
        rf"\b(?:ignore|disregard|forget|override|bypass) {_THOSE}{_EARLIER} (?:\w+ ){{0,2}}{_ORDERS}\b",
        rf"\b(?:ignore|disregard|forget) (?:(?:all|any|the|your|of|these) )+{_ORDERS}{_ENDS}",
        r"\b(?:ignore|disregard|forget) (?:everything|all) (?:above|before|said|you were told)\b",
        rf"\b{_IGNOREZ} (?:\w+ ){{0,3}}?{_ORDERS} {_AVANT}\b",
        rf"\b{_IGNOREZ} (?:toutes? )?(?:tes|vos|les|ces) {_ORDERS}{_ENDS}",
    ),
    "addresses_agents": (
        rf"\b{_AGENTS} {_MUST} {_TOUS}{_CHOOSE}\b",
        rf"\b(?:note|message|notice)\s*:? (?:to|for|aux?|pour) (?:(?:the|all|any|les|tous les) )*{_AGENTS}\b",
        rf"\ba l'attention (?:des |du |de tous les |de l'){_AGENTS}\b",
        rf"\bif you are an? {_AGENTS}\b|\bas an? {_AGENTS}(?: (?:model|agent|assistant|reviewer))?\s*,? you\b",
        rf"\bsi (?:tu es|vous etes) une? {_AGENTS}\b",
    ),
    "tells_the_vote": (
        rf"{_CLAUSE}(?:(?:please|now|always|just) )?vote (?:for|against|yes|no|option)\b",
        rf"{_CLAUSE}(?:maintenant )?vote[zr]? (?:pour|contre|oui|non)\b",
        rf"\b(?:you|everyone|everybody|all of you) {_MUST} {_TOUS}vote (?:for|against)\b",
        r"\b(?:tu dois|vous devez) (?:(?:tous|toutes) )?voter (?:pour|contre)\b",
        r"\b(?:your|ton|votre) (?:vote|ballot|bulletin|choice|choix) (?:must|has to|shall|doit|devra) (?:be|etre)\b",
        r"\"choice\"\s*:[^}]{0,300}\"(?:confidence|rationale|ranking)\"\s*:",
    ),
    "role_change": (
        rf"\b(?:you are now|(?:tu es|vous etes) (?:maintenant|desormais))\b(?! {_HARMLESS_NOW}\b)",
        r"\bfrom now on,? you (?:are|will|must|shall)\b|\bpretend (?:to be|that you are|you are)\b",
        r"\b(?:a partir de maintenant|desormais),? (?:tu|vous) (?:es|etes|dois|devez|seras|serez)\b",
    ),
    "forged_system": (
        rf"{_BEGINS}\W*{_SPEAKER}\s*(?:prompt|message|note|override|notice)?\W{{0,3}}:(?!\W*{_MACHINES}\b)\W*\w",
        rf"<\|?\s*(?:system|im_start|im_end|endoftext)\b|\[/?inst\]|{_BEGINS}\s*\[system\]",
    ),
    "forged_fence": (
        r"</?\s*data-",
        r"\bend of (?:the )?(?:untrusted |outside )?(?:data|context|material|thread)\b\s*(?:[-=*\])>.]|$)",
        r"\bfin (?:du|des|de la) (?:contexte|donnees|materiau|discussion)\b\s*(?:[-=*\])>.]|$)",
    ),
}
_PATTERNS: Final = {
    flag: re.compile("|".join(signs).replace(" ", r"\s+"), re.MULTILINE) for flag, signs in _SIGNS.items()
}
_TAG: Final = re.compile(
    r"<\s*(/?)\s*(context|contexte|conversation|data|documents?|instructions?|material|options|prompt|question|system"
    r"|thread|transcript|untrusted\w*|user)\b[^<>]*>"
)


def flags_in(text: str, *, is_code: bool = False) -> tuple[Flag, ...]:
    """Why the text looks like an attempt to steer the agents; nothing for ordinary talk."""
    folded = _folded(text)
    found = {flag for flag, pattern in _PATTERNS.items() if pattern.search(folded)}
    if not is_code and _closes_what_it_never_opened(folded):
        found.add("forged_fence")
    return tuple(flag for flag in FLAGS if flag in found)


def _folded(text: str) -> str:
    """Without case, accents and odd widths or quotes, so that spelling tricks hide nothing."""
    plain = unicodedata.normalize("NFKD", text.replace("\u2019", "'").replace("\u201c", '"').replace("\u201d", '"'))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


def _closes_what_it_never_opened(text: str) -> bool:
    """Whether a tag ends what no tag began: it wants to end our fence."""
    opened: dict[str, int] = {}
    for slash, name in _TAG.findall(text):
        opened[name] = opened.get(name, 0) + (-1 if slash else 1)
        if opened[name] < 0:
            return True
    return False
