"""Canned agents for trying the program without any model: a provider `rehearsal` for litellm.

The answers follow from the question's words alone, so that a question always ends the same way. Most questions end
decided. Words in the question choose another path, for example `Postgres or MySQL? rehearse: tie`:

    rehearse: agree     the quick vote agrees
    rehearse: full      the full panel decides, four to one
    rehearse: low       all agree and nobody is sure
    rehearse: split     tied at first, settled by the debate
    rehearse: tie       tied to the end
    rehearse: weak      one leader without a majority
    rehearse: abstain   too few answer
    rehearse: none      the options are rejected
    rehearse: fact      the panel calls it a fact
"""

import importlib
import json
from typing import Any

from integrations.rehearsal.answers import answer
from integrations.rehearsal.prompt import Prompt

PROVIDER = "rehearsal"

__all__ = ["PROVIDER", "canned", "register"]


def register(litellm: Any) -> None:  # noqa: ANN401 - a module, imported by whoever asks models
    """Makes `rehearsal/…` a model that litellm can ask."""
    base = importlib.import_module("litellm.llms.custom_llm").CustomLLM
    handler = type("Rehearsal", (base,), {"acompletion": _acompletion})()
    others = [entry for entry in litellm.custom_provider_map if entry["provider"] != PROVIDER]
    litellm.custom_provider_map = [*others, {"provider": PROVIDER, "custom_handler": handler}]


def canned(messages: list[dict[str, Any]], form: dict[str, Any]) -> str:
    """The reply to a conversation, as a model would write it; empty where the path wants silence."""
    said = answer(Prompt.read(messages, form), form)
    return "" if said is None else json.dumps(said, ensure_ascii=False)


async def _acompletion(_: object, **call: Any) -> Any:  # noqa: ANN401 - litellm's own hook
    """What litellm calls: it hands over an empty response to be filled."""
    response = call["model_response"]
    asked = call["optional_params"].get("response_format", {}).get("json_schema", {})
    response.model = PROVIDER
    response.choices[0].message.content = canned(call["messages"], asked.get("schema", {}))
    return response
