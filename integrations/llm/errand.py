"""One question under way: what it has cost so far, and how long it may still take."""

import asyncio

from consensus.events import Usage
from consensus.ports import Request


class Errand:
    """Begins now, on the running loop's clock."""

    def __init__(self, request: Request, seconds: float) -> None:
        self.request = request
        self._clock = asyncio.get_running_loop().time
        self._began = self._clock()
        self._usage = Usage()
        self.deadline = self._began + seconds

    def pay(self, usage: Usage) -> None:
        self._usage = self._usage.plus(usage)

    def spent(self) -> Usage:
        """All attempts together, with the time that they and the pauses took."""
        return self._usage.model_copy(update={"ms": round((self._clock() - self._began) * 1000)})

    def has_time_for(self, pause: float) -> bool:
        return self._clock() + pause < self.deadline
