"""What is too long is cut between its paragraphs, lines or words, and it is said where the rest is."""

from integrations.github.fitting import SCREEN, fitted, shortened, size, within
from integrations.github.limits import BODY


def test_what_fits_stays_whole_and_empty_paragraphs_are_left_out() -> None:
    assert fitted(lambda _: ["a", "", "b"], ["c", ""], "all", "more") == (
        "a\n\nb\n\n<details>\n<summary>all</summary>\n\nc\n\n</details>"
    )


def test_nothing_is_folded_where_there_is_nothing() -> None:
    assert fitted(lambda _: ["a"], ["", ""], "all", "more") == "a"


def test_the_first_screen_has_its_texts_shortened_until_it_fits() -> None:
    body = fitted(lambda most: ["a" * min(most, 30_000)] * 3, [], "all", "more")

    assert body == "\n\n".join(["a" * 2_000] * 3 + ["more"])


def test_a_first_screen_that_never_fits_loses_its_end_and_says_so() -> None:
    body = fitted(lambda _: ["first", "x" * 30_000, "y" * 30_000], ["folded"], "all", "more")

    assert body.startswith("first\n\nxxx")
    assert body.endswith("</details>\n\nmore")
    assert "folded" in body
    assert size(body) <= SCREEN + 200


def test_folded_paragraphs_share_the_room_and_the_last_is_cut() -> None:
    body = fitted(lambda _: ["first"], ["word " * 2_000] * 10, "all", "more")

    assert size(body) <= BODY
    assert body.count(" …\n\n") > 5
    assert body.endswith("</details>\n\nmore")


def test_a_text_is_cut_at_a_line_or_a_word_and_else_anywhere() -> None:
    assert shortened("one two three four", 14) == "one two …"
    assert shortened("one two\nthree four", 14) == "one two …"
    assert shortened("x" * 20, 14) == "x" * 10 + " …"
    assert shortened("é" * 20, 14) == "é" * 5 + " …"


def test_a_text_without_room_is_left_out() -> None:
    assert shortened("word", 3) == ""
    assert within(["a", "bbbbbb", "c"], 8) == (["a"], True)
    assert within(["a", "b"], 8) == (["a", "b"], False)
