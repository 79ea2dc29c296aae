"""What the engine needs from outside: five structural protocols, one call each."""

from typing import Protocol

from pydantic import JsonValue

from consensus.decision import Decision
from consensus.events import ContextTaken, ContextWords, Draft, Usage
from consensus.model import Model
from consensus.panel.agents import Seat
from consensus.panel.briefing import Message


class Request(Model):
    """One question to one agent."""

    decision: str
    seat: Seat
    messages: tuple[Message, ...]
    form: dict[str, JsonValue]
    """The JSON schema of the answer."""
    max_tokens: int = 1000


class Reply(Model):
    """What a model said; `model` is the one named in its answer, without the provider."""

    text: str
    model: str
    family: str
    usage: Usage
    flags: tuple[str, ...] = ()
    """`fallback_model`, `schema_dropped`, `temperature_dropped`."""


class Ask(Protocol):
    """Asks one agent once, with its own deadline and retries.

    Raises AgentUnavailableError, whose `usage` says what the failed attempts cost.
    """

    async def __call__(self, request: Request, /) -> Reply: ...


class Gather(Protocol):
    """Reads the context that was asked for; what cannot be read is named in `missing`."""

    async def __call__(self, decision: Decision, /) -> tuple[ContextTaken, ContextWords]: ...


class Record(Protocol):
    """Appends what is legal on the newest fold and returns the decision after it.

    Without drafts it only returns the newest fold. Raises IllegalEventError and LeaseLostError; appends all or nothing.
    """

    async def __call__(self, decision: Decision, /, *drafts: Draft) -> Decision: ...


class People(Model):
    """Who may vote, how many of the place may not, and who may approve a proposal: persons' ids.

    Of a place with very many members nobody is listed: `members` says how many may vote, by the rule that each is one.
    """

    voters: tuple[str, ...]
    members: int = 0
    excluded: int = 0
    approvers: tuple[str, ...]


class Assemble(Protocol):
    """Resolves the electorate and the approvers as they are now."""

    async def __call__(self, decision: Decision, /) -> People: ...


class Clock(Protocol):
    """The present instant, microseconds UTC; never runs backwards."""

    def __call__(self) -> int: ...
