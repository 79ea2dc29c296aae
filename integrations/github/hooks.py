"""What GitHub sent while nobody took it: it never sends anything again by itself."""

from collections.abc import AsyncIterator
from typing import Any

from consensus.events import Instant
from consensus.model import Model
from integrations.github.answers import OK, When, listed, understood
from integrations.github.client import GitHubClient
from integrations.github.place import Number
from integrations.github.wire import Text, Wire


class _Attempt(Wire):
    id: Number
    guid: Text
    event: Text
    status_code: int = 0
    delivered_at: When


class _Sent(Wire):
    payload: dict[str, Any]


class _Whole(Wire):
    request: _Sent


class Missed(Model):
    """One delivery that was never taken, as it would have come."""

    guid: str
    event: str
    payload: dict[str, Any]


async def failed_deliveries(client: GitHubClient, since: Instant) -> AsyncIterator[Missed]:
    """What was sent since then and never taken, the oldest first; kept for three days, and told to an App only."""
    if not client.is_app:
        return
    attempts = [each async for each in _attempts(client, since)]
    taken = {each.guid for each in attempts if each.status_code in OK}
    missed = {each.guid: each for each in attempts if each.guid not in taken}
    for each in sorted(missed.values(), key=lambda attempt: (attempt.delivered_at, attempt.id)):
        whole = understood(_Whole, await client.get(f"app/hook/deliveries/{each.id}", as_app=True))
        yield Missed(guid=each.guid, event=each.event, payload=whole.request.payload)


async def _attempts(client: GitHubClient, since: Instant) -> AsyncIterator[_Attempt]:
    """Every attempt since then, the newest first, as GitHub lists them."""
    async for page in client.get_pages("app/hook/deliveries", as_app=True):
        for each in listed(_Attempt, page):
            if each.delivered_at < since:
                return
            yield each
