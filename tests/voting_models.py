"""Scripted agents for whole runs: they answer what they are asked, over the wire or in the same process."""

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from consensus.events import Usage
from consensus.ports import Reply, Request
from tests.fake_models import FakeModels, Line, Turn, answers, fails, hangs, resets

AXES = (1, 1, 1)
SURE = {"risk_analyst": 0.95, "optimist": 0.93, "devils_advocate": 0.91, "neutral_analyst": 0.89, "user_advocate": 0.87}
"""How sure each seat is by itself; no two are alike, so that the surest reason is always the same one."""
SEAT = re.compile(r"\((\w+)\)")
OPTION = re.compile(r"^([a-z]{5}): (.+)$", re.MULTILINE)
FAULTS: Mapping[str, Callable[[str], Turn]] = {
    "429": lambda _: fails(429, retry_after="0"),
    "500": lambda _: fails(500, "sk-abcdefgh12345678 was seen at the provider"),
    "hang": lambda _: hangs,
    "401": lambda _: fails(401, "https://host/v1beta/models/m:generateContent?key=AIzaSyA123456789 is not valid"),
    "refusal": lambda _: answers(None, refusal="I cannot help with that."),
    "reset": lambda _: resets,
    "malformed": lambda _: answers("Sure! My vote: {choice: perhaps,,"),
    "no choice": lambda said: answers(_without_choice(said)),
    "fenced": lambda said: answers(f"Here it is:\n```json\n{said}\n```\nHope that helps."),
    "outside": lambda _: answers(json.dumps({"choice": "something else", "confidence": 0.9, "rationale": "no"})),
    "empty": lambda _: answers(""),
    "truncated": lambda said: answers(said[: len(said) // 2], finish="length"),
}
"""What a seat may do instead of answering, by the name of the fault."""


@dataclass(frozen=True)
class Vote:
    """What these seats choose, all without `seats`, in their blind ballot (`vote`), their `final` one, or in both."""

    pick: str
    seats: tuple[str, ...] = ()
    kind: str | None = None
    confidence: float | None = None
    axes: tuple[int, int, int] = AXES
    about_person: bool = False
    texts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Said:
    """One request as the agents saw it."""

    seat: str
    kind: str
    prompt: str


@dataclass
class Agents:
    """Answers by the script, the first vote that fits; `moderator` is what it proposes each time.

    A seat of `faults` has its fault in every round, one of `late_faults` only in its final ballot.
    """

    votes: Sequence[Vote]
    faults: Mapping[str, str] = field(default_factory=dict)
    late_faults: Mapping[str, str] = field(default_factory=dict)
    moderator: Sequence[str] = ()
    log: list[Said] = field(default_factory=list)
    hanging: threading.Event = field(default_factory=threading.Event)
    """Set once a request is kept waiting for ever."""

    def asked(self, kind: str) -> list[str]:
        """The seats that were asked for this, in order."""
        return [said.seat for said in self.log if said.kind == kind]

    def answer(self, messages: Sequence[tuple[str, str]], fields: Mapping[str, Any]) -> tuple[str, str]:
        """The seat that is asked and what it says."""
        prompt = "\n".join(text for _, text in messages)
        seat = found[1] if (found := SEAT.search(messages[0][1])) else ""
        kind = _kind(fields)
        self.log.append(Said(seat, kind, prompt))
        options = dict(OPTION.findall(messages[1][1]))
        if kind == "critique":
            option = next(iter(options))
            return seat, json.dumps({"arguments": [{"option": option, "stance": "against", "text": f"{seat} doubts."}]})
        if kind == "moderator":
            pick = self.moderator[len(self.asked("moderator")) - 1]
            return seat, json.dumps({"reason": f"{pick} has the better case.", "choice": _named(options, pick)})
        fitting = (vote for vote in self.votes if not vote.seats or seat in vote.seats)
        vote = next(vote for vote in fitting if vote.kind in (None, kind))
        return seat, json.dumps(_ballot(vote, seat, options, fields))

    async def __call__(self, request: Request) -> Reply:
        """The Ask port, without a wire; each seat answers at its own turn of the loop."""
        messages = [(message.role, message.text) for message in request.messages]
        properties = request.form["properties"]
        assert isinstance(properties, dict)
        for _ in range(4 * (len(self.log) % 5)):
            await asyncio.sleep(0)
        _, text = self.answer(messages, properties)
        usage = Usage(calls=1, tokens_in=100, tokens_out=20, cost=100)
        return Reply(text=text, model="m1", family=request.seat.family, usage=usage)

    async def turn(self, line: Line) -> None:
        """The same over the wire, with the fault that the seat is to have."""
        messages = [(message["role"], message["content"]) for message in line.body["messages"]]
        fields = line.body["response_format"]["json_schema"]["schema"]["properties"]
        seat, text = self.answer(messages, fields)
        fault = self.faults.get(seat) or (self.late_faults.get(seat) if _kind(fields) == "final" else None)
        if fault == "hang":
            self.hanging.set()
        await (FAULTS[fault](text) if fault else answers(text))(line)


@contextmanager
def served(agents: Agents) -> Iterator[str]:
    """The address at which the agents answer, from a loop of their own in a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    models = FakeModels()
    models.usual = agents.turn
    asyncio.run_coroutine_threadsafe(models.__aenter__(), loop).result(5)
    try:
        yield models.url
    finally:
        asyncio.run_coroutine_threadsafe(models.__aexit__(), loop).result(5)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        loop.close()


def _kind(fields: Mapping[str, Any]) -> str:
    if "arguments" in fields:
        return "critique"
    if "reason" in fields:
        return "moderator"
    return "final" if "moved_by" in fields else "vote"


def _named(options: Mapping[str, str], pick: str) -> str:
    """The seat's own id of an option."""
    return next((name for name, text in options.items() if text == pick), pick)


def _ballot(vote: Vote, seat: str, options: Mapping[str, str], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Every field that the form has, and no other."""
    choice = _named(options, vote.pick)
    uncertainty, stakes, plurality = vote.axes
    whole = {
        "rationale": f"{seat} prefers {vote.pick}.",
        "risks": [f"{vote.pick} may cost more."],
        "choice": choice,
        "confidence": SURE.get(seat, 0.9) if vote.confidence is None else vote.confidence,
        "would_change": f"a test in which {vote.pick} fails",
        "ranking": [choice, *(name for name in options if name != choice)],
        "uncertainty": uncertainty,
        "stakes": stakes,
        "plurality": plurality,
        "about_person": vote.about_person,
        "moved_by": next((name for name in fields.get("moved_by", {}).get("enum", ()) if name != "none"), "none"),
    }
    return {name: value for name, value in {**whole, **vote.texts}.items() if name in fields}


def _without_choice(said: str) -> str:
    return json.dumps({name: value for name, value in json.loads(said).items() if name != "choice"})
