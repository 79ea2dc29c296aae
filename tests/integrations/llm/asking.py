"""What the tests of the model door ask, and whom."""

from typing import Any

from consensus.errors import AgentUnavailableError
from consensus.events import Usage
from consensus.panel.agents import Seat
from consensus.panel.briefing import Message
from consensus.ports import Request
from integrations.llm import Endpoint, Models
from integrations.llm.client import Wait

KEY = "sk-proj-averysecretkey0123456789"
LATE_TYPES = "ignore:.*ReadOnly. qualifier"
"""What pydantic says of types that litellm builds at the first question to a provider."""
ROLE = "risk analyst"
FORM: dict[str, Any] = {"type": "object", "properties": {"choice": {"enum": ["a", "b"]}}}


def request(
    model: str = "openai/m1", *, fallback: str | None = None, family: str = "m", temperature: int = 200
) -> Request:
    seat = Seat(
        seat="s1",
        role=ROLE,
        framing="What are the risks?",
        model=model,
        fallback=fallback,
        family=family,
        temperature=temperature,
        call_ceiling=10_000,
        prompt_digest="0",
    )
    words = (Message(role="system", text="You are the risk analyst."), Message(role="user", text="Cats or dogs?"))
    return Request(decision="D-1", seat=seat, messages=words, form=FORM)


class Pauses:
    """Waits for nothing and remembers how long it was asked to."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def models(base_url: str, wait: Wait | None = None, **options: Any) -> Models:  # noqa: ANN401 - passed on
    return Models({ROLE: Endpoint(base_url=base_url)}, families={}, wait=wait or Pauses(), **options)


async def failure(asked: Models, question: Request) -> AgentUnavailableError:
    """The error that a question ends in."""
    try:
        reply = await asked(question)
    except AgentUnavailableError as error:
        return error
    raise AssertionError(reply)


def spent(error: AgentUnavailableError) -> Usage:
    assert isinstance(error.spent, Usage)
    return error.spent
