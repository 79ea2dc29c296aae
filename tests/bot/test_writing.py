"""Flags that are written down are read as the same flags again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.flags import Value, split_flags
from bot.units import LONGEST, read_duration
from bot.writing import duration, written
from consensus.events import Axes

MINUTE = 60_000_000


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        ({}, ""),
        ({"human": True, "rule": "confidence_weighted"}, "--human --rule confidence_weighted"),
        ({"budget": 500_000}, "--budget 0.5"),
        ({"budget": 1}, "--budget 0.000001"),
        ({"budget": 20_000_000}, "--budget 20"),
        ({"qualify": Axes(uncertainty=2, stakes=3, plurality=0)}, "--qualify 2,3,0"),
        ({"voters": "@U2 @S7", "in": "#C5"}, "--voters @U2 @S7 --in #C5"),
        ({"profile": "big one", "quorum": 4, "lang": "fr"}, '--profile "big one" --quorum 4 --lang fr'),
        ({"close": 90 * MINUTE, "hide": True}, "--close 90m --hide"),
    ],
)
def test_flags_are_written_as_somebody_would_write_them(flags: dict[str, Value], text: str) -> None:
    assert written(flags) == text
    assert split_flags(text) == ("", flags)


def test_options_are_not_written_among_the_flags() -> None:
    assert written({"option": ("A", "B"), "human": True}) == "--human"


@given(st.integers(1, LONGEST // MINUTE))
def test_a_duration_is_read_as_it_was(minutes: int) -> None:
    assert read_duration(duration(minutes * MINUTE)) == minutes * MINUTE
