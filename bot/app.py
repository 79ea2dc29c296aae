"""The composition root: settings become adapters, adapters become the desk that the use cases work with."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING

from bot.settings import Settings
from bot.use_cases import Desk
from bot.worker import this_worker
from consensus.decision import Decision
from consensus.errors import ConfigurationError
from consensus.ports import Assemble, Clock, Gather, People
from integrations.store.engine import address
from integrations.store.store import Store

if TYPE_CHECKING:
    from integrations.llm import Models

OpenDesk = Callable[[Settings, Gather], AbstractAsyncContextManager[Desk]]
"""How a desk is opened; what it is made of can be replaced."""


def wall_clock() -> int:
    """Microseconds UTC."""
    return time.time_ns() // 1000


def open_store(settings: Settings, *, migrate: bool = False, clock: Clock = wall_clock) -> Store:
    """Raises ConfigurationError when the database cannot be used."""
    return Store.open(settings.database_url.get_secret_value(), clock=clock, migrate=migrate, worker=this_worker())


def require_database(settings: Settings) -> None:
    """Raises ConfigurationError where there is no file yet: only a new decision makes one."""
    path = address(settings.database_url.get_secret_value()).database or ""
    if not Path(path.removeprefix("file:")).exists():
        raise ConfigurationError("database-missing", path=path)


async def asker_alone(decision: Decision) -> People:
    """At a terminal the electorate is the person who asked, who also approves: nobody else is there."""
    asker = decision.opened.asker
    approvers = () if decision.opened.policy.approval.four_eyes else (asker,)
    return People(voters=(asker,), approvers=approvers)


def models_of(settings: Settings) -> "Models":
    """Every model that the settings name, and the rehearsal agents."""
    from bot.roster import endpoints
    from integrations import rehearsal
    from integrations.llm import Models

    providers = {"rehearsal": rehearsal.register}
    return Models(endpoints(settings), families=settings.configuration.families, providers=providers)


@asynccontextmanager
async def open_desk(
    settings: Settings,
    gather: Gather,
    *,
    assemble: Assemble = asker_alone,
    clock: Clock = wall_clock,
    models: "Callable[[Settings], Models]" = models_of,
) -> AsyncIterator[Desk]:
    """Everything opened, and closed again in the end."""
    with closing(open_store(settings, clock=clock)) as store:
        asked = models(settings)
        try:
            yield Desk(store=store, ask=asked, gather=gather, assemble=assemble, clock=clock)
        finally:
            await asked.close()
