"""The words that tell where options begin and end, as patterns; the words themselves stand in `wording.toml`."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final

TABLES: Final = "wording.toml"


@cache
def pattern(name: str) -> re.Pattern[str]:
    """The pattern of one table."""
    return re.compile(_joined(_tables()["patterns"][name]), re.IGNORECASE)


@cache
def words(name: str) -> frozenset[str]:
    """The words of one table."""
    return frozenset(" ".join(_tables()["words"][name]).split())


@cache
def _tables() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(resources.files("bot").joinpath(TABLES).read_text(encoding="utf-8"))


def _joined(expressions: Sequence[str]) -> str:
    """One expression out of a table, the tables it names put in."""
    return "(?:" + "|".join(re.sub(r"(?<!\?P)<(\w+)>", _part, expression) for expression in expressions) + ")"


def _part(reference: re.Match[str]) -> str:
    return _joined(_tables()["parts"][reference[1]])
