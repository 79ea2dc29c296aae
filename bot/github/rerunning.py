"""The same question once more on GitHub: a new decision that replaces the earlier one."""

from collections.abc import Mapping

from bot.flags import Value
from bot.github.acting import Doer
from bot.github.repositories import settings_at
from bot.github.site import Site
from bot.github.starting import Request, start
from bot.slack.terms import terms_of
from bot.spoken import Ask
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import OpenedWords


async def once_more(
    site: Site, desk: Desk, old: Decision, by: tuple[Doer, str, Mapping[str, Value]]
) -> Decision | None:
    """Asks it where it is asked for, on the old terms and those that were named; raises RequestError."""
    doer, origin, flags = by
    configuration = await settings_at(site, doer.where.repo)
    words = old.words(1)
    if not isinstance(words, OpenedWords):
        raise RequestError("question-erased", id=old.id)
    is_safest_first = old.opened.safety_order == old.opened.options and not old.opened.is_proposal
    terms = terms_of(old, configuration) | dict(flags)
    ask = Ask(
        question=words.question,
        options=() if old.opened.is_proposal else words.options,
        flags=terms | ({"safest-first": True} if is_safest_first else {}),
        lang=old.opened.lang,
        typed=words.request,
    )
    request = Request(
        ask=ask,
        by=doer,
        configuration=configuration,
        origin=origin or old.opened.origin,
        via=old.opened.via,
        replaces=old.id,
    )
    return await start(site, desk, request)
