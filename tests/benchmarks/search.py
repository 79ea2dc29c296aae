"""Measures the full-text search over a hundred thousand decisions.

    python tests/benchmarks/search.py

The 95th percentile of a search, as the program runs it, stays under 50 ms. Exit 1 where it does not.
"""

import asyncio
import random
import sqlite3
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from integrations.store.store import Store

DECISIONS = 100_000
SEARCHES = 200
BOUND_MS = 50
SYLLABLES = ["ka", "lo", "mi", "ru", "ten", "sor", "vel", "dar", "pix", "qua", "zen", "bro", "fli", "gru", "hat", "jun"]
COMMON = [
    "which", "should", "deploy", "cache", "queue", "billing",
    "database", "friday", "rollback", "migrate", "retry", "policy",
]  # fmt: skip


def sentence(rng: random.Random) -> str:
    """A question and its reasons, with words of every frequency."""
    rare = ["".join(rng.choices(SYLLABLES, k=3)) for _ in range(20)]
    return " ".join(rng.choices(COMMON, k=20) + rare)


def fill(path: Path) -> list[str]:
    """Writes the rows that lists and search read; returns some of their rare words."""
    rng = random.Random(1)  # noqa: S311 -- the same texts in each run
    texts = [sentence(rng) for _ in range(DECISIONS)]
    rows = ((n, f"D-{n}", 1, "0" * 64, "decided", text[:60], "[]", n) for n, text in enumerate(texts, start=1))
    with sqlite3.connect(path) as database:
        database.executemany(
            "INSERT INTO decision (number, id, seq, head, status, question, places, opened_at, epoch)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
            rows,
        )
        database.executemany("INSERT INTO decision_words (rowid, words) VALUES (?, ?)", enumerate(texts, start=1))
    return [text.split()[-1] for text in texts[:: DECISIONS // SEARCHES]]


async def milliseconds(store: Store, words: str) -> float:
    started = perf_counter()
    await store.search(words)
    return (perf_counter() - started) * 1000


async def measured(store: Store, rare: list[str]) -> float:
    rng = random.Random(2)  # noqa: S311 -- the same searches in each run
    asked = [" ".join(rng.sample(COMMON, k=2)) if n % 2 else rare[n] for n in range(SEARCHES)]
    times = [await milliseconds(store, words) for words in asked]
    return quantiles(times, n=20)[-1]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.db"
        store = Store.open(f"sqlite:///{path}", clock=lambda: 0)
        try:
            p95 = asyncio.run(measured(store, fill(path)))
        finally:
            store.close()
    verdict = "ok" if p95 < BOUND_MS else "FAIL"
    print(f"search over {DECISIONS} decisions, p95  {p95:5.1f} ms   bound {BOUND_MS} ms   {verdict}")
    return 0 if p95 < BOUND_MS else 1


if __name__ == "__main__":
    sys.exit(main())
