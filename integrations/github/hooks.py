"""What GitHub sent while nobody took it: it never sends anything again by itself."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from consensus.events import Instant
from consensus.model import Model
from integrations.github.answers import OK, SECOND
from integrations.github.client import GitHubClient
from integrations.github.transport import Json


class Missed(Model):
    """One delivery that was never taken, as it would have come."""

    guid: str
    event: str
    payload: dict[str, Any]


async def failed_deliveries(client: GitHubClient, since: Instant) -> AsyncIterator[Missed]:
    """What was sent since then and never taken, the oldest first; kept for three days, and told to an App only."""
    if not client.is_app:
        return
    taken: set[str] = set()
    failed: dict[str, Json] = {}
    async for found in _sent(client, since):
        if found.get("status_code") in OK:
            taken.add(str(found["guid"]))
        else:
            failed[str(found["guid"])] = found
    missed = [found for guid, found in failed.items() if guid not in taken]
    for found in sorted(missed, key=_at):
        whole = await client.get(f"app/hook/deliveries/{int(found['id'])}", as_app=True)
        payload = (whole.get("request") or {}).get("payload")
        if isinstance(payload, dict):
            yield Missed(guid=str(found["guid"]), event=str(found["event"]), payload=payload)


async def _sent(client: GitHubClient, since: Instant) -> AsyncIterator[Json]:
    """Every attempt since then, the newest first, as GitHub lists them."""
    async for page in client.get_pages("app/hook/deliveries", as_app=True):
        for found in page:
            if _at(found) < since:
                return
            yield found


def _at(found: Json) -> Instant:
    return int(datetime.fromisoformat(str(found["delivered_at"])).timestamp()) * SECOND
