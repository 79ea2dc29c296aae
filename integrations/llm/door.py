"""Brings litellm in, late and quiet: it is large, and by itself it would fetch, print and report."""

import asyncio
import gc
import importlib
import logging
import os
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from integrations.llm.families import provider_of

ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_MODE": "PRODUCTION",
}
"""Read by litellm while it is imported: no price map or tokenizer from the network, no .env file from the folder."""

LOUD = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")
"""Loggers that print prompts and tracebacks of their own."""
TALKATIVE = ("httpx", "httpcore", "openai", "aiohttp")
"""Loggers that print addresses, which may hold a key."""


def _as_they_are(messages: list[Any], **_: object) -> list[Any]:
    return messages


def _unlogged(*_: object, **__: object) -> None:
    """Nobody listens to litellm's log of successes."""


def _unguarded(_: object) -> bool:
    return False


UNNEEDED: Mapping[tuple[str, str], Callable[..., object]] = {
    ("litellm.main", "update_messages_with_model_file_ids"): _as_they_are,
    ("litellm.litellm_core_utils.exception_mapping_utils", "_is_guardrail_block"): _unguarded,
    ("litellm.utils", "_schedule_async_success_logging"): _unlogged,
}
"""Steps of litellm that do nothing for plain texts without callbacks and guardrails, but import parts of its proxy
server with every call. The last also asks a local model's server, blocking the loop, and takes a third of the time."""


@cache
def load() -> Any:  # noqa: ANN401 - litellm's own types take a type checker minutes
    """The module litellm, imported and silenced; takes seconds the first time, so call it in a thread."""
    os.environ.update(ENVIRONMENT)
    for name in LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    litellm: Any = _kept(lambda: importlib.import_module("litellm"))
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.drop_params = False
    for hooks in ("callbacks", "input_callback", "success_callback", "failure_callback"):
        getattr(litellm, hooks).clear()
    for (module, step), ours in UNNEEDED.items():
        setattr(importlib.import_module(module), step, ours)
    return litellm


def _kept(bring: Callable[[], Any]) -> Any:  # noqa: ANN401 - as above
    """What a large import makes stays for good: the collector need not walk through it, which stalls whoever waits."""
    gc.disable()
    try:
        return bring()
    finally:
        gc.freeze()
        gc.enable()


@cache
def troubles() -> tuple[type[Exception], ...]:
    """What a call may raise: the errors litellm sorts, and those of its own code on replies it did not expect."""
    sorted_errors: type[Exception] = importlib.import_module("openai").OpenAIError
    return (sorted_errors, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)


def list_as_free(model: str) -> None:
    """Puts a model of this machine on the price map: else litellm asks its server about it, and blocks the loop."""
    costs = {"input_cost_per_token": 0, "output_cost_per_token": 0}
    load().model_cost.setdefault(model, {"litellm_provider": provider_of(model), "mode": "chat", **costs})


def warm() -> None:
    """Goes once through litellm without a request, on a loop of its own: the first time takes long, so in a thread."""
    words = [{"role": "user", "content": "-"}]
    asyncio.run(load().acompletion(model="openai/warm", messages=words, mock_response="-"))


async def shut() -> None:
    """Closes what litellm keeps open."""
    litellm = load()
    await litellm.close_litellm_async_clients()
    litellm.in_memory_llm_clients_cache.flush_cache()
