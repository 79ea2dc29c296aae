"""A model server on this machine and the door to it, closed after each test."""

from collections.abc import AsyncIterator

import pytest

from integrations.llm import Models
from tests.fake_models import FakeModels
from tests.integrations.llm.asking import KEY, Pauses, models


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeModels]:
    for provider in ("OPENAI", "ANTHROPIC", "GEMINI", "MISTRAL"):
        monkeypatch.setenv(f"{provider}_API_KEY", KEY)
    async with FakeModels() as fake:
        yield fake


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


@pytest.fixture
async def ask(server: FakeModels, pauses: Pauses) -> AsyncIterator[Models]:
    asked = models(server.url, pauses)
    yield asked
    await asked.close()
