"""The options side by side: who stands behind each, agents and people apart, and the best reason for it."""

from consensus.asking import option_text
from consensus.decision import Decision
from consensus.events import BallotCast, Reason
from consensus.model import Model
from consensus.recorded import Recorded
from consensus.verdict import ballot_words


class Side(Model):
    """One option; `votes` is none while there is no vote, or while its tally is hidden."""

    option: str
    text: str
    agents: int
    votes: int | None
    reason: str


def sides(decision: Decision) -> tuple[Side, ...]:
    """Every option once the panel has closed, in the order in which they were given."""
    if decision.panel.closed is None:
        return ()
    return tuple(_side(decision, option) for option in decision.opened.options)


def counted(decision: Decision) -> tuple[Recorded[BallotCast], ...]:
    """The agents' ballots that the panel closed on."""
    closed = decision.panel.closed
    seqs = closed.facts.counted if closed else ()
    return tuple(cast for cast in decision.panel.ballots if cast.seq in seqs)


def best_reason(decision: Decision, option: str | None) -> str:
    """The rationale of the surest agent behind the option; else a reason that a voter gave."""
    behind = [cast for cast in counted(decision) if cast.facts.choice == option]
    surest = sorted(behind, key=lambda cast: (-(cast.facts.confidence or 0), cast.seq))
    reasons = [ballot_words(decision, cast).rationale for cast in surest]
    vote = decision.people.vote
    for cast in vote.standing if vote and not vote.hides else ():
        words = decision.words(cast.seq)
        if cast.facts.choice == option and isinstance(words, Reason):
            reasons.append(words.reason)
    return next((reason for reason in reasons if reason), "")


def _side(decision: Decision, option: str) -> Side:
    return Side(
        option=option,
        text=option_text(decision, option),
        agents=sum(cast.facts.choice == option for cast in counted(decision)),
        votes=_votes(decision, option),
        reason=best_reason(decision, option),
    )


def _votes(decision: Decision, option: str) -> int | None:
    vote = decision.people.vote
    if vote is None or vote.hides:
        return None
    return sum(cast.facts.choice == option for cast in vote.standing)
