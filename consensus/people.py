"""What people were asked and did: votes and proposals, the second of the three folds."""

from dataclasses import dataclass, replace

from consensus.events import (
    Approved,
    DeadlineMoved,
    Facts,
    Instant,
    ProposalMade,
    Rejected,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from consensus.recorded import Recorded


@dataclass(frozen=True)
class Vote:
    """One human vote; the last ballot of each person stands, what others advise is kept apart."""

    opened: Recorded[VoteOpened]
    deadline: Instant
    cast: tuple[Recorded[VoteCast], ...] = ()
    advised: tuple[Recorded[VoteCast], ...] = ()
    closed: Recorded[VoteClosed] | None = None

    @property
    def standing(self) -> tuple[Recorded[VoteCast], ...]:
        """The last ballot of each voter, in the order of the record."""
        return _last_of_each(self.cast)

    @property
    def advisory(self) -> tuple[Recorded[VoteCast], ...]:
        """The last word of each person outside the electorate; it counts for nothing."""
        return _last_of_each(tuple(advice for advice in self.advised if not self.takes_part(advice.actor)))

    @property
    def eligible(self) -> int:
        """How many people could vote when it opened."""
        opened = self.opened.facts
        return opened.eligible if opened.by_rule else len(opened.voters)

    @property
    def hides(self) -> bool:
        """Its tally may not be shown yet."""
        return self.opened.facts.hidden and self.closed is None

    @property
    def is_complete(self) -> bool:
        """Everybody has voted; never by rule, as somebody may still join."""
        opened = self.opened.facts
        return not opened.by_rule and len(self.standing) == len(opened.voters)

    @property
    def has_quorum(self) -> bool:
        return sum(ballot.facts.choice is not None for ballot in self.standing) >= self.opened.facts.quorum

    def takes_part(self, person: str) -> bool:
        """On the list, or has voted by rule."""
        return person in self.opened.facts.voters or any(ballot.actor == person for ballot in self.cast)

    def hearing(self, ballot: Recorded[VoteCast]) -> "Vote":
        """The vote with one more ballot, or one more piece of advice."""
        if ballot.facts.advisory:
            return replace(self, advised=(*self.advised, ballot))
        return replace(self, cast=(*self.cast, ballot))


@dataclass(frozen=True)
class Proposal:
    """An option put before the approvers; empty when nobody could name one."""

    made: Recorded[ProposalMade]
    deadline: Instant
    answer: Recorded[Approved | Rejected] | None = None

    @property
    def was_approved(self) -> bool:
        return self.answer is not None and isinstance(self.answer.facts, Approved)

    @property
    def was_refused(self) -> bool:
        """Rejected, or empty from the start."""
        return self.made.facts.option is None or (self.answer is not None and not self.was_approved)


@dataclass(frozen=True)
class People:
    """What people were asked and did."""

    votes: tuple[Vote, ...] = ()
    proposals: tuple[Proposal, ...] = ()

    @property
    def vote(self) -> Vote | None:
        return self.votes[-1] if self.votes else None

    @property
    def proposal(self) -> Proposal | None:
        return self.proposals[-1] if self.proposals else None

    @property
    def open_vote(self) -> Vote | None:
        return self.vote if self.vote and self.vote.closed is None else None

    @property
    def proposal_since_vote(self) -> Proposal | None:
        """The newest proposal, unless a vote was opened after it."""
        vote, proposal = self.vote, self.proposal
        return None if proposal and vote and vote.opened.seq > proposal.made.seq else proposal

    @property
    def proposal_after_vote(self) -> Proposal | None:
        """The newest proposal, if it answers a vote."""
        return self.proposal_since_vote if self.vote else None

    @property
    def open_proposal(self) -> Proposal | None:
        proposal = self.proposal_since_vote
        return proposal if proposal and proposal.answer is None and proposal.made.facts.option else None

    def apply(self, event: Recorded[Facts]) -> "People":
        match event.facts:
            case VoteOpened() as facts:
                return replace(self, votes=(*self.votes, Vote(event.holding(facts), facts.deadline)))
            case VoteCast() as facts if self.vote:
                return self._vote(self.vote.hearing(event.holding(facts)))
            case VoteClosed() as facts if self.vote:
                return self._vote(replace(self.vote, closed=event.holding(facts)))
            case ProposalMade() as facts:
                return replace(self, proposals=(*self.proposals, Proposal(event.holding(facts), facts.deadline)))
            case Approved() | Rejected() as answer if self.proposal:
                return self._proposal(replace(self.proposal, answer=event.holding(answer)))
            case DeadlineMoved(of="vote") as facts if self.vote:
                return self._vote(replace(self.vote, deadline=facts.after))
            case DeadlineMoved(of="proposal") as facts if self.proposal:
                return self._proposal(replace(self.proposal, deadline=facts.after))
        return self

    def _vote(self, vote: Vote) -> "People":
        return replace(self, votes=(*self.votes[:-1], vote))

    def _proposal(self, proposal: Proposal) -> "People":
        return replace(self, proposals=(*self.proposals[:-1], proposal))


def _last_of_each(ballots: tuple[Recorded[VoteCast], ...]) -> tuple[Recorded[VoteCast], ...]:
    last = {ballot.actor: ballot for ballot in ballots}
    return tuple(sorted(last.values(), key=lambda ballot: ballot.seq))
