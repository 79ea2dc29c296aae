"""The front door: nothing unsigned gets in, nothing is answered before it is stored, and no trace gets out."""

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import server
from bot.server import DEEPEST, LARGEST_BODY, SKEW, Answer, Posted, front_door, is_signed, listening, parsed, slack_door
from consensus.errors import ConfigurationError, RecordError
from tests import slack_payloads as payloads
from tests.fakes import SECOND, START, HandClock
from tests.slack_sender import FORM_TYPE, JSON_TYPE, Sender, encoded
from tests.slack_workspace import SECRET, Workspace

NOW = START // SECOND


@dataclass
class Office:
    """Stores what was posted, under its event's id, and answers as it was told."""

    answer: Answer = field(default_factory=Answer)
    is_full: bool = False
    posted: list[Posted] = field(default_factory=list)
    stored: set[str] = field(default_factory=set)
    rung: list[int] = field(default_factory=list)
    """How many were stored at each ring."""
    unready: tuple[str, ...] = ()
    clock: HandClock = field(default_factory=HandClock)

    async def receive(self, posted: Posted) -> Answer:
        if self.is_full:
            raise RecordError("database-full")
        self.posted.append(posted)
        self.stored.add(str(posted.payload.get("event_id")))
        return self.answer

    def ring(self) -> None:
        self.rung.append(len(self.posted))

    @asynccontextmanager
    async def open(self) -> AsyncIterator[tuple[Sender, str]]:
        """The office behind its front door, somebody who sends, and the address."""
        door = slack_door(SECRET, self.receive, clock=self.clock)
        app = front_door(door, ring=self.ring, unready=lambda: self.unready)
        async with listening(app, "127.0.0.1", 0) as port:
            url = f"http://127.0.0.1:{port}"
            async with Sender(f"{url}/slack/events", clock=lambda: self.clock() // SECOND) as sender:
                yield sender, url


@pytest.fixture
def office() -> Office:
    return Office()


async def test_an_event_is_stored_then_answered_then_the_bell_rings(office: Office) -> None:
    event = payloads.mention(Workspace(), "Postgres or MySQL?")

    async with office.open() as (sender, _):
        reply = await sender.send(event)

    assert (reply.status, reply.text) == (200, "")
    assert [posted.payload for posted in office.posted] == [event]
    assert json.loads(office.posted[0].body) == event
    assert office.rung == [1]


async def test_commands_and_clicks_come_as_forms(office: Office) -> None:
    workspace = Workspace()
    command = payloads.command(workspace, "“A” ou « B » & <c>?")
    shortcut = payloads.shortcut(workspace, "C1", workspace.say("C1", "which?"))

    async with office.open() as (sender, _):
        await sender.send(command)
        await sender.send(shortcut)

    assert [posted.payload for posted in office.posted] == [command, shortcut]


async def test_what_receive_says_is_the_answer(office: Office) -> None:
    office.answer = Answer({"response_action": "errors", "errors": {"question": "…"}})

    async with office.open() as (sender, _):
        as_json = await sender.send(payloads.command(Workspace(), ""))
        office.answer = Answer("{}", content_type=JSON_TYPE)
        as_text = await sender.send(payloads.command(Workspace(), ""))

    assert as_json.body == {"response_action": "errors", "errors": {"question": "…"}}
    assert as_text.body == {}


async def test_slacks_question_whether_we_are_there_is_answered_and_not_stored(office: Office) -> None:
    async with office.open() as (sender, _):
        reply = await sender.send({"type": "url_verification", "challenge": "abc"})
        probe = await sender.send({"command": "", "ssl_check": "1"})

    assert reply.body == {"challenge": "abc"}
    assert probe.status == 200
    assert office.posted == []


async def test_hard_case_2_an_event_that_comes_as_a_retry_only_is_stored_like_any_other(office: Office) -> None:
    async with office.open() as (sender, _):
        reply = await sender.send(payloads.mention(Workspace(), "hello"), retry=1)

    assert reply.status == 200
    assert office.posted[0].headers["X-Slack-Retry-Num"] == "1"


async def test_hard_case_10_what_could_not_be_stored_is_not_acknowledged_and_comes_again(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    office.is_full = True
    event = payloads.mention(Workspace(), "hello")

    async with office.open() as (sender, _):
        refused = await sender.send(event)
        office.is_full = False
        statuses = await sender.deliver(event)

    assert (refused.status, refused.text) == (503, "")
    assert statuses == [200]
    assert office.stored == {event["event_id"]}
    assert office.rung == [1]


@pytest.mark.parametrize("drift", [-SKEW, 0, SKEW])
def test_a_signature_of_the_last_five_minutes_is_good(drift: int) -> None:
    headers = Sender("", clock=lambda: NOW + drift).signed(b"body")

    assert is_signed(SECRET, headers, b"body", now=NOW)


@pytest.mark.parametrize("drift", [-SKEW - 1, SKEW + 1])
def test_an_older_or_later_one_is_not(drift: int) -> None:
    headers = Sender("", clock=lambda: NOW + drift).signed(b"body")

    assert not is_signed(SECRET, headers, b"body", now=NOW)


def test_a_changed_body_or_another_secret_is_not_signed() -> None:
    headers = Sender("", clock=lambda: NOW).signed(b"body")

    assert not is_signed(SECRET, headers, b"bodY", now=NOW)
    assert not is_signed("another", headers, b"body", now=NOW)


STAMPS = ["", "soon", "-1", "1e9", "+1800000000", "١٨٠٠٠٠٠٠٠٠", "²", " 1800000000", "9" * 5000, "1800000000.0"]


@pytest.mark.parametrize("stamp", STAMPS)
def test_a_malformed_timestamp_is_refused_even_if_it_is_signed(stamp: str) -> None:
    headers = Sender("").signed(b"body", stamp)

    assert not is_signed(SECRET, headers, b"body", now=NOW)


@pytest.mark.parametrize("signature", [None, "", "v0=", "v0=é", "v1=" + "0" * 64, "v0=" + "0" * 64, "\udcff"])
async def test_a_malformed_signature_is_a_401(office: Office, signature: str | None) -> None:
    body, content_type = encoded(payloads.mention(Workspace(), "hello"))

    async with office.open() as (sender, _):
        headers = sender.signed(body) | {"Content-Type": content_type}
        del headers["X-Slack-Signature"]
        if signature is not None:
            headers["X-Slack-Signature"] = signature
        status = await raw_status(sender, body, headers)

    assert status == 401
    assert office.posted == []


async def raw_status(sender: Sender, body: bytes, headers: dict[str, str]) -> int:
    """The status for headers that an ordinary client would not send."""
    host, port = sender.address
    reader, writer = await asyncio.open_connection(host, port)
    head = ["POST /slack/events HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Length: {len(body)}"]
    lines = [*head, *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    writer.write("\r\n".join(lines).encode("utf-8", "surrogateescape") + body)
    await writer.drain()
    status = (await reader.readline()).split()[1]
    writer.close()
    await writer.wait_closed()
    return int(status)


async def test_a_body_over_a_megabyte_is_refused_before_anything_else(office: Office) -> None:
    async with office.open() as (sender, _):
        largest = await sender.raw(b"x" * LARGEST_BODY, {"Content-Type": JSON_TYPE})
        larger = await sender.raw(b"x" * (LARGEST_BODY + 1), {"Content-Type": JSON_TYPE})

    assert (largest.status, larger.status) == (401, 413)


async def test_a_body_that_never_ends_is_given_up(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BODY_SECONDS", 0)

    async with office.open() as (sender, _):
        host, port = sender.address
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(b"POST /slack/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nx")
        status = (await reader.readline()).split()[1]
        writer.close()
        await writer.wait_closed()

    assert status == b"408"


MALFORMED = [
    b"",
    b"{",
    b"[]",
    b'"text"',
    b"null",
    b"NaN",
    b'{"a": NaN}',
    b'{"a": Infinity}',
    b"\xff\xfe",
    b'{"a": "\\ud800"}',
    b'{"a": ' + b"9" * 5000 + b"}",
    b'{"a":' * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"a":' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1),
]


@pytest.mark.parametrize("body", MALFORMED)
@pytest.mark.parametrize("is_form", [False, True])
async def test_a_signed_body_that_is_no_object_is_a_400(office: Office, body: bytes, *, is_form: bool) -> None:
    sent = b"payload=" + body if is_form else body

    async with office.open() as (sender, _):
        headers = sender.signed(sent) | {"Content-Type": FORM_TYPE if is_form else JSON_TYPE}
        reply = await sender.raw(sent, headers)

    assert (reply.status, reply.text) == (400, "")
    assert office.posted == []
    assert office.rung == []


async def test_a_type_that_slack_never_sends_is_refused(office: Office) -> None:
    async with office.open() as (sender, _):
        plain = await sender.raw(b"{}", sender.signed(b"{}") | {"Content-Type": "text/plain"})
        packed = await sender.raw(b"{}", {"Content-Type": JSON_TYPE, "Content-Encoding": "gzip"})

    assert (plain.status, packed.status) == (415, 401)


def test_a_payload_as_deep_as_allowed_is_read() -> None:
    body = b'{"a":' * (DEEPEST - 1) + b"1" + b"}" * (DEEPEST - 1)

    assert parsed(body, JSON_TYPE)["a"]


def test_a_form_with_thousands_of_fields_is_no_payload() -> None:
    with pytest.raises(ValueError, match="fields"):
        parsed(b"&".join(b"a=1" for _ in range(5000)), FORM_TYPE)


@given(st.binary(max_size=200), st.sampled_from([JSON_TYPE, FORM_TYPE]))
def test_whatever_bytes_come_they_are_an_object_or_refused(body: bytes, content_type: str) -> None:
    try:
        payload = parsed(body, content_type)
    except ValueError:
        return

    assert json.dumps(payload, ensure_ascii=False).encode()


@given(st.dictionaries(st.sampled_from(["X-Slack-Signature", "X-Slack-Request-Timestamp"]), st.text()), st.binary())
def test_whatever_headers_come_they_are_refused_without_an_error(headers: dict[str, str], body: bytes) -> None:
    assert not is_signed(SECRET, headers, body, now=NOW)


@given(st.recursive(st.none() | st.text(max_size=5), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_a_signed_object_is_read_as_it_was_written(value: object) -> None:
    body = json.dumps({"payload": value}).encode()

    assert parsed(body, JSON_TYPE) == {"payload": value}


async def test_nothing_else_is_served_and_no_answer_says_more_than_its_status(office: Office) -> None:
    async with office.open() as (_, url), aiohttp.ClientSession() as session:
        unknown = await session.get(f"{url}/admin")
        wrong = await session.get(f"{url}/slack/events")

        assert [(each.status, await each.text()) for each in (unknown, wrong)] == [(404, ""), (405, "")]


async def test_a_fault_of_ours_leaves_no_trace_outside_even_when_debugging(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.get_running_loop().set_debug(True)
    office.is_full = True

    async with office.open() as (sender, _):
        reply = await sender.send(payloads.mention(Workspace(), "hello"))
    asyncio.get_running_loop().set_debug(False)

    assert (reply.status, reply.text) == (503, "")
    assert "database-full" in caplog.text
    assert "hello" not in caplog.text


async def test_health_and_readiness_are_two_questions(office: Office) -> None:
    async with office.open() as (_, url), aiohttp.ClientSession() as session:
        healthy, ready = await session.get(f"{url}/healthz"), await session.get(f"{url}/readyz")
        office.unready = ("socket",)
        unready = await session.get(f"{url}/readyz")

        assert (healthy.status, ready.status, unready.status) == (200, 200, 503)
        assert await unready.json() == {"unready": ["socket"]}


def test_without_a_secret_nothing_starts() -> None:
    office = Office()

    with pytest.raises(ConfigurationError, match="slack-secret-missing"):
        slack_door("", office.receive, clock=office.clock)


async def test_hard_case_7_four_copies_at_once_are_all_answered_and_kept_under_one_key(office: Office) -> None:
    event = payloads.mention(Workspace(), "hello")

    async with office.open() as (sender, _):
        replies = await asyncio.gather(*(sender.send(event, retry=number) for number in range(4)))

    assert [reply.status for reply in replies] == [200] * 4
    assert office.stored == {event["event_id"]}


def test_the_front_door_imports_no_slack_library() -> None:
    code = "import sys, bot.server; print([name for name in sys.modules if name.startswith(('slack', 'litellm'))])"

    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)  # noqa: S603 - our own words

    assert run.stdout.strip() == "[]"
