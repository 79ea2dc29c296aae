"""The grammar of a request, shared by Slack, GitHub and the terminal: what is asked, and between which options."""

import re
import unicodedata

from bot.alternatives import alternatives
from bot.listing import Listed, from_lines, from_quotes
from bot.quotes import has_lonely_quote, unquoted
from consensus.model import Model


class Asked(Model):
    """A question and the options found in it; without options it is a proposal. `notes` are keys of sentences."""

    question: str
    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def parse_question(text: str) -> Asked:
    """What a request asks: quoted options, else list lines, else "A or B?", else no options."""
    tidy = normalised(text)
    notes = ("note-lonely-quote",) if has_lonely_quote(tidy) else ()
    found = from_quotes(tidy) or from_lines(tidy) or _from_sentence(tidy)
    return Asked(question=found.question, options=found.options, notes=notes)


def normalised(text: str) -> str:
    """The text as it is parsed: composed characters, LF, plain spaces, no white space around it."""
    composed = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(r"[\u00a0\u2007\u202f]", " ", composed).strip()


def _from_sentence(text: str) -> Listed:
    """The text as the question; quotes around the whole of it are no part of it."""
    question = unquoted(text)
    return Listed(question, alternatives(question))
