"""GitHub's door: what it signed is kept and accepted, whatever is in it; what it did not sign is not even read."""

import hmac
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha1, sha256
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.server import LARGEST_BODY, Posted, front_door, github_door, listening
from consensus.errors import ConfigurationError, RecordError
from integrations.github.incoming import Own, Received
from integrations.github.parse import parse
from integrations.store.deliveries import Body
from integrations.store.store import Store
from tests.fakes import HandClock
from tests.github_examples import Named, examples, spoilt

SECRET, NEXT = "of the webhook", "of the next one"
OWN = Own(app=12345, slug="acme-panel", user="acme-panel[bot]")
JSON_TYPE, FORM_TYPE = "application/json", "application/x-www-form-urlencoded"
Post = Callable[[bytes, Mapping[str, str]], Awaitable[int]]
PINGS = 4
BODY = b'{"action": "created"}'


def signature(body: bytes, secret: str = SECRET) -> str:
    return f"sha256={hmac.new(secret.encode(), body, sha256).hexdigest()}"


def headers(body: bytes, event: str = "issue_comment", guid: str = "g-1", **changes: str | None) -> dict[str, str]:
    """Those of a delivery; a change to none leaves one out."""
    known = {
        "Content-Type": JSON_TYPE,
        "X-GitHub-Event": event,
        "X-GitHub-Delivery": guid,
        "X-Hub-Signature-256": signature(body),
    }
    named = {name.replace("_", "-"): value for name, value in changes.items()}
    return {name: value for name, value in (known | named).items() if value is not None}


@dataclass
class Office:
    """Keeps in a real record what means something, under the delivery's id, as the bot does."""

    store: Store
    secrets: tuple[str, ...] = (SECRET,)
    is_full: bool = False
    posted: list[Posted] = field(default_factory=list)
    new: list[Received] = field(default_factory=list)
    """What the record did not know."""

    async def keep(self, posted: Posted) -> None:
        if self.is_full:
            raise RecordError("database-full")
        self.posted.append(posted)
        event, guid = posted.headers["X-GitHub-Event"], posted.headers["X-GitHub-Delivery"]
        said = parse(event, posted.payload, OWN)
        body: Body = {"event": event, "payload": posted.payload}
        if isinstance(said, Received) and await self.store.receive(guid, body, source="github", also_key=said.key):
            self.new.append(said)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Post]:
        """The office behind its front door; yields what posts there and says the status."""
        app = front_door(github_door(self.secrets, self.keep), ring=lambda: None)
        async with listening(app, "127.0.0.1", 0) as port, aiohttp.ClientSession() as session:
            url = f"http://127.0.0.1:{port}/github/webhook"

            async def post(body: bytes, sent: Mapping[str, str]) -> int:
                async with session.post(url, data=BytesIO(body), headers=sent) as response:
                    assert await response.text() == ""
                    return response.status

            yield post


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    store = Store.open(f"sqlite:///{tmp_path}/consensus.db", clock=HandClock())
    yield Office(store)
    store.close()


def sent(office: Office) -> set[str]:
    return {posted.headers["X-GitHub-Delivery"] for posted in office.posted}


async def test_a_signed_delivery_is_kept_and_accepted_as_json_and_as_a_form(office: Office) -> None:
    form = urlencode({"payload": BODY.decode()}).encode()

    async with office.open() as post:
        statuses = [await post(BODY, headers(BODY)), await post(form, headers(form, Content_Type=FORM_TYPE))]

    assert statuses == [202, 202]
    assert [posted.payload for posted in office.posted] == [{"action": "created"}] * 2


@pytest.mark.parametrize(
    "given",
    [
        None,
        "",
        "sha256=",
        "sha256=é",
        signature(BODY)[len("sha256=") :],
        signature(BODY).upper(),
        signature(BODY, NEXT),
        signature(b"{}"),
        "sha1=" + hmac.new(SECRET.encode(), BODY, sha1).hexdigest(),
    ],
)
async def test_what_is_not_signed_with_the_secret_is_refused(office: Office, given: str | None) -> None:
    async with office.open() as post:
        status = await post(BODY, headers(BODY, X_Hub_Signature_256=given))

    assert status == 401
    assert office.posted == []


async def test_while_a_secret_is_replaced_both_are_good(office: Office) -> None:
    office.secrets = (SECRET, NEXT)

    async with office.open() as post:
        signed = [headers(BODY, X_Hub_Signature_256=signature(BODY, secret)) for secret in (SECRET, NEXT, "third")]
        statuses = [await post(BODY, each) for each in signed]

    assert statuses == [202, 202, 401]


async def test_an_unsigned_body_is_refused_before_it_is_read(office: Office) -> None:
    broken = b'{"action": '

    async with office.open() as post:
        unsigned = await post(broken, headers(broken, X_Hub_Signature_256=None))
        signed = await post(broken, headers(broken))
        larger = await post(b"x" * (LARGEST_BODY + 1), headers(b""))

    assert (unsigned, signed, larger) == (401, 400, 413)


async def test_a_ping_is_answered_and_not_kept(office: Office) -> None:
    async with office.open() as post:
        status = await post(BODY, headers(BODY, event="ping"))

    assert status == 202
    assert office.posted == []


async def test_a_delivery_without_its_name_or_id_is_refused(office: Office) -> None:
    async with office.open() as post:
        statuses = [await post(BODY, headers(BODY, X_GitHub_Event=None)), await post(BODY, headers(BODY, guid=""))]

    assert statuses == [400, 400]
    assert office.posted == []


async def test_names_of_headers_may_come_in_lower_case(office: Office) -> None:
    async with office.open() as post:
        status = await post(BODY, {name.lower(): value for name, value in headers(BODY).items()})

    assert status == 202
    assert sent(office) == {"g-1"}


async def test_what_could_not_be_kept_is_not_accepted(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    office.is_full = True

    async with office.open() as post:
        status = await post(BODY, headers(BODY))

    assert status == 503


@pytest.mark.parametrize("secrets", [(), ("",), (SECRET, "")])
def test_without_a_secret_there_is_no_door(office: Office, secrets: tuple[str, ...]) -> None:
    with pytest.raises(ConfigurationError, match="github-secret-missing"):
        github_door(secrets, office.keep)


@given(st.text(), st.binary())
def test_whatever_signature_comes_it_is_refused_without_an_error(given_signature: str, body: bytes) -> None:
    async def keep(_: Posted) -> None:
        raise AssertionError

    assert not github_door((SECRET,), keep).verify({"X-Hub-Signature-256": given_signature}, body)


def encoded(number: int, example: Named, **changes: str | None) -> tuple[bytes, dict[str, str]]:
    """A delivery of an example, each second one as a form."""
    name, payload = example
    body = json.dumps(payload).encode()
    if number % 2:
        body, changes = urlencode({"payload": body}).encode(), {**changes, "Content_Type": FORM_TYPE}
    return body, headers(body, event=name, guid=f"g-{number}", **changes)


def can_be_written(example: Named) -> bool:
    """Whether it can be sent at all: it is not nested too deep for JSON."""
    try:
        return bool(json.dumps(example))
    except RecursionError:
        return False


async def test_hard_case_20_each_example_of_github_is_accepted_twice_and_kept_once(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    deliveries = [encoded(number, example) for number, example in enumerate(examples())]

    async with office.open() as post:
        statuses = [await post(*each) for each in deliveries for _ in range(2)]

    assert Counter(statuses) == {202: 2 * 329}
    assert len(sent(office)) == 329 - PINGS
    assert Counter(type(said).__name__ for said in office.new) == {"Spoken": 5, "Pushed": 1}
    assert caplog.records == []


async def test_each_example_of_github_is_refused_unread_without_its_signature_or_with_another(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = signature(BODY, NEXT)

    async with office.open() as post:
        statuses = [
            await post(*encoded(number, example, X_Hub_Signature_256=given))
            for number, example in enumerate(examples())
            for given in (None, wrong)
        ]

    assert Counter(statuses) == {401: 2 * 329}
    assert office.posted == []
    assert caplog.records == []


async def test_a_spoilt_example_is_accepted_or_refused_and_nothing_breaks(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    payloads = [each for each in spoilt(examples(), 400, seed=20) if can_be_written(each)]

    async with office.open() as post:
        statuses = Counter([await post(*encoded(number, each)) for number, each in enumerate(payloads)])

    assert set(statuses) == {202, 400}
    assert statuses[202] > 100
    assert caplog.records == []
