"""When people are asked, vote, move a deadline and answer a proposal."""

from consensus import events as e
from consensus.closing import close_vote, open_vote
from consensus.decision import Decision
from consensus.errors import IllegalEventError
from consensus.legality.requiring import of_kind, require
from consensus.people import Proposal, Vote
from consensus.ports import People
from consensus.question import FEWEST_OPTIONS
from consensus.steps import CloseVote, OpenVote, Propose, next_step

SOONEST = 300_000_000
"""A deadline moves to five minutes ahead at the earliest."""
MOST_ADVISORY = 50
"""So many people outside the electorate may say what they think in one vote."""
MOST_CHANGES = 5
"""So often one of them may say it: what counts for nothing does not fill the record."""


def proposal_made(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts, step = of_kind(draft.facts, e.ProposalMade), next_step(decision, at)
    if not isinstance(step, Propose):
        raise IllegalEventError("illegal-not-now", kind=facts.kind)
    by_moderator = step.by == "moderator" and (facts.option is None or facts.option in step.tied)
    named = facts.by == step.by and facts.tied == step.tied and (by_moderator or facts.option == step.option)
    require(named and facts.deadline > at, "illegal-not-now", kind=facts.kind)


def vote_opened(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts, people = of_kind(draft.facts, e.VoteOpened), decision.people
    require(not decision.end.cancelled, "vote-after-cancel")
    require(not people.open_vote, "vote-already-open", number=len(people.votes))
    require(decision.panel.closed, "vote-before-panel")
    if draft.actor == e.ENGINE:
        require(facts == _as_policy_has_it(decision, facts, at), "illegal-not-now", kind=facts.kind)
    among = tuple(option for option in decision.opened.options if option in facts.options)
    sound = (
        facts.number == len(people.votes) + 1
        and facts.options == among
        and len(among) >= FEWEST_OPTIONS
        and _names_its_voters(facts)
        and facts.quorum > 0
        and facts.deadline > at
    )
    require(sound, "illegal-vote")


def vote_cast(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts, vote = of_kind(draft.facts, e.VoteCast), _open_vote(decision)
    if vote is None or at >= vote.deadline:
        raise IllegalEventError("vote-closed")
    _check_standing(vote, draft.actor, facts)
    require(facts.choice is None or facts.choice in vote.opened.facts.options, "vote-unknown-option")
    said = vote.advisory if facts.advisory else vote.standing
    mine = next((cast for cast in said if cast.actor == draft.actor), None)
    is_one_more = facts.advisory and mine is None
    require(not is_one_more or len(vote.advisory) < MOST_ADVISORY, "vote-advisory-full", most=MOST_ADVISORY)
    require(mine is None or mine.facts.choice != facts.choice or _gives_a_reason(draft), "vote-unchanged")
    said_before = sum(facts.advisory and cast.actor == draft.actor for cast in vote.advised)
    require(said_before < MOST_CHANGES, "vote-advisory-often", most=MOST_CHANGES)


def _names_its_voters(facts: e.VoteOpened) -> bool:
    """Each of them once, or only how many they are."""
    if facts.by_rule:
        return not facts.voters and facts.eligible > 0
    return len(set(facts.voters)) == len(facts.voters) and not facts.eligible


def _check_standing(vote: Vote, person: str, facts: e.VoteCast) -> None:
    """Whether what they say may count; by rule that is asked where they are known, before it is recorded."""
    opened = vote.opened.facts
    if not facts.advisory:
        require(opened.by_rule or person in opened.voters, "vote-not-eligible")
        return
    require(person not in opened.voters, "vote-counts")
    require(not vote.takes_part(person), "vote-stands")


def vote_closed(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts, vote = of_kind(draft.facts, e.VoteClosed), _open_vote(decision)
    if vote is None:
        raise IllegalEventError("vote-closed")
    via = facts.via
    if draft.actor == e.ENGINE:
        step, via = next_step(decision, at), e.ENGINE
        require(isinstance(step, CloseVote) and step.why == facts.why, "illegal-not-now", kind=facts.kind)
    else:
        require(facts.why == "closed_early" and at < vote.deadline, "vote-closed")
        require(vote.has_quorum, "vote-close-needs-quorum", quorum=vote.opened.facts.quorum)
    require(facts == close_vote(decision, vote, facts.why, via), "illegal-tally")


def deadline_moved(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts = of_kind(draft.facts, e.DeadlineMoved)
    open_one = _open_vote(decision) if facts.of == "vote" else _open_proposal(decision)
    if open_one is None or at >= open_one.deadline:
        raise IllegalEventError("extend-nothing-open")
    require(facts.before == open_one.deadline and facts.after >= at + SOONEST, "extend-too-soon")


def approved(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts = of_kind(draft.facts, e.Approved)
    _answers(decision, draft.actor, (facts.proposal, facts.option), at)


def rejected(decision: Decision, draft: e.Draft, at: e.Instant) -> None:
    facts = of_kind(draft.facts, e.Rejected)
    _answers(decision, draft.actor, (facts.proposal, facts.option), at)
    require(_gives_a_reason(draft), "reject-needs-reason")


def _answers(decision: Decision, actor: str, proposed: tuple[int, str], at: e.Instant) -> None:
    proposal = _open_proposal(decision)
    if proposal is None or at >= proposal.deadline:
        raise IllegalEventError("approve-nothing-open")
    require(proposed == (proposal.made.seq, proposal.made.facts.option), "approve-stale")
    require(actor in proposal.made.facts.approvers, "approve-not-approver")


def _gives_a_reason(draft: e.Draft) -> bool:
    return isinstance(draft.words, e.Reason) and bool(draft.words.reason)


def _as_policy_has_it(decision: Decision, facts: e.VoteOpened, at: e.Instant) -> e.VoteOpened | None:
    """The vote that the engine may open now for these voters until that deadline; none when it may not."""
    step = next_step(decision, at)
    if not isinstance(step, OpenVote):
        return None
    people = People(voters=facts.voters, members=facts.eligible, excluded=facts.excluded, approvers=())
    expected = of_kind(open_vote(decision, step.options, step.why, people, at).facts, e.VoteOpened)
    return expected.model_copy(update={"deadline": facts.deadline})


def _open_vote(decision: Decision) -> Vote | None:
    """The vote that people can still act on: a cancelled decision has none."""
    return None if decision.has_ended else decision.people.open_vote


def _open_proposal(decision: Decision) -> Proposal | None:
    return None if decision.has_ended else decision.people.open_proposal
