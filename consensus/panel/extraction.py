"""Finds the JSON objects that stand in a model's reply."""

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Final

_THOUGHT: Final = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_UNFINISHED_THOUGHT: Final = re.compile(r"^\s*<think(?:ing)?>.*\Z", re.DOTALL | re.IGNORECASE | re.MULTILINE)
_OBJECT_START: Final = re.compile(r'\{\s*"(?:[^"\\\n]|\\.)*+"\s*:')
_STRING_OR_BRACE: Final = re.compile(r'"(?:[^"\\]|\\.?)*+(?:"|\Z)|[{}]', re.DOTALL)


class RepeatedFieldError(ValueError):
    """A JSON object holds the same field twice, so it says two things."""


def spoken(reply: str) -> str:
    """The reply without what the model only thought."""
    return _UNFINISHED_THOUGHT.sub("", _THOUGHT.sub("", reply)).strip()


def objects(text: str) -> tuple[dict[str, object], ...]:
    """Every complete JSON object of the text, outermost ones only; raises RepeatedFieldError."""
    found: list[dict[str, object]] = []
    position = 0
    while (start := _OBJECT_START.search(text, position)) and (end := _end_of_object(text, start.start())):
        parsed = _parsed(text[start.start() : end])
        if parsed is not None:
            found.append(parsed)
        position = end
    return tuple(found)


def _end_of_object(text: str, start: int) -> int:
    """Where the object that starts here is closed, braces in strings aside; 0 if it never is."""
    depth = 0
    for token in _STRING_OR_BRACE.finditer(text, start):
        if token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth -= 1
            if depth == 0:
                return token.end()
    return 0


def _parsed(text: str) -> dict[str, object] | None:
    try:
        parsed = json.loads(
            text, parse_float=_number, parse_constant=_no_number, object_pairs_hook=_distinct, strict=False
        )
    except RepeatedFieldError:
        raise
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None


def _number(digits: str) -> Decimal | None:
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None


def _no_number(_name: str) -> None:
    """NaN and the infinities are no numbers of ours: the field is as good as missing."""


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise RepeatedFieldError
    return fields
