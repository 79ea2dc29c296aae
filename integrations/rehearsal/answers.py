"""The canned answer to one prompt, in whatever form was asked for."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from consensus.panel.forms import AXES, NONE_OF_THESE, NOT_MOVED
from integrations.rehearsal.plan import FIRST, NONE, SECOND, SILENT, Path, favourites_first, part_of, path_of
from integrations.rehearsal.prompt import Prompt

Form = Mapping[str, Any]


@cache
def sentences() -> dict[str, dict[str, str]]:
    """What is said, by language."""
    text = files("integrations.rehearsal").joinpath("texts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def answer(prompt: Prompt, form: Form) -> dict[str, Any] | None:
    """An object of the form; none where this seat's part is to say nothing."""
    path = path_of(prompt.question)
    fields = form.get("properties", {})
    is_moderator = "confidence" not in fields and "choice" in fields
    part = FIRST if is_moderator else part_of(prompt.seat, path, is_final="moved_by" in fields)
    if part == SILENT:
        return None
    known = _known(prompt, path, part)
    if "moved_by" in fields and part != part_of(prompt.seat, path, is_final=False):
        known["moved_by"] = prompt.argument_for(known["choice"]) or NOT_MOVED
    return {name: known[name] if name in known else _plain(field, prompt) for name, field in fields.items()}


def _known(prompt: Prompt, path: Path, part: str) -> dict[str, Any]:
    """Every field that our forms may ask for."""
    ranked = _ranked(prompt, part)
    chosen = NONE_OF_THESE if part == NONE or not ranked else ranked[0]
    say, option = sentences()[prompt.lang], prompt.options.get(chosen, "")
    rationale = say["none" if chosen == NONE_OF_THESE else "rationale"].format(option=option)
    return {
        "choice": chosen,
        "confidence": path.confidence / 100,
        "ranking": ranked,
        "rationale": rationale,
        "reason": rationale,
        "risks": [say["risk"].format(option=option)] if option else [],
        "would_change": say["would_change"],
        "moved_by": NOT_MOVED,
        "arguments": _arguments(prompt, ranked, part),
        **dict.fromkeys(AXES, 0 if path.is_fact else 1),
        "about_person": False,
    }


def _ranked(prompt: Prompt, part: str) -> list[str]:
    """The option ids, the seat's choice first."""
    texts = favourites_first(prompt.question, tuple(prompt.options.values()))
    ids = sorted(prompt.options, key=lambda name: texts.index(prompt.options[name]))
    return [*ids[1:2], *ids[:1], *ids[2:]] if part == SECOND else ids


def _arguments(prompt: Prompt, ranked: list[str], part: str) -> list[dict[str, str]]:
    """One for the seat's choice and one against the next; whoever wants none of them only argues against."""
    stances = ("against", "against") if part == NONE else ("for", "against")
    say = sentences()[prompt.lang]
    return [
        {"option": option, "stance": stance, "text": say[stance].format(option=prompt.options[option])}
        for option, stance in zip(ranked, stances, strict=False)
    ]


def _plain(field: Form, prompt: Prompt) -> Any:  # noqa: ANN401 - JSON of any shape
    """A value of the form's type for a field that no form of ours has yet."""
    if "enum" in field:
        return field["enum"][0]
    values: dict[str, Any] = {
        "object": {name: _plain(inner, prompt) for name, inner in field.get("properties", {}).items()},
        "array": [],
        "integer": field.get("minimum", 0),
        "number": field.get("minimum", 0),
        "boolean": False,
    }
    return values.get(field.get("type", "string"), sentences()[prompt.lang]["other"])
