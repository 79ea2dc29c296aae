"""What a request can turn out to be: one type per kind of command."""

from typing import Literal

from pydantic import Field

from bot.flags import Value
from consensus.model import Model
from consensus.panel.agents import Language

LookVerb = Literal["show", "why", "verify", "export"]
ActVerb = Literal["run", "approve", "reject", "close", "cancel", "reopen", "rerun"]
OutcomeName = Literal["held", "partly", "did_not", "too_early", "overridden"]


class Thread(Model):
    """A thread that somebody linked to; whether they may read it is asked where it is read."""

    channel: str
    ts: str


class Ask(Model):
    """A question for the panel; without options it is a proposal. `notes` are keys of sentences."""

    question: str
    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    flags: dict[str, Value] = Field(default_factory=dict)
    """Everything but the options; what may be tightened is the business of `bot.tightening`."""
    thread: Thread | None = None
    lang: Language | None = None
    typed: str = ""
    """The request as it was written."""


class Form(Model):
    """Nothing was asked yet: the surface offers its form, with what is known filled in."""

    flags: dict[str, Value] = Field(default_factory=dict)
    thread: Thread | None = None


class Help(Model):
    verb: str | None = None


class List(Model):
    """`state` is one of `bot.verbs.STATES`; none lists everything."""

    state: str | None = None


class Search(Model):
    words: str = ""


class Link(Model):
    """Joins a person's accounts; `to` is what was named, a name on the other platform or a code."""

    to: str | None = None


class OnDecision(Model):
    """About one decision: `id`, else that of `thread`, else that of the thread where it was said."""

    id: str | None = None
    thread: Thread | None = None


class Status(OnDecision):
    """What is open here, or how far one decision is."""


class Look(OnDecision):
    verb: LookVerb


class Act(OnDecision):
    verb: ActVerb
    reason: str = ""
    flags: dict[str, Value] = Field(default_factory=dict)
    """What a rerun or a reopened vote is to do differently."""


class Vote(OnDecision):
    """A ballot; without a choice it puts the decision to a vote, or offers the ballot of the open one."""

    choice: str | None = None
    abstains: bool = False
    reason: str = ""


class Extend(OnDecision):
    """Moves the deadline by so many microseconds; none offers a choice."""

    by: int | None = None


class Outcome(OnDecision):
    """What came of a decision; none offers a choice."""

    outcome: OutcomeName | None = None
    reason: str = ""


class Unknown(Model):
    """Neither a verb nor a question; `nearest` is the verb that was perhaps meant."""

    word: str
    nearest: str


Command = Ask | Form | Help | List | Search | Link | Status | Look | Act | Vote | Extend | Outcome | Unknown
