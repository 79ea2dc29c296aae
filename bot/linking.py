"""Joins the account that shows a code to the person who was given it, or says why not."""

from typing import Final

from consensus.errors import RequestError
from integrations.store.store import Store

CODE_FOR: Final = 600_000_000
"""Microseconds; the sentences say ten minutes."""


async def link(store: Store, code: str, platform: str, external_id: str) -> None:
    """Raises RequestError with what to do when nothing was joined."""
    result = await store.link(code, platform, external_id)
    match result.outcome:
        case "unknown":
            raise RequestError("link-unknown")
        case "already":
            raise RequestError("link-already")
        case "busy":
            raise RequestError("link-busy", id=result.decision)
        case "limited":
            raise RequestError("link-limited")
