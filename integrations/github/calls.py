"""Calls to GitHub as one account: with the right token, at the right time, each failure named for what it means."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Final

from consensus.ports import Clock
from integrations.github.answers import UNAUTHORIZED, is_limit, next_page, pause, refusal
from integrations.github.app import Account
from integrations.github.errors import DoubtfulError
from integrations.github.gate import Gate, Wait
from integrations.github.transport import Answer, Call, Json, Params, Transport

SECONDS: Final = 10
"""For one request, with its wait for a thread."""
PAGED: Final[Params] = {"per_page": 100}


class Calls:
    """Everything that leaves for GitHub leaves here; an installation of none is the account itself."""

    def __init__(self, transport: Transport, account: Account, *, clock: Clock, wait: Wait) -> None:
        self.account: Final = account
        self._transport, self._clock = transport, clock
        self._gates = defaultdict[int | None, Gate](lambda: Gate(clock=clock, wait=wait))

    async def read(self, installation: int | None, path: str, params: Params | None = None) -> Answer:
        """Raises RateLimitedError, DoubtfulError or PermanentError."""
        call = Call(verb="GET", path=path, params=params or {})
        try:
            return await self._made(installation, call)
        except DoubtfulError:  # a read may be made twice; a write never is
            return await self._made(installation, call)

    async def pages(self, installation: int | None, path: str, params: Params) -> AsyncIterator[Json]:
        """Every page of a list, a hundred at a time."""
        async for page in self.following(installation, await self.read(installation, path, {**PAGED, **params})):
            yield page

    async def following(self, installation: int | None, first: Answer) -> AsyncIterator[Json]:
        """The first page and those after it, by the addresses that GitHub gives; one that comes back ends it."""
        seen: set[str] = set()
        answer = first
        yield answer.json
        while (after := next_page(answer)) and after not in seen:
            seen.add(after)
            answer = await self.read(installation, after)
            yield answer.json

    async def write(self, installation: int | None, verb: str, path: str, body: Json) -> Json:
        """Once, in its turn; the same errors."""
        async with self._gates[installation].turn():
            return (await self._made(installation, Call(verb=verb, path=path, body=body))).json

    async def _made(self, installation: int | None, call: Call) -> Answer:
        """The call, and once more with a new token where the old one was not accepted, as then it was not taken."""
        gate = self._gates[installation]
        gate.require_open()
        answer = await self._sent(installation, call)
        if answer.status == UNAUTHORIZED and self.account.renew(installation):
            answer = await self._sent(installation, call)
        if is_limit(answer):
            raise gate.close(pause(answer, self._clock()))
        is_own = installation is None
        error = (self.account.refused(answer) if is_own else None) or refusal(answer, self._clock())
        if error:
            raise error
        return answer

    async def _sent(self, installation: int | None, call: Call) -> Answer:
        token = await self.account.bearer(installation, self._transport)
        try:
            async with asyncio.timeout(SECONDS):
                return await self._transport(call.model_copy(update={"token": token}))
        except TimeoutError as error:
            raise DoubtfulError("timeout") from error
