"""Reads what a rehearsed agent needs out of its prompt: who it is, what was asked, and under which ids."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

from consensus.model import Model
from consensus.panel.forms import NONE_OF_THESE

SEAT = re.compile(r"\A[^\n]*?\((\w+)\)")
FRENCH = re.compile(r"\A(?:Vous êtes|Tu es)\b")
QUESTION = re.compile(r"^Question ?: (.*?)\n\nOptions ", re.MULTILINE | re.DOTALL)
ARGUMENT = re.compile(r"\s+(\S+) \+ ")


class Prompt(Model):
    """One request to a rehearsed agent."""

    seat: str
    lang: Literal["en", "fr"]
    question: str
    options: dict[str, str]
    """Text by id, in the order they were shown."""
    lines: tuple[str, ...]

    @classmethod
    def read(cls, messages: Sequence[Mapping[str, Any]], form: Mapping[str, Any]) -> Self:
        """The prompt behind a conversation; a repair request repeats the first one."""
        system, user = (_first(role, messages) for role in ("system", "user"))
        seat, question = SEAT.match(system), QUESTION.search(user)
        lines = tuple(user.splitlines())
        return cls(
            seat=seat[1] if seat else system.partition("\n")[0],
            lang="fr" if FRENCH.match(system) else "en",
            question=question[1] if question else "",
            options={name: _beside(name, lines) for name in _ids(form)},
            lines=lines,
        )

    def argument_for(self, option: str) -> str | None:
        """The id of the first argument for an option, from the list that is grouped by option."""
        group = ""
        for line in self.lines:
            group = line if line in self.options else group
            if group == option and (argument := ARGUMENT.match(line)):
                return argument[1]
        return None


def _first(role: str, messages: Sequence[Mapping[str, Any]]) -> str:
    return next((str(message["content"]) for message in messages if message["role"] == role), "")


def _ids(form: Mapping[str, Any]) -> list[str]:
    """The option ids of a form: what its first field that names an option allows."""
    for name, field in form.get("properties", {}).items():
        if name in {"choice", "option"}:
            return [value for value in field.get("enum", ()) if value != NONE_OF_THESE]
        if found := _ids(field.get("items", {})):
            return found
    return []


def _beside(name: str, lines: Sequence[str]) -> str:
    """The text that stands beside an id, on a line of its own."""
    label = f"{name}: "
    return next((line.removeprefix(label) for line in lines if line.startswith(label)), name)
