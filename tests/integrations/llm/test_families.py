"""Which models are kin."""

import pytest

from integrations.llm import family_of, named_family


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("openai/gpt-6-luna", "openai"),
        ("o3-mini", "openai"),
        ("chatgpt-4o-latest", "openai"),
        ("openai/gpt-oss-120b", "openai"),
        ("anthropic/claude-haiku-5-5", "anthropic"),
        ("bedrock/us.anthropic.claude-haiku-5-5-v1:0", "anthropic"),
        ("gemini/gemini-3.1-flash-lite", "google"),
        ("ollama/gemma3:4b", "google"),
        ("mistral/mistral-small-latest", "mistral"),
        ("codestral-2508", "mistral"),
        ("ministral-8b", "mistral"),
        ("mistral/labs-leanstral-1-5", "mistral"),
        ("ollama/llama3.2", "meta"),
        ("meta-llama/Llama-3.3-70B", "meta"),
        ("qwen3-8b", "qwen"),
        ("deepseek-r1-distill-qwen-32b", "deepseek"),
        ("xai/grok-5", "xai"),
        ("command-r-plus", "cohere"),
        ("phi-4", "microsoft"),
        ("dolphin-2", "dolphin"),
        ("rehearsal/agent", "rehearsal"),
        ("rehearsal", "rehearsal"),
        ("openai/m1", "m"),
        ("m2", "m"),
        ("7b", "7b"),
    ],
)
def test_a_family_follows_from_the_name(model: str, family: str) -> None:
    assert family_of(model) == family


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("openai/m1", "ours"),
        ("m1", "ours"),
        ("m1-2026", "ours"),
        ("m10", "m"),
        ("gpt-6-luna", "big"),
        ("gpt-6-luna-mini", "small"),
        ("Gpt-6-sol", "big"),
        ("claude-haiku-5-5", "anthropic"),
    ],
)
def test_the_table_wins_and_its_longest_beginning(model: str, family: str) -> None:
    table = {"openai/m1": "ours", "gpt": "big", "gpt-6-luna-mini": "small"}

    assert named_family(model, table) == family
