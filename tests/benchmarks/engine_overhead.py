"""Measures what the engine, the record and the model adapter add to the bare calls of a decision of five ballots.

    python tests/benchmarks/engine_overhead.py [pairs]

Each pair is one decision, with its record on disk, and then the very same requests in a loop on litellm alone, against
a model server in another process. Our own CPU is the difference where models answer at once; the wall is the ratio
where they take 400 ms in the middle and now and then five times that. Exit 1 where a median misses its bound.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, time_ns

sys.path.insert(0, str(Path(__file__).parents[2]))

from consensus.deliberation import Ports, deliberate
from consensus.events import Draft, OpenedWords, Policy
from consensus.ports import Ask, People, Reply, Request
from integrations.llm import Endpoint, Models
from integrations.llm.door import load
from integrations.store.store import Store
from tests import fakes

PAIR = 2
MEDIAN_MS = 400
MOST_CPU_MS = 25
MOST_WALL = 1.05
WORDS = OpenedWords(question="Postgres or MySQL for billing?", options=("Postgres", "MySQL"))
KEY = "none"
"""The server asks for none, the client for some."""


@dataclass(frozen=True)
class Cost:
    wall: float
    cpu: float


@dataclass
class RememberingAsk:
    """Hands requests on and keeps them, so that the bare loop can make the same calls."""

    ask: Ask
    requests: list[Request] = field(default_factory=list)

    async def __call__(self, request: Request) -> Reply:
        self.requests.append(request)
        return await self.ask(request)


def now() -> int:
    return time_ns() // 1000


@contextmanager
def server(median_ms: int) -> Iterator[str]:
    """The address of a model server that is so slow."""
    script = Path(__file__).with_name("slow_models.py")
    command = [sys.executable, str(script), str(median_ms)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            yield process.stdout.readline().strip() if process.stdout else ""
        finally:
            process.terminate()


async def decided(store: Store, ask: Ask, number: int) -> None:
    """One decision from the question to the verdict: five blind ballots, no debate, no people."""
    roster = tuple(fakes.seat(index, model=f"openai/{fakes.MODELS[index]}") for index in range(5))
    facts = fakes.opened(roster=roster, policy=Policy(rule="majority"))
    draft = Draft(actor="asker", facts=facts, words=WORDS)
    decision = await store.create(lambda _: draft, open_key=str(number))
    people = fakes.Assembly(People(voters=(), approvers=()))
    ports = Ports(ask=ask, gather=fakes.no_context, assemble=people, record=store.append, clock=now)
    decision = await deliberate(decision, ports)
    verdict = decision.end.verdict
    assert verdict
    assert (verdict.facts.decided_by, len(decision.panel.ballots)) == ("full_vote", 5)


async def called(requests: list[Request], url: str) -> None:
    """The same requests on litellm alone: the pair at once, then the rest at once."""
    for poll in (requests[:PAIR], requests[PAIR:]):
        await asyncio.gather(*(call(request, url) for request in poll))


async def call(request: Request, url: str) -> None:
    await load().acompletion(
        model=request.seat.model,
        messages=[{"role": message.role, "content": message.text} for message in request.messages],
        temperature=request.seat.temperature / 1000,
        max_tokens=request.max_tokens,
        response_format={
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": request.form},
        },
        api_base=url,
        timeout=45,
        max_retries=0,
        num_retries=0,
        **{"no-log": True},
    )


async def compared(url: str, pairs: int) -> list[tuple[Cost, Cost]]:
    """What each decision cost, and what its bare calls did; the first pair only warms up."""
    models = Models({role: Endpoint(base_url=url) for role in fakes.ROLES}, families={})
    await models.warm_up()
    costs = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{folder}/consensus.db", clock=now)
        for number in range(pairs + 1):
            ask = RememberingAsk(models)
            started = Cost(perf_counter(), process_time())
            await decided(store, ask, number)
            between = Cost(perf_counter(), process_time())
            await called(ask.requests, url)
            ended = Cost(perf_counter(), process_time())
            costs.append((spent(started, between), spent(between, ended)))
        store.close()
    await models.close()
    return costs[1:]


def spent(since: Cost, until: Cost) -> Cost:
    return Cost(until.wall - since.wall, until.cpu - since.cpu)


def measured(median_ms: int, pairs: int) -> list[tuple[Cost, Cost]]:
    with server(median_ms) as url:
        return asyncio.run(compared(url, pairs))


def held(name: str, value: float, bound: float) -> bool:
    """Print one figure beside its bound."""
    print(f"{name:52} {value:7.3f}   bound {bound:7.3f}   {'ok' if value <= bound else 'FAIL'}")
    return value <= bound


def main() -> int:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    at_once, slow = measured(0, pairs), measured(MEDIAN_MS, pairs)
    bare = median(1000 * calls.cpu for _, calls in at_once)
    print(f"CPU of the bare calls {bare:.1f} ms, their wall {median(calls.wall for _, calls in slow):.2f} s")
    results = [
        held("our own CPU, ms", median(1000 * (ours.cpu - calls.cpu) for ours, calls in at_once), MOST_CPU_MS),
        held("wall, times the bare calls", median(ours.wall / calls.wall for ours, calls in slow), MOST_WALL),
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    os.environ["OPENAI_API_KEY"] = KEY
    sys.exit(main())
