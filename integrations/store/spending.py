"""The money of the record: reserved before it is spent, settled after; each call is one transaction."""

from collections.abc import Callable

from consensus.events import Instant
from integrations.store import spend
from integrations.store.lanes import Lanes
from integrations.store.tables import SpendRow


class Spending:
    """What is only reserved counts as spent."""

    def __init__(self, lanes: Lanes, clock: Callable[[], Instant]) -> None:
        self._lanes, self._clock = lanes, clock

    async def reserve(self, decision_id: str, amount: int, *, since: Instant, cap: int) -> int | None:
        """Set money aside; none when all that was spent since then would go beyond the cap."""
        row = SpendRow(decision=decision_id, at=self._clock(), reserved=amount)
        return await self._lanes.write(lambda session: spend.reserve(session, row, since, cap))

    async def settle(self, reservation: int, cost: int) -> None:
        await self._lanes.write(lambda session: spend.settle(session, reservation, cost))

    async def spent(self, since: Instant) -> int:
        return await self._lanes.read(lambda session: spend.spent(session, since))
