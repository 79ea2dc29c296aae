"""What one person's Home tab shows: what waits for them, and the latest decisions that they may see."""

import logging
from typing import Final

from bot.viewing import Viewer, may_see, seen_rooms
from consensus.decision import Decision
from consensus.errors import BrokenRecordError, ConsensusError
from consensus.events import OpenedWords
from integrations.slack.home import Home, Lately, Waiting
from integrations.store import visible
from integrations.store.lookup import Row
from integrations.store.store import Store
from integrations.store.visible import Wanted

LATEST: Final = 100
logger = logging.getLogger(__name__)


async def home(viewer: Viewer, store: Store) -> Home:
    """The data of `integrations.slack.home.home_view`."""
    votes, approvals = await waiting(viewer, store)
    found = await store.look(visible.page(Wanted(rooms=await seen_rooms(viewer, store)), LATEST))
    return Home(votes=votes, approvals=approvals, latest=tuple(lately(row) for row in found.rows))


async def waiting(viewer: Viewer, store: Store) -> tuple[tuple[Waiting, ...], tuple[Waiting, ...]]:
    """The votes in which this person has said nothing yet, and the proposals that they may answer."""
    votes, approvals = [], []
    for decision_id in await store.look(visible.named(viewer.person)):
        try:
            decision = await store.load(decision_id)
        except BrokenRecordError:
            logger.exception("waiting unknown decision=%s", decision_id)
            continue
        vote, proposal = await _vote(decision, viewer), _proposal(decision, viewer.person)
        if (vote or proposal) and await may_see(decision.opened.places, viewer, store):
            votes += [vote] if vote else []
            approvals += [proposal] if proposal else []
    return tuple(votes), tuple(approvals)


def lately(row: Row) -> Lately:
    return Lately.model_validate(row.model_dump(include=set(Lately.model_fields)))


async def _vote(decision: Decision, viewer: Viewer) -> Waiting | None:
    vote = decision.people.open_vote
    if vote is None or decision.has_ended or any(cast.actor == viewer.person for cast in vote.standing):
        return None
    if not (await _may_vote(decision, viewer) if vote.opened.facts.by_rule else vote.takes_part(viewer.person)):
        return None
    return Waiting(id=decision.id, question=_question(decision), deadline=vote.deadline, about=vote.opened.seq)


async def _may_vote(decision: Decision, viewer: Viewer) -> bool:
    """Whether a vote by rule is theirs; what cannot be found out waits for nobody."""
    try:
        return await viewer.votes(decision)
    except ConsensusError:
        return False


def _proposal(decision: Decision, person: str) -> Waiting | None:
    proposal = decision.people.open_proposal
    if proposal is None or decision.has_ended or person not in proposal.made.facts.approvers:
        return None
    return Waiting(id=decision.id, question=_question(decision), deadline=proposal.deadline, about=proposal.made.seq)


def _question(decision: Decision) -> str:
    words = decision.words(1)
    return words.question if isinstance(words, OpenedWords) else ""
