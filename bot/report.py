"""What `--json` prints of a decision: the contract that scripts rely on, derived from the record."""

from collections.abc import Sequence
from typing import Any

from consensus import hearing
from consensus.asking import option_text
from consensus.closing import vote_strength
from consensus.decision import Decision
from consensus.events import (
    Abstained,
    Axes,
    BallotCast,
    CritiqueGiven,
    OpenedWords,
    PanelClosed,
    VerdictReached,
    VoteCast,
)
from consensus.people import Proposal, Vote
from consensus.recorded import Recorded
from consensus.status import status
from consensus.verdict import ballot_words, minority_report
from consensus.voting.strength import Strength

Json = dict[str, Any]
THOUSAND = 1000
MILLION = 1_000_000


def report(decision: Decision) -> Json:
    """The decision as plain JSON: options by their texts, shares in 0 to 1, money in dollars."""
    opened, words = decision.opened, decision.words(decision.panel.opened.seq)
    verdict, closed = decision.end.verdict, decision.panel.closed
    return {
        "id": decision.id,
        "question": words.question if isinstance(words, OpenedWords) else None,
        "options": [option_text(decision, option) for option in opened.options],
        "status": status(decision),
        "rule": closed.facts.rule if closed else hearing.rule(decision.panel),
        "verdict": _verdict(decision, verdict.facts) if verdict and decision.has_ended else None,
        "panel": _panel(decision, closed.facts) if closed else None,
        "people": _people(decision),
        "qualification": _qualification(decision),
        "rounds": [_round(decision, number) for number in _rounds(decision)],
        "usage": _usage(decision),
        "superseded_by": decision.end.superseded_by,
        "duration_ms": (decision.events[-1].at - decision.events[0].at) // THOUSAND,
        "rehearsal": any(seat.family == "rehearsal" for seat in opened.roster),
    }


def _verdict(decision: Decision, facts: VerdictReached) -> Json:
    strength = _strength_of(decision, facts)
    return {
        "winner": option_text(decision, facts.winner) or None,
        "decided_by": facts.decided_by,
        "proposed_by": facts.proposed_by,
        "is_strong": facts.band == "strong",
        "requires_human_review": facts.review,
        "strength": _strength(strength, facts.band) if strength else None,
        "minority_report": _minority(decision, facts.winner),
        "degradations": list(facts.degradations),
    }


def _strength_of(decision: Decision, facts: VerdictReached) -> Strength | None:
    """The strength that the verdict rests on: the vote's where people decided by vote, else the panel's."""
    vote, closed = decision.people.vote, decision.panel.closed
    if facts.decided_by == "human_vote" and vote:
        return vote_strength(decision, vote)
    return closed.facts.strength if closed else None


def _strength(strength: Strength, band: str | None) -> Json:
    return {
        "band": band or strength.band,
        "agreement": strength.agreement / THOUSAND,
        "support": strength.support / THOUSAND,
        "margin": strength.margin,
        "ballots_to_flip": strength.ballots_to_flip,
        "asked": strength.asked,
        "cast": strength.cast,
        "reason": strength.reason,
    }


def _panel(decision: Decision, facts: PanelClosed) -> Json:
    return {
        "outcome": facts.outcome,
        "stage": facts.stage,
        "leader": option_text(decision, facts.leader) or None,
        "tied": [option_text(decision, option) for option in facts.tied],
        "strength": _strength(facts.strength, None),
        "minority_report": _minority(decision, facts.leader),
        "scores": {option_text(decision, option): score / THOUSAND for option, score in facts.scores},
        "rules_agree": facts.rules_agree,
        "condorcet": option_text(decision, facts.condorcet) or None,
        "families": facts.families,
        "degradations": list(facts.degradations),
    }


def _minority(decision: Decision, winner: str | None) -> Json:
    """Every dissent against the winner, none without one; rationales and what would change them run in parallel."""
    dissent = minority_report(decision, winner)
    words = [ballot_words(decision, cast) for cast in dissent.ballots]
    return {
        "options": [option_text(decision, option) for option in dissent.options],
        "rationales": [each.rationale for each in words],
        "risks_raised": [risk for each in words for risk in each.risks],
        "would_change": [each.would_change for each in words],
    }


def _people(decision: Decision) -> Json:
    vote, proposal = decision.people.vote, decision.people.proposal
    return {
        "vote": _vote(decision, vote) if vote else None,
        "proposal": _proposal(decision, proposal) if proposal else None,
    }


def _vote(decision: Decision, vote: Vote) -> Json:
    opened = vote.opened.facts
    return {
        "number": opened.number,
        "state": "closed" if vote.closed else "open",
        "why": opened.why,
        "eligible": vote.eligible,
        "by_rule": opened.by_rule,
        "voted": len(vote.standing),
        "quorum": opened.quorum,
        "passes": opened.passes,
        "deadline": vote.deadline,
        "tally": None if vote.hides else _tally(decision, vote, vote.standing),
        "advisory": None if vote.hides else _tally(decision, vote, vote.advisory),
        "outcome": vote.closed.facts.outcome if vote.closed else None,
        "winner": option_text(decision, vote.closed.facts.winner) or None if vote.closed else None,
    }


def _tally(decision: Decision, vote: Vote, casts: Sequence[Recorded[VoteCast]]) -> Json:
    choices = [cast.facts.choice for cast in casts]
    return {option_text(decision, option): choices.count(option) for option in vote.opened.facts.options}


def _proposal(decision: Decision, proposal: Proposal) -> Json:
    made = proposal.made.facts
    answer = proposal.answer
    return {
        "by": made.by,
        "option": option_text(decision, made.option) or None,
        "tied": [option_text(decision, option) for option in made.tied],
        "approvers": len(made.approvers),
        "deadline": proposal.deadline,
        "answer": answer.facts.kind if answer else None,
    }


def _qualification(decision: Decision) -> Json | None:
    axes = hearing.axes(decision.panel)
    if axes is None:
        return None
    return {**axes.model_dump(), "by": _qualified_by(decision.opened.axes)}


def _qualified_by(stated: Axes | None) -> str:
    """Who scored the axes: the asker or the settings, the agents, or both."""
    if stated is None:
        return "agents"
    return "both" if None in stated.model_dump().values() else "stated"


def _rounds(decision: Decision) -> list[int]:
    return sorted({event.facts.round for event in decision.panel.said})


def _round(decision: Decision, number: int) -> Json:
    panel, pair = decision.panel, hearing.quick_pair(decision.panel)
    heard = hearing.heard(panel, number) & {seat.seat for seat in hearing.seats(panel)}
    blind = "quick_vote" if heard <= {seat.seat for seat in pair} else "full_vote"
    return {
        "round": number,
        "stage": blind if number == hearing.BLIND else "full_debate",
        "ballots": [_ballot(decision, cast) for cast in hearing.in_round(panel, panel.ballots, number)],
        "critiques": [_critique(decision, each) for each in hearing.in_round(panel, panel.critiques, number)],
        "abstentions": [_abstention(decision, each) for each in hearing.in_round(panel, panel.abstentions, number)],
    }


def _ballot(decision: Decision, cast: Recorded[BallotCast]) -> Json:
    facts, words = cast.facts, ballot_words(decision, cast)
    return {
        "seat": facts.seat,
        "role": hearing.role(decision.panel, facts.seat),
        "model": facts.model,
        "family": facts.family,
        "choice": option_text(decision, facts.choice),
        "confidence": None if facts.confidence is None else facts.confidence / THOUSAND,
        "ranking": None if facts.ranking is None else [option_text(decision, option) for option in facts.ranking],
        "rationale": words.rationale,
        "risks": list(words.risks),
        "would_change": words.would_change,
        "moved_by": facts.moved_by,
        "counted": facts.counted,
        "repaired": facts.repaired,
    }


def _critique(decision: Decision, given: Recorded[CritiqueGiven]) -> Json:
    words = decision.words(given.seq)
    texts = getattr(words, "arguments", ())
    arguments = [
        {"id": each.id, "option": option_text(decision, each.option), "stance": each.stance}
        for each in given.facts.arguments
    ]
    for argument, text in zip(arguments, texts, strict=False):
        argument["text"] = text
    return {
        "seat": given.facts.seat,
        "role": hearing.role(decision.panel, given.facts.seat),
        "model": given.facts.model,
        "arguments": arguments,
    }


def _abstention(decision: Decision, said: Recorded[Abstained]) -> Json:
    role = hearing.role(decision.panel, said.facts.seat)
    return {"seat": said.facts.seat, "role": role, "cause": said.facts.cause, "carried_from": said.facts.carried_from}


def _usage(decision: Decision) -> Json:
    usage = hearing.total_usage(event.facts for event in decision.events)
    return {
        "calls": usage.calls,
        "tokens_in": usage.tokens_in,
        "tokens_out": usage.tokens_out,
        "cost_usd": None if usage.cost is None else usage.cost / MILLION,
    }
