"""The texts that agents are asked with, read once from the folder of their language."""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from consensus.panel.agents import Language

_SUFFIX: Final = ".md"


@cache
def templates(lang: "Language") -> dict[str, str]:
    """Every template of the language by name, without the line end of its file."""
    folder = files("consensus.panel").joinpath("prompts", lang)
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(_SUFFIX)), key=lambda entry: entry.name)
    return {entry.name.removesuffix(_SUFFIX): entry.read_text(encoding="utf-8").rstrip("\n") for entry in found}


def filled(lang: "Language", name: str, **values: str | int) -> str:
    """The template with its places filled; a paragraph or line that is only an empty place is left out."""
    empty = [place for place, value in values.items() if value == ""]
    text = templates(lang)[name]
    for place in empty:
        text = re.sub(rf"^\${place}\n\n?", "", text, flags=re.MULTILINE)
    return Template(text).substitute(values)


@cache
def problem_sentences(lang: "Language") -> dict[str, str]:
    """What a repair request says about each problem, by the problem's key."""
    lines = templates(lang)["problems"].splitlines()
    return dict(line.split(": ", maxsplit=1) for line in lines)


def prompt_digest(lang: "Language", role: str, framing: str) -> str:
    """What identifies the words that an agent is asked with."""
    parts = [f"{name}\0{text}" for name, text in templates(lang).items()]
    return sha256("\0".join([*parts, role, framing]).encode()).hexdigest()
