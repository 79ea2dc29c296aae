"""Who may spend: limits on new decisions, and money that is set aside before each call and settled after it."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.configuration import Configuration
from consensus.errors import AgentUnavailableError, RequestError
from consensus.events import Instant, Usage
from consensus.head import is_by_push
from consensus.model import Model
from consensus.ports import Ask, Clock, Reply, Request
from integrations.store.starts import BY_BOT, DAY, Start
from integrations.store.store import Store

HOUR: Final = 3_600_000_000
PUSHES: Final = 5
"""So often a day the pushes to one pull request ask again: each costs a panel, and whoever pushes need not be asked."""
REQUESTS: Final = 3
"""One call to an agent makes at most so many requests."""


Counted = tuple[str, int, list[Start]]
"""A limit by the key of its sentence, how many it allows, and what counts."""


class Limits(Model):
    """The day is the last 24 hours; `money_per_day` is micro-dollars, the cap of one decision is in its policy."""

    open_per_thread: int = 3
    per_person: int = 5
    per_channel: int = 20
    per_workspace: int = 100
    money_per_day: int = 20_000_000


def limits_of(configuration: Configuration) -> Limits:
    return Limits.model_validate(configuration.limits.model_dump())


class Asking(Model):
    """Who wants to open a decision, and where."""

    person: str
    place: str
    is_bot: bool = False
    is_push: bool = False
    """Whether a push asks again what a person had asked: that is not counted as theirs, but for itself."""


def admission(asking: Asking, limits: Limits) -> Callable[[Sequence[Start], Instant], None]:
    """What `Store.create` asks before it opens a decision: raises RequestError beyond a limit."""

    def admit(starts: Sequence[Start], now: Instant) -> None:
        refused = refusal(asking, starts, now, limits)
        if refused:
            raise refused

    return admit


def refusal(asking: Asking, starts: Sequence[Start], now: Instant, limits: Limits) -> RequestError | None:
    """Why this person may not open a decision in this place now, the nearest limit first; a terminal has none."""
    channel, separator, thread = asking.place.rpartition(":")
    if not separator:
        return None
    workspace = ":".join(asking.place.split(":")[:2])
    in_thread = [start for start in starts if thread and start.place == asking.place]
    by_bots = [start for start in in_thread if start.via == BY_BOT]
    if asking.is_bot and by_bots:
        return RequestError("limit-bot-thread", id=by_bots[-1].id)
    today = [start for start in starts if now - start.at < DAY and _is_within(workspace, start)]
    if asking.is_push:
        return _first_beyond(_for_push(asking, today, limits), now)
    here = [start for start in in_thread if start.is_open]
    if len(here) >= limits.open_per_thread:
        return RequestError("limit-thread", limit=limits.open_per_thread, id=here[-1].id)
    by_people = [start for start in today if not is_by_push(start.via)]
    counted: list[Counted] = [
        ("limit-person", limits.per_person, [start for start in by_people if start.asker == asking.person]),
        ("limit-channel", limits.per_channel, [start for start in by_people if _is_within(channel, start)]),
        ("limit-workspace", limits.per_workspace, by_people),
    ]
    return _first_beyond(counted, now)


async def require_money(store: Store, limits: Limits, now: Instant) -> None:
    """Raises RequestError when the money of the last day is spent or set aside: a panel could not be asked."""
    if await store.spending.spent(now - DAY) >= limits.money_per_day:
        raise RequestError("limit-money")


class Metered:
    """Asks only while the day's money lasts; a seat that it does not reach abstains for the budget.

    What was set aside is settled with what the call cost. A call that was cut off is never settled: it counts in full.
    """

    def __init__(self, ask: Ask, store: Store, *, limits: Limits, clock: Clock) -> None:
        self._ask, self._store, self._limits, self._clock = ask, store, limits, clock

    async def __call__(self, request: Request) -> Reply:
        ceiling = request.seat.call_ceiling
        if ceiling == 0:
            return await self._ask(request)
        reservation = await self._store.spending.reserve(
            request.decision, REQUESTS * ceiling, since=self._clock() - DAY, cap=self._limits.money_per_day
        )
        if reservation is None:
            raise AgentUnavailableError("budget", spent=Usage())
        try:
            reply = await self._ask(request)
        except AgentUnavailableError as error:
            if error.spent is not None:
                await self._store.spending.settle(reservation, _cost(error.spent, ceiling))
            raise
        await self._store.spending.settle(reservation, _cost(reply.usage, ceiling))
        return reply


def _cost(usage: Usage, ceiling: int) -> int:
    return usage.calls * ceiling if usage.cost is None else usage.cost


def _for_push(asking: Asking, today: list[Start], limits: Limits) -> list[Counted]:
    """What people asked leaves less for pushes; what pushes had asked again leaves people all that is theirs."""
    again = [start for start in today if start.place == asking.place and is_by_push(start.via)]
    return [("limit-push", PUSHES, again), ("limit-workspace", limits.per_workspace, today)]


def _first_beyond(counted: Sequence[Counted], now: Instant) -> RequestError | None:
    for key, limit, found in counted:
        if len(found) >= limit:
            return RequestError(key, limit=limit, hours=_hours_left(found, limit, now))
    return None


def _is_within(area: str, start: Start) -> bool:
    return start.place.startswith(f"{area}:")


def _hours_left(starts: Sequence[Start], limit: int, now: Instant) -> int:
    """Until so many of these are older than a day that one more may follow."""
    return -(-(starts[-limit].at + DAY - now) // HOUR)
