"""What people do with a decision on GitHub, by word or by the button of a check: then it is recorded and shown."""

import logging
from dataclasses import dataclass, replace
from typing import Final

from bot.deeds import RIGHTS, Deed, do
from bot.github.people import require
from bot.github.site import PLATFORM, Site
from bot.use_cases import Desk
from consensus.answered import where_people_answer
from consensus.decision import Decision
from consensus.errors import NotFoundError, RequestError
from integrations.github.incoming import Account
from integrations.github.members import Standing
from integrations.github.place import Place

ANSWERS: Final = frozenset({"cast", "reason", "close", "approve", "reject", "extend"})
"""What belongs to the vote or proposal that is open, and so to the platform where people answer it."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Doer:
    """Who does something, and where."""

    account: Account
    where: Place
    standing: Standing
    is_pull: bool = False
    """Whether that is a pull request."""
    is_author: bool = False
    """Whether they opened it."""


async def act(site: Site, desk: Desk, doer: Doer, deed: Deed) -> Decision:
    """Does it; raises RequestError with the reason why not."""
    decision = await decision_here(site, doer.where, deed.decision)
    if deed.verb in ANSWERS and (there := where_people_answer(decision)) != PLATFORM:
        raise RequestError("answered-elsewhere", id=decision.id, place=there)
    try:
        person = await require(site, RIGHTS[deed.verb], (doer.account, doer.where, doer.standing), decision)
    except RequestError as error:
        if deed.verb != "cast" or error.key != "vote-not-eligible":
            raise
        newest = await do(desk, decision, await site.person(doer.account), replace(deed, is_advisory=True))
    else:
        newest = await do(desk, decision, person, deed)
    logger.info("acted: decision=%s verb=%s seq=%s", newest.id, deed.verb, newest.seq)
    site.works.follow(newest)
    return newest


async def decision_here(site: Site, where: Place, decision_id: str) -> Decision:
    """The decision, if it has a place in this repository; raises NotFoundError for every other."""
    room = f"{PLATFORM}:{where.repo}:"
    decision = await site.store.load(decision_id)
    if not any(place.startswith(room) for place in decision.opened.places):
        raise NotFoundError("no-such-decision", id=decision_id)
    return decision
