"""The Ask port over litellm: one question to one model, with the only retries there are."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from consensus.errors import AgentUnavailableError
from consensus.events import Usage
from consensus.model import Model
from consensus.ports import Reply, Request
from integrations.llm import door
from integrations.llm.answers import is_free, named_model, said, usage_of
from integrations.llm.aside import aside
from integrations.llm.errand import Errand
from integrations.llm.failures import Failure, Param, classify
from integrations.llm.families import bare, named_family, provider_of

logger = logging.getLogger(__name__)

CALL_SECONDS = 45
PAUSES = (0.5, 2.0)
"""Seconds before the second and the third attempt, where the provider names none; there is no fourth."""
FIRST_SHARE = 0.6
"""Of a call's time, for a model that has a fallback: one that hangs must leave time to ask the other."""
LONGEST_PAUSE = 20.0
"""A provider that asks for more will not answer in time: it is not asked again."""
DROPPED: Mapping[Param, str] = {"temperature": "temperature_dropped", "response_format": "schema_dropped"}

Wait = Callable[[float], Awaitable[None]]
Register = Callable[[Any], None]
"""Makes a provider of our own known to the module litellm."""


class Endpoint(Model):
    """Where an agent's model is asked; none is where its provider lives."""

    base_url: str | None = None


class Models:
    """Every model behind one call; keeps litellm's connections and remembers what each model does not take."""

    def __init__(
        self,
        endpoints: Mapping[str, Endpoint],
        *,
        families: Mapping[str, str],
        call_seconds: float = CALL_SECONDS,
        providers: Mapping[str, Register] = MappingProxyType({}),
        wait: Wait = asyncio.sleep,
    ) -> None:
        """`endpoints` by role, `families` by model name or its beginning, `providers` by the name they register."""
        self._endpoints = endpoints
        self._families = families
        self._call_seconds = call_seconds
        self._providers = providers
        self._wait = wait
        self._litellm: Any = None
        self._refused: set[tuple[str, Param]] = set()

    async def warm_up(self) -> None:
        """Imports litellm in a thread and goes through it once, so that no question waits for that."""
        await self._load()
        await asyncio.to_thread(door.warm)

    async def close(self) -> None:
        """Closes the connections; a later question, on this loop or another, opens new ones."""
        if self._litellm is not None:
            await door.shut()

    async def __call__(self, request: Request) -> Reply:
        errand = Errand(request, self._call_seconds)
        try:
            async with asyncio.timeout_at(errand.deadline):
                outcome = await self._first_answer(errand)
        except TimeoutError:
            outcome = Failure(cause="timeout")
        if isinstance(outcome, Failure):
            raise AgentUnavailableError(outcome.cause, http=outcome.http, detail=outcome.detail, spent=errand.spent())
        return outcome

    async def _load(self) -> None:
        if self._litellm is None:
            litellm = await aside(door.load)
            for register in self._providers.values():
                register(litellm)
            self._litellm = litellm

    async def _first_answer(self, errand: Errand) -> Reply | Failure:
        """The seat's model's answer, else its fallback's; a refusal is an answer that nobody else is asked for."""
        seat = errand.request.seat
        await self._load()
        if seat.fallback is None:
            return await self._insist(seat.model, errand)
        try:
            async with asyncio.timeout(self._call_seconds * FIRST_SHARE):
                outcome = await self._insist(seat.model, errand)
        except TimeoutError:
            outcome = Failure(cause="timeout")
        if isinstance(outcome, Reply) or outcome.cause == "refused":
            return outcome
        second = await self._insist(seat.fallback, errand)
        return second if isinstance(second, Reply) else outcome

    async def _insist(self, model: str, errand: Errand) -> Reply | Failure:
        """Asks again where that can help; a parameter that the model does not take is left out at once."""
        if is_free(model):
            door.list_as_free(model)
        attempts = 0
        while True:
            outcome = await self._once(model, errand)
            if isinstance(outcome, Reply):
                return outcome
            _log(model, errand.request, outcome)
            attempts += outcome.sent or outcome.may_retry
            if attempts > len(PAUSES):
                return outcome
            if outcome.param is not None:
                self._refused.add((model, outcome.param))
                continue
            if not outcome.may_retry:
                return outcome
            pause = PAUSES[attempts - 1] if outcome.retry_after is None else outcome.retry_after
            if pause > LONGEST_PAUSE or not errand.has_time_for(pause):
                return outcome
            await self._wait(pause)

    async def _once(self, model: str, errand: Errand) -> Reply | Failure:
        """One request; what it cost is on the errand's bill whatever comes of it."""
        arguments = self._arguments(model, errand.request)
        unknown = 0 if is_free(model) else None
        try:
            response = await self._litellm.acompletion(**arguments)
        except asyncio.CancelledError:
            errand.pay(Usage(calls=1, cost=unknown))
            raise
        except door.troubles() as error:
            failure = classify(error)
            errand.pay(Usage(calls=int(failure.sent), cost=0 if failure.is_free else unknown))
            return failure if failure.param in arguments else failure.model_copy(update={"param": None})
        errand.pay(usage_of(response, model))
        text = said(response)
        return text if isinstance(text, Failure) else self._reply(text, named_model(response, model), model, errand)

    def _arguments(self, model: str, request: Request) -> dict[str, Any]:
        endpoint = self._endpoints.get(request.seat.role, Endpoint())
        same_provider = provider_of(model) == provider_of(request.seat.model)
        wanted: dict[Param, object] = {
            "temperature": request.seat.temperature / 1000,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": request.form},
            },
        }
        return {
            "model": model,
            "messages": [{"role": message.role, "content": message.text} for message in request.messages],
            "max_tokens": request.max_tokens,
            "api_base": endpoint.base_url if same_provider else None,
            "timeout": self._call_seconds,
            "max_retries": 0,
            "num_retries": 0,
            "no-log": True,
            **{param: value for param, value in wanted.items() if (model, param) not in self._refused},
        }

    def _reply(self, text: str, named: str, asked: str, errand: Errand) -> Reply:
        seat = errand.request.seat
        family = named_family(asked if named == bare(asked) else named, self._families)
        is_fallback = asked != seat.model or family != seat.family
        dropped = tuple(flag for param, flag in DROPPED.items() if (asked, param) in self._refused)
        flags = ("fallback_model", *dropped) if is_fallback else dropped
        return Reply(text=text, model=named, family=family, usage=errand.spent(), flags=flags)


def _log(model: str, request: Request, failure: Failure) -> None:
    """A parameter that is dropped is no trouble: operators need not read of it."""
    where = (request.decision, request.seat.seat, model)
    level = logging.WARNING if failure.param is None else logging.DEBUG
    logger.log(level, "no answer: decision=%s seat=%s model=%s cause=%s http=%s", *where, failure.cause, failure.http)
    logger.debug("no answer: decision=%s seat=%s model=%s detail=%s", *where, failure.detail)
