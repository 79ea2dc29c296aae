"""Reads `consensus.toml`; every refusal names the line."""

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from bot.configuration import Configuration
from bot.nearest import nearest
from bot.toml_lines import line_of, lines_of
from consensus.errors import ConfigurationError

Place = tuple[str | int, ...]


def read_config(path: Path) -> Configuration:
    """The configuration in the file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError("config-unreadable", path=str(path)) from error
    return parse_config(text, str(path))


def parse_config(text: str, path: str) -> Configuration:
    """The configuration in a text; `path` is named when its syntax is wrong."""
    try:
        tables = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError("config-syntax", path=path, line=_syntax_line(str(error), text)) from error
    try:
        return Configuration.model_validate(tables)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
    lines = lines_of(text)
    first = min(found, key=lambda each: line_of(each["loc"], lines))
    raise _explained(first["type"], first["loc"], first.get("ctx", {}), line_of(first["loc"], lines))


def _syntax_line(message: str, text: str) -> int:
    """The parser tells the line in its message, or that the text ended too early."""
    match = re.search(r"at line (\d+)", message)
    return int(match[1]) if match else text.count("\n") + 1


def _explained(kind: str, place: Place, context: dict[str, Any], line: int) -> ConfigurationError:
    key = _key(place)
    if kind == "extra_forbidden":
        return ConfigurationError(
            "config-unknown-key", setting=key, line=line, nearest=nearest(str(place[-1]), _known(place))
        )
    if kind == "missing":
        return ConfigurationError("config-missing-key", setting=key, line=line)
    if kind == "choices":
        return ConfigurationError("config-bad-choice", setting=key, line=line, choices=str(context["expected"]))
    expected = context.get("expected", f"[[{key}]]" if kind == "tuple_type" else f"[{key}]")
    return ConfigurationError("config-bad-value", setting=key, line=line, expected=str(expected))


def _key(place: Place) -> str:
    """The key as in the file; the number of a repeated table counts from one."""
    return ".".join(str(part) for part in place if not isinstance(part, int))


def _known(place: Place) -> tuple[str, ...]:
    """The keys that the table at this place knows."""
    table: type[BaseModel] = Configuration
    for part in place[:-1]:
        field = table.model_fields.get(str(part))
        table = (field and _table_in(field.annotation)) or table
    return tuple(table.model_fields)


def _table_in(annotation: object) -> type[BaseModel] | None:
    """The table that a field is made of, in whatever container."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _table_in(part))), None)
