"""Slack's Web API behind two verbs: a write that is made once, and a read that waits its turn."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from consensus.model import Model
from integrations.slack.errors import DoubtfulError, PermanentError, RateLimitedError, SlackError

Body = dict[str, Any]
"""A JSON object as Slack sends or takes it."""

WRITE_SECONDS: Final = 10
READ_SECONDS: Final = 25
"""Over all the waits that Slack asks of one read."""
READ_RETRIES: Final = 3
UNKNOWN_PAUSE: Final = 30
"""Seconds to wait where Slack is away or does not say how long."""
LIMITED: Final = frozenset({"ratelimited", "rate_limited"})
NOT_TAKEN: Final = frozenset({"service_unavailable", "request_timeout", "team_added_to_org"})
PERHAPS_TAKEN: Final = frozenset({"internal_error", "fatal_error"})
"""Slack says of these that part of the work may have been done: https://docs.slack.dev/reference/methods."""
# The SDK calls .get on whatever JSON came, and reads Retry-After without checking it.
_TROUBLES: Final = (SlackClientError, aiohttp.ClientError, OSError, ValueError, AttributeError)


class Identity(Model):
    """Who the token makes us, and what it lets us do."""

    team: str
    user: str
    bot: str
    scopes: frozenset[str]


class SlackClient:
    """One token and one pool of connections; nothing is written twice here."""

    def __init__(self, posting: AsyncWebClient, reading: AsyncWebClient) -> None:
        self.posting: Final = posting
        self.reading: Final = reading
        self._identity: Identity | None = None

    async def write(self, method: str, **arguments: object) -> Body:
        """Raises RateLimitedError, DoubtfulError or PermanentError."""
        return _body(await _answer(self.posting, method, WRITE_SECONDS, json=_given(arguments)))

    async def read(self, method: str, **params: object) -> Body:
        """The same errors; a limit is waited for a few times first."""
        return _body(await self._read(method, params))

    async def headers(self, method: str) -> Mapping[str, str]:
        """What stands beside the answer of a read; the names are in small letters."""
        found = (await self._read(method, {})).headers
        return {str(name).lower(): str(value) for name, value in found.items()}

    async def pages(self, method: str, **params: object) -> AsyncIterator[Body]:
        """Every page, by cursor; a cursor that comes back ends it."""
        seen: set[str] = set()
        cursor = ""
        while cursor not in seen:
            seen.add(cursor)
            page = await self.read(method, **params, cursor=cursor or None)
            yield page
            cursor = str((page.get("response_metadata") or {}).get("next_cursor") or "")
            if not cursor:
                return

    async def whoami(self) -> Identity:
        """Asked once, then remembered."""
        if self._identity is None:
            response = await self._read("auth.test", {})
            body = _body(response)
            scopes = str(response.headers.get("x-oauth-scopes", ""))
            self._identity = Identity(
                team=str(body.get("team_id", "")),
                user=str(body.get("user_id", "")),
                bot=str(body.get("bot_id", "")),
                scopes=frozenset(scope.strip() for scope in scopes.split(",") if scope.strip()),
            )
        return self._identity

    async def _read(self, method: str, params: Mapping[str, object]) -> AsyncSlackResponse:
        return await _answer(self.reading, method, READ_SECONDS, http_verb="GET", params=_given(params))


@asynccontextmanager
async def slack_client(token: str, base_url: str | None = None) -> AsyncIterator[SlackClient]:
    """A client whose connections are closed in the end; none is the address of Slack itself."""
    url = base_url or AsyncWebClient.BASE_URL
    # The SDK's own timeout does not hold on a session that was given to it, so the session carries one.
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=WRITE_SECONDS)) as session:
        limits = AsyncRateLimitErrorRetryHandler(max_retry_count=READ_RETRIES)
        yield SlackClient(
            AsyncWebClient(token, base_url=url, timeout=WRITE_SECONDS, session=session, retry_handlers=[]),
            AsyncWebClient(token, base_url=url, timeout=WRITE_SECONDS, session=session, retry_handlers=[limits]),
        )


async def _answer(client: AsyncWebClient, method: str, seconds: int, **arguments: Any) -> AsyncSlackResponse:  # noqa: ANN401 - the SDK's own
    try:
        async with asyncio.timeout(seconds):
            return await client.api_call(method, **arguments)
    except _TROUBLES as error:
        raise classified(error) from error


def classified(error: Exception) -> SlackError:
    """What a failure of the SDK means to whoever made the call."""
    if isinstance(error, SlackApiError):
        return _refusal(error.response)
    if isinstance(error, aiohttp.ClientConnectorError):
        return RateLimitedError(UNKNOWN_PAUSE)
    return DoubtfulError(type(error).__name__)


def _refusal(response: object) -> SlackError:
    """The SDK hands over its own response, or aiohttp's where the body was no JSON."""
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0))
    data = getattr(response, "data", None)
    body = data if isinstance(data, dict) else {}
    code = str(body.get("error") or "")
    if status == 429 or code in LIMITED:  # noqa: PLR2004 - Too Many Requests
        return RateLimitedError(pause(getattr(response, "headers", {}).get("Retry-After")))
    if code in NOT_TAKEN:
        return RateLimitedError(UNKNOWN_PAUSE)
    is_no_answer = status not in range(400, 500) and not code
    if code in PERHAPS_TAKEN or is_no_answer or status >= 500:  # noqa: PLR2004 - server errors
        return DoubtfulError(code or f"http_{status}")
    return PermanentError(code or f"http_{status}", str(body["needed"]) if body.get("needed") else None)


def pause(retry_after: str | None) -> int:
    """Whole seconds to wait, at least one, whatever the header says."""
    found = re.fullmatch(r"([0-9]{1,6})(\.[0-9]+)?", (retry_after or "").strip())
    return max(1, int(found[1]) + bool(found[2])) if found else UNKNOWN_PAUSE


def _body(response: AsyncSlackResponse) -> Body:
    if not isinstance(response.data, dict):
        raise DoubtfulError("no_object")
    return response.data


def _given(arguments: Mapping[str, object]) -> Body:
    return {name: value for name, value in arguments.items() if value is not None}
