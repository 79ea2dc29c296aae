"""A push to a pull request: what was decided about an older commit says so, or is asked again."""

import logging
from collections.abc import Sequence
from typing import Final

from bot.github.acting import Doer
from bot.github.people import standing_of
from bot.github.repositories import settings_at
from bot.github.rerunning import once_more
from bot.github.site import PLATFORM, Site, home_of
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import ConfigurationError, RequestError
from consensus.events import ENGINE, Draft, HeadMoved
from consensus.head import head_of, judged_head
from integrations.github.answers import understood
from integrations.github.documents import Pull
from integrations.github.errors import PermanentError
from integrations.github.incoming import Account, Pushed, Retargeted
from integrations.github.members import someone
from integrations.github.place import Place
from integrations.github.pull_question import BY_PEOPLE
from integrations.store import visible

LATEST: Final = 20
"""The newest decisions of a pull request that a push is told to."""
logger = logging.getLogger(__name__)


async def pushed(site: Site, desk: Desk, said: Pushed) -> None:
    """Records the new head with each decision that was about another one, as the repository wants it.

    What a delivery says may be long past, so the head is what GitHub says now.
    """
    where = Place(repo=said.repo, number=said.number)
    known = await _known(site, where)
    pull = await _pull(site, where) if known else None
    if pull is None:
        return
    head = pull.head.sha
    if all(head == head_of(each) == judged_head(each) for each in known):
        return
    on_push = await _policy(site, said.repo)
    if on_push == "keep":
        return
    marked = [await _marked(site, each, head) for each in known]
    if on_push == "restart":
        await _restart(site, desk, _to_restart(marked, head), pull)


async def retargeted(site: Site, said: Retargeted) -> None:
    """Records with each decision that it was about another target branch, whatever the repository says of pushes."""
    where = Place(repo=said.repo, number=said.number)
    known = await _known(site, where)
    pull = await _pull(site, where) if known else None
    if pull is None:
        return
    for decision in known:
        head = head_of(decision) or pull.head.sha
        moved = HeadMoved(before=head, after=head, base=pull.base.sha)
        site.works.follow(await site.store.append(decision, Draft(actor=ENGINE, facts=moved)))


async def _known(site: Site, where: Place) -> list[Decision]:
    """The newest decisions of the pull request that know a head."""
    ids = await site.store.look(visible.all_of_thread(str(where), LATEST))
    return [each for each in [await site.store.load(found) for found in ids] if _has_head(each, where)]


def _has_head(decision: Decision, where: Place) -> bool:
    """Whether it is at home in that pull request, and nothing has taken its place."""
    is_home = decision.opened.places[0] == str(where)
    return is_home and head_of(decision) is not None and decision.end.superseded_by is None


async def _pull(site: Site, where: Place) -> Pull | None:
    """The pull request as it is; none where it is gone."""
    try:
        return understood(Pull, await site.client.read(where.repo, f"pulls/{where.number}"))
    except PermanentError as error:
        logger.info("head unknown: place=%s why=%s", where, error.key)
        return None


async def _policy(site: Site, repo: int) -> str:
    """A file that nobody could read changes nothing: what is stale is at least marked."""
    try:
        return (await settings_at(site, repo)).github.on_push
    except (PermanentError, ConfigurationError):
        return "warn"


async def _marked(site: Site, decision: Decision, head: str) -> Decision:
    before = head_of(decision)
    if before is None or before == head:
        return decision
    newest = await site.store.append(decision, Draft(actor=ENGINE, facts=HeadMoved(before=before, after=head)))
    site.works.follow(newest)
    return newest


def _to_restart(decisions: Sequence[Decision], head: str) -> Decision | None:
    """The newest that is about another head; what people have ended stays ended, until a person asks again."""
    return next((each for each in decisions if judged_head(each) != head and not _is_ended_by_people(each)), None)


def _is_ended_by_people(decision: Decision) -> bool:
    verdict = decision.end.verdict
    is_theirs = verdict is not None and verdict.facts.decided_by in BY_PEOPLE
    return decision.end.cancelled is not None or (decision.has_ended and is_theirs)


async def _restart(site: Site, desk: Desk, decision: Decision | None, pull: Pull) -> None:
    """Asks again in the name of who asked, if they still may."""
    user = (await site.store.names(PLATFORM, [decision.opened.asker])).get(decision.opened.asker) if decision else None
    where = home_of(decision) if decision else None
    if decision is None or where is None or user is None:
        return
    try:
        found = await someone(site.client, where.repo, int(user))
        account = Account(login=found.login, id=found.id)
        is_author = pull.user is not None and pull.user.id == found.id
        doer = Doer(account, where, await standing_of(site, where.repo, account), is_pull=True, is_author=is_author)
        await once_more(site, desk, decision, (doer, decision.opened.origin, {}), pushed=True)
    except (RequestError, PermanentError, ConfigurationError) as error:
        logger.info("not asked again: decision=%s why=%s", decision.id, error.key)
