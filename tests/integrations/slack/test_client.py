"""The client against the fake: what is taken once stays once, and every failure says what it means."""

import asyncio
import socket
from itertools import chain
from typing import get_args

import pytest

from bot.texts import catalogue
from consensus.panel.agents import Language
from integrations.slack import client as module
from integrations.slack.client import SlackClient, pause, slack_client
from integrations.slack.errors import EXPLAINED, DoubtfulError, PermanentError, RateLimitedError, SlackError
from tests.fake_slack import FakeSlack, Turn, answers, dropped, fails, held, limited, lost, refused
from tests.slack_workspace import BOT, BOT_TOKEN, BOT_USER, SCOPES, TEAM


async def post(client: SlackClient) -> None:
    await client.write("chat.postMessage", channel="C1", text="hello")


async def test_a_write_is_kept_once(slack: FakeSlack, client: SlackClient) -> None:
    await post(client)

    assert [message["text"] for message in slack.workspace.messages] == ["hello"]


@pytest.mark.parametrize(
    ("turn", "kept"),
    [
        (lost, 1),
        (dropped, 0),
        (fails(502), 0),
        (fails(200), 0),
        (answers(b"{"), 0),
        (answers(b'["ok"]'), 0),
        (answers(b"ok", content_type="text/plain"), 0),
        (answers(b"ok", content_type="application/gzip"), 0),
        (answers(b'{"ok": false}'), 0),
        (answers(b'{"ok": false, "error": "team_is_busy"}', 503), 0),
        (refused("internal_error"), 0),
        (refused("fatal_error"), 0),
    ],
)
async def test_whatever_is_no_clear_answer_is_doubtful_and_never_written_again(
    slack: FakeSlack, client: SlackClient, turn: Turn, kept: int
) -> None:
    slack.script("chat.postMessage", turn)

    with pytest.raises(DoubtfulError):
        await post(client)

    assert len(slack.called("chat.postMessage")) == 1
    assert len(slack.workspace.messages) == kept


async def test_a_reply_that_does_not_come_in_time_is_doubtful(
    slack: FakeSlack, client: SlackClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WRITE_SECONDS", 0)
    gate = asyncio.Event()
    slack.script("chat.postMessage", held(gate))

    with pytest.raises(DoubtfulError, match="TimeoutError"):
        await post(client)


async def test_the_session_itself_has_the_deadline_that_the_sdk_does_not_set(client: SlackClient) -> None:
    session = client.posting.session

    assert session is not None
    assert session.timeout.total == module.WRITE_SECONDS
    assert client.posting.retry_handlers == []


@pytest.mark.parametrize(("header", "seconds"), [("7", 7), (None, 30), ("soon", 30), ("0", 1)])
async def test_a_limit_says_how_long_to_wait(
    slack: FakeSlack, client: SlackClient, header: str | None, seconds: int
) -> None:
    slack.script("chat.postMessage", limited(header))

    with pytest.raises(RateLimitedError) as caught:
        await post(client)

    assert caught.value.retry_after == seconds
    assert slack.workspace.messages == []


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1", 1), (" 2 ", 2), ("1.5", 2), ("-3", 30), ("", 30), (None, 30), ("9" * 50, 30), ("\u0661", 30)],
)
def test_a_pause_is_a_whole_number_of_seconds_whatever_the_header_says(text: str | None, seconds: int) -> None:
    assert pause(text) == seconds


@pytest.mark.parametrize("code", ["ratelimited", "rate_limited", "service_unavailable", "request_timeout"])
async def test_what_slack_did_not_take_may_be_sent_later(slack: FakeSlack, client: SlackClient, code: str) -> None:
    slack.script("chat.postMessage", refused(code))

    with pytest.raises(RateLimitedError):
        await post(client)


async def test_nothing_was_taken_where_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/api/"

    async with slack_client(BOT_TOKEN, url) as client:
        with pytest.raises(RateLimitedError) as caught:
            await post(client)

    assert caught.value.retry_after == module.UNKNOWN_PAUSE


@pytest.mark.parametrize("code", sorted(EXPLAINED - {"missing_scope"}))
async def test_a_refusal_is_permanent_and_has_a_sentence_of_its_own(
    slack: FakeSlack, client: SlackClient, code: str
) -> None:
    slack.script("chat.postMessage", refused(code))

    with pytest.raises(PermanentError) as caught:
        await post(client)

    assert (caught.value.why, caught.value.key) == (code, f"slack-{code.replace('_', '-')}")


async def test_a_refusal_that_we_do_not_know_is_told_by_its_code(slack: FakeSlack, client: SlackClient) -> None:
    slack.script("chat.postMessage", refused("cant_on_tuesdays"))

    with pytest.raises(PermanentError) as caught:
        await post(client)

    assert (caught.value.key, caught.value.params["why"]) == ("slack-refused", "cant_on_tuesdays")


async def test_an_address_that_is_not_slacks_is_permanent(slack: FakeSlack, client: SlackClient) -> None:
    slack.script("chat.postMessage", fails(404))

    with pytest.raises(PermanentError, match="http_404"):
        await post(client)


async def test_a_missing_scope_is_named(slack: FakeSlack, client: SlackClient) -> None:
    slack.workspace.scopes.remove("chat:write")

    with pytest.raises(PermanentError) as caught:
        await post(client)

    assert (caught.value.key, caught.value.scope) == ("slack-missing-scope", "chat:write")


async def test_hard_case_5_a_channel_without_us_and_one_we_cannot_see_read_differently(
    slack: FakeSlack, client: SlackClient
) -> None:
    slack.workspace.add_channel("C2", members=["U1"])
    slack.workspace.add_channel("G1", kind="private", members=["U1"])

    with pytest.raises(PermanentError) as outside:
        await client.write("chat.postMessage", channel="C2", text="hello")
    with pytest.raises(PermanentError) as unseen:
        await client.write("chat.postMessage", channel="G1", text="hello")

    assert (outside.value.key, unseen.value.key) == ("slack-not-in-channel", "slack-channel-not-found")


@pytest.mark.virtual_time
async def test_a_read_waits_for_three_limits_and_no_more(slack: FakeSlack, client: SlackClient) -> None:
    slack.script("users.info", limited("1"), limited("2"), limited("1"))
    began = asyncio.get_running_loop().time()

    body = await client.read("users.info", user="U1")
    waited = asyncio.get_running_loop().time() - began
    slack.script("users.info", *[limited("1")] * 4)
    with pytest.raises(RateLimitedError):
        await client.read("users.info", user="U1")

    assert body["user"]["id"] == "U1"
    assert waited >= 4
    assert len(slack.called("users.info")) == 8


@pytest.mark.virtual_time
async def test_a_read_does_not_wait_for_an_hour(slack: FakeSlack, client: SlackClient) -> None:
    slack.script("users.info", limited("3600"))

    with pytest.raises(SlackError):
        await client.read("users.info", user="U1")

    assert asyncio.get_running_loop().time() <= module.READ_SECONDS + 1


async def test_pages_are_read_by_cursor_to_the_end(slack: FakeSlack, client: SlackClient) -> None:
    slack.workspace.channels["C1"].members += [f"U{number}" for number in range(10, 17)]

    pages = [page["members"] async for page in client.pages("conversations.members", channel="C1", limit=4)]

    assert [len(page) for page in pages] == [4, 4, 3]
    assert list(chain.from_iterable(pages)) == slack.workspace.channels["C1"].members


async def test_a_cursor_that_comes_back_ends_the_reading(slack: FakeSlack, client: SlackClient) -> None:
    again = refused("", ok=True, members=["U1"], response_metadata={"next_cursor": "again"})
    slack.script("conversations.members", again, again, again, again)

    pages = [page async for page in client.pages("conversations.members", channel="C1")]

    assert len(pages) == 2


async def test_we_know_who_we_are_after_one_question(slack: FakeSlack, client: SlackClient) -> None:
    first, second = await client.whoami(), await client.whoami()

    assert (first.team, first.user, first.bot, first.scopes) == (TEAM, BOT_USER, BOT, SCOPES)
    assert first == second
    assert len(slack.called("auth.test")) == 1


async def test_a_token_that_is_not_ours_is_permanent(slack: FakeSlack) -> None:
    async with slack_client("xoxb-other", slack.url) as client:
        with pytest.raises(PermanentError, match="invalid_auth"):
            await client.whoami()


@pytest.mark.parametrize("language", get_args(Language))
def test_every_failure_has_its_sentence(language: Language) -> None:
    failures = [RateLimitedError(3), DoubtfulError("lost"), PermanentError("odd"), *map(PermanentError, EXPLAINED)]

    sentences = [catalogue(language).error(failure) for failure in failures]

    assert len(set(sentences)) == len(failures)
