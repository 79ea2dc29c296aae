"""Flags as somebody would write them, so that they can be shown, carried along, and read again."""

from collections.abc import Mapping
from decimal import Decimal

from bot.flags import IN_CHAT, Value
from bot.units import MICROSECONDS
from consensus.events import Axes

DOLLAR = 1_000_000


def written(flags: Mapping[str, Value]) -> str:
    """`bot.flags.split_flags` reads the same out of it; options are no flags of this kind."""
    return " ".join(_flag(name, value) for name, value in flags.items() if name != "option")


def duration(microseconds: int) -> str:
    """In hours if they are whole, else in minutes."""
    unit = "m" if microseconds % MICROSECONDS["h"] else "h"
    return f"{microseconds // MICROSECONDS[unit]}{unit}"


def _flag(name: str, value: Value) -> str:
    if IN_CHAT[name].kind == "switch":
        return f"--{name}"
    return f"--{name} {_value(name, value)}"


def _value(name: str, value: Value) -> str:
    if isinstance(value, Axes):
        return f"{value.uncertainty},{value.stakes},{value.plurality}"
    if isinstance(value, int) and IN_CHAT[name].kind == "money":
        return f"{Decimal(value) / DOLLAR:f}"
    if isinstance(value, int) and IN_CHAT[name].kind == "duration":
        return duration(value)
    text = str(value)
    return f'"{text}"' if IN_CHAT[name].kind == "name" and " " in text else text
