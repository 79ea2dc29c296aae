"""A clock that is moved by waiting on it, for clients of the fake GitHub."""

from tests.fakes import HandClock


class Waiting:
    """Who waits here moves the clock on, at once; what was waited is kept."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.waited: list[int] = []

    async def __call__(self, microseconds: int) -> None:
        self.waited.append(microseconds)
        self.clock.now += microseconds
