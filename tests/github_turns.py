"""How a call to the fake GitHub may go: plainly, lost, limited, refused, late, without an end."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web


@dataclass(frozen=True)
class Exchange:
    """A request that waits for its reply; `act` does what was asked, once."""

    request: web.Request
    act: Callable[[], web.Response]
    clock: Callable[[], float]

    def abort(self) -> web.Response:
        """The connection breaks instead of a reply."""
        if self.request.transport:
            self.request.transport.abort()
        return web.Response()


Turn = Callable[[Exchange], Awaitable[web.StreamResponse]]


async def plain(exchange: Exchange) -> web.Response:
    """Nothing is wrong."""
    return exchange.act()


async def lost(exchange: Exchange) -> web.Response:
    """Done and kept, but the reply never arrives."""
    exchange.act()
    return exchange.abort()


async def dropped(exchange: Exchange) -> web.Response:
    """Neither done nor answered."""
    return exchange.abort()


def answers(status: int, body: bytes = b"", *, is_taken: bool = False, **headers: str) -> Turn:
    """Whatever bytes; what was asked is done before, or not at all."""

    async def turn(exchange: Exchange) -> web.Response:
        if is_taken:
            exchange.act()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(body=body, status=status, headers=named, content_type="application/json")

    return turn


def refused(status: int, message: str, **headers: str) -> Turn:
    """GitHub's own refusal, in its words."""
    return answers(status, json.dumps({"message": message}).encode(), is_taken=False, **headers)


def fails(status: int, *, is_taken: bool = False) -> Turn:
    """A page of some proxy on the way."""
    return answers(status, b"<html>no</html>", is_taken=is_taken)


def primary_limit(seconds: int) -> Turn:
    """All requests of the hour are spent; the reset is so far away on GitHub's clock."""

    async def turn(exchange: Exchange) -> web.StreamResponse:
        reset = str(int(exchange.clock()) + seconds)
        message = "API rate limit exceeded for installation ID 7."
        spent = refused(403, message, x_ratelimit_remaining="0", x_ratelimit_limit="5000", x_ratelimit_reset=reset)
        return await spent(exchange)

    return turn


def secondary_limit(retry_after: str | None = "60", *, status: int = 403) -> Turn:
    message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    return refused(status, message, **({} if retry_after is None else {"retry_after": retry_after}))


def held(gate: asyncio.Event) -> Turn:
    """Done at once, but nothing is said until the gate opens."""

    async def turn(exchange: Exchange) -> web.Response:
        response = exchange.act()
        await gate.wait()
        return response

    return turn


def together(barrier: asyncio.Barrier) -> Turn:
    """Answered only when as many have come as the barrier wants."""

    async def turn(exchange: Exchange) -> web.Response:
        await barrier.wait()
        return exchange.act()

    return turn


async def trickling(exchange: Exchange) -> web.StreamResponse:
    """Byte after byte without an end, until the other side has had enough."""
    response = web.StreamResponse()
    await response.prepare(exchange.request)
    with contextlib.suppress(ConnectionError):
        while True:
            await response.write(b" ")
            await asyncio.sleep(0)
    return response
