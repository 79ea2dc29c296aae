"""Durations, money and axes as people write them, read into whole numbers."""

import re
from decimal import Decimal

from consensus.errors import RequestError
from consensus.events import Axes

MICROSECONDS = {"m": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000, "w": 604_800_000_000}
_FRENCH = {"j": "d", "s": "w"}
_UNIT = r"(?:m(?:in(?:ute)?s?)?|h(?:ours?|eures?)?|d(?:ays?)?|j(?:ours?)?|w(?:eeks?)?|semaines?)"
DURATION = re.compile(rf"(?:\d{{1,6}}\s*{_UNIT}\s*)+", re.ASCII | re.IGNORECASE)
LONGEST = 366 * MICROSECONDS["d"]
DEAREST = 10_000 * 1_000_000
"""Micro-dollars; more than that for one decision is a slip of the finger."""


MOST_DIGITS = 12
"""A number with more digits is no setting of ours."""


def read_duration(text: str) -> int:
    """Microseconds of "90m", "24h", "3d", "1w" or "2 days", also of "1d12h"."""
    compact = re.sub(r"\s+", "", text).lower()
    if not DURATION.fullmatch(compact):
        raise RequestError("bad-duration", value=text)
    total = sum(
        int(count) * MICROSECONDS[_FRENCH.get(unit, unit)] for count, unit in re.findall(r"(\d+)([a-z])", compact)
    )
    if not 0 < total <= LONGEST:
        raise RequestError("bad-duration", value=text)
    return total


def read_money(text: str) -> int:
    """Micro-dollars of "0.50", "$2" or "2 USD"; nothing finer than a micro-dollar."""
    match = re.fullmatch(r"\$?\s*(\d{1,9}(?:[.,]\d{1,6})?)\s*(?:\$|usd)?", text.strip(), re.ASCII | re.IGNORECASE)
    if not match:
        raise RequestError("bad-money", value=text)
    amount = scaled(Decimal(match[1].replace(",", ".")), 1_000_000)
    if amount is None or amount > DEAREST:
        raise RequestError("bad-money", value=text)
    return amount


def read_axes(text: str) -> Axes:
    """The three axes of "U,S,P", each 0 to 3."""
    match = re.fullmatch(r"\s*([0-3])\s*,\s*([0-3])\s*,\s*([0-3])\s*", text, re.ASCII)
    if not match:
        raise RequestError("bad-axes", value=text)
    uncertainty, stakes, plurality = (int(score) for score in match.groups())
    return Axes(uncertainty=uncertainty, stakes=stakes, plurality=plurality)


def scaled(amount: Decimal, times: int) -> int | None:
    """`amount` times `times` if that is a whole number, else none."""
    if not amount.is_finite() or amount.adjusted() > MOST_DIGITS:
        return None
    product = amount * times
    return int(product) if product == product.to_integral_value() else None
