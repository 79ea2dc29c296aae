"""Single fields of a ballot: read by their type, missing when they are of another."""

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from consensus.events import Axes
from consensus.panel.forms import AXES
from consensus.text import shortened, visible
from consensus.voting.ballots import Share

_THOUSANDTHS: Final = 1000
_THOUSANDTHS_OF_A_PERCENT: Final = 10
_PERCENT: Final = 100
_SCALE_OF_TEN: Final = 10
_HIGHEST_AXIS: Final = 3
_STATED: Final = re.compile(r"(\d{1,9}(?:[.,]\d{1,9})?)\s*(%?)")


def confidence_of(value: object) -> tuple[Share | None, bool]:
    """The confidence in thousandths, none if it cannot be read, and whether its scale was changed."""
    number, is_percent = _number_of(value)
    if number is None or not 0 <= number <= _PERCENT:
        return None, False
    if number <= 1 and not is_percent:
        return _rounded(number * _THOUSANDTHS), False
    # Between 1 and 10 nobody knows the scale: 8 of ten or 8 of a hundred.
    if number > _SCALE_OF_TEN or is_percent:
        return _rounded(number * _THOUSANDTHS_OF_A_PERCENT), True
    return None, False


def axes_of(ballot: Mapping[str, object]) -> Axes | None:
    """The axes that are whole numbers from 0 to 3; none without any."""
    axes = Axes(**{axis: _axis(ballot.get(axis)) for axis in AXES})
    return None if axes == Axes() else axes


def text_of(value: object, limit: int) -> str:
    """What can be seen of a text, cut to its limit; nothing if it is no text."""
    return shortened(visible(value), limit) if isinstance(value, str) else ""


def texts_of(value: object, *, most: int, limit: int) -> tuple[str, ...]:
    """The texts of a list, at most so many; a single text is a list of one."""
    listed = value if isinstance(value, list) else [value]
    read = (text_of(item, limit) for item in listed)
    return tuple(text for text in read if text)[:most]


def _number_of(value: object) -> tuple[Decimal | None, bool]:
    """The number, none if it is none, and whether it was written as a percentage."""
    if isinstance(value, str) and (stated := _STATED.fullmatch(value.strip())):
        return Decimal(stated[1].replace(",", ".")), bool(stated[2])
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None, False
    return Decimal(value), False


def _axis(score: object) -> int | None:
    if isinstance(score, bool) or not isinstance(score, int):
        return None
    return score if 0 <= score <= _HIGHEST_AXIS else None


def _rounded(thousandths: Decimal) -> Share:
    return int(thousandths.to_integral_value(rounding=ROUND_HALF_UP))
