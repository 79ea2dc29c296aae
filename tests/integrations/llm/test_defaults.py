"""The default models: who is asked without any configuration."""

import json
from datetime import date, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from integrations.llm import DEFAULT_MODELS, family_of, local_ollama, spread
from tests.fake_models import FakeModels

TODAY = date(2026, 11, 30)
TAGS = "/api/tags"


@pytest.fixture(scope="module")
def price_map() -> dict[str, Any]:
    """What litellm ships, read without importing it."""
    spec = find_spec("litellm")
    assert spec is not None
    assert spec.origin is not None
    prices: dict[str, Any] = json.loads(
        Path(spec.origin).with_name("model_prices_and_context_window_backup.json").read_text(encoding="utf-8")
    )
    return prices


@pytest.mark.parametrize("model", DEFAULT_MODELS.values())
def test_each_default_model_is_priced_takes_a_schema_and_lives_on(model: str, price_map: dict[str, Any]) -> None:
    entry = price_map.get(model) or price_map[model.split("/", 1)[1]]
    until = date.fromisoformat(entry.get("deprecation_date", "9999-01-01"))

    assert entry["supports_response_schema"] is True
    assert entry["input_cost_per_token"] > 0
    assert until > TODAY + timedelta(days=60)


def test_providers_alternate_over_the_seats() -> None:
    env = {"ANTHROPIC_API_KEY": "x", "OPENAI_API_KEY": "x", "MISTRAL_API_KEY": " "}

    models = spread(env, 5)

    openai, anthropic = "openai/gpt-6-luna", "anthropic/claude-haiku-5-5"
    assert models == (openai, anthropic, openai, anthropic, openai)


def test_four_providers_are_four_families() -> None:
    models = spread(dict.fromkeys(DEFAULT_MODELS, "x"), 5)

    assert len({family_of(model) for model in models}) == 4


def test_one_provider_fills_all_seats() -> None:
    assert spread({"GEMINI_API_KEY": "x"}, 3) == ("gemini/gemini-3.1-flash-lite",) * 3


def test_no_key_is_no_model() -> None:
    assert spread({"OPENAI_API_KEY": "", "OTHER_API_KEY": "x"}, 5) == ()


async def test_the_first_model_of_a_local_ollama_that_chats_is_found() -> None:
    async with FakeModels() as server:
        server.pages[TAGS] = {"models": [{"name": "nomic-embed-text:latest"}, {"name": "llama3.2:3b", "size": 1}]}

        model = await local_ollama(server.address)

    assert model == "ollama/llama3.2:3b"


@pytest.mark.parametrize("page", [{"models": []}, {"error": "no"}, ["models"]])
async def test_an_ollama_without_models_is_none(page: object) -> None:
    async with FakeModels() as server:
        server.pages[TAGS] = page

        assert await local_ollama(server.address) is None


async def test_nothing_that_listens_is_none() -> None:
    assert await local_ollama("http://127.0.0.1:9") is None
