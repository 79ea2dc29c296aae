"""The one HTTP front door: size, signature over the raw body, parse, store, answer, bell."""

import asyncio
import hmac
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Generic, TypeVar
from urllib.parse import parse_qsl

from aiohttp import web

from consensus.errors import ConfigurationError
from consensus.ports import Clock

logger = logging.getLogger(__name__)

LARGEST_BODY: Final = 1024**2
DEEPEST: Final = 64
"""Levels of a payload; Slack's own stay far below."""
BODY_SECONDS: Final = 10
MOST_FIELDS: Final = 100
SKEW: Final = 300
"""Seconds that a signature is good for: https://docs.slack.dev/authentication/verifying-requests-from-slack."""
SECOND: Final = 1_000_000
JSON_TYPE: Final = "application/json"
FORM_TYPE: Final = "application/x-www-form-urlencoded"

Payload = dict[str, Any]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Posted:
    """A verified request: the object in it, and what it was read from."""

    payload: Payload
    body: str
    headers: Mapping[str, str]
    """Found by their names in upper or lower case."""


@dataclass(frozen=True)
class Answer:
    """What goes back at once; none is an empty 200, an object becomes JSON."""

    content: str | Payload | None = None
    status: int = 200
    content_type: str = "text/plain"


Receive = Callable[[Posted], Awaitable[Answer]]
"""Stores what was posted and says what to answer; raises when it could not be stored, and it is sent again."""
Keep = Callable[[Posted], Awaitable[None]]
"""The same where there is nothing to say."""
Said = TypeVar("Said")


class Threshold(Generic[Said]):
    """Behind a door that is there before anybody who takes what is posted: until then it is to be sent again."""

    def __init__(self) -> None:
        self._take: Callable[[Posted], Awaitable[Said]] | None = None

    def open_to(self, take: Callable[[Posted], Awaitable[Said]]) -> None:
        self._take = take

    async def __call__(self, posted: Posted) -> Said:
        if self._take is None:
            raise web.HTTPServiceUnavailable
        return await self._take(posted)


Ring = Callable[[], None]
Unready = Callable[[], tuple[str, ...]]
"""The names of the parts that do not work now."""


@dataclass(frozen=True)
class Door:
    """One address that somebody outside posts to."""

    path: str
    verify: Callable[[Mapping[str, str], bytes], bool]
    receive: Receive


def slack_door(secret: str, receive: Receive, *, clock: Clock) -> Door:
    """Raises ConfigurationError without a signing secret: then anybody could speak for Slack."""
    if not secret:
        raise ConfigurationError("slack-secret-missing")

    def verify(headers: Mapping[str, str], body: bytes) -> bool:
        return is_signed(secret, headers, body, now=clock() // SECOND)

    async def answer(posted: Posted) -> Answer:
        if posted.payload.get("type") == "url_verification":
            return Answer({"challenge": str(posted.payload.get("challenge", ""))})
        return Answer() if posted.payload.get("ssl_check") else await receive(posted)

    return Door(path="/slack/events", verify=verify, receive=answer)


def is_signed(secret: str, headers: Mapping[str, str], body: bytes, *, now: int) -> bool:
    """Whether Slack signed exactly these bytes within the last minutes."""
    stamp = headers.get("X-Slack-Request-Timestamp", "")
    if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= len("1800000000000")):
        return False
    if abs(now - int(stamp)) > SKEW:
        return False
    digest = hmac.new(secret.encode(), b"v0:" + stamp.encode() + b":" + body, sha256).hexdigest()
    given = headers.get("X-Slack-Signature", "").encode("utf-8", "surrogateescape")
    return hmac.compare_digest(f"v0={digest}".encode(), given)


def github_door(secrets: Sequence[str], keep: Keep) -> Door:
    """Raises ConfigurationError without a secret; with two, either is good while the one replaces the other."""
    if not secrets or not all(secrets):
        raise ConfigurationError("github-secret-missing")

    def verify(headers: Mapping[str, str], body: bytes) -> bool:
        given = headers.get("X-Hub-Signature-256", "").encode("utf-8", "surrogateescape")
        return any(hmac.compare_digest(github_signature(secret, body), given) for secret in secrets)

    async def answer(posted: Posted) -> Answer:
        event = posted.headers.get("X-GitHub-Event")
        if not event or not posted.headers.get("X-GitHub-Delivery"):
            return Answer(status=400)
        if event != "ping":
            await keep(posted)
        return Answer(status=202)

    return Door(path="/github/webhook", verify=verify, receive=answer)


def github_signature(secret: str, body: bytes) -> bytes:
    """What GitHub sends along: https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries."""
    return b"sha256=" + hmac.new(secret.encode(), body, sha256).hexdigest().encode()


def parsed(body: bytes, content_type: str) -> Payload:
    """The object that was posted; raises ValueError for whatever is none."""
    text = body.decode()
    if content_type == FORM_TYPE:
        fields = dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"))
        if "payload" not in fields:
            return dict(fields)
        text = fields["payload"]
    try:
        payload = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError(content_type) from None
    if not isinstance(payload, dict) or not is_shallow(payload):
        raise ValueError(content_type)
    # A lone surrogate can be written in JSON but not stored as text.
    json.dumps(payload, ensure_ascii=False).encode()
    return payload


def is_shallow(value: object) -> bool:
    """Whether nothing in the value is nested deeper than the limit; counts without recursion."""
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return True
    return False


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def front_door(*doors: Door, ring: Ring, unready: Unready = tuple) -> web.Application:
    """All that is served; an answer never says more than its status."""

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok")

    async def readyz(_: web.Request) -> web.Response:
        names = unready()
        return web.json_response({"unready": list(names)}, status=503 if names else 200)

    app = web.Application(client_max_size=LARGEST_BODY, middlewares=[_without_traces])
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", readyz)
    for door in doors:
        app.router.add_post(door.path, _taking(door, ring))
    return app


def _taking(door: Door, ring: Ring) -> Handler:
    async def take(request: web.Request) -> web.Response:
        async with asyncio.timeout(BODY_SECONDS):
            body = await request.read()
        if not door.verify(request.headers, body):
            return web.Response(status=401)
        if request.content_type not in {JSON_TYPE, FORM_TYPE}:
            return web.Response(status=415)
        try:
            payload = parsed(body, request.content_type)
        except ValueError:
            return web.Response(status=400)
        answer = await door.receive(Posted(payload=payload, body=body.decode(), headers=request.headers))
        ring()
        return _response(answer)

    return take


def _response(answer: Answer) -> web.Response:
    if isinstance(answer.content, dict):
        return web.json_response(answer.content, status=answer.status)
    return web.Response(text=answer.content or "", status=answer.status, content_type=answer.content_type)


@web.middleware
async def _without_traces(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The last line: what nobody foresaw is logged for the operator, and asks the sender to come again."""
    try:
        return await handler(request)
    except web.HTTPException as refusal:
        return web.Response(status=refusal.status)
    except TimeoutError:
        return web.Response(status=408)
    except Exception:  # the boundary: no trace goes out, and the sender comes again
        logger.exception("request failed: path=%s", request.path)
        return web.Response(status=503)


@asynccontextmanager
async def listening(app: web.Application, host: str, port: int) -> AsyncIterator[int]:
    """Serves while the context is open; the port is told, for 0 takes a free one."""
    runner = web.AppRunner(app, access_log=None, auto_decompress=False, shutdown_timeout=2)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
