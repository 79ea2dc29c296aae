"""What one call may cost is read from the price map that litellm ships."""

import sys

import pytest

from integrations.llm import DEFAULT_MODELS, dearest_call


@pytest.mark.parametrize("model", DEFAULT_MODELS.values())
def test_every_default_model_has_a_price(model: str) -> None:
    short, long = dearest_call(model, 100), dearest_call(model, 40_000)

    assert short is not None
    assert long is not None
    assert 0 < short < long < 20_000


def test_a_price_is_that_of_all_characters_and_a_whole_answer() -> None:
    tokens = (2_000 + 10_000) // 3

    assert dearest_call("openai/gpt-6-luna", 2_000) == tokens // 10 + 1_000 // 2


def test_an_unknown_model_has_no_price() -> None:
    assert dearest_call("openai/nobody-knows-it", 100) is None


def test_no_price_needs_litellm() -> None:
    known = "litellm" in sys.modules

    dearest_call("openai/gpt-6-luna", 100)

    assert ("litellm" in sys.modules) == known
