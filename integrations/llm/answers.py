"""Reads litellm's response: the text or why there is none, who answered, and what it cost."""

from decimal import ROUND_CEILING, Decimal
from typing import Any

from consensus.events import Usage
from integrations.llm.failures import Failure
from integrations.llm.families import bare, provider_of
from integrations.llm.redaction import first_line

REFUSED = {"content_filter", "refusal"}
FREE = {"ollama", "ollama_chat", "lm_studio", "llamafile", "rehearsal"}
"""Providers that run on the asker's own machine."""
NANO = Decimal("0.000000001")
"""Dollars are rounded to this before they are rounded up: a float's last digits are no money."""


def said(response: Any) -> str | Failure:  # noqa: ANN401 - litellm's own type is not imported
    """The text of a response; an empty one and a refusal are failures, though they came as ordinary replies."""
    if not response.choices:
        return Failure(cause="empty")
    choice = response.choices[0]
    refusal = getattr(choice.message, "refusal", None)
    if refusal or choice.finish_reason in REFUSED:
        return Failure(cause="refused", detail=first_line(str(refusal or choice.finish_reason)))
    text = str(choice.message.content or "")
    return text if text.strip() else Failure(cause="empty", detail=first_line(str(choice.finish_reason)))


def named_model(response: Any, asked: str) -> str:  # noqa: ANN401 - as above
    """The model named in the response, without the provider; the one asked if none is named."""
    return bare(str(_hidden(response, "provider_response_model") or response.model or asked))


def usage_of(response: Any, asked: str) -> Usage:  # noqa: ANN401 - as above
    """What one response cost, by litellm's price map, rounded up; the price of a model not in it is null."""
    counted = getattr(response, "usage", None)
    return Usage(
        calls=1,
        tokens_in=int(getattr(counted, "prompt_tokens", 0) or 0),
        tokens_out=int(getattr(counted, "completion_tokens", 0) or 0),
        cost=0 if is_free(asked) else _micros(_hidden(response, "response_cost")),
    )


def _micros(dollars: float | None) -> int | None:
    if dollars is None:
        return None
    return int((Decimal(str(dollars)).quantize(NANO) * 1_000_000).to_integral_value(ROUND_CEILING))


def is_free(model: str) -> bool:
    """Whether asking costs nothing, answered or not."""
    return provider_of(model) in FREE


def _hidden(response: Any, name: str) -> Any:  # noqa: ANN401 - as above
    return (getattr(response, "_hidden_params", None) or {}).get(name)
