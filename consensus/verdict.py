"""How a decision ends, and the case against its winner."""

from dataclasses import dataclass

from consensus.closing import vote_strength
from consensus.decision import Decision
from consensus.events import (
    BallotCast,
    BallotWords,
    DecidedBy,
    PanelClosed,
    Proposer,
    VerdictReached,
)
from consensus.people import Vote
from consensus.recorded import Recorded


@dataclass(frozen=True)
class MinorityReport:
    """The best case against the final choice, strongest dissent first."""

    options: tuple[str, ...]
    ballots: tuple[Recorded[BallotCast], ...]


def decided_by_panel(decision: Decision, closed: Recorded[PanelClosed]) -> VerdictReached:
    facts = closed.facts
    return VerdictReached(
        status="decided",
        winner=facts.winner,
        decided_by=facts.stage,
        band=facts.strength.band,
        basis=(closed.seq,),
        minority=_against(decision, facts.winner),
        degradations=facts.degradations,
    )


def decided_by_people(
    decision: Decision, winner: str, decided_by: DecidedBy, basis: int, proposed_by: Proposer | None = None
) -> VerdictReached:
    """By a vote that was won, or by an approval; an approval lends a tie no strength."""
    vote = decision.people.vote
    band = vote_strength(decision, vote).band if vote and decided_by == "human_vote" else "weak"
    return VerdictReached(
        status="decided",
        winner=winner,
        decided_by=decided_by,
        proposed_by=proposed_by,
        band=band,
        basis=(basis,),
        minority=_against(decision, winner),
        degradations=_panel_marks(decision),
    )


def decided_by_last_resort(decision: Decision, winner: str, draw: int | None) -> VerdictReached:
    return VerdictReached(
        status="decided",
        winner=winner,
        decided_by="safety_order" if draw is None else "random",
        unapproved=True,
        band="weak",
        review=True,
        basis=(closing_seq(decision),),
        minority=_against(decision, winner),
        draw=draw,
        degradations=_panel_marks(decision),
    )


def without_winner(decision: Decision, status: str) -> VerdictReached:
    return VerdictReached.model_validate({"status": status, "degradations": _panel_marks(decision)})


def closing_seq(decision: Decision) -> int:
    """The newest closing of a vote or of the panel."""
    vote, closed = decision.people.vote, decision.panel.closed
    if vote and vote.closed:
        return vote.closed.seq
    return closed.seq if closed else 0


def decisive_vote(decision: Decision) -> Vote | None:
    """The human vote that made the verdict; none where something else did."""
    verdict = decision.end.verdict
    if not decision.has_ended or not verdict or verdict.facts.decided_by != "human_vote":
        return None
    votes = decision.people.votes
    return next((vote for vote in votes if vote.closed and vote.closed.seq in verdict.facts.basis), None)


def minority_report(decision: Decision, final: str | None) -> MinorityReport:
    """Who of the counted agents stood for something else than the final choice; nobody while there is none."""
    closed = decision.panel.closed
    counted = set(closed.facts.counted) if closed and final else set()
    against = [cast for cast in decision.panel.ballots if cast.seq in counted and cast.facts.choice != final]
    strongest = sorted(against, key=lambda cast: (-(cast.facts.confidence or 0), cast.seq))
    chosen = {cast.facts.choice for cast in against}
    return MinorityReport(
        options=tuple(option for option in decision.opened.options if option in chosen), ballots=tuple(strongest)
    )


def ballot_words(decision: Decision, cast: Recorded[BallotCast]) -> BallotWords:
    """What that ballot said; empty texts once erased."""
    words = decision.words(cast.seq)
    return words if isinstance(words, BallotWords) else BallotWords()


def _against(decision: Decision, winner: str | None) -> tuple[int, ...]:
    seqs = [cast.seq for cast in minority_report(decision, winner).ballots]
    vote = decision.people.vote
    seqs += [cast.seq for cast in vote.standing if cast.facts.choice not in {winner, None}] if vote else []
    return tuple(sorted(seqs))


def _panel_marks(decision: Decision) -> tuple[str, ...]:
    return decision.panel.closed.facts.degradations if decision.panel.closed else ()
