"""The grammar of a whole request: a text becomes a command, and what is neither command nor question is named."""

import re
from difflib import SequenceMatcher
from typing import Final

from bot.addressing import called, without_thread, without_trigger
from bot.arguments import Arguments, arguments
from bot.commands import normalised, parse_question
from bot.flags import Value, split_flags
from bot.nearest import nearest
from bot.readers import READERS, VERBS
from bot.spoken import Ask, Command, Form, Look, OnDecision, Unknown
from consensus.errors import RequestError
from consensus.panel.agents import Language

_I: Final = re.IGNORECASE
_WORD: Final = re.compile(r"[^\s.,:;!?]+")
_POLITE: Final = re.compile(
    r"(?:(?:please|pls|hey|hi|hello|ok|bonjour|salut|svp|stp|s['\u2019]il (?:te|vous) pla[iî]t)[, ]+"
    r"|consensus[, ]+|what(?:['\u2019]s| is| was) (?:(?:the )?(?=status\b)|(?=d-?[0-9]))|quel est le (?=statut\b)"
    r"|(?:i|je) (?=(?:vote|approve|reject|rejette)\b)|j['\u2019](?=approuve\b)"
    r"|(?:can|could|would|will) you (?:please )?|(?:peux-tu|pouvez-vous|tu peux|vous pouvez) )+",
    _I,
)
_PUT: Final = re.compile(
    r"(?:put|mets|mettre|mettez)\s+(?:(?P<what>.{1,40}?)\s+)?(?:to (?:a|the) vote|au vote)[.!]?", _I
)
_QUOTE: Final = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)
_EMOJI: Final = re.compile(r":[\w+-]+:")
_WORDS: Final = re.compile(r"\w+")
_CHATTER: Final = frozenset(
    _WORDS.findall(
        "thanks thank you thx ty cheers hi hello hey yo good morning evening job bot nice great cool ok okay lol yes "
        "no sure sorry test testing all team everyone folks there so much lot very again sounds for the your "
        "help merci beaucoup bonjour salut bonsoir coucou super parfait d accord oui non bien joué tout le "
        "monde à tous l équipe pour votre aide vous toi"
    )
)
"""A text of nothing but these words asks nothing."""
_MOST_CHATTER: Final = 7
_ALIKE: Final = 80
_AKIN: Final = 60
"""Per cent of likeness from which on a word is a verb misspelt, and from which on a verb is worth naming."""
_LONGEST_SLIP: Final = 2
ABOUT_NONE: Final = frozenset({"help", "list", "search", "link"})
"""The verbs that are about no one decision."""
_ID: Final = re.compile(r"\bd-[0-9]", _I)


def parse_command(text: str, *, lang_hint: Language | None = None) -> Command:
    """What somebody said to the bot; raises RequestError where it was surely a command that cannot be carried out.

    `text` may begin with the name that the bot was called by; `lang_hint` is the language of the place.
    """
    tidy = normalised(text)
    call = called(tidy)
    body, thread = without_thread(without_trigger(call.body if call else tidy).strip())
    command = _verb(body)
    if isinstance(command, OnDecision):
        return command.model_copy(update={"thread": thread})
    if command:
        return command
    asked, flags = _flags(body, call.profile if call else None)
    if not asked:
        return Form(flags=flags, thread=thread)
    if mistaken := None if "option" in flags else _mistaken(asked):
        return mistaken
    lang = flags.get("lang", lang_hint)
    return _ask(_unwrapped(asked), flags).model_copy(update={"thread": thread, "lang": lang, "typed": text})


def _verb(text: str) -> Command | None:
    """The command that a text is; a verb counts only as the whole of it, or with arguments that fit it."""
    bare = text[match.end() :] if (match := _POLITE.match(text)) else text
    if (put := _PUT.fullmatch(bare)) and (not (what := put["what"] or "") or _names_decision(arguments(what))):
        bare = f"vote {what}"
    if bare[:1] in {"d", "D"} and _names_decision(alone := arguments(bare)) and alone.id:
        return Look(verb="show", id=alone.id)
    word = _WORD.match(bare)
    verb = VERBS.get(word[0].casefold()) if word else None
    return READERS[verb](verb, arguments(bare[len(word[0]) :])) if word and verb else None


def _names_decision(said: Arguments) -> bool:
    return (said.id is not None or said.is_here) and not said.tail.strip(" ?.!")


def _flags(text: str, profile: str | None) -> tuple[str, dict[str, Value]]:
    """The text without its flags; the profile that the bot was called by is one of them."""
    left, flags = split_flags(text)
    if profile is None:
        return left, flags
    if flags.get("profile", profile) != profile:
        raise RequestError("flag-twice", flag="profile")
    return left, {**flags, "profile": profile}


def _ask(text: str, flags: dict[str, Value]) -> Ask:
    """The question; options that are given by flags leave its own words alone."""
    asked = parse_question(text)
    stated = flags.get("option")
    others = {name: value for name, value in flags.items() if name != "option"}
    if not isinstance(stated, tuple):
        return Ask(question=asked.question, options=asked.options, notes=asked.notes, flags=others)
    question = text if asked.options else asked.question
    return Ask(question=question, options=stated, notes=asked.notes, flags=others)


def _unwrapped(text: str) -> str:
    """What stands inside, if the whole text is a quotation or code; else the text."""
    lines = text.split("\n")
    if all(line.lstrip().startswith(">") for line in lines if line.strip()):
        return _QUOTE.sub("", text).strip()
    is_code = len(text) > len("``") and text[0] == text[-1] == "`"
    return text.strip("`").strip() if is_code and "`" not in text.strip("`") else text


def _mistaken(text: str) -> Unknown | None:
    """What must not start a panel: a quoted command, chatter, a lone word, a verb with a slip."""
    first, inside = text.split(maxsplit=1)[0], _unwrapped(text)
    if inside != text and (called(inside) or _is_command(inside)):
        return Unknown(word=inside, nearest="help")
    if re.match(r"/consensus\w", text, _I):
        return Unknown(word=first, nearest="/consensus")
    words = _WORDS.findall(_EMOJI.sub(" ", text.casefold()))
    if len(words) <= _MOST_CHATTER and all(word in _CHATTER for word in words):
        return Unknown(word=text, nearest="help")
    return None if text.endswith("?") else _misspelt(text.lstrip("/"), first)


def _is_command(text: str) -> bool:
    try:
        return _verb(text) is not None
    except RequestError:
        return True


def _misspelt(text: str, first: str) -> Unknown | None:
    """A lone word, or one that looks like a verb and has something behind it that only a verb has."""
    word = _WORD.match(text)
    if word is None:
        return None
    meant = nearest(word[0], VERBS)
    said = arguments(text[word.end() :])
    is_about_decision = _ID.search(said.rest) if word[0].casefold() in VERBS else said.id and not said.said
    is_slip = _likeness(word[0], meant) >= _ALIKE and _is_command(f"{meant} {said.rest}")
    if said.rest and not is_about_decision and not is_slip:
        return None
    if word[0] == first and first.casefold() in VERBS:
        raise RequestError("which-decision")
    return Unknown(word=first, nearest=VERBS[meant] if _likeness(word[0], meant) >= _AKIN else "help")


def verb_like(ask: Ask) -> str | None:
    """The verb that a request for the panel begins with or nearly so; none for what is clearly a question."""
    text = without_trigger(ask.question)
    bare = text[match.end() :] if (match := _POLITE.match(text)) else text
    word = _WORD.match(bare)
    if word is None or ask.options or text.rstrip().endswith("?"):
        return None
    meant = nearest(word[0], VERBS)
    return VERBS[meant] if _likeness(word[0], meant) >= _ALIKE else None


def _likeness(word: str, verb: str) -> int:
    """Per cent; letters in another order are a slip of the finger, another first letter is another word."""
    typed = word.casefold()
    if typed[0] != verb[0] or abs(len(typed) - len(verb)) > _LONGEST_SLIP:
        return 0
    return 100 if sorted(typed) == sorted(verb) else round(100 * SequenceMatcher(None, typed, verb).ratio())
