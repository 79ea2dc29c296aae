"""The brake on what one person asks in one conversation: enough for people, an end for loops and floods."""

from collections.abc import Sequence
from typing import Final

from bot.use_cases import Desk
from consensus.errors import RequestError
from consensus.events import Instant
from integrations.store.deliveries import latest

MOST: Final = 20
MINUTES: Final = 10
WINDOW: Final = MINUTES * 60_000_000


async def is_braked(desk: Desk) -> bool:
    """Whether its request is passed over in silence; raises RequestError for the first, so that it is said once."""
    if desk.delivery is None:
        return False
    times = await desk.store.look(latest(desk.delivery, MOST + 2))
    if not is_beyond(times):
        return False
    if not is_beyond(times[1:]):
        raise RequestError("too-fast", most=MOST, minutes=MINUTES)
    return True


def is_beyond(times: Sequence[Instant]) -> bool:
    """Whether the first of these times, the newest, has too many others shortly before it."""
    return len(times) > MOST and times[0] - times[MOST] < WINDOW
