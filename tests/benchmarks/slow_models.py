"""A model server as slow and as uneven as real ones, for a process of its own: prints its address, serves until killed.

    python tests/benchmarks/slow_models.py MEDIAN_MS

A call's time follows from its messages alone (log-normal around the median, one in twelve five times as long), so the
same calls are equally slow whoever makes them. Every ballot is for one option, too unsure to settle a quick vote.
"""

import asyncio
import hashlib
import json
import math
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.fake_models import Body, FakeModels, Line, answers

SPREAD = 0.35
TAIL_SHARE, TAIL_TIMES = 0.08, 5
FAVOURITE = "Postgres"
CONFIDENCE = 0.8


def seconds(body: Body, median_ms: float) -> float:
    """How long this call takes."""
    digest = hashlib.sha256(json.dumps(body["messages"], sort_keys=True).encode()).hexdigest()
    chance = Random(digest)  # noqa: S311 -- a simulation
    tail = TAIL_TIMES if chance.random() < TAIL_SHARE else 1
    return median_ms / 1000 * math.exp(chance.gauss(0, SPREAD)) * tail


def favourite(body: Body) -> str:
    """The id that stands beside the favourite option."""
    texts = "\n".join(str(message["content"]) for message in body["messages"])
    found = re.search(rf"^\W*(\w+): {FAVOURITE}\W*$", texts, re.MULTILINE)
    return found[1] if found else ""


def filled(name: str, form: dict[str, Any], choice: str) -> object:
    """A value of this schema."""
    if choice in form.get("enum", ()):
        return choice
    if form.get("enum"):
        return form["enum"][0]
    match form.get("type"):
        case "object":
            return {key: filled(key, part, choice) for key, part in form["properties"].items()}
        case "array":
            return [choice] if name == "ranking" else [filled(name, form["items"], choice)]
        case "number":
            return CONFIDENCE
        case "integer":
            return 1
        case "boolean":
            return False
    return "It is what the team already runs, and going back costs a day."


async def main() -> None:
    median_ms = float(sys.argv[1])

    async def answer(line: Line) -> None:
        await asyncio.sleep(seconds(line.body, median_ms))
        form = line.body.get("response_format", {}).get("json_schema", {}).get("schema", {"type": "string"})
        await answers(json.dumps(filled("", form, favourite(line.body))))(line)

    async with FakeModels() as models:
        models.usual = answer
        print(models.url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
