"""A question is asked as it was written, or refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.errors import QuestionError
from consensus.question import Option, check_safety_order, detect_language, make_question, normalise


def test_options_get_ids_and_keep_their_words() -> None:
    question = make_question(" Which cache? ", ["Redis ", "in-process LRU"])

    assert question.text == "Which cache?"
    assert question.options == (Option(id="o1", text="Redis"), Option(id="o2", text="in-process LRU"))
    assert (question.is_proposal, question.options_stated, question.safety_order) == (False, True, None)
    assert (question.notes, question.lang) == ((), "en")


def test_safest_first_declares_the_order_of_the_options() -> None:
    question = make_question("Which cache?", ["none", "Redis", "none "], safest_first=True)

    assert question.safety_order == ("o1", "o2")


def test_without_options_it_is_a_proposal_and_no_is_the_safest() -> None:
    question = make_question("Should we ship on Friday?", [])

    assert question.options == (Option(id="o1", text="yes"), Option(id="o2", text="no"))
    assert (question.is_proposal, question.options_stated, question.safety_order) == (True, False, ("o2", "o1"))
    assert question.notes == ()


def test_one_option_makes_a_proposal_with_a_note() -> None:
    question = make_question("Which cache?", ["Redis"])

    assert (question.is_proposal, question.options_stated) == (True, True)
    assert (question.text, question.notes) == ("Which cache? – Redis", ("note-one-option",))  # noqa: RUF001


def test_an_option_that_the_question_names_is_not_said_twice() -> None:
    question = make_question("Shall we use Redis?", ["redis"])

    assert question.text == "Shall we use Redis?"


def test_a_french_proposal_offers_oui_and_non() -> None:
    question = make_question("Faut-il livrer vendredi ?", [])

    assert [option.text for option in question.options] == ["oui", "non"]


def test_a_stated_language_wins_over_the_words() -> None:
    question = make_question("Should we ship?", [], lang="fr")

    assert question.lang == "fr"


@pytest.mark.parametrize("twin", ["Ship ", "SHIP", "ship", "\uff33\uff48\uff49\uff50", "sh\u200bip", "\u202eship"])
def test_options_that_mean_the_same_are_merged_with_a_note(twin: str) -> None:
    question = make_question("What now?", ["ship", twin, "hold"])

    assert [option.text for option in question.options] == ["ship", "hold"]
    assert question.notes == ("note-duplicates-merged",)


@pytest.mark.parametrize(
    ("text", "options", "key"),
    [
        ("", ["a", "b"], "question-empty"),
        (" \u200b\u00ad\n", ["a", "b"], "question-empty"),
        ("x" * 2001, [], "question-too-long"),
        ("Which?", ["a", "\u200b"], "option-empty"),
        ("Which?", ["a", "b" * 201], "option-too-long"),
        ("Which?", ["ship", "Ship"], "options-all-the-same"),
        ("Which?", [str(number) for number in range(11)], "too-many-options"),
    ],
)
def test_what_cannot_be_decided_is_refused(text: str, options: list[str], key: str) -> None:
    with pytest.raises(QuestionError) as refused:
        make_question(text, options)

    assert refused.value.key == key


def test_too_many_options_are_counted() -> None:
    with pytest.raises(QuestionError) as refused:
        make_question("Which?", [str(number) for number in range(50)])

    assert refused.value.params == {"count": 50, "limit": 10}


def test_the_longest_question_and_options_are_taken() -> None:
    question = make_question("x" * 2000, [f"{number}" * 200 for number in range(10)])

    assert question.options[-1].id == "o10"


def test_control_characters_are_removed_and_lines_stay() -> None:
    question = make_question("Line one\r\n\tline\x07 two\x00", ["a\x1b", "b"])

    assert question.text == "Line one\n\tline two"
    assert question.options[0].text == "a"


OPTIONS = (Option(id="o1", text="Ship"), Option(id="o2", text="Hold"))


@pytest.mark.parametrize("order", [["o2", "o1"], ["hold", "SHIP "]])
def test_a_safety_order_names_options_by_id_or_text(order: list[str]) -> None:
    assert check_safety_order(order, OPTIONS) == ("o2", "o1")


@pytest.mark.parametrize("order", [[], ["o1"], ["o1", "o1"], ["o1", "o2", "o2"], ["o1", "wait"], ["o1", "o2", "wait"]])
def test_a_safety_order_that_is_no_permutation_is_refused(order: list[str]) -> None:
    with pytest.raises(QuestionError) as refused:
        check_safety_order(order, OPTIONS)

    assert refused.value.key == "safety-order-not-all-options"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Caf\u00e9", "cafe\u0301"),
        ("don\u2019t", "don't"),
        ("\u201cA\u201d", '"a"'),
        ("STRASSE", "stra\u00dfe"),
        ("\u0130zmir", "i\u0307zmir"),
        ("a \t b", "a\u00a0b"),
        ("\u2764\ufe0f", "\u2764"),
        ("a\U000e0041b", "ab"),
    ],
)
def test_texts_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(("one", "other"), [("A", "B"), ("plan 1", "plan 2"), ("caf\u00e9", "cafe"), ("a b", "ab")])
def test_texts_that_differ_stay_different(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Postgres or MySQL for billing?", "en"),
        ("Which cache?", "en"),
        ("Redis?", "en"),
        ("Tabs vs spaces", "en"),
        ("Should we move the caf\u00e9 page to the new site?", "en"),
        ("Postgres ou MySQL pour la facturation ?", "fr"),
        ("Quel cache ?", "fr"),
        ("De\u0301ployer vendredi ?", "fr"),
        ("L'API d'abord ?", "fr"),
    ],
)
def test_the_language_is_told_by_small_words_and_accents(text: str, lang: str) -> None:
    assert detect_language(text) == lang
