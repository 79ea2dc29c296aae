"""Slack's side of signed HTTP: events, commands and interactions, in as many copies and tries as Slack makes."""

import hmac
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Self
from urllib.parse import urlencode, urlsplit

import aiohttp

from tests.slack_workspace import SECRET, Body

JSON_TYPE, FORM_TYPE = "application/json", "application/x-www-form-urlencoded"
PAUSES = (0, 60, 300)
"""Seconds before the retries of an event."""
PATIENCE = 3


@dataclass(frozen=True)
class Reply:
    status: int
    text: str

    @property
    def body(self) -> Body:
        """The JSON object that came back."""
        found: Body = json.loads(self.text)
        return found


def encoded(payload: Body) -> tuple[bytes, str]:
    """The body and its type: events are JSON, commands a form, interactions JSON inside a form."""
    if "event" in payload or "challenge" in payload:
        return json.dumps(payload).encode(), JSON_TYPE
    fields = payload if "command" in payload else {"payload": json.dumps(payload)}
    return urlencode(fields).encode(), FORM_TYPE


class Sender:
    """Posts to one address; `wait` is how the pauses between retries are spent."""

    def __init__(
        self,
        url: str,
        *,
        secret: str = SECRET,
        clock: Callable[[], float] = time.time,
        wait: Callable[[float], Awaitable[None]] | None = None,
    ) -> None:
        self._url, self._secret, self._clock, self._wait = url, secret, clock, wait

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    @property
    def address(self) -> tuple[str, int]:
        """Host and port, for those who speak HTTP by hand."""
        parts = urlsplit(self._url)
        return parts.hostname or "", parts.port or 0

    def signed(self, body: bytes, stamp: str | None = None) -> dict[str, str]:
        """The two headers for this body, at this time or now."""
        at = str(int(self._clock())) if stamp is None else stamp
        digest = hmac.new(
            self._secret.encode(), f"v0:{at}:".encode("utf-8", "surrogateescape") + body, sha256
        ).hexdigest()
        return {"X-Slack-Request-Timestamp": at, "X-Slack-Signature": f"v0={digest}"}

    async def raw(self, body: bytes, headers: Mapping[str, str]) -> Reply:
        async with self._session.post(self._url, data=BytesIO(body), headers=headers) as response:
            return Reply(response.status, await response.text())

    async def send(self, payload: Body, *, retry: int = 0, reason: str = "http_timeout") -> Reply:
        """One delivery, as the first or as a retry."""
        body, content_type = encoded(payload)
        headers = self.signed(body) | {"Content-Type": content_type}
        if retry:
            headers |= {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": reason}
        return await self.raw(body, headers)

    async def deliver(self, payload: Body) -> list[int]:
        """As Slack does it: again after each failure, three times; the status of each try, 0 for none in time."""
        statuses: list[int] = []
        for retry in range(len(PAUSES) + 1):
            if retry and self._wait:
                await self._wait(PAUSES[retry - 1])
            try:
                statuses.append((await self.send(payload, retry=retry)).status)
            except (TimeoutError, aiohttp.ClientError):
                statuses.append(0)
            if statuses[-1] == 200:
                break
        return statuses
