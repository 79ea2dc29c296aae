"""The composition root: settings become adapters, adapters become the desk that the use cases work with."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.settings import Settings
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.ports import Assemble, Clock, Gather, People
from integrations.store.store import Store


def wall_clock() -> int:
    """Microseconds UTC."""
    return time.time_ns() // 1000


def open_store(settings: Settings, *, migrate: bool = False, clock: Clock = wall_clock) -> Store:
    """Raises ConfigurationError when the database cannot be used."""
    return Store.open(settings.database_url.get_secret_value(), clock=clock, migrate=migrate)


@asynccontextmanager
async def open_desk(
    settings: Settings, *, gather: Gather, assemble: Assemble, clock: Clock = wall_clock
) -> AsyncIterator[Desk]:
    """Everything opened, and closed again in the end."""
    from bot.roster import endpoints
    from integrations import rehearsal
    from integrations.llm import Models

    store = open_store(settings, clock=clock)
    providers = {"rehearsal": rehearsal.register}
    models = Models(endpoints(settings), families=settings.configuration.families, providers=providers)
    try:
        yield Desk(store=store, ask=models, gather=gather, assemble=assemble, clock=clock)
    finally:
        await models.close()
        store.close()


async def asker_alone(decision: Decision) -> People:
    """At a terminal the electorate is the person who asked, who also approves: nobody else is there."""
    asker = decision.opened.asker
    approvers = () if decision.opened.policy.approval.four_eyes else (asker,)
    return People(voters=(asker,), approvers=approvers)
