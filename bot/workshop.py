"""The work that all platforms share: requests, decisions and posts, each handed to the platform it belongs to."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot import use_cases
from bot.budget import Limits, Metered
from bot.elsewhere import PLATFORMS, Find, Locate, Located, There, named
from bot.errands import Errands
from bot.intake import CarryOut, Intake
from bot.shower import Shower
from bot.use_cases import Desk
from consensus.answered import platform_of, where_people_answer
from consensus.channel import DoubtfulError
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import ContextTaken, ContextWords
from consensus.ports import Assemble, Gather, People
from consensus.steps import AwaitHumans, Done, next_step
from integrations.jobs.in_process import Bell
from integrations.store.deliveries import Delivery

ERRAND_SECONDS: Final = 4


@dataclass(frozen=True)
class Surface:
    """One platform at work; `name` is how its places begin, and the source of its requests."""

    name: str
    carry_out: CarryOut
    apologise: CarryOut
    gather: Gather
    assemble: Assemble
    shower: Shower[Any]
    find: Find
    locate: Locate
    errands: Errands = field(default_factory=Errands)


class Workshop:
    """A decision is worked on where it was asked, and shown wherever it has a place."""

    def __init__(self, desk: Desk, limits: Limits) -> None:
        store, clock = desk.store, desk.clock
        self.limits: Final = limits
        self.desk: Final = replace(
            desk,
            ask=Metered(desk.ask, store, limits=limits, clock=clock),
            gather=self._gather,
            assemble=self._assemble,
        )
        self.intake: Final = Intake(
            store, self._carry_out, apologise=self._apologise, sources=lambda: tuple(self._surfaces)
        )
        self._bell: Final = Bell(self._advance, lambda: store.due(clock()), clock=clock)
        self._surfaces: Final[dict[str, Surface]] = {}
        self._expected: Final[set[str]] = set()
        self._is_started = False
        self._is_stopping: Final = asyncio.Event()

    def expect(self, name: str) -> None:
        """A platform is on, but may be away for now."""
        self._expected.add(name)

    def add(self, surface: Surface) -> None:
        """It may come at any time; what has waited for it is taken up then."""
        self._surfaces[surface.name] = surface
        if self._is_started:
            surface.shower.start()
            surface.errands.run(self._bell.ring_what_is_due())
            self.intake.ring()

    def start(self) -> None:
        """Take up what is there."""
        self._is_started = True
        for surface in self._surfaces.values():
            surface.shower.start()
        self._bell.start()
        self.intake.start()

    async def stop(self) -> None:
        """What runs ends or is parked, within ten seconds; what takes longer is cut off."""
        self._is_stopping.set()
        surfaces = self._surfaces.values()
        showers = [surface.shower.stop() for surface in surfaces]
        errands = [surface.errands.ended(ERRAND_SECONDS) for surface in surfaces]
        await asyncio.gather(self.intake.stop(), self._bell.stop(), *showers, *errands)

    async def find(self, text: str, person: str | None) -> There:
        """The further place of that name; raises RequestError where it is not to be had, DoubtfulError for now."""
        platform, name = named(text)
        surface = self._surfaces.get(platform)
        if surface is None and platform in self._expected:
            raise DoubtfulError
        if surface is None:
            raise RequestError("in-off", platform=platform)
        return await surface.find(name, person)

    async def answered(self, decision: Decision) -> Located:
        """Where people answer what is open."""
        platform = where_people_answer(decision)
        surface = self._surfaces.get(platform)
        place = next((each for each in decision.opened.places if platform_of(each) == platform), None)
        if surface is None or place is None:
            return Located(PLATFORMS.get(platform, platform))
        return await surface.locate(place)

    def show(self) -> None:
        """Something was recorded: every place looks at once."""
        for surface in self._surfaces.values():
            surface.shower.ring()

    def follow(self, decision: Decision) -> None:
        """Shows it, and rings for it when it has something to do: now, or when people's time is over."""
        self.show()
        step = next_step(decision, self.desk.clock())
        if isinstance(step, AwaitHumans):
            self._bell.defer(decision.id, step.until)
        elif not isinstance(step, Done):
            self._bell.defer(decision.id)

    async def _advance(self, decision_id: str) -> None:
        """One ring of the bell: what the decision replaces has ended, then its next steps are taken."""
        decision = await self.desk.store.load(decision_id)
        if self._home(decision) is None:
            return
        if await use_cases.supersede(self.desk, decision):
            self.show()
        newest = await use_cases.advance(
            self.desk, decision, watch=lambda _: self.show(), stopping=self._is_stopping.is_set
        )
        self.follow(newest)

    async def _gather(self, decision: Decision) -> tuple[ContextTaken, ContextWords]:
        return await self._of(decision).gather(decision)

    async def _assemble(self, decision: Decision) -> People:
        return await self._of(decision).assemble(decision)

    async def _carry_out(self, delivery: Delivery) -> None:
        await self._surfaces[delivery.source].carry_out(delivery)

    async def _apologise(self, delivery: Delivery) -> None:
        await self._surfaces[delivery.source].apologise(delivery)

    def _of(self, decision: Decision) -> Surface:
        return self._surfaces[platform_of(decision.opened.places[0])]

    def _home(self, decision: Decision) -> Surface | None:
        """The surface where it was asked, if that is on."""
        return self._surfaces.get(platform_of(decision.opened.places[0]))
