"""Texts are kept as they were written, as far as they can be kept at all."""

from hypothesis import given
from hypothesis import strategies as st

from consensus.text import whole


@given(st.text(st.characters()))
def test_what_can_be_stored_stays_as_it_is(text: str) -> None:
    assert whole(text) == text


def test_half_a_character_shows_as_one_that_is_missing_and_two_halves_as_one() -> None:
    assert whole("a\ud800b \ud83e\udde8") == "a\ufffdb \U0001f9e8"
