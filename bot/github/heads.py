"""A push to a pull request: what was decided about an older commit says so, or is asked again."""

import logging
from typing import Final

from bot.github.acting import Doer
from bot.github.people import standing_of
from bot.github.repositories import settings_at
from bot.github.rerunning import once_more
from bot.github.site import PLATFORM, Site
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import ConfigurationError, RequestError
from consensus.events import ENGINE, Draft, HeadMoved
from consensus.head import head_of
from integrations.github.errors import GitHubError, RateLimitedError
from integrations.github.incoming import Account, Pushed
from integrations.github.members import someone
from integrations.github.place import Place
from integrations.store import visible

LATEST: Final = 20
"""The newest decisions of a pull request that a push is told to."""
logger = logging.getLogger(__name__)


async def pushed(site: Site, desk: Desk, said: Pushed) -> None:
    """Records the new head with each decision that was about another one, as the repository wants it."""
    where = Place(repo=said.repo, number=said.number)
    ids = await site.store.look(visible.all_of_thread(str(where), LATEST))
    stale = [each for each in [await site.store.load(found) for found in ids] if _is_about_another(each, said.after)]
    if not stale:
        return
    on_push = await _policy(site, said.repo)
    if on_push == "keep":
        return
    for decision in stale:
        moved = HeadMoved(before=head_of(decision) or said.before, after=said.after)
        site.works.follow(await site.store.append(decision, Draft(actor=ENGINE, facts=moved)))
    if on_push == "restart":
        await _restart(site, desk, stale[0], where)


def _is_about_another(decision: Decision, head: str) -> bool:
    known = head_of(decision)
    return known is not None and known != head and decision.end.superseded_by is None


async def _policy(site: Site, repo: int) -> str:
    """A file that cannot be read changes nothing: what is stale is at least marked."""
    try:
        return (await settings_at(site, repo)).github.on_push
    except RateLimitedError:
        raise
    except (GitHubError, ConfigurationError):
        return "warn"


async def _restart(site: Site, desk: Desk, decision: Decision, where: Place) -> None:
    """Asks again in the name of who asked, if they still may."""
    named = await site.store.names(PLATFORM, [decision.opened.asker])
    user = named.get(decision.opened.asker)
    if user is None:
        return
    try:
        found = await someone(site.client, where.repo, int(user))
        account = Account(login=found.login, id=found.id)
        doer = Doer(account, where, await standing_of(site, where.repo, account), is_pull=True)
        await once_more(site, desk, decision, (doer, decision.opened.origin, {}))
    except RateLimitedError:
        raise
    except (RequestError, GitHubError, ConfigurationError) as error:
        logger.info("not asked again: decision=%s why=%s", decision.id, error.key)
