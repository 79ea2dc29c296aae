"""Rows 17 to 29 of the table: what is next once the panel has closed."""

from consensus import hearing
from consensus.deadlock import last_resort, proposal_after_vote, proposal_by_order
from consensus.decision import Decision
from consensus.events import ENGINE, Instant
from consensus.steps.kinds import AwaitHumans, Close, CloseVote, OpenVote, Propose, Step
from consensus.verdict import decided_by_panel, decided_by_people

OFFER_FOR = 86_400_000_000
"""How long the offers of a panel without quorum stand: 24 hours."""
QUIET = 60_000_000
"""A complete vote closes after a minute without a change."""
_PEOPLE_NEEDED = frozenset({"weak", "options_rejected"})


def settled_by_the_panel(decision: Decision, _: Instant) -> Step | None:  # 17
    closed = decision.panel.closed
    free = not decision.people.vote and not hearing.is_flagged(decision.panel) and _human(decision) != "always"
    return Close(decided_by_panel(decision, closed)) if closed and free and _outcome(decision) == "settled" else None


def nobody_may_be_asked(decision: Decision, _: Instant) -> Step | None:  # 18
    return Close(last_resort(decision)) if _human(decision) == "never" and not decision.people.vote else None


def propose(decision: Decision, _: Instant) -> Step | None:  # 19
    people, flagged = decision.people, hearing.is_flagged(decision.panel)
    free = not people.vote and not people.proposal and not flagged and _human(decision) != "always"
    if not free or _outcome(decision) != "tied":
        return None
    option = proposal_by_order(decision)
    return Propose("safety_order" if option else "moderator", option, _tied(decision))


def await_approval(decision: Decision, now: Instant) -> Step | None:  # 20
    proposal = decision.people.open_proposal
    return AwaitHumans("approval", proposal.deadline) if proposal and now < proposal.deadline else None


def approved(decision: Decision, _: Instant) -> Step | None:  # 21
    proposal = decision.people.proposal_since_vote
    if not proposal or not proposal.was_approved or not proposal.answer or not proposal.made.facts.option:
        return None
    made = proposal.made.facts
    winner, basis = proposal.made.facts.option, proposal.answer.seq
    return Close(decided_by_people(decision, winner, "human_approval", basis, made.by))


def vote_instead(decision: Decision, _: Instant) -> Step | None:  # 22
    people = decision.people
    proposal = people.proposal
    if people.vote or not proposal or not proposal.was_refused:
        return None
    return OpenVote(_tied(decision) or decision.opened.options, "rejected" if proposal.answer else "tied")


def vote_on_all(decision: Decision, _: Instant) -> Step | None:  # 23
    outcome, flagged = _outcome(decision), hearing.is_flagged(decision.panel)
    always = _human(decision) == "always" and outcome != "no_quorum"
    if decision.people.vote or not (always or flagged or outcome in _PEOPLE_NEEDED):
        return None
    if flagged or outcome in _PEOPLE_NEEDED:
        return OpenVote(decision.opened.options, "flagged" if flagged else outcome)
    return OpenVote(decision.opened.options, hearing.why_people_decide(decision.panel))


def offer(decision: Decision, now: Instant) -> Step | None:  # 24
    closed = decision.panel.closed
    if not closed or decision.people.vote or _outcome(decision) != "no_quorum":
        return None
    until = closed.at + OFFER_FOR
    return AwaitHumans("offer", until) if now < until else None


def await_vote(decision: Decision, now: Instant) -> Step | None:  # 25
    vote = decision.people.open_vote
    if not vote:
        return None
    last_change = max((cast.at for cast in vote.cast), default=vote.opened.at)
    until = min(vote.deadline, last_change + QUIET) if vote.is_complete else vote.deadline
    return AwaitHumans("vote", until) if now < until else None


def close_vote(decision: Decision, now: Instant) -> Step | None:  # 26
    vote = decision.people.open_vote
    if not vote:
        return None
    return CloseVote("deadline" if now >= vote.deadline else "complete")


def vote_won(decision: Decision, _: Instant) -> Step | None:  # 27
    vote = decision.people.vote
    closed = vote.closed if vote and not decision.people.proposal_after_vote else None
    if not closed or not closed.facts.winner:
        return None
    return Close(decided_by_people(decision, closed.facts.winner, "human_vote", closed.seq))


def vote_changed_nothing(decision: Decision, _: Instant) -> Step | None:  # 28
    vote, closed = decision.people.vote, decision.panel.closed
    if not vote or not vote.closed or not closed or vote.closed.facts.outcome != "no_quorum":
        return None
    if decision.end.verdict:
        return Close(decision.end.verdict.facts)
    needed = hearing.is_flagged(decision.panel) or _human(decision) == "always"
    asked_for = vote.opened.actor != ENGINE and not needed
    return Close(decided_by_panel(decision, closed)) if asked_for and _outcome(decision) == "settled" else None


def propose_after_vote(decision: Decision, _: Instant) -> Step | None:  # 29
    vote = decision.people.vote
    if not vote or not vote.closed or decision.people.proposal_after_vote:
        return None
    if vote.closed.facts.outcome != "no_winner":
        return None
    return Propose("vote", proposal_after_vote(decision), vote.closed.facts.leaders)


def _outcome(decision: Decision) -> str:
    return decision.panel.closed.facts.outcome if decision.panel.closed else ""


def _tied(decision: Decision) -> tuple[str, ...]:
    return decision.panel.closed.facts.tied if decision.panel.closed else ()


def _human(decision: Decision) -> str:
    return hearing.human(decision.panel)
