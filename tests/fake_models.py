"""A loopback model server whose replies and faults are scripted, one turn per request."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Self

Body = dict[str, Any]
"""A JSON object as it came over the wire."""


class Line:
    """One client's connection while its request is being answered."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: Body) -> None:
        self.reader = reader
        self.writer = writer
        self.body = body

    async def send(self, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> None:
        head = {"Content-Type": "application/json", "Content-Length": str(len(body)), **(headers or {})}
        lines = [f"HTTP/1.1 {status} Scripted", *(f"{name}: {value}" for name, value in head.items()), "", ""]
        self.writer.write("\r\n".join(lines).encode() + body)
        await self.writer.drain()

    async def hung_up_within(self, seconds: float | None) -> bool:
        """Whether the client closed the connection, waiting for it at most so long."""
        gone = asyncio.ensure_future(self.reader.read(1))
        done, _ = await asyncio.wait({gone}, timeout=seconds)
        gone.cancel()
        return bool(done)


Turn = Callable[[Line], Awaitable[None]]


def answers(text: str | None, *, model: str | None = None, finish: str = "stop", refusal: str | None = None) -> Turn:
    """An ordinary reply; it names the model that was asked unless told otherwise."""

    async def turn(line: Line) -> None:
        message = {"role": "assistant", "content": text, "refusal": refusal}
        reply = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": model or line.body.get("model", ""),
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }
        await line.send(200, json.dumps(reply).encode())

    return turn


def fails(status: int, message: str = "scripted fault", *, retry_after: str | None = None, code: str = "") -> Turn:
    """An error reply in the dialect of the chat completions."""

    async def turn(line: Line) -> None:
        error = {"error": {"message": message, "type": "scripted", "param": None, "code": code or None}}
        await line.send(status, json.dumps(error).encode(), {"Retry-After": retry_after} if retry_after else None)

    return turn


def sends(body: bytes) -> Turn:
    """A reply with a status of success and whatever body."""

    async def turn(line: Line) -> None:
        await line.send(200, body)

    return turn


def refuses(param: str, text: str = "{}") -> Turn:
    """A model that does not take a parameter: 400 while it comes, an answer when it is left out."""
    refusal = fails(400, f"Unsupported parameter: '{param}' is not supported with this model.")

    async def turn(line: Line) -> None:
        await (refusal if param in line.body else answers(text))(line)

    return turn


async def hangs(line: Line) -> None:
    """Accepts the request and says nothing until the client gives up."""
    await line.hung_up_within(None)


async def trickles(line: Line) -> None:
    """A body that comes a byte at a time and never ends."""
    head = "HTTP/1.1 200 Scripted\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
    line.writer.write(head.encode())
    while not await line.hung_up_within(0.002):
        line.writer.write(b" ")


async def resets(line: Line) -> None:
    """The connection breaks before a reply."""
    line.writer.transport.abort()


class FakeModels:
    """Serves turns in the order they were scripted, then plain answers; keeps what it was asked."""

    def __init__(self) -> None:
        self.bodies: list[Body] = []
        self.pages: dict[str, object] = {}
        """What GET answers, by path."""
        self.open_connections = 0
        self.usual: Turn = answers('{"choice": "a"}')
        self._turns: deque[Turn] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stirred = asyncio.Event()

    def script(self, *turns: Turn) -> None:
        self._turns.extend(turns)

    @property
    def calls(self) -> int:
        return len(self.bodies)

    @property
    def address(self) -> str:
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"http://{host}:{port}"

    @property
    def url(self) -> str:
        return f"{self.address}/v1"

    async def called(self, times: int) -> None:
        """Returns when so many requests have come."""
        await self._until(lambda: self.calls >= times)

    async def left_alone(self) -> None:
        """Returns when no client is connected any more."""
        await self._until(lambda: self.open_connections == 0)

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._stirred.clear()
            await self._stirred.wait()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None:
            return
        self._tasks.add(task)
        self.open_connections += 1
        try:
            while await self._serve(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self.open_connections -= 1
            self._stirred.set()
            self._tasks.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        content = await reader.readexactly(int(headers.get("content-length", "0")))
        line = Line(reader, writer, json.loads(content) if content else {})
        if method == "GET":
            await self._page(line, path)
        else:
            self.bodies.append(line.body)
            self._stirred.set()
            await (self._turns.popleft() if self._turns else self.usual)(line)
        return not writer.is_closing()

    async def _page(self, line: Line, path: str) -> None:
        found = path in self.pages
        await line.send(200 if found else 404, json.dumps(self.pages.get(path)).encode())
