"""Which event is legal when: an illegal one is refused with a sentence, never folded.

What the engine does by itself is legal exactly when `next_step` names it, with exactly those facts;
so checking a stored record means counting it again.
"""

from collections.abc import Callable
from typing import TypeVar

from consensus import events as e
from consensus import hearing
from consensus.closing import close_vote, open_vote
from consensus.decision import Decision
from consensus.errors import IllegalEventError
from consensus.people import Proposal, Vote
from consensus.ports import People
from consensus.question import FEWEST_OPTIONS
from consensus.steps import Close, ClosePanel, CloseVote, Gather, OpenVote, Propose, next_step

SOONEST = 300_000_000
"""A deadline moves to five minutes ahead at the earliest."""

BY_ITSELF = (
    e.ContextTaken, e.BallotCast, e.Abstained, e.CritiqueGiven, e.PanelClosed, e.ProposalMade, e.VerdictReached,
)  # fmt: skip
"""What only the engine records."""

F = TypeVar("F", bound=e.Facts)


def check(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    """Raises IllegalEventError unless this may happen to the decision at this instant."""
    _require(draft.actor == e.ENGINE or not isinstance(draft.facts, BY_ITSELF), "illegal-actor")
    CHECKS[draft.facts.kind](decision, draft, at)


def _require(holds: object, key: str, **params: str | int) -> None:
    if not holds:
        raise IllegalEventError(key, **params)


def _opened(_: Decision, __: e.Draft, ___: e.Instant) -> None:
    raise IllegalEventError("illegal-opened-twice")


def _heard(decision: Decision, draft: e.Draft, _: e.Instant) -> None:
    """Ballots, abstentions and critiques: once per seat and round, in the order of the rounds; late ones are kept."""
    facts = draft.facts
    if not isinstance(facts, e.BallotCast | e.Abstained | e.CritiqueGiven):
        raise TypeError(facts.kind)
    panel = decision.panel
    known = {seat.seat for seat in hearing.seats(panel)} | ({e.TRIPWIRE} if hearing.is_flagged(panel) else set())
    _require(facts.seat in known, "illegal-unknown-seat", seat=facts.seat)
    _require(facts.seat not in hearing.heard(panel, facts.round), "illegal-heard-twice", seat=facts.seat)
    in_turn = facts.round == hearing.BLIND or not hearing.not_heard(panel, facts.round - 1, hearing.seats(panel))
    last = hearing.BLIND if facts.seat == e.TRIPWIRE else hearing.FINAL
    _require(in_turn and facts.round <= last, "illegal-round", round=facts.round)
    _CONTENTS[type(facts)](decision, facts)


def _ballot(decision: Decision, facts: e.Facts) -> None:
    ballot = _as(facts, e.BallotCast)
    options = decision.opened.options
    ranking = (ballot.choice,) if ballot.ranking is None else ballot.ranking
    _require(ballot.round in {hearing.BLIND, hearing.FINAL}, "illegal-round", round=ballot.round)
    _require({ballot.choice, *ranking} <= set(options), "illegal-unknown-option", option=ballot.choice)
    _require(ranking[:1] == (ballot.choice,) and len(set(ranking)) == len(ranking), "illegal-contradiction")
    _require(ballot.counted == (ballot.seat != e.TRIPWIRE), "illegal-tripwire")


def _abstention(decision: Decision, facts: e.Facts) -> None:
    abstention = _as(facts, e.Abstained)
    carried = hearing.carried_from(decision.panel, abstention.seat, abstention.round, abstention.cause)
    _require(abstention.carried_from == carried, "illegal-carried")
    _require(abstention.counted == (abstention.seat != e.TRIPWIRE), "illegal-tripwire")


def _critique(decision: Decision, facts: e.Facts) -> None:
    critique = _as(facts, e.CritiqueGiven)
    _require(critique.round == hearing.CRITIQUES, "illegal-round", round=critique.round)
    for argument in critique.arguments:
        _require(argument.option in decision.opened.options, "illegal-unknown-option", option=argument.option)


_CONTENTS: dict[type[e.Facts], Callable[[Decision, e.Facts], None]] = {
    e.BallotCast: _ballot,
    e.Abstained: _abstention,
    e.CritiqueGiven: _critique,
}


def _context(decision: Decision, _: e.Draft, at: e.Instant) -> None:
    _require(isinstance(next_step(decision, at), Gather), "illegal-not-now", kind=e.ContextTaken.kind)


def _panel_closed(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    step = next_step(decision, at)
    _require(isinstance(step, ClosePanel) and step.facts == draft.facts, "illegal-not-now", kind=draft.facts.kind)


def _proposal(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts, step = _as(draft.facts, e.ProposalMade), next_step(decision, at)
    if not isinstance(step, Propose):
        raise IllegalEventError("illegal-not-now", kind=facts.kind)
    by_moderator = step.by == "moderator" and (facts.option is None or facts.option in step.tied)
    named = facts.by == step.by and facts.tied == step.tied and (by_moderator or facts.option == step.option)
    _require(named and facts.deadline > at, "illegal-not-now", kind=facts.kind)


def _vote_opened(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts, people = _as(draft.facts, e.VoteOpened), decision.people
    _require(not decision.end.cancelled, "vote-after-cancel")
    _require(not people.open_vote, "vote-already-open", number=len(people.votes))
    _require(decision.panel.closed, "vote-before-panel")
    if draft.actor == e.ENGINE:
        _require(facts == _as_policy_has_it(decision, facts, at), "illegal-not-now", kind=facts.kind)
    among = tuple(option for option in decision.opened.options if option in facts.options)
    sound = (
        facts.number == len(people.votes) + 1
        and facts.options == among
        and len(among) >= FEWEST_OPTIONS
        and len(set(facts.voters)) == len(facts.voters)
        and facts.quorum > 0
        and facts.deadline > at
    )
    _require(sound, "illegal-vote")


def _as_policy_has_it(decision: Decision, facts: e.VoteOpened, at: e.Instant) -> e.VoteOpened | None:
    """The vote that the engine may open now for these voters until that deadline; none when it may not."""
    step = next_step(decision, at)
    if not isinstance(step, OpenVote):
        return None
    people = People(voters=facts.voters, excluded=facts.excluded, approvers=())
    expected = _as(open_vote(decision, step.options, step.why, people, at).facts, e.VoteOpened)
    return expected.model_copy(update={"deadline": facts.deadline})


def _vote_cast(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts, vote = _as(draft.facts, e.VoteCast), _open_vote(decision)
    if vote is None or at >= vote.deadline:
        raise IllegalEventError("vote-closed")
    _require(draft.actor in vote.opened.facts.voters, "vote-not-eligible")
    _require(facts.choice is None or facts.choice in vote.opened.facts.options, "vote-unknown-option")
    mine = next((cast for cast in vote.standing if cast.actor == draft.actor), None)
    adds_reason = isinstance(draft.words, e.Reason) and draft.words.reason
    _require(mine is None or mine.facts.choice != facts.choice or adds_reason, "vote-unchanged")


def _vote_closed(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts, vote = _as(draft.facts, e.VoteClosed), _open_vote(decision)
    if vote is None:
        raise IllegalEventError("vote-closed")
    if draft.actor == e.ENGINE:
        step = next_step(decision, at)
        _require(isinstance(step, CloseVote) and step.why == facts.why, "illegal-not-now", kind=facts.kind)
    else:
        _require(facts.why == "closed_early" and at < vote.deadline, "vote-closed")
        _require(vote.has_quorum, "vote-close-needs-quorum", quorum=vote.opened.facts.quorum)
    via = e.ENGINE if draft.actor == e.ENGINE else facts.via
    _require(facts == close_vote(decision, vote, facts.why, via), "illegal-tally")


def _deadline_moved(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts = _as(draft.facts, e.DeadlineMoved)
    open_one = _open_vote(decision) if facts.of == "vote" else _open_proposal(decision)
    if open_one is None or at >= open_one.deadline:
        raise IllegalEventError("extend-nothing-open")
    _require(facts.before == open_one.deadline and facts.after >= at + SOONEST, "extend-too-soon")


def _answered(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts, proposal = draft.facts, _open_proposal(decision)
    if not isinstance(facts, e.Approved | e.Rejected):
        raise TypeError(facts.kind)
    if proposal is None or at >= proposal.deadline:
        raise IllegalEventError("approve-nothing-open")
    same = facts.proposal == proposal.made.seq and facts.option == proposal.made.facts.option
    _require(same, "approve-stale")
    _require(draft.actor in proposal.made.facts.approvers, "approve-not-approver")
    if isinstance(facts, e.Rejected):
        _require(isinstance(draft.words, e.Reason) and draft.words.reason, "reject-needs-reason")


def _verdict(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    step = next_step(decision, at)
    _require(isinstance(step, Close) and step.facts == draft.facts, "illegal-not-now", kind=draft.facts.kind)


def _run_anyway(decision: Decision, _: e.Draft, __: e.Instant) -> None:
    verdict = decision.end.verdict
    refused = verdict is not None and verdict.facts.status == "not_needed" and not decision.end.cancelled
    _require(refused and decision.has_ended, "run-not-refused")


def _cancelled(decision: Decision, _: e.Draft, __: e.Instant) -> None:
    _require(not decision.has_ended, "cancel-ended")


def _superseded(decision: Decision, _: e.Draft, __: e.Instant) -> None:
    successor = decision.end.superseded_by
    _require(successor is None, "superseded-already", id=successor or "")


def _erased(decision: Decision, draft: e.Draft, _: e.Instant) -> None:
    facts = _as(draft.facts, e.Erased)
    _require(all(0 < seq <= decision.seq for seq in facts.seqs), "erase-unknown-event")


def _always(_: Decision, __: e.Draft, ___: e.Instant) -> None:
    """As permitted; the bot asks who may."""


CHECKS: dict[str, Callable[[Decision, e.Draft, e.Instant], None]] = {
    e.Opened.kind: _opened,
    e.ContextTaken.kind: _context,
    e.BallotCast.kind: _heard,
    e.Abstained.kind: _heard,
    e.CritiqueGiven.kind: _heard,
    e.PanelClosed.kind: _panel_closed,
    e.ProposalMade.kind: _proposal,
    e.VoteOpened.kind: _vote_opened,
    e.VoteCast.kind: _vote_cast,
    e.VoteClosed.kind: _vote_closed,
    e.DeadlineMoved.kind: _deadline_moved,
    e.Approved.kind: _answered,
    e.Rejected.kind: _answered,
    e.VerdictReached.kind: _verdict,
    e.RunAnyway.kind: _run_anyway,
    e.Cancelled.kind: _cancelled,
    e.Superseded.kind: _superseded,
    e.HeadMoved.kind: _always,
    e.OutcomeRecorded.kind: _always,
    e.Erased.kind: _erased,
}


def _open_vote(decision: Decision) -> Vote | None:
    """The vote that people can still act on: a cancelled decision has none."""
    return None if decision.has_ended else decision.people.open_vote


def _open_proposal(decision: Decision) -> Proposal | None:
    return None if decision.has_ended else decision.people.open_proposal


def _as(facts: e.Facts, kind: type[F]) -> F:
    if not isinstance(facts, kind):
        raise TypeError(facts.kind)
    return facts
