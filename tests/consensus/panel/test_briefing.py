"""Each seat sees the options in an order and under ids of its own."""

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from consensus.panel.briefing import Brief, shown
from tests.briefs import BRIEF


def for_seat(index: int, **changes: object) -> Brief:
    return BRIEF.model_copy(update={"seat_index": index, **changes})


def order(brief: Brief) -> list[str]:
    return [option for _, option in shown(brief)]


def test_the_options_are_rotated_by_seat_and_offset() -> None:
    assert order(for_seat(0)) == ["o1", "o2", "o3"]
    assert order(for_seat(1)) == ["o2", "o3", "o1"]
    assert order(for_seat(1, offset=1)) == ["o3", "o1", "o2"]


def test_over_the_panel_each_option_stands_in_each_place_equally_often() -> None:
    first = Counter(order(for_seat(index, offset=2))[0] for index in range(6))

    assert first == {"o1": 2, "o2": 2, "o3": 2}


def test_a_seat_keeps_its_ids_over_the_rounds() -> None:
    assert shown(for_seat(2, round=3, context=("text",))) == shown(for_seat(2))


def test_no_two_seats_or_decisions_share_ids() -> None:
    briefs = [for_seat(index, decision=decision) for index in range(7) for decision in ("D-1", "D-2")]

    ids = [opaque for brief in briefs for opaque, _ in shown(brief)]
    assert len(set(ids)) == len(ids)


def test_an_id_is_never_a_word_of_the_options() -> None:
    taken = shown(BRIEF)[0][0]
    named = BRIEF.model_copy(update={"options": (("o1", f"use {taken.upper()}!"), *BRIEF.options[1:])})

    assert taken not in [opaque for opaque, _ in shown(named)]


@given(st.text(max_size=8), st.integers(0, 50), st.integers(0, 50), st.integers(2, 10))
def test_ids_are_consonants_and_unique(decision: str, seat: int, offset: int, size: int) -> None:
    options = tuple((f"o{number}", f"Option {number}") for number in range(size))

    rows = shown(for_seat(seat, decision=decision, offset=offset, options=options))

    assert len({opaque for opaque, _ in rows}) == len({option for _, option in rows}) == size
    assert all(re.fullmatch(r"[b-df-hj-np-tv-xz]{5}", opaque) for opaque, _ in rows)
