"""The same question once more on GitHub: a new decision that replaces the earlier one."""

from collections.abc import Mapping

from bot.deeds import require_here
from bot.flags import Value
from bot.github.acting import Doer
from bot.github.repositories import settings_at
from bot.github.site import PLATFORM, Site, home_of
from bot.github.starting import Request, start
from bot.terms import asked_again, terms_of
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.head import by_person, by_push


async def once_more(
    site: Site, desk: Desk, old: Decision, by: tuple[Doer, str, Mapping[str, Value]], *, pushed: bool = False
) -> Decision | None:
    """Asks it where it was asked before, on the old terms and those that were named; raises RequestError."""
    doer, origin, flags = by
    require_here(old, "rerun", PLATFORM)
    home = home_of(old)
    if home is not None and home != doer.where:
        # Of another repository not even the name is told: who reads this may not know of it.
        address = await site.address(home, old.opened.origin) if home.repo == doer.where.repo else ""
        raise RequestError("rerun-elsewhere", id=old.id, address=address)
    configuration = await settings_at(site, doer.where.repo)
    ask = asked_again(old, terms_of(old, configuration) | dict(flags))
    request = Request(
        ask=ask,
        by=doer,
        configuration=configuration,
        origin=origin or old.opened.origin,
        via=by_push(old.opened.via) if pushed else by_person(old.opened.via),
        replaces=old.id,
        also=old.opened.places[1:],
    )
    return await start(site, desk, request)
