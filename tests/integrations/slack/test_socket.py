"""One socket: what comes is handed on beside the listening, and acknowledged only once it is kept."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from aiohttp import web

from integrations.slack.client import Body
from integrations.slack.errors import DoubtfulError, SilentError
from integrations.slack.socket import Take, listen, socket_address
from tests.fake_slack import FakeSlack
from tests.slack_workspace import APP_TOKEN

pytestmark = pytest.mark.virtual_time


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as served:
        yield served


class Listening:
    """A socket that is listened to, and how often it has shown life."""

    def __init__(self, slack: FakeSlack, take: Take) -> None:
        self.signs: list[int] = []
        self._slack, self._take = slack, take

    async def to_the_end(self) -> None:
        address = await socket_address(APP_TOKEN, self._slack.url)
        await listen(address, self._take, alive=self.signs.append)


async def nothing(_: Body) -> Body:
    return {}


async def test_what_is_kept_is_acknowledged_with_its_answer(slack: FakeSlack) -> None:
    async def take(payload: Body) -> Body:
        return {"echo": payload["number"]} if payload["number"] else {}

    ending = asyncio.ensure_future(Listening(slack, take).to_the_end())
    await slack.sockets.connected()
    plain = await slack.sockets.acked(await slack.sockets.deliver("events_api", {"number": 0}))
    answered = await slack.sockets.acked(await slack.sockets.deliver("interactive", {"number": 7}))
    await slack.sockets.disconnect()
    await ending

    assert (plain.payload, answered.payload) == (None, {"echo": 7})


async def test_what_could_not_be_kept_is_not_acknowledged(slack: FakeSlack) -> None:
    async def take(payload: Body) -> Body | None:
        return {} if payload["kept"] else None

    ending = asyncio.ensure_future(Listening(slack, take).to_the_end())
    await slack.sockets.connected()
    await slack.sockets.deliver("events_api", {"kept": False})
    await slack.sockets.acked(await slack.sockets.deliver("events_api", {"kept": True}))
    await slack.sockets.disconnect()
    await ending

    assert len(slack.sockets.acks) == 1


async def test_a_slow_answer_holds_up_no_other_and_still_goes_out_when_slack_says_goodbye(slack: FakeSlack) -> None:
    gate = asyncio.Event()

    async def take(payload: Body) -> Body:
        if payload["slow"]:
            await gate.wait()
        return {}

    ending = asyncio.ensure_future(Listening(slack, take).to_the_end())
    await slack.sockets.connected()
    slow = await slack.sockets.deliver("events_api", {"slow": True})
    quick = await slack.sockets.deliver("events_api", {"slow": False})
    await slack.sockets.acked(quick)
    await slack.sockets.open[0].send_json({"type": "disconnect", "reason": "warning"})
    gate.set()
    await slack.sockets.acked(slow)
    await ending

    assert [ack.envelope for ack in slack.sockets.acks] == [quick, slow]


async def test_an_answer_that_takes_too_long_is_cut_off_with_its_socket(slack: FakeSlack) -> None:
    async def take(_: Body) -> Body:
        await asyncio.Event().wait()
        return {}

    ending = asyncio.ensure_future(Listening(slack, take).to_the_end())
    await slack.sockets.connected()
    await slack.sockets.deliver("events_api", {})
    await slack.sockets.disconnect()
    await ending

    assert slack.sockets.acks == []


async def test_a_broken_socket_takes_no_acknowledgement_and_that_is_no_error(slack: FakeSlack) -> None:
    async def take(_: Body) -> Body:
        slack.sockets.drop()
        await asyncio.sleep(0.5)
        return {}

    ending = asyncio.ensure_future(Listening(slack, take).to_the_end())
    await slack.sockets.connected()
    await slack.sockets.deliver("events_api", {})
    await ending

    assert slack.sockets.acks == []


async def test_it_is_alive_once_greeted_and_answered_and_answers_slack_itself(slack: FakeSlack) -> None:
    listening = Listening(slack, nothing)
    ending = asyncio.ensure_future(listening.to_the_end())
    await slack.sockets.connected()
    await slack.sockets.ponged()
    await asyncio.sleep(60)
    await slack.sockets.disconnect()
    await ending

    assert set(listening.signs) == {1}
    assert slack.sockets.pongs == 1


async def test_without_a_greeting_it_is_silent_even_if_pings_are_answered() -> None:
    async def pong_only(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for _ in socket:
            pass
        return socket

    with pytest.raises(SilentError):
        await heard_from(pong_only)


async def test_a_goodbye_without_a_greeting_is_no_connection() -> None:
    async def closed(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.close()
        return socket

    with pytest.raises(DoubtfulError):
        await heard_from(closed)


@pytest.mark.parametrize("said", ["no json", "[]", '{"type": 3}'])
async def test_what_slack_does_not_say_is_no_connection(said: str) -> None:
    async def strange(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str(said)
        await socket.receive()
        return socket

    with pytest.raises(DoubtfulError):
        await heard_from(strange)


async def test_an_address_that_is_no_socket_is_no_connection() -> None:
    async def page(_: web.Request) -> web.Response:
        return web.Response(text="hello")

    with pytest.raises(DoubtfulError):
        await heard_from(page)


async def heard_from(handler: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> None:
    """Listens to a server that is not as it should be."""
    app = web.Application()
    app.router.add_get("/link", handler)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        await listen(f"ws://{host}:{port}/link", nothing, alive=lambda _: None)
    finally:
        await runner.cleanup()
