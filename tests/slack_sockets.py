"""The server side of Socket Mode: hello, one event to one of the open sockets, acks with their delay, disconnects."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from aiohttp import WSMsgType, web

from tests.slack_workspace import Body


@dataclass(frozen=True)
class Ack:
    """What the program answered to an envelope, and how many seconds later."""

    envelope: str
    delay: float
    payload: Body | None


class Sockets:
    """Every open socket; an envelope goes to exactly one of them, in turn."""

    def __init__(self) -> None:
        self.open: list[web.WebSocketResponse] = []
        self.acks: list[Ack] = []
        self.withheld: list[Body] = []
        """Envelopes that nobody got."""
        self.connections = 0
        self.pongs = 0
        self.is_silent = False
        """Accepts sockets and says nothing: no greeting, no answer to a ping, no envelope."""
        self.is_deaf = False
        """Answers no ping."""
        self._requests: dict[web.WebSocketResponse, web.Request] = {}
        self._sent: dict[str, float] = {}
        self._numbers = count(1)
        self._stirred = asyncio.Event()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        self.connections += 1
        self.open.append(socket)
        self._requests[socket] = request
        if not self.is_silent:
            info = {"app_id": "A1"}
            await socket.send_json({"type": "hello", "num_connections": len(self.open), "connection_info": info})
        self._stirred.set()
        try:
            await self._listen(socket)
        finally:
            del self._requests[socket]
            if socket in self.open:
                self.open.remove(socket)
            self._stirred.set()
        return socket

    async def deliver(self, kind: str, payload: Body) -> str:
        """Sends an envelope of `events_api`, `slash_commands` or `interactive`; its id."""
        envelope: Body = {
            "envelope_id": f"E{next(self._numbers)}",
            "type": kind,
            "payload": payload,
            "accepts_response_payload": kind != "events_api",
            "retry_attempt": 0,
            "retry_reason": "",
        }
        await self._send(envelope)
        return str(envelope["envelope_id"])

    async def deliver_again(self, reason: str = "timeout") -> None:
        """Slack's own retry of everything that nobody got."""
        envelopes, self.withheld = self.withheld, []
        for envelope in envelopes:
            await self._send(envelope | {"retry_attempt": envelope["retry_attempt"] + 1, "retry_reason": reason})

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Says goodbye to every socket and closes it."""
        for socket in list(self.open):
            await socket.send_json({"type": "disconnect", "reason": reason, "debug_info": {"host": "fake"}})
            await socket.close()

    async def ponged(self) -> None:
        """Pings, as Slack does it every few seconds, and returns when that is answered."""
        before = self.pongs
        for socket in list(self.open):
            await socket.ping()
        await self._until(lambda: self.pongs > before)

    def drop(self) -> None:
        """Every connection breaks without a word."""
        for request in self._requests.values():
            if request.transport:
                request.transport.abort()

    async def connected(self, sockets: int = 1, *, since: int = 0) -> None:
        """Returns when so many sockets are open, of more connections than there had been."""
        await self._until(lambda: len(self.open) >= sockets and self.connections > since)

    async def acked(self, envelope: str) -> Ack:
        await self._until(lambda: any(ack.envelope == envelope for ack in self.acks))
        return next(ack for ack in self.acks if ack.envelope == envelope)

    async def _send(self, envelope: Body) -> None:
        if self.is_silent or not self.open:
            self.withheld.append(envelope)
            return
        socket = self.open.pop(0)
        self.open.append(socket)
        self._sent[envelope["envelope_id"]] = asyncio.get_running_loop().time()
        await socket.send_json(envelope)

    async def _listen(self, socket: web.WebSocketResponse) -> None:
        async for message in socket:
            if message.type == WSMsgType.PING and not (self.is_deaf or self.is_silent):
                await socket.pong(message.data)
            elif message.type == WSMsgType.PONG:
                self.pongs += 1
                self._stirred.set()
            elif message.type == WSMsgType.TEXT:
                self._note(json.loads(message.data))

    def _note(self, ack: Body) -> None:
        sent = self._sent[ack["envelope_id"]]
        delay = asyncio.get_running_loop().time() - sent
        self.acks.append(Ack(ack["envelope_id"], delay, ack.get("payload")))
        self._stirred.set()

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._stirred.clear()
            await self._stirred.wait()
