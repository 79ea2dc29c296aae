"""What each verb takes: a reader per verb turns its arguments into a command, or finds that it was no verb."""

import re
from collections.abc import Callable, Mapping
from typing import Final, get_args

from bot.arguments import Arguments, divided
from bot.commands import parse_question
from bot.flags import Value, split_flags
from bot.nearest import nearest
from bot.quotes import quoted, unquoted
from bot.spoken import (
    Act,
    ActVerb,
    Command,
    Extend,
    Help,
    Link,
    List,
    Look,
    LookVerb,
    Outcome,
    OutcomeName,
    Search,
    Status,
    Vote,
)
from bot.units import DURATION, read_duration
from bot.wording import pattern
from consensus import status
from consensus.errors import RequestError
from consensus.voting.strength import Band

_I: Final = re.IGNORECASE
STATES: Final = ("open", "mine", "ended", *get_args(Band), *get_args(status.Status))
"""What a list can be narrowed to."""
VERBS: Final[Mapping[str, str]] = {
    word: verb
    for verb, words in {
        "help": "help aide",
        "status": "status statut",
        "show": "show montre montrer montrez",
        "list": "list liste lister",
        "search": "search find cherche chercher cherchez rechercher",
        "why": "why pourquoi",
        "verify": "verify vérifie vérifier vérifiez",
        "export": "export exporte exporter exportez",
        "run": "run lance lancer lancez",
        "vote": "vote voter votez",
        "approve": "approve approuve approuver approuvez",
        "reject": "reject rejette rejeter rejetez",
        "close": "close ferme fermer fermez clore",
        "extend": "extend prolonge prolonger prolongez",
        "cancel": "cancel stop annule annuler annulez stopper arrête arrêter arrêtez",
        "reopen": "reopen rouvre rouvrir rouvrez",
        "rerun": "rerun relance relancer relancez",
        "outcome": "outcome",
        "link": "link lier",
    }.items()
    for word in words.split()
}
"""Every word that is a verb, and the verb that it is."""
_REASONED: Final = frozenset({"approve", "reject", "cancel"})
"""What stands behind the id of these is the reason, with or without "because"."""
_REFUSED_REASON: Final = re.compile(r"^(?:(?:and|et|or|ou|&)\s+)?d-?[0-9]|\?$", _I)
"""A further decision or a question is no reason."""
_CHANGING: Final = frozenset({"rerun", "reopen"})
"""These take the flags of a question."""
_STATE_WORDS: Final = {"my": "mine", "closed": "ended", "ouvertes": "open", "fortes": "strong", "faibles": "weak"}
_DECISIONS: Final = frozenset({"decisions", "décisions", "all", "the", "toutes", "les", "please"})
_ABSTAIN: Final = re.compile(r"(?:i )?abstain|abstention|je m['\u2019]abstiens|m['\u2019]abstenir", _I)
_FOR: Final = re.compile(r"(?:for|pour)\s+", _I)
_NO_BALLOT: Final = re.compile(r"(?:on|about|whether|sur|by|in|to|when|how|early)\b", _I)
_MOST_CHOSEN: Final = 6
"""Without an id, more words than that are a sentence, not an option."""
_BY: Final = re.compile(
    r"(?:(?:it|this|(?:the )?(?:vote|deadline)|le vote|l['\u2019][eé]ch[eé]ance)\s+)?(?:(?:by|for|de|another)\s+)*\+?",
    _I,
)
_OUTCOME: Final = re.compile(
    r"(?:(?P<held>held)|(?P<partly>partly)|(?P<did_not>did[ _-]not|didn['\u2019]t)|(?P<too_early>too[ _-]early)"
    r"|(?P<overridden>overridden|(?:we )?decided otherwise))\b[\s,.:;!]*",
    _I,
)
_ACCOUNT: Final = re.compile(r"(?:my )?(?:(?:github|slack)\b)?\s*(?:account\b)?\s*(?P<to>@?[\w-]+)?", _I)


def _help(_: str, said: Arguments) -> Command | None:
    word = said.rest.casefold().strip(" ?!.")
    about = VERBS.get(word)
    return Help(verb=about) if about or word in {"me", "us", "moi"} or not (said.said or said.id) else None


def _status(verb: str, said: Arguments) -> Command | None:
    return Status(id=said.id) if _is_all(verb, said) else None


def _list(_: str, said: Arguments) -> Command | None:
    words = [word for word in said.rest.casefold().strip(" .!").split() if word not in _DECISIONS]
    if not words:
        return List()
    state = _STATE_WORDS.get(words[0], words[0].replace("-", "_"))
    if len(words) > 1 or state.endswith("?"):
        return None
    if state not in STATES:
        near, known = nearest(state, STATES), ", ".join(STATES)
        raise RequestError("list-unknown-state", state=words[0], nearest=near, known=known)
    return List(state=state)


def _search(_: str, said: Arguments) -> Command | None:
    words = said.rest
    is_quote_of_question = any(pattern(name).match(words) for name in ("opening", "which", "yes_no"))
    if "\n" in words or (words.endswith("?") and not is_quote_of_question):
        return None
    return Search(words=unquoted(words))


def _look(verb: LookVerb) -> "Reader":
    return lambda _, said: Look(verb=verb, id=said.id) if _is_all(verb, said) else None


def _act(verb: ActVerb) -> "Reader":
    def read(_: str, said: Arguments) -> Command | None:
        if verb in _REASONED and said.id and said.said and not _REFUSED_REASON.search(said.said):
            return Act(verb=verb, id=said.id, reason=said.tail)
        flags: dict[str, Value] = {}
        if verb in _CHANGING and (said.id or said.is_here or said.said.startswith("--")):
            left, flags = split_flags(said.tail)
            behind, reason = divided(left)
            said = said._replace(said=behind, reason=reason)
        return Act(verb=verb, id=said.id, reason=said.reason, flags=flags) if _is_all(verb, said) else None

    return read


def _vote(verb: str, said: Arguments) -> Command | None:
    if not said.said:
        return Vote(id=said.id, reason=said.reason)
    if said.said.endswith("?") or said.id is None:
        if said.id and not _offers(verb, said):
            raise RequestError("verb-too-much", verb=verb, rest=said.said)
        if said.id or _is_sentence(verb, said):
            return None
    named = _FOR.sub("", said.said, count=1) if _FOR.match(said.said) else said.said
    abstains = _ABSTAIN.fullmatch(named.partition("\n")[0].strip(" *_~`.!")) is not None
    return Vote(id=said.id, choice=None if abstains else unquoted(named), abstains=abstains, reason=said.reason)


def _is_sentence(verb: str, said: Arguments) -> bool:
    """Whether what stands behind "vote" without an id is more than an option of the open vote."""
    is_long = len(said.said.split()) > _MOST_CHOSEN or "\n" in said.said or len(quoted(said.said)) > 1
    return is_long or said.said.endswith("?") or bool(_NO_BALLOT.match(said.said)) or _offers(verb, said)


def _extend(_: str, said: Arguments) -> Command | None:
    if not said.said:
        return Extend(id=said.id)
    by = _BY.sub("", said.said, count=1).rstrip(" .!")
    if said.id is None and not DURATION.fullmatch(by):
        return None
    return Extend(id=said.id, by=read_duration(by))


def _outcome(_: str, said: Arguments) -> Command | None:
    if not said.said:
        return Outcome(id=said.id)
    match = _OUTCOME.match(said.tail)
    if match:
        what: OutcomeName = match.lastgroup  # type: ignore[assignment]  # the groups are named after the outcomes
        reason = said.reason if not said.said[match.end() :].strip() else said.tail[match.end() :]
        return Outcome(id=said.id, outcome=what, reason=reason)
    if said.id is None:
        return None
    raise RequestError("outcome-unknown", value=said.said, choices=", ".join(get_args(OutcomeName)))


def _link(_: str, said: Arguments) -> Command | None:
    match = _ACCOUNT.fullmatch(said.rest.rstrip(" .!"))
    return Link(to=match["to"]) if match else None


def _is_all(verb: str, said: Arguments) -> bool:
    """Whether nothing else is said; more behind an id is refused, unless it makes a question."""
    if not said.said:
        return True
    if said.id is None or (said.said.endswith("?") and _offers(verb, said)):
        return False
    raise RequestError("verb-too-much", verb=verb, rest=said.said)


def _offers(verb: str, said: Arguments) -> bool:
    return bool(parse_question(f"{verb} {said.id or ''} {said.said}").options)


Reader = Callable[[str, Arguments], Command | None]
READERS: Final[Mapping[str, Reader]] = {
    "help": _help,
    "status": _status,
    "list": _list,
    "search": _search,
    "vote": _vote,
    "extend": _extend,
    "outcome": _outcome,
    "link": _link,
    **{verb: _look(verb) for verb in get_args(LookVerb)},
    **{verb: _act(verb) for verb in get_args(ActVerb)},
}
"""None means that the text is no command after all."""
