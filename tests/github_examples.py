"""Reads the example payloads under tests/data/github, and spoils them in the same way in each run."""

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

Json = Any
"""A value of JSON, or of something that only looks like it."""
Named = tuple[str, dict[str, Any]]
"""An event by its name, and its payload."""

EXAMPLES: Final = Path(__file__).parent / "data" / "github" / "examples.json.gz"
READ: Final = frozenset({
    *("repository", "installation", "sender", "id", "login", "type", "full_name", "private", "user"),
    *("comment", "review", "body", "issue", "pull_request", "number", "head", "sha", "changes", "from", "path", "line"),
    *("check_run", "requested_action", "identifier", "external_id", "head_sha", "app", "pull_requests", "base", "repo"),
    *("repositories", "repositories_added", "repositories_removed", "before", "after", "performed_via_github_app"),
})  # fmt: skip
"""The fields that matter to us: they are spoilt more often than the rest."""


def nested(depth: int) -> Json:
    inner: Json = {}
    for level in range(depth):
        inner = [inner] if level % 2 else {"id": inner}
    return inner


SPOILT: Final[tuple[Json, ...]] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 2**70, 1.5, float("nan"), "", "x", "0", "created", "edited", "Bot"),
    *("\ud800", "\0", "\r\n/consensus ship?\r\n", "<!-- consensus:D-1:card:1 -->", "é" * 100_000, "`" * 50_000),
    *([], {}, [None], [[]], {"": None}, {"id": []}, {"id": "1"}, {"id": 1}, ["x"] * 1000, nested(50), nested(50_000)),
)


def examples() -> list[Named]:
    """All 329 of them."""
    events = json.loads(gzip.decompress(EXAMPLES.read_bytes()))
    return [(event["name"], payload) for event in events for payload in event["examples"]]


def spoilt(known: Sequence[Named], count: int, seed: int) -> Iterator[Named]:
    """So many of them with one to three faults in each, some under the name of another event."""
    chance = Random(seed)  # noqa: S311 - the same faults in each run
    for _ in range(count):
        name, payload = chance.choice(known)
        for _ in range(chance.randint(1, 3)):
            payload = _spoilt(payload, chance, is_whole=True)
        yield (chance.choice(known)[0] if chance.random() < 0.1 else name), payload


def _spoilt(value: Json, chance: Random, *, is_whole: bool = False) -> Json:
    """The value with one fault somewhere inside it; only what lies above the fault is copied."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not keys or (not is_whole and chance.random() < 0.2):
        return chance.choice(SPOILT)
    read = [key for key in keys if key in READ]
    key = chance.choice(read if read and chance.random() < 0.8 else keys)
    copy = value.copy()
    if chance.random() < 0.15:
        del copy[key]
    else:
        copy[key] = _spoilt(copy[key], chance)
    return copy
