"""Sentences as data: the key of a catalogue entry with what fills it, and how it becomes words."""

from typing import Protocol

from consensus.events import Instant
from consensus.model import Model


class Moment(Model):
    """An instant, to be shown in the reader's time."""

    at: Instant


class Person(Model):
    """A person, to be shown by the name that the surface knows."""

    id: str


class Money(Model):
    """Micro-dollars; none where a price is unknown."""

    amount: int | None


class Line(Model):
    """One sentence; values may be sentences themselves, a list of them is joined by commas."""

    key: str
    params: "dict[str, Value]"


Value = str | int | Line | Moment | Person | Money | tuple[Line, ...]
Line.model_rebuild()


def line(key: str, **params: Value) -> Line:
    return Line(key=key, params=params)


class Speaker(Protocol):
    """What a surface brings: its catalogue, and how it shows times, people and money."""

    def __call__(self, key: str, **params: str | int) -> str: ...

    def show(self, value: Moment | Person | Money) -> str: ...


def render(each: Line, say: Speaker) -> str:
    """The sentence in the speaker's language."""
    return say(each.key, **{name: _text(value, say) for name, value in each.params.items()})


def _text(value: Value, say: Speaker) -> str | int:
    if isinstance(value, str | int):
        return value
    if isinstance(value, Line):
        return render(value, say)
    if isinstance(value, tuple):
        return ", ".join(render(each, say) for each in value)
    return say.show(value)
