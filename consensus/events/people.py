"""What people can do: get a proposal, answer it, vote."""

from typing import Literal

from consensus.events.terms import ENGINE, Facts, Instant, Proposer, Reason, Usage, Words


class ProposalWords(Words):
    reason: str = ""
    raw: str = ""


class ProposalMade(Facts):
    kind = "proposal_made"
    texts = ProposalWords
    by: Proposer
    option: str | None
    tied: tuple[str, ...]
    approvers: tuple[str, ...]
    deadline: Instant
    model: str | None = None
    usage: Usage = Usage()


class NoteWords(Words):
    note: str = ""


class VoteOpened(Facts):
    kind = "vote_opened"
    texts = NoteWords
    number: int
    why: str
    options: tuple[str, ...]
    voters: tuple[str, ...]
    """Nobody where a rule says who may vote: that is then asked of each at their vote."""
    excluded: int = 0
    by_rule: Literal["members"] | None = None
    eligible: int = 0
    """How many the rule let vote when the vote opened; of a list that is its length."""
    quorum: int
    passes: Literal["majority", "supermajority"]
    deadline: Instant
    hidden: bool = False
    via: str


class VoteCast(Facts):
    kind = "vote_cast"
    texts = Reason
    choice: str | None
    via: str
    advisory: bool = False
    """Said by somebody outside the electorate: shown, never counted."""


class VoteClosed(Facts):
    kind = "vote_closed"
    why: Literal["deadline", "complete", "closed_early"]
    counted: tuple[int, ...]
    tally: tuple[tuple[str, int], ...]
    abstained: int
    eligible: int
    outcome: Literal["won", "no_quorum", "no_winner"]
    leaders: tuple[str, ...]
    winner: str | None
    via: str = ENGINE


class DeadlineMoved(Facts):
    kind = "deadline_moved"
    of: Literal["vote", "proposal"]
    before: Instant
    after: Instant
    via: str


class Approved(Facts):
    kind = "approved"
    texts = Reason
    proposal: int
    option: str
    card_digest: str = ""
    via: str


class Rejected(Facts):
    kind = "rejected"
    texts = Reason
    proposal: int
    option: str
    card_digest: str = ""
    via: str
