"""Brings litellm in, late and quiet: it is large, and by itself it would fetch, print and report."""

import importlib
import logging
import os
from functools import cache
from typing import Any

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


@cache
def load() -> Any:  # noqa: ANN401 - litellm's own types take a type checker minutes
    """The module litellm, imported and silenced; takes seconds the first time, so call it in a thread."""
    os.environ.update(ENVIRONMENT)
    litellm: Any = importlib.import_module("litellm")
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.drop_params = False
    for hooks in ("callbacks", "input_callback", "success_callback", "failure_callback"):
        getattr(litellm, hooks).clear()
    for name in LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    return litellm


@cache
def troubles() -> tuple[type[Exception], ...]:
    """What a call may raise: the errors litellm sorts, and those of its own code on replies it did not expect."""
    sorted_errors: type[Exception] = importlib.import_module("openai").OpenAIError
    return (sorted_errors, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)


def warm() -> None:
    """Goes once through litellm without a request, so that the first question does not pay for it."""
    load().completion(model="openai/warm", messages=[{"role": "user", "content": "-"}], mock_response="-")


async def shut() -> None:
    """Closes what litellm keeps open."""
    litellm = load()
    worker = importlib.import_module("litellm.litellm_core_utils.logging_worker").GLOBAL_LOGGING_WORKER
    await worker.stop()
    await litellm.close_litellm_async_clients()
    litellm.in_memory_llm_clients_cache.flush_cache()
