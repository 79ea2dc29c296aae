"""The platforms join, each as soon as it is there: one that is away holds up no other."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from bot.parts import Part, Unready


class Member:
    """One platform in a task of its own, which ends with whatever stops the platform."""

    def __init__(self, part: Part) -> None:
        self.unready: dict[str, Unready] = {part.name: lambda: True}
        self.joined = asyncio.Event()
        self._leaving, self._left, self._over = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._staying = asyncio.create_task(self._stay(part))
        self._staying.add_done_callback(lambda _: self._left.set())

    async def leave(self) -> None:
        """Takes nothing more; what is under way can still be shown."""
        self._leaving.set()
        if not self.joined.is_set():
            self._staying.cancel()
        await self._left.wait()

    async def end(self) -> None:
        self._over.set()
        await asyncio.gather(self._staying, return_exceptions=True)

    async def watch(self) -> None:
        """Returns once it has ended; raises what it ended with."""
        await asyncio.wait({self._staying})
        if not self._staying.cancelled():
            self._staying.result()

    async def _stay(self, part: Part) -> None:
        async with part.join() as beside:
            async with AsyncExitStack() as opened:
                for name, each in beside.items():
                    self.unready[name] = await opened.enter_async_context(each())
                del self.unready[part.name]
                self.joined.set()
                await self._leaving.wait()
            self._left.set()
            await self._over.wait()


@asynccontextmanager
async def watching(members: Sequence[Member]) -> AsyncIterator[None]:
    """Whoever is inside is stopped when one of them ends; raises what it ended with."""
    try:
        async with asyncio.TaskGroup() as group:
            watches = [group.create_task(each.watch()) for each in members]
            yield
            for each in watches:
                each.cancel()
    except ExceptionGroup as ended:  # callers know the error itself, not that a group watched
        raise ended.exceptions[0] from None
