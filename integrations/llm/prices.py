"""What one call can cost at most, by the price map that litellm ships; read from its file, without importing it."""

import json
from collections.abc import Mapping
from decimal import ROUND_CEILING, Decimal
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from integrations.llm.families import bare

PRICE_MAP = "litellm/model_prices_and_context_window_backup.json"
CHARACTERS_A_TOKEN = 3
"""Fewer than in ordinary text, so that the estimate is too high rather than too low."""
OWN_CHARACTERS = 10_000
"""Of a prompt, beside the question and the context: instructions and the arguments of a debate."""
ANSWER_TOKENS = 1_000


@cache
def price_map() -> Mapping[str, Mapping[str, object]]:
    """Dollars per token and more, by model; numbers as written, and empty where the file has moved."""
    try:
        path = Path(str(distribution("litellm").locate_file(PRICE_MAP)))
        prices: Mapping[str, Mapping[str, object]] = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (PackageNotFoundError, OSError, ValueError):
        return {}
    return prices


def dearest_call(model: str, characters: int) -> int | None:
    """Micro-dollars for one call with so many characters of question and context; none where no price is known."""
    known = price_map()
    prices = known.get(model) or known.get(bare(model)) or {}
    asked, answered = (prices.get(f"{way}_cost_per_token") for way in ("input", "output"))
    if not isinstance(asked, Decimal | int) or not isinstance(answered, Decimal | int):
        return None
    tokens = (characters + OWN_CHARACTERS) // CHARACTERS_A_TOKEN
    dollars = asked * tokens + answered * ANSWER_TOKENS
    return int((Decimal(dollars) * 1_000_000).to_integral_value(ROUND_CEILING))
