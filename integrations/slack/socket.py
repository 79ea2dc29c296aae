"""One connection over Socket Mode: Slack greets, hands over envelopes, and has to answer when it is called."""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
from aiohttp import ClientWebSocketResponse, WSMessage, WSMsgType
from slack_sdk.proxy_env_variable_loader import load_http_proxy_from_env

from integrations.slack.client import Body, slack_client
from integrations.slack.errors import DoubtfulError, SilentError
from integrations.slack.wire import Envelope

SILENCE_SECONDS: Final = 10
"""Slack is called after so long without a word, and has as long again to answer; its greeting has as long, too."""
CLOSE_SECONDS: Final = 1
OVER: Final = frozenset({WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR})
Take = Callable[[Body], Awaitable[Body | None]]
"""Keeps a payload; gives what goes back with the acknowledgement, or none where it was not kept."""
logger = logging.getLogger(__name__)


async def socket_address(app_token: str, base_url: str | None) -> str:
    """Where the next socket may be opened; raises SlackError."""
    async with slack_client(app_token, base_url) as client:
        return str((await client.write("apps.connections.open")).get("url"))


async def listen(address: str, take: Take, *, alive: Callable[[int], None]) -> None:
    """Until Slack ends it; calls `alive` with the number of sockets at each sign of life after the greeting.

    The SDK's own client takes a socket for good that was never greeted, and never gives up on one that is not.
    Raises SilentError where Slack says nothing, and DoubtfulError where there is no connection.
    """
    try:
        async with _opened(address) as socket:
            async with asyncio.timeout(SILENCE_SECONDS):
                sockets = await _greeting(socket)
            await socket.ping()
            async with _handlers() as handle:
                while frame := await _next(socket):
                    alive(sockets)
                    envelope = _read(frame)
                    if envelope.type == "disconnect":
                        break
                    if envelope.envelope_id:
                        handle(_answer(socket, envelope, take))
    except TimeoutError as error:
        raise SilentError from error
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise DoubtfulError(type(error).__name__) from error


@asynccontextmanager
async def _handlers() -> AsyncIterator[Callable[[Coroutine[None, None, None]], None]]:
    """Starts what goes on beside the listening; what is under way in the end is awaited for a moment."""
    under_way: set[asyncio.Task[None]] = set()

    def handle(answering: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(answering)
        under_way.add(task)
        task.add_done_callback(under_way.discard)

    try:
        yield handle
    finally:
        late = (await asyncio.wait(under_way, timeout=CLOSE_SECONDS))[1] if under_way else set()
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


@asynccontextmanager
async def _opened(address: str) -> AsyncIterator[ClientWebSocketResponse]:
    timeout = aiohttp.ClientWSTimeout(ws_close=CLOSE_SECONDS)
    proxy = load_http_proxy_from_env(logger)
    async with aiohttp.ClientSession() as session:
        async with asyncio.timeout(SILENCE_SECONDS):
            socket = await session.ws_connect(address, autoping=False, timeout=timeout, proxy=proxy)
        async with socket:
            yield socket


async def _greeting(socket: ClientWebSocketResponse) -> int:
    """How many sockets are open now."""
    while frame := await _next(socket):
        if (envelope := _read(frame)).type == "hello":
            return envelope.num_connections
    raise aiohttp.ServerDisconnectedError


async def _next(socket: ClientWebSocketResponse) -> WSMessage | None:
    """What comes next, none when it is over; raises TimeoutError when not even a call is answered."""
    try:
        frame = await socket.receive(SILENCE_SECONDS)
    except TimeoutError:
        await socket.ping()
        frame = await socket.receive(SILENCE_SECONDS)
    if frame.type is WSMsgType.PING:
        await socket.pong(frame.data)
    return None if frame.type in OVER else frame


def _read(frame: WSMessage) -> Envelope:
    """Raises ValueError for what Slack does not send."""
    return Envelope.model_validate(json.loads(frame.data)) if frame.type is WSMsgType.TEXT else Envelope()


async def _answer(socket: ClientWebSocketResponse, envelope: Envelope, take: Take) -> None:
    """Where it was not kept, or the acknowledgement does not arrive, Slack sends it again."""
    answer = await take(envelope.payload)
    if answer is None:
        return
    acknowledged = {"envelope_id": envelope.envelope_id} | ({"payload": answer} if answer else {})
    with contextlib.suppress(aiohttp.ClientError, OSError):
        await socket.send_json(acknowledged)
