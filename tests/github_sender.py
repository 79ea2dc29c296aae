"""GitHub's side of webhooks: signed, never sent again by itself, again under the same number when somebody asks."""

import hmac
import json
from hashlib import sha256
from typing import Self

import aiohttp

from tests.github_events import Event
from tests.github_world import HOOK_SECRET, World

PATIENCE = 10
NO_ANSWER = 504


class Sender:
    """Posts to one address; every attempt is kept in the world's list of deliveries."""

    def __init__(self, world: World, url: str, *, secret: str = HOOK_SECRET) -> None:
        self._world, self._url, self._secret = world, url, secret
        self._sent: dict[str, Event] = {}

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def send(self, event: Event, *, signature: str | None = None) -> int:
        """The status that came back."""
        self._sent[event.guid] = event
        body = json.dumps(event.payload).encode()
        headers = {
            "Content-Type": "application/json",
            "X-GitHub-Event": event.name,
            "X-GitHub-Delivery": event.guid,
            "X-Hub-Signature-256": signature or f"sha256={hmac.new(self._secret.encode(), body, sha256).hexdigest()}",
        }
        try:
            async with self._session.post(self._url, data=body, headers=headers) as response:
                status = response.status
        except (aiohttp.ClientError, TimeoutError):
            status = NO_ANSWER
        note(self._world, event, status)
        return status

    async def redeliver(self, guid: str) -> int:
        return await self.send(self._sent[guid])


def note(world: World, event: Event, status: int = NO_ANSWER) -> None:
    """Keeps an attempt; one that nobody took unless another status is given."""
    is_again = any(each["guid"] == event.guid for each in world.deliveries)
    attempt = {"id": world.number(), "guid": event.guid, "delivered_at": world.stamp(), "redelivery": is_again}
    told = {"event": event.name, "action": event.payload.get("action"), "status_code": status}
    text = "OK" if status in range(200, 300) else "failed"
    world.deliveries.append({**attempt, **told, "status": text, "request": {"headers": {}, "payload": event.payload}})
