"""Where else a decision of a repository is shown: what the asker names, and what the settings say."""

import logging

from bot.configuration import Configuration
from bot.elsewhere import There, require_audience
from bot.flags import Value
from bot.github.people import listed
from bot.github.site import Site
from consensus.channel import DoubtfulError, RateLimitedError
from consensus.errors import RequestError
from consensus.events import Policy
from integrations.github.place import Place

logger = logging.getLogger(__name__)


async def also_shown(
    site: Site, where: Place, asker: str, *, named: Value | None, settings: tuple[Configuration, Policy]
) -> tuple[str, ...]:
    """The further places; raises RequestError for one that was named and may not be.

    Where people would read it who do not read it here, somebody who approves here has to name it; the settings
    alone never confirm that.
    """
    configuration, policy = settings
    is_private = (await site.client.repositories.now(where.repo)).is_private
    here = There(str(where), "few" if is_private else "everybody")
    if isinstance(named, str):
        is_confirmed = asker in await listed(site, policy.approval.approvers, where.repo)
        there = await site.works.find(named, asker)
        require_audience(there, here, is_confirmed=is_confirmed)
        return (there.place,)
    stated = configuration.github.also_show
    if stated is None:
        return ()
    try:
        there = await site.works.find(stated, None)
        require_audience(there, here, is_confirmed=False)
    except (RequestError, RateLimitedError, DoubtfulError) as error:
        logger.warning("not shown elsewhere: repo=%s also_show=%s why=%s", where.repo, stated, error)
        return ()
    return (there.place,)
