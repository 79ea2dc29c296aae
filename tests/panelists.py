"""Agents that say what a test wrote for them, with everything around them that the engine needs."""

import asyncio
import json
from dataclasses import dataclass, field

from consensus.decision import Decision
from consensus.deliberation import Ports, deliberate
from consensus.errors import AgentUnavailableError
from consensus.events import Opened, OpenedWords, Usage
from consensus.ports import Record, Reply, Request
from tests.fakes import Assembly, MemoryRecord, loop_clock, no_context, start
from tests.scenes import PEOPLE

COST = Usage(calls=1, tokens_in=100, tokens_out=20, cost=1_000)
BLIND, ARGUE, FINAL, MODERATE = 1, 2, 3, 0


def round_of(request: Request) -> int:
    """What is asked, by the form of the answer."""
    fields = request.form["properties"]
    assert isinstance(fields, dict)
    if request.seat.seat == "moderator":
        return MODERATE
    return ARGUE if "arguments" in fields else FINAL if "moved_by" in fields else BLIND


@dataclass
class Panelists:
    """What each seat says in each round, one sign each in the order of the roster.

    A to D choose, n is none of these, x is unreadable, f fails, h hangs, s answers A once it is asked again.
    """

    blind: str
    final: str = ""
    critiques: str = "AAAAAAA"
    moderator: str = "AA"
    tripwire: str = "A"
    seconds: int = 1
    moved_by: str = "none"
    axes: tuple[int, int, int] = (1, 1, 1)
    about_person: bool = False
    asked: list[tuple[str, int]] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)

    async def __call__(self, request: Request) -> Reply:
        seat, round_ = request.seat.seat, round_of(request)
        sign = self._sign(seat, round_)
        self.asked.append((seat, round_))
        try:
            await (asyncio.Event().wait() if sign == "h" else asyncio.sleep(self.seconds))
        except asyncio.CancelledError:
            self.given_up.append(seat)
            raise
        if sign == "f":
            raise AgentUnavailableError("provider_error", http=500, detail="HTTP 500")
        is_repair = len(request.messages) > len(("system", "user"))
        unreadable = sign == "x" or (sign == "s" and not is_repair)
        text = "no" if unreadable else json.dumps(self._answer(sign.replace("s", "A"), round_))
        return Reply(text=text, model=request.seat.model, family=request.seat.family, usage=COST)

    def _sign(self, seat: str, round_: int) -> str:
        if seat == "tripwire":
            return self.tripwire
        if round_ == MODERATE:
            return self.moderator[sum(name == "moderator" for name, _ in self.asked)]
        signs = {BLIND: self.blind, ARGUE: self.critiques, FINAL: self.final}[round_]
        return signs[int(seat.removeprefix("s")) - 1]

    def _answer(self, sign: str, round_: int) -> dict[str, object]:
        named = "none_of_these" if sign == "n" else f"option o{'ABCD'.index(sign) + 1}"
        if round_ == ARGUE:
            return {"arguments": [{"option": named, "stance": "for", "text": "It is cheaper."}]}
        if round_ == MODERATE:
            return {"choice": named, "reason": "The better case."}
        uncertainty, stakes, plurality = self.axes
        return {
            "choice": named,
            "confidence": 0.9,
            "rationale": f"{named} is right.",
            "risks": [],
            "would_change": "a failed drill",
            "moved_by": self.moved_by,
            "uncertainty": uncertainty,
            "stakes": stakes,
            "plurality": plurality,
            "about_person": self.about_person,
        }


@dataclass
class Table:
    """A decision with everything that deliberating on it takes."""

    facts: Opened
    panelists: Panelists
    people: Assembly = field(default_factory=lambda: Assembly(PEOPLE))
    record: Record | None = None
    words: OpenedWords | None = None

    def __post_init__(self) -> None:
        self.decision = start(self.facts, self.words, at=loop_clock())
        self.memory = MemoryRecord(self.decision, loop_clock)
        self.ports = Ports(
            ask=self.panelists,
            gather=no_context,
            assemble=self.people,
            record=self.record or self.memory,
            clock=loop_clock,
        )

    async def deliberate(self) -> Decision:
        return await deliberate(self.memory.newest, self.ports)
