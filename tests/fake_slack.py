"""A thin Slack on loopback: keeps what it accepted, can be asked for it, and fails as it is told to, call by call."""

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Self

from aiohttp import web

from tests.slack_methods import METHODS
from tests.slack_sockets import Sockets
from tests.slack_workspace import APP_TOKEN, BOT_TOKEN, Body, RefusedError, Workspace

OBJECTS = ("blocks", "metadata", "view")
"""Arguments that come as JSON where the rest comes as a form."""


@dataclass(frozen=True)
class Call:
    """One request as it came, taken or not."""

    method: str
    given: Body


@dataclass(frozen=True)
class Exchange:
    """A request that waits for its reply; `act` does what was asked, once."""

    request: web.Request
    act: Callable[[], web.Response]

    def abort(self) -> web.Response:
        """The connection breaks instead of a reply."""
        if self.request.transport:
            self.request.transport.abort()
        return web.Response()


Turn = Callable[[Exchange], Awaitable[web.Response]]


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


def limited(retry_after: str | None = "1") -> Turn:
    """429, with whatever Retry-After."""

    async def turn(_: Exchange) -> web.Response:
        headers = {} if retry_after is None else {"Retry-After": retry_after}
        return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=headers)

    return turn


def refused(code: str, **more: object) -> Turn:
    """`ok: false` with this code."""

    async def turn(_: Exchange) -> web.Response:
        return web.json_response({"ok": False, "error": code, **more})

    return turn


def answers(body: bytes, status: int = 200, content_type: str = "application/json") -> Turn:
    """Whatever bytes, done nothing."""

    async def turn(_: Exchange) -> web.Response:
        return web.Response(body=body, status=status, content_type=content_type)

    return turn


def fails(status: int) -> Turn:
    """A page of some proxy on the way."""
    return answers(b"<html>no</html>", status, "text/html")


def held(gate: asyncio.Event, *, is_taken: bool = True) -> Turn:
    """Says nothing until the gate opens; what was asked is done before, or not at all."""

    async def turn(exchange: Exchange) -> web.Response:
        response = exchange.act() if is_taken else web.Response(status=504)
        await gate.wait()
        return response

    return turn


class FakeSlack:
    """Serves the Web API, Socket Mode and response URLs of one workspace."""

    def __init__(self, workspace: Workspace | None = None) -> None:
        self.workspace = workspace or Workspace()
        self.sockets = Sockets()
        self.calls: list[Call] = []
        self._turns: dict[str, deque[Turn]] = defaultdict(deque)

    def script(self, method: str, *turns: Turn) -> None:
        """How the next calls of a method go; then all is plain again."""
        self._turns[method].extend(turns)

    def called(self, method: str) -> list[Body]:
        """What the calls of a method were given."""
        return [call.given for call in self.calls if call.method == method]

    @property
    def address(self) -> str:
        host, port = self._runner.addresses[0][:2]
        return f"http://{host}:{port}"

    @property
    def url(self) -> str:
        return f"{self.address}/api/"

    def response_url(self) -> str:
        return f"{self.address}/response/{self.workspace.new_response()}"

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_post("/response/{name}", self._respond)
        app.router.add_get("/link", self.sockets.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        for socket in list(self.sockets.open):
            await socket.close()
        await self._runner.cleanup()

    async def _api(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        given = await _given(request)
        self.calls.append(Call(method, given))
        turn = self._turns[method].popleft() if self._turns[method] else plain
        return await turn(Exchange(request, lambda: self._act(request, method, given)))

    def _act(self, request: web.Request, method: str, given: Body) -> web.Response:
        try:
            body = self._result(method, given, request.headers.get("Authorization", ""))
        except RefusedError as refusal:
            body = refusal.body
        headers = {"x-oauth-scopes": ",".join(sorted(self.workspace.scopes))}
        return web.json_response({"ok": True} | body, headers=headers)

    def _result(self, method: str, given: Body, authorization: str) -> Body:
        needed = APP_TOKEN if method == "apps.connections.open" else BOT_TOKEN
        if authorization != f"Bearer {needed}":
            raise RefusedError("invalid_auth" if authorization else "not_authed")
        if method == "apps.connections.open":
            return {"url": f"{self.address.replace('http', 'ws')}/link"}
        if method not in METHODS:
            raise RefusedError("unknown_method")
        return METHODS[method](self.workspace, given)

    async def _respond(self, request: web.Request) -> web.Response:
        taken = self.workspace.respond(request.match_info["name"], await request.json())
        return web.Response(text="ok") if taken else web.json_response({"ok": False, "error": "used_url"}, status=404)


async def _given(request: web.Request) -> Body:
    """The arguments, wherever in the request they stand."""
    given: Body = dict(request.query)
    if request.content_type == "application/json":
        content: Body = await request.json()
        return given | content
    given |= {name: str(value) for name, value in (await request.post()).items()}
    return given | {name: json.loads(given[name]) for name in OBJECTS if name in given}
