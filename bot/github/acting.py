"""What people do with a decision on GitHub, by word or by the button of a check: then it is recorded and shown."""

import contextlib
import logging
from dataclasses import dataclass, replace
from typing import Final

from bot.deeds import RIGHTS, Deed, do, require_here
from bot.electorate import is_large
from bot.freshness import check_fresh
from bot.github.people import require, standing_of
from bot.github.site import PLATFORM, Site, home_of
from bot.permissions import NO_VOTER
from bot.use_cases import Desk
from consensus.card import Moment
from consensus.decision import Decision
from consensus.errors import NotFoundError, RequestError
from consensus.events import Approved
from integrations.github.incoming import Account
from integrations.github.members import Standing
from integrations.github.place import Place

OPENING: Final = frozenset({"vote", "reopen"})
VOICED: Final = frozenset({"cast", "reason"})
SHORT: Final = 8
"""Letters of the id of somebody without a name."""
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
    require_here(decision, deed.verb, PLATFORM)
    if _is_hidden(decision, deed):
        raise RequestError("github-hidden")
    try:
        newest = await _done(site, desk, await _at_home(site, doer, decision), decision, deed)
    except RequestError as error:
        if error.key == "approve-nothing-open":
            await _require_unanswered(site, decision)
        raise
    logger.info("acted: decision=%s verb=%s seq=%s", newest.id, deed.verb, newest.seq)
    site.works.follow(newest)
    return newest


def _is_hidden(decision: Decision, deed: Deed) -> bool:
    """Whether it would say in a comment, which all can read, what only a hidden tally may hold."""
    if deed.verb in OPENING:
        return decision.opened.policy.vote.hidden
    vote = decision.people.open_vote
    return deed.verb in VOICED and vote is not None and vote.opened.facts.hidden


async def _at_home(site: Site, doer: Doer, decision: Decision) -> Doer:
    """What somebody may do is asked where the decision stands first; another repository says nothing of it."""
    home = home_of(decision) or doer.where
    if home.repo == doer.where.repo:
        return replace(doer, where=home)
    return replace(doer, where=home, standing=await standing_of(site, home.repo, doer.account), is_author=False)


async def _done(site: Site, desk: Desk, doer: Doer, decision: Decision, deed: Deed) -> Decision:
    """A vote of somebody who may not vote is kept as advice."""
    try:
        person = await require(site, RIGHTS[deed.verb], (doer.account, doer.where, doer.standing), decision)
    except RequestError as error:
        if deed.verb != "cast" or error.key not in NO_VOTER:
            raise
        person, deed = await site.person(doer.account), replace(deed, is_advisory=True)
    check_fresh(decision, deed.verb, deed.about)
    return await do(desk, decision, person, deed)


async def _require_unanswered(site: Site, decision: Decision) -> None:
    """Raises RequestError naming who answered the proposal, and when."""
    newest = await site.store.append(decision)
    proposal = newest.people.proposal
    answer = proposal.answer if proposal else None
    if answer is None:
        return
    key = "approval-already" if isinstance(answer.facts, Approved) else "approval-rejected-already"
    who = (await site.store.labels([answer.actor])).get(answer.actor, answer.actor[:SHORT])
    say = await site.voice(newest.opened.lang)
    raise RequestError(key, who=who, when=say.show(Moment(at=answer.at)))


async def votes_by_list(site: Site, account: Account, decision_id: str) -> bool:
    """Whether somebody is on the frozen list of the open vote: then nothing else is asked about them."""
    with contextlib.suppress(RequestError):
        decision = await site.store.load(decision_id)
        vote = decision.people.open_vote
        voters = vote.opened.facts.voters if vote else ()
        return not is_large(voters) and await site.person(account) in voters
    return False


async def decision_here(site: Site, where: Place, decision_id: str) -> Decision:
    """The decision, if it has a place in this repository; raises NotFoundError for every other."""
    room = f"{PLATFORM}:{where.repo}:"
    decision = await site.store.load(decision_id)
    if not any(place.startswith(room) for place in decision.opened.places):
        raise NotFoundError("no-such-decision", id=decision_id)
    return decision
