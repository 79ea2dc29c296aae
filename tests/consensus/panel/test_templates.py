"""The templates are complete in both languages, whoever edits them."""

from string import Template
from typing import get_args

import pytest

from consensus.panel.agents import Language
from consensus.panel.reading import Problem
from consensus.panel.templates import filled, problem_sentences, templates


def places(text: str) -> list[str]:
    return sorted(set(Template(text).get_identifiers()))


def test_both_languages_have_the_same_templates_with_the_same_places() -> None:
    english = {name: places(text) for name, text in templates("en").items()}
    french = {name: places(text) for name, text in templates("fr").items()}

    assert english == french


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_template_is_well_formed(lang: Language) -> None:
    assert [name for name, text in templates(lang).items() if not text or not Template(text).is_valid()] == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_problem_has_its_sentence(lang: Language) -> None:
    assert sorted(problem_sentences(lang)) == sorted(get_args(Problem))


def test_an_empty_place_leaves_no_hole() -> None:
    text = filled("en", "final", round=3, question="Q", options="O", fields="F", previous="", material="")

    assert "\n\n\n" not in text
    assert text.endswith("O\n\nFields of the JSON object:\nF")


def test_a_place_that_nobody_fills_is_an_error() -> None:
    with pytest.raises(KeyError):
        filled("en", "repair")
