"""The fake Slack keeps what it accepted, fails as told, and speaks Socket Mode and signed HTTP like the real one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Self

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web
from slack_sdk.errors import SlackApiError
from slack_sdk.signature import SignatureVerifier
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.web.async_client import AsyncWebClient

from tests import slack_payloads as payloads
from tests.fake_slack import FakeSlack, limited, lost
from tests.slack_sender import Sender
from tests.slack_workspace import APP_TOKEN, BOT_TOKEN, BOT_USER, SECRET, RefusedError, Workspace

BUTTONS = {
    "type": "actions",
    "block_id": "vote",
    "elements": [
        {
            "type": "button",
            "action_id": "consensus:cast:0",
            "text": {"type": "plain_text", "text": "A"},
            "value": "D-1|o1|3",
        }
    ],
}
PICK = {
    "type": "section",
    "text": {"type": "mrkdwn", "text": "choose"},
    "accessory": {
        "type": "static_select",
        "action_id": "pick",
        "options": [{"text": {"type": "plain_text", "text": name}, "value": name} for name in ("o1", "o2")],
    },
}
VIEW = {"type": "modal", "title": {"type": "plain_text", "text": "Ask"}, "blocks": [PICK]}


@pytest_asyncio.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as fake:
        yield fake


@pytest.fixture
def web_client(slack: FakeSlack) -> AsyncWebClient:
    return AsyncWebClient(BOT_TOKEN, base_url=slack.url)


async def code_of(call: Any) -> str:  # noqa: ANN401 - an awaitable of the SDK
    """The code with which a call was refused."""
    with pytest.raises(SlackApiError) as caught:
        await call
    return str(caught.value.response["error"])


@pytest.mark.virtual_time
async def test_the_sdks_default_client_writes_twice_when_a_reply_is_lost(
    slack: FakeSlack, web_client: AsyncWebClient
) -> None:
    slack.script("chat.postMessage", lost)

    await web_client.chat_postMessage(channel="C1", text="hello")

    assert [message["text"] for message in slack.workspace.messages] == ["hello", "hello"]


async def test_metadata_is_read_back_by_who_asks_for_it(web_client: AsyncWebClient) -> None:
    marker = {"event_type": "mark", "event_payload": {"a": 1}}
    sent = await web_client.chat_postMessage(channel="C1", text="hello", metadata=marker)

    with_it = await web_client.conversations_replies(channel="C1", ts=sent["ts"], include_all_metadata=True)
    without = await web_client.conversations_replies(channel="C1", ts=sent["ts"])

    assert with_it["messages"][0]["metadata"] == marker
    assert "metadata" not in without["messages"][0]


async def test_a_thread_is_read_page_by_page_and_a_reply_finds_itself_alone(
    slack: FakeSlack, web_client: AsyncWebClient
) -> None:
    root = slack.workspace.say("C1", "root")
    replies = [slack.workspace.say("C1", f"{number}", thread=root) for number in range(5)]

    pages = [
        [message["text"] for message in page["messages"]]
        async for page in await web_client.conversations_replies(channel="C1", ts=root, limit=2)
    ]
    alone = await web_client.conversations_replies(channel="C1", ts=replies[2])

    assert pages == [["root", "0", "1"], ["root", "2", "3"], ["root", "4"]]
    assert [message["text"] for message in alone["messages"]] == ["2"]


async def test_blocks_beyond_a_limit_are_refused_with_the_reason(slack: FakeSlack, web_client: AsyncWebClient) -> None:
    header = {"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}

    with pytest.raises(SlackApiError) as caught:
        await web_client.chat_postMessage(channel="C1", text="x", blocks=[header])

    assert caught.value.response["response_metadata"]["messages"] == ["151 header, at most 150"]
    assert slack.workspace.messages == []


async def test_what_slack_does_not_let_us_do_is_refused_by_its_code(
    slack: FakeSlack, web_client: AsyncWebClient
) -> None:
    theirs = slack.workspace.say("C1", "theirs")
    slack.workspace.add_channel("C2", members=["U1"])
    slack.workspace.add_channel("C3", members=[BOT_USER], is_archived=True)
    slack.workspace.add_channel("C4", kind="private", members=["U1"])
    post = web_client.chat_postMessage

    assert await code_of(post(channel="C2", text="x")) == "not_in_channel"
    assert await code_of(post(channel="C3", text="x")) == "is_archived"
    assert await code_of(post(channel="C4", text="x")) == "channel_not_found"
    assert await code_of(web_client.api_call("chat.postMessage", json={"channel": "C1"})) == "no_text"
    assert await code_of(post(channel="C1", text="x" * 40_001)) == "msg_too_long"
    assert await code_of(post(channel="C1", text="x", thread_ts="9.9")) == "thread_not_found"
    assert await code_of(web_client.chat_update(channel="C1", ts=theirs, text="x")) == "cant_update_message"
    assert await code_of(web_client.chat_delete(channel="C1", ts="9.9")) == "message_not_found"
    assert await code_of(web_client.chat_postEphemeral(channel="C1", user="U9", text="x")) == "user_not_in_channel"
    assert await code_of(web_client.conversations_replies(channel="C1", ts="9.9")) == "thread_not_found"
    assert await code_of(web_client.pins_add(channel="C1")) == "unknown_method"
    assert await code_of(AsyncWebClient(base_url=slack.url).auth_test()) == "not_authed"


async def test_a_limit_is_given_once_and_then_all_is_plain(slack: FakeSlack, web_client: AsyncWebClient) -> None:
    slack.script("chat.postMessage", limited("17"))

    with pytest.raises(SlackApiError) as caught:
        await web_client.chat_postMessage(channel="C1", text="hello")
    await web_client.chat_postMessage(channel="C1", text="hello")

    assert caught.value.response.headers["Retry-After"] == "17"
    assert len(slack.workspace.messages) == 1


async def test_hard_case_17_a_trigger_expires_after_three_seconds_and_opens_one_view() -> None:
    now = [0.0]
    async with FakeSlack(Workspace(clock=lambda: now[0])) as slack:
        web_client = AsyncWebClient(BOT_TOKEN, base_url=slack.url)
        first, second = slack.workspace.new_trigger(), slack.workspace.new_trigger()
        now[0] = 3.0
        await web_client.views_open(trigger_id=first, view=VIEW)
        now[0] = 3.1

        assert await code_of(web_client.views_open(trigger_id=first, view=VIEW)) == "exchanged_trigger_id"
        assert await code_of(web_client.views_open(trigger_id=second, view=VIEW)) == "expired_trigger_id"
        assert await code_of(web_client.views_open(trigger_id="t", view=VIEW)) == "invalid_trigger_id"
        assert len(slack.workspace.views) == 1


async def test_a_view_is_updated_unless_it_changed_meanwhile(slack: FakeSlack, web_client: AsyncWebClient) -> None:
    opened = (await web_client.views_open(trigger_id=slack.workspace.new_trigger(), view=VIEW))["view"]
    await web_client.views_update(view_id=opened["id"], hash=opened["hash"], view=VIEW)

    again = web_client.views_update(view_id=opened["id"], hash=opened["hash"], view=VIEW)

    assert await code_of(again) == "hash_conflict"
    assert await code_of(web_client.views_update(view_id="V0", view=VIEW)) == "not_found"


async def test_a_home_is_kept_for_its_user(slack: FakeSlack, web_client: AsyncWebClient) -> None:
    await web_client.views_publish(user_id="U1", view={"type": "home", "blocks": [PICK]})

    assert slack.workspace.homes["U1"]["blocks"] == [PICK]
    assert await code_of(web_client.views_publish(user_id="U1", view={"type": "home", "blocks": [{}]})) == (
        "invalid_arguments"
    )


async def test_a_response_url_takes_five_answers(slack: FakeSlack) -> None:
    url = slack.response_url()

    async with aiohttp.ClientSession() as session:
        statuses = [(await session.post(url, json={"text": "x"})).status for _ in range(6)]

    assert statuses == [200] * 5 + [404]
    assert len(slack.workspace.responses) == 5


async def test_a_click_comes_from_what_the_message_now_has(slack: FakeSlack, web_client: AsyncWebClient) -> None:
    sent = (await web_client.chat_postMessage(channel="C1", text="vote", blocks=[BUTTONS, PICK]))["ts"]

    pressed = payloads.click(slack.workspace, sent, "consensus:cast:0", user="U2")
    chosen = payloads.click(slack.workspace, sent, "pick", value="o2")
    await web_client.chat_update(channel="C1", ts=sent, text="closed")

    assert pressed["actions"][0] | {"action_ts": ""} == {
        "type": "button",
        "action_id": "consensus:cast:0",
        "block_id": "vote",
        "action_ts": "",
        "value": "D-1|o1|3",
    }
    assert pressed["user"]["id"] == "U2"
    assert chosen["actions"][0]["selected_option"]["value"] == "o2"
    with pytest.raises(LookupError):
        payloads.click(slack.workspace, sent, "consensus:cast:0")


def test_a_mention_comes_as_two_events_of_one_message() -> None:
    workspace = Workspace()

    mention = payloads.mention(workspace, "Postgres or MySQL?")
    message = payloads.as_message(workspace, mention)

    assert mention["event_id"] != message["event_id"]
    assert mention["event"]["ts"] == message["event"]["ts"] == workspace.messages[0]["ts"]


def test_each_trigger_is_new() -> None:
    workspace = Workspace()
    ts = workspace.say("C1", "which?")

    triggers = [
        payloads.command(workspace, "help")["trigger_id"],
        payloads.shortcut(workspace, "C1", ts)["trigger_id"],
    ]

    assert len(set(triggers)) == 2
    with pytest.raises(RefusedError):
        workspace.use_trigger("another")


class Listener:
    """A Socket Mode client of the SDK that acknowledges everything it hears."""

    def __init__(self, slack: FakeSlack) -> None:
        self.heard: list[SocketModeRequest] = []
        self._client = SocketModeClient(APP_TOKEN, web_client=AsyncWebClient(APP_TOKEN, base_url=slack.url))
        self._client.socket_mode_request_listeners.append(self._hear)

    async def _hear(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        self.heard.append(request)
        await client.send_socket_mode_response(SocketModeResponse(envelope_id=request.envelope_id))

    async def __aenter__(self) -> Self:
        connect: Callable[[], Awaitable[None]] = self._client.connect
        await connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        close: Callable[[], Awaitable[None]] = self._client.close
        await close()


async def test_one_event_goes_to_one_of_the_open_sockets_and_its_ack_is_kept(slack: FakeSlack) -> None:
    async with Listener(slack) as first, Listener(slack) as second:
        await slack.sockets.connected(2)
        sent = [await slack.sockets.deliver("events_api", {"number": number}) for number in range(4)]
        acks = [await slack.sockets.acked(envelope) for envelope in sent]

    assert (len(first.heard), len(second.heard)) == (2, 2)
    assert all(0 <= ack.delay < 3 for ack in acks)


async def test_a_socket_that_is_told_to_go_comes_back(slack: FakeSlack) -> None:
    async with Listener(slack) as listener:
        await slack.sockets.connected()
        await slack.sockets.disconnect()
        await slack.sockets.connected(since=1)
        await slack.sockets.acked(await slack.sockets.deliver("events_api", {}))

    assert len(listener.heard) == 1
    assert slack.sockets.connections == 2


async def test_a_silent_socket_withholds_and_slack_delivers_again(slack: FakeSlack) -> None:
    async with Listener(slack) as listener:
        await slack.sockets.connected()
        slack.sockets.is_silent = True
        envelope = await slack.sockets.deliver("slash_commands", {"text": "help"})
        withheld = list(slack.sockets.withheld)
        slack.sockets.is_silent = False
        await slack.sockets.deliver_again()
        await slack.sockets.acked(envelope)

    assert [each["payload"] for each in withheld] == [{"text": "help"}]
    assert [(each.payload, each.retry_attempt) for each in listener.heard] == [({"text": "help"}, 1)]


async def test_a_deaf_socket_answers_no_ping(slack: FakeSlack) -> None:
    slack.sockets.is_deaf = True

    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{slack.address}/link", autoping=False) as socket,
    ):
        hello = await socket.receive_json()
        await socket.ping(b"first")
        await slack.sockets.deliver("events_api", {})
        after_the_first = await socket.receive()
        slack.sockets.is_deaf = False
        await socket.ping(b"second")
        pong = await socket.receive()

    assert hello["type"] == "hello"
    assert (after_the_first.type, pong.data) == (aiohttp.WSMsgType.TEXT, b"second")


class Hook:
    """An address that answers as it was told and keeps what came."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.came: list[tuple[dict[str, str], str]] = []

    async def take(self, request: web.Request) -> web.Response:
        self.came.append((dict(request.headers), await request.text()))
        return web.Response(status=self.statuses.pop(0))


@pytest_asyncio.fixture
async def hook() -> AsyncIterator[tuple[Hook, str]]:
    hook = Hook(503, 503, 200, 200)
    app = web.Application()
    app.router.add_post("/", hook.take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield hook, f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


async def test_an_event_is_delivered_again_until_it_was_taken(hook: tuple[Hook, str]) -> None:
    taker, url = hook
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    async with Sender(url, wait=wait) as sender:
        statuses = await sender.deliver(payloads.mention(Workspace(), "hello"))

    assert statuses == [503, 503, 200]
    assert waited == [0, 60]
    assert [headers.get("X-Slack-Retry-Num") for headers, _ in taker.came] == [None, "1", "2"]
    assert len({body for _, body in taker.came}) == 1


async def test_the_sdk_finds_the_signature_valid(hook: tuple[Hook, str]) -> None:
    taker, url = hook

    async with Sender(url) as sender:
        await asyncio.gather(*(sender.send(payloads.command(Workspace(), "é")) for _ in range(2)))

    for headers, body in taker.came:
        assert SignatureVerifier(SECRET).is_valid_request(body, headers)
