"""Fakes of the ports and small makers of data, shared by all tests."""

import asyncio
from collections import defaultdict, deque
from dataclasses import dataclass, field

from consensus.audit import GENESIS, seal
from consensus.decision import Decision, fold
from consensus.errors import AgentUnavailableError, RecordError
from consensus.events import (
    Axes,
    BallotCast,
    ContextTaken,
    ContextWords,
    Draft,
    Opened,
    OpenedWords,
    Policy,
    Usage,
)
from consensus.legality import check
from consensus.panel.agents import Seat
from consensus.ports import Clock, People, Reply, Request

START = 1_800_000_000_000_000
SECOND = 1_000_000
ROLES = ("risk analyst", "optimist", "devil's advocate", "neutral analyst", "user advocate")
MODELS = ("m1", "n1", "m1", "n1", "m1")


@dataclass
class HandClock:
    """A clock that only moves when a test moves it."""

    now: int = START

    def __call__(self) -> int:
        return self.now

    def advance(self, seconds: int) -> None:
        self.now += seconds * SECOND


def loop_clock() -> int:
    """The running loop's own time, so that a virtual loop moves the engine's clock too."""
    return START + int(asyncio.get_running_loop().time() * SECOND)


@dataclass
class ScriptedAsk:
    """Answers each seat with what was put in its queue, in order, and remembers every request."""

    queues: dict[str, deque[Reply | AgentUnavailableError]] = field(default_factory=lambda: defaultdict(deque))
    history: list[Request] = field(default_factory=list)

    def enqueue(self, seat: str, *answers: Reply | AgentUnavailableError) -> None:
        self.queues[seat].extend(answers)

    async def __call__(self, request: Request) -> Reply:
        self.history.append(request)
        answer = self.queues[request.seat.seat].popleft()
        if isinstance(answer, AgentUnavailableError):
            raise answer
        return answer


@dataclass
class MemoryRecord:
    """Keeps one decision, refuses what is illegal, and fails as often as it was told to."""

    newest: Decision
    clock: Clock
    failures: deque[RecordError] = field(default_factory=deque)

    async def __call__(self, decision: Decision, *drafts: Draft) -> Decision:
        assert decision.id == self.newest.id
        if drafts and self.failures:
            raise self.failures.popleft()
        newest = self.newest
        for draft in drafts:
            at = max(self.clock(), newest.events[-1].at)
            check(newest, draft, at)
            newest = after(newest, draft, at=at)
        self.newest = newest
        return newest


@dataclass
class Assembly:
    """The people of the place, as a test wants them."""

    people: People
    asked: list[str] = field(default_factory=list)

    async def __call__(self, decision: Decision) -> People:
        self.asked.append(decision.id)
        return self.people


async def no_context(decision: Decision) -> tuple[ContextTaken, ContextWords]:
    """Reads nothing; for decisions that want no context."""
    raise AssertionError(decision.id)


def seat(index: int = 0, **changes: object) -> Seat:
    """The seat at that place of a panel of five with two model families."""
    data = {
        "seat": f"s{index + 1}",
        "role": ROLES[index],
        "framing": f"framing {index + 1}",
        "model": MODELS[index],
        "family": MODELS[index].rstrip("1"),
        "temperature": 100 * index,
        "call_ceiling": 20_000,
        "prompt_digest": "",
    }
    return Seat.model_validate(data | changes)


def opened(options: int = 2, **changes: object) -> Opened:
    """A decision with that many options before a panel of five."""
    data = {
        "engine": "test",
        "asker": "asker",
        "lang": "en",
        "options": tuple(f"o{number}" for number in range(1, options + 1)),
        "is_proposal": False,
        "options_stated": True,
        "safety_order": None,
        "policy": Policy(),
        "axes": None,
        "roster": tuple(seat(index) for index in range(5)),
        "moderator": seat(0, seat="moderator", role="moderator", temperature=0),
        "offset": 0,
        "wants_context": False,
        "places": (),
        "via": "terminal",
    }
    return Opened.model_validate(data | changes)


def ballot(seat_: str, choice: str, confidence: int | None = 900, round_: int = 1, **changes: object) -> BallotCast:
    """What one seat says in one round; the first round scores an ordinary question."""
    data = {
        "round": round_,
        "seat": seat_,
        "choice": choice,
        "confidence": confidence,
        "axes": Axes(uncertainty=1, stakes=1, plurality=1) if round_ == 1 else None,
        "shown": (),
        "model": "m1",
        "family": "m",
        "usage": Usage(calls=1),
    }
    return BallotCast.model_validate(data | changes)


def start(facts: Opened, words: OpenedWords | None = None, at: int = START) -> Decision:
    """The decision D-1 as it is just after it was opened."""
    words = words or OpenedWords(question="Which one?", options=tuple(f"option {option}" for option in facts.options))
    return fold([seal("D-1", 1, at, GENESIS, Draft(actor=facts.asker, facts=facts, words=words), "salt")])


def after(decision: Decision, *drafts: Draft, at: int | None = None) -> Decision:
    """The decision with these drafts appended, legal or not."""
    for draft in drafts:
        moment = decision.events[-1].at if at is None else at
        decision = decision.apply(seal(decision.id, decision.seq + 1, moment, decision.head, draft, "salt"))
    return decision
