"""A text on GitHub shows just itself: it rings nobody, refers to nothing, loads nothing and imitates nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.card import Moment, Person, render
from consensus.card.lines import line
from consensus.text import one_line, visible
from integrations.github.text import GUARD, code, copied, fenced, harmless, inline, link, mention, moment, plain, quoted
from tests.fakes import START
from tests.integrations.github.speaking import HOSTILE, REQUEST, SMUGGLED, Voice
from tests.markdown import comment_problems, shape, spoken


def seen(body: str) -> str:
    return "".join(spoken(body)).replace(GUARD, "")


@pytest.mark.parametrize("text", SMUGGLED)
def test_hard_case_48_nothing_in_a_text_is_alive(text: str) -> None:
    said = inline(text)

    assert comment_problems(f"x {said}") == []
    assert comment_problems(said or "x") == []


@given(HOSTILE)
def test_a_line_is_one_paragraph_of_words_wherever_it_stands(text: str) -> None:
    said = inline(text)

    assert "\n" not in said
    for before in ("", "> ", "- ", "| "):
        assert [kind for kind in shape(before + said) if kind not in shape(before + "x")] == []


@given(HOSTILE)
def test_what_is_read_is_what_was_written(text: str) -> None:
    assert seen(inline(text)) == one_line(text).replace(GUARD, "")


@given(HOSTILE)
def test_a_quotation_keeps_every_line_behind_its_bar(text: str) -> None:
    said = quoted(text)

    assert all(each.startswith("> ") for each in said.splitlines())
    assert set(shape(said)) <= {"blockquote_open", "blockquote_close", "paragraph_open", "paragraph_close"}
    assert seen(said) == "".join(one_line(each) for each in visible(text).splitlines())


@given(HOSTILE)
def test_hard_case_59_nothing_leaves_a_block_of_code(text: str) -> None:
    said = fenced(copied(text))

    assert shape(f"{said}\n\nend") == ["fence", "paragraph_open", "paragraph_close"]
    assert "<!--" not in said


@given(HOSTILE)
def test_nothing_leaves_a_span_of_code(text: str) -> None:
    said = code(text)

    assert shape(f"{said} end") == ["paragraph_open", "code_inline", "paragraph_close"]
    assert spoken(f"{said} end") == [" end"]


@given(HOSTILE)
def test_hard_case_60_a_cell_stays_one_cell(text: str) -> None:
    table = f"| a | b |\n|---|---|\n| {inline(text)} | 1 |\n| x | 2 |"

    assert shape(table).count("td_open") == 4
    assert spoken(table)[-3:] == ["1", "x", "2"]


@given(HOSTILE, st.integers(2, 80))
def test_a_plain_text_is_never_empty_and_never_too_long(text: str, most: int) -> None:
    said = plain(text, most)

    assert 0 < len(said) <= most
    assert "\n" not in said
    assert re.search(r"@\w", said) is None


def test_a_word_of_ours_stays_readable_in_its_source() -> None:
    assert inline("Postgres, 0.8 of it (v15.2): full_debate!") == "Postgres, 0.8 of it (v15.2): full\\_debate!"


def test_people_and_times_inside_a_sentence_stay_as_the_speaker_shows_them() -> None:
    inner = line("line-asked", id="D-<1>", asker=Person(id="asker"))
    each = line("line-missing", seats=(inner, line("vote-until", deadline=Moment(at=START))))

    said = render(harmless(each, 100), Voice())

    assert said == "Without a choice: D-&lt;1&gt; · asked by @asker, open until 2027-01-15 08:00 UTC"


def test_a_hash_is_code_that_can_be_copied() -> None:
    assert render(harmless(line("line-record", hash="9f3c12ab"), 100), Voice()) == "record `9f3c12ab`"


def test_a_text_is_shortened_before_it_is_escaped() -> None:
    assert render(harmless(line("line-why", why="|" * 50), 5), Voice()) == "Why: " + "&#124;" * 4 + "…"


def test_only_an_account_can_be_mentioned() -> None:
    assert mention("octo-cat") == "@octo-cat"
    assert mention("acme/team") == "acme/team"
    assert mention("a b @all") == f"a b @{GUARD}all"


def test_only_an_address_is_linked() -> None:
    assert link("this", REQUEST) == f"[this]({REQUEST})"
    assert link("this", "") == "this"
    assert link("this", "javascript:alert(1)") == "this"
    assert link("this", "https://x.example/a) @all") == "this"


def test_a_moment_is_said_in_utc() -> None:
    assert moment(START) == "2027-01-15 08:00 UTC"
