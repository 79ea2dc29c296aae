"""What people read: one Fluent catalogue per language, looked up by key."""

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from consensus.errors import ConsensusError
from consensus.panel.agents import Language

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

TOPICS = ("terminal", "errors", "notes", "card", "slack", "github_errors", "github")
"""Read one after the other, until a key is found: help needs only the first. No topic refers to another."""

LONG = 1_000
"""Fluent refuses values of more than 2,500 characters, so a long one is filled in afterwards, at its stand-in."""
STAND_IN = re.compile("\ue000[a-z_]+\ue001")


class Say:
    """Speaks one language; a key or a variable that the catalogue does not know is a KeyError."""

    def __init__(self, lang: Language, bundle: "FluentBundle") -> None:
        self.lang = lang
        self._bundle = bundle
        self._unread = list(TOPICS)

    def __call__(self, key: str, /, **params: str | int) -> str:
        """The sentence of `key`; underscores in a key are read as dashes."""
        name = key.replace("_", "-")
        while self._unread and not self._bundle.has_message(name):
            self._read(self._unread.pop(0))
        message = self._bundle.get_message(name) if self._bundle.has_message(name) else None
        if message is None or message.value is None:
            raise KeyError(key)
        long = {f"\ue000{name}\ue001": str(value) for name, value in params.items() if len(str(value)) > LONG}
        short = {name: f"\ue000{name}\ue001" if len(str(value)) > LONG else value for name, value in params.items()}
        text, problems = self._bundle.format_pattern(message.value, short)
        if problems:
            raise KeyError(key, *(str(problem) for problem in problems))
        return STAND_IN.sub(lambda found: long.get(found[0], found[0]), str(text))

    def enum(self, prefix: str, value: str, /, **params: str | int) -> str:
        """The words for one value of an enumeration: `enum("cause", "rate_limited")`."""
        return self(f"{prefix}-{value}", **params)

    def error(self, error: ConsensusError) -> str:
        """The sentence that an error carries."""
        return self(error.key, **error.params)

    def _read(self, topic: str) -> None:
        from fluent.runtime import FluentResource

        self._bundle.add_resource(FluentResource(source(self.lang, topic).read_text(encoding="utf-8")))


@cache
def catalogue(lang: Language) -> Say:
    """The catalogue of a language, each topic read once."""
    from fluent.runtime import FluentBundle

    return Say(lang, FluentBundle([lang], use_isolating=False))


def source(lang: Language, topic: str) -> Traversable:
    """The file that holds one topic of one language."""
    return resources.files(__name__) / lang / f"{topic}.ftl"
