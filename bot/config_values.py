"""How a value of the settings is read; each reader knows what is expected of it."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from bot.units import read_duration, read_money, scaled
from consensus.errors import RequestError
from consensus.events import Axes, Fraction

_ELSEWHERE: Final = re.compile(r"slack:#?[\w.-]{1,80}")


def expecting(
    expected: str, read: Callable[[object], object], kind: Literal["expected", "choices"] = "expected"
) -> BeforeValidator:
    """A reader whose refusal, none or an error, says what was expected, written as in the file.

    `kind` tells whether that is an example (`expected`) or all there is to choose from (`choices`).
    """

    def checked(value: object) -> object:
        try:
            known = read(value)
        except RequestError:
            known = None
        if known is None:
            raise PydanticCustomError(kind, "{expected}", {"expected": expected})
        return known

    return BeforeValidator(checked)


def one_of(*choices: str) -> BeforeValidator:
    known = ", ".join(f'"{choice}"' for choice in choices)
    return expecting(known, lambda value: value if value in choices else None, "choices")


def _text(value: object) -> object:
    return value if isinstance(value, str) and value.strip() else None


def _texts(value: object) -> object:
    texts = value if isinstance(value, list) else [value]
    return tuple(texts) if texts and all(_text(text) for text in texts) else None


def _whole(value: object) -> object:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _thousandths(lowest: int, highest: int) -> Callable[[object], object]:
    def read(value: object) -> object:
        is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
        amount = scaled(Decimal(str(value)), 1000) if is_number else None
        return amount if amount is not None and lowest <= amount <= highest else None

    return read


def _money(value: object) -> object:
    return read_money(str(value)) if isinstance(value, str | int | Decimal) and not isinstance(value, bool) else None


def _duration(value: object) -> object:
    return read_duration(value) if isinstance(value, str) else None


def _threshold(value: object) -> object:
    """A pair of whole numbers that means more than half and at most all."""
    if not isinstance(value, list) or [type(part) for part in value] != [int, int]:
        return None
    part, whole = value
    return (part, whole) if whole < 2 * part <= 2 * whole else None


def _axes(value: object) -> object:
    if not isinstance(value, list) or [type(score) for score in value] != [int, int, int]:
        return None
    if not all(0 <= score <= 3 for score in value):  # noqa: PLR2004 - the scale of each axis
        return None
    return Axes(uncertainty=value[0], stakes=value[1], plurality=value[2])


def _elsewhere(value: object) -> object:
    return value if isinstance(value, str) and _ELSEWHERE.fullmatch(value) else None


def _base_url(value: object) -> object:
    """An address without a name, a password or a query: those would be shown and logged."""
    if not isinstance(value, str) or re.search(r"\s", value):
        return None
    try:
        parts = urlsplit(value)
    except ValueError:
        return None
    is_plain = parts.scheme in {"http", "https"} and parts.hostname and "@" not in parts.netloc
    return value if is_plain and not parts.query and not parts.fragment else None


Text = Annotated[str, expecting('"text"', _text)]
Texts = Annotated[tuple[str, ...], expecting('["text", "text"]', _texts)]
Switch = Annotated[bool, expecting("true, false", lambda value: value if isinstance(value, bool) else None, "choices")]
Whole = Annotated[int, expecting("1, 2, 3 …", _whole)]
Temperature = Annotated[int, expecting("0 … 2", _thousandths(0, 2000))]
Weight = Annotated[int, expecting("1 … 2", _thousandths(1000, 2000))]
Money = Annotated[int, expecting("0.50", _money)]
Duration = Annotated[int, expecting('"24h"', _duration)]
Threshold = Annotated[Fraction, expecting("[2, 3]", _threshold)]
Scores = Annotated[Axes, expecting("[2, 3, 1]", _axes)]
BaseUrl = Annotated[str, expecting('"https://host/v1"', _base_url)]
Elsewhere = Annotated[str, expecting('"slack:#channel"', _elsewhere)]
"""A place on another platform."""
