"""A desk on a real record with scripted agents, for tests of what is done there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.app import asker_alone, wall_clock
from bot.use_cases import Desk, open_decision
from bot.worker import this_worker
from consensus.decision import Decision
from consensus.events import ContextTaken, ContextWords, OpenedWords
from integrations.store.store import Store
from tests.fakes import opened, seat
from tests.voting_models import Agents

SEATS = ("risk_analyst", "optimist", "devils_advocate", "neutral_analyst", "user_advocate")


async def gather(_: Decision) -> tuple[ContextTaken, ContextWords]:
    return ContextTaken(sources=(), cut=False), ContextWords(sources=())


@contextmanager
def at_desk(path: Path, agents: Agents, worker: str | None = None, store: type[Store] = Store) -> Iterator[Desk]:
    """The desk of a process; its store is closed in the end."""
    record = store.open(f"sqlite:///{path}", clock=wall_clock)
    try:
        yield Desk(record, agents, gather, asker_alone, wall_clock, worker or this_worker())
    finally:
        record.close()


async def ask(desk: Desk, *options: str, **changes: object) -> Decision:
    """A new decision of the default panel, asked by whom the changes say."""
    roster = tuple(seat(place, seat=name) for place, name in enumerate(SEATS))
    facts = opened(len(options), **({"roster": roster} | changes))
    words = OpenedWords(question="Which one?", options=options)
    return await open_decision(desk, lambda _: facts, words, "key")
