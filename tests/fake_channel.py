"""A chat that keeps what it accepted, loses replies, is slow, limits and refuses, as it is told to for each call."""

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from consensus.channel import DoubtfulError, Marker, PermanentError, RateLimitedError
from consensus.ports import Clock
from tests.fakes import SECOND


class LimitedError(RateLimitedError):
    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after


class RefusedError(PermanentError):
    def __init__(self, why: str) -> None:
        self.why = why
        self.is_absent = why == "not_found"


@dataclass(frozen=True)
class Lost:
    """No reply; what was asked for happens so many seconds later, or never."""

    happens_in: int | None = 0


Fault = LimitedError | RefusedError | Lost | None
"""What becomes of one call; none means that all is well."""
Call = Literal["send", "edit", "find", "delete"]


@dataclass
class Kept:
    """A message as people see it."""

    id: str
    place: str
    text: str
    marker: Marker


@dataclass
class Arriving:
    """A write that the chat has taken in and will do at that instant."""

    at: int
    call: Call
    message: Kept


@dataclass
class FakeChannel:
    """Each call takes the next fault of its kind; ids are given in the order in which messages arrive."""

    clock: Clock
    faults: dict[Call, deque[Fault]] = field(default_factory=dict)
    calls: list[tuple[Call, str]] = field(default_factory=list)
    _kept: list[Kept] = field(default_factory=list)
    _arriving: list[Arriving] = field(default_factory=list)
    _count: int = 0

    def fail(self, call: Call, *faults: Fault) -> None:
        self.faults.setdefault(call, deque()).extend(faults)

    @property
    def kept(self) -> list[Kept]:
        """What is there now, in the order in which it came."""
        for late in [each for each in self._arriving if each.at <= self.clock()]:
            self._arriving.remove(late)
            self._do(late.call, late.message)
        return self._kept

    def texts(self, place: str) -> list[str]:
        return [message.text for message in self.kept if message.place == place]

    async def send(self, place: str, message: str, marker: Marker) -> str:
        return self._write("send", Kept("", place, message, marker))

    async def edit(self, place: str, remote_id: str, message: str) -> None:
        found = self._message(remote_id, place)
        self._write("edit", Kept(remote_id, place, message, found.marker))

    async def find(self, place: str, marker: Marker) -> list[str]:
        self._begin("find", place)
        return [message.id for message in self.kept if message.place == place and message.marker == marker]

    async def delete(self, place: str, remote_id: str) -> None:
        self._write("delete", self._message(remote_id, place))

    def _message(self, remote_id: str, place: str) -> Kept:
        found = [message for message in self.kept if (message.id, message.place) == (remote_id, place)]
        if not found:
            raise RefusedError("not_found")
        return found[0]

    def _begin(self, call: Call, said: str) -> Fault:
        self.calls.append((call, said))
        waiting = self.faults.get(call)
        fault = waiting.popleft() if waiting else None
        if isinstance(fault, LimitedError | RefusedError):
            raise fault
        return fault

    def _write(self, call: Call, message: Kept) -> str:
        fault = self._begin(call, message.text)
        if not isinstance(fault, Lost):
            return self._do(call, message)
        if fault.happens_in is not None:
            self._arriving.append(Arriving(self.clock() + fault.happens_in * SECOND, call, message))
        raise DoubtfulError

    def _do(self, call: Call, message: Kept) -> str:
        if call == "send":
            self._count += 1
            message.id = str(self._count)
            self._kept.append(message)
        else:
            found = [kept for kept in self._kept if kept.id == message.id]
            for kept in found:
                kept.text = message.text
            if call == "delete":
                self._kept = [kept for kept in self._kept if kept.id != message.id]
        return message.id
