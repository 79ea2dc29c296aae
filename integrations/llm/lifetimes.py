"""Until when providers serve a model, as litellm's list of prices knows it; read without loading litellm."""

import json
from collections.abc import Iterable
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Final

LIST: Final = "model_prices_and_context_window_backup.json"


def last_days(models: Iterable[str]) -> dict[str, date]:
    """The day on which each of these models is switched off, for those of which it is known."""
    package = find_spec("litellm")
    if package is None or package.origin is None:
        return {}
    known = json.loads((Path(package.origin).parent / LIST).read_text(encoding="utf-8"))
    days = {model: _day(known.get(model) or known.get(model.partition("/")[2]) or {}) for model in models}
    return {model: day for model, day in days.items() if day}


def _day(entry: dict[str, object]) -> date | None:
    try:
        return date.fromisoformat(str(entry.get("deprecation_date")))
    except ValueError:
        return None
