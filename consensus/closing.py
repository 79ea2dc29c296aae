"""How a panel and a human vote close: the result that follows from the standing ballots alone."""

from consensus import hearing
from consensus.decision import Decision, Panel
from consensus.events import (
    ENGINE,
    TRIPWIRE,
    BallotCast,
    Draft,
    Instant,
    PanelClosed,
    PanelOutcome,
    Stage,
    VoteClosed,
    VoteOpened,
)
from consensus.panel.agents import Seat
from consensus.people import Vote
from consensus.ports import People
from consensus.recorded import Recorded
from consensus.voting.ballots import STATED, Ballot
from consensus.voting.strength import Strength, human_strength, strength
from consensus.voting.tally import Tally, condorcet_winner, settled, tally, winners_under_every_rule

CAPPING = (
    "seat_missing", "seat_carried", "fallback_model", "one_family", "unexplained_flip",
    "debate_failed", "budget", "context_cut", "rehearsal", "rules_disagree",
)  # fmt: skip
FORCING = ("injection_suspected", "options_rejected")
SHOWN_ONLY = ("secrets_masked", "hidden_text", "schema_dropped", "temperature_dropped", "confidence_rescaled")
QUORUM = 3
"""So many votes with a choice are wanted from people, fewer only where fewer may vote."""
DAY = 86_400_000_000
THURSDAY, SATURDAY = 3, 5
"""The first day of 1970 was a Thursday; Monday is 0."""
Casts = tuple[Recorded[BallotCast], ...]
REJECTIONS = 2
"""So many blind "none of these" send the options back to people."""


def close_panel(panel: Panel, *, quick: bool = False, also: tuple[str, ...] = ()) -> PanelClosed:
    """The panel's result on its standing ballots; `also` are degradations that only the step knows."""
    asked = hearing.quick_pair(panel) if quick else hearing.seats(panel)
    voters = {seat.seat for seat in asked}
    casts = tuple(cast for cast in hearing.standing(panel) if cast.facts.seat in voters)
    counted = hearing.count(panel, casts, len(asked))
    ballots = hearing.as_ballots(panel, casts)
    families = len({cast.facts.family for cast in casts})
    outcome = _outcome(panel, counted)
    marks = _degradations(panel, casts, asked, also, counted)
    capped = tuple(mark for mark in marks if mark in CAPPING)
    names_one = outcome in {"settled", "weak"}
    return PanelClosed(
        outcome=outcome,
        stage="quick_vote" if quick else _stage(panel),
        rule=counted.rule,
        leader=counted.leaders[0] if names_one else None,
        winner=counted.leaders[0] if outcome == "settled" else None,
        tied=counted.leaders if outcome == "tied" else (),
        counted=tuple(sorted(cast.seq for cast in casts)),
        scores=counted.scores,
        strength=strength(counted, ballots, full_panel=not quick, families=families, capped_by=capped),
        rules_agree=_rules_agree(counted, ballots),
        condorcet=condorcet_winner(ballots, panel.opened.facts.options),
        families=families,
        degradations=marks,
    )


def _outcome(panel: Panel, counted: Tally) -> PanelOutcome:
    if options_rejected(panel):
        return "options_rejected"
    if not counted.quorum_met:
        return "no_quorum"
    if settled(counted):
        return "settled"
    return "tied" if len(counted.leaders) > 1 else "weak"


def options_rejected(panel: Panel) -> bool:
    """Two or more seats said blind that none of the options will do."""
    refusals = hearing.stated_abstentions(panel, hearing.BLIND).values()
    return sum(event.facts.cause == "none_of_these" for event in refusals) >= REJECTIONS


def _stage(panel: Panel) -> Stage:
    return "full_debate" if hearing.heard(panel, hearing.FINAL) else "full_vote"


def _rules_agree(counted: Tally, ballots: tuple[Ballot, ...]) -> bool:
    winners = winners_under_every_rule(ballots, counted.options).values()
    return all(leaders == counted.leaders for leaders in winners)


def _degradations(
    panel: Panel,
    casts: tuple[Recorded[BallotCast], ...],
    asked: tuple[Seat, ...],
    also: tuple[str, ...],
    counted: Tally,
) -> tuple[str, ...]:
    """Every mark that this result carries, in the order of the lists above."""
    flags = {flag for event in panel.said if event.facts.seat != TRIPWIRE for flag in event.facts.flags}
    marks = set(also) | flags | _context_marks(panel)
    voters = {cast.facts.seat for cast in casts}
    absent = {event.facts.seat for event in panel.abstentions if event.facts.counted} - voters
    absent -= _abstained_on_purpose(panel)
    marks |= {"seat_missing"} if absent else set()
    marks |= {"seat_carried"} if any(event.facts.carried_from for event in panel.abstentions) else set()
    marks |= {"one_family"} if casts and len({cast.facts.family for cast in casts}) == 1 else set()
    marks |= {"unexplained_flip"} if any(is_unexplained(panel, cast) for cast in casts) else set()
    marks |= {"rehearsal"} if any(seat.family == "rehearsal" for seat in asked) else set()
    marks |= {"options_rejected"} if options_rejected(panel) else set()
    marks |= {"rules_disagree"} if _borda_misses_condorcet(panel, casts, counted) else set()
    return tuple(mark for mark in (*CAPPING, *FORCING, *SHOWN_ONLY) if mark in marks)


def _context_marks(panel: Panel) -> set[str]:
    if panel.context is None:
        return set()
    facts = panel.context.facts
    marks = {
        "context_cut": facts.cut,
        "injection_suspected": bool(facts.flags),
        "secrets_masked": facts.masked > 0,
        "hidden_text": facts.hidden > 0,
    }
    return {mark for mark, holds in marks.items() if holds}


def _abstained_on_purpose(panel: Panel) -> set[str]:
    return {event.facts.seat for event in panel.abstentions if event.facts.counted and event.facts.cause in STATED}


def is_unexplained(panel: Panel, cast: Recorded[BallotCast]) -> bool:
    """A final ballot that left the seat's first choice and names no argument that moved it."""
    first = hearing.counted(panel, hearing.BLIND).get(cast.facts.seat)
    moved = first is not None and cast.facts.round == hearing.FINAL and first.facts.choice != cast.facts.choice
    return moved and cast.facts.moved_by is None


def _borda_misses_condorcet(panel: Panel, casts: Casts, counted: Tally) -> bool:
    if counted.rule != "borda":
        return False
    beats_all = condorcet_winner(hearing.as_ballots(panel, casts), panel.opened.facts.options)
    return beats_all is not None and counted.leaders != (beats_all,)


def vote_tally(decision: Decision, vote: Vote) -> tuple[Tally, tuple[Ballot, ...]]:
    """People's ballots through the same tally; the base is the ballots with a choice."""
    ballots = tuple(
        Ballot(voter=cast.actor, choice=cast.facts.choice) for cast in vote.standing if cast.facts.choice is not None
    )
    opened = vote.opened.facts
    threshold = decision.opened.policy.thresholds.supermajority
    counted = tally(opened.passes, opened.options, ballots, asked=max(1, len(ballots)), supermajority=threshold)
    return counted, ballots


def close_vote(decision: Decision, vote: Vote, why: str, via: str) -> VoteClosed:
    """The result of a human vote on the last ballot of each person."""
    counted, ballots = vote_tally(decision, vote)
    won = vote.has_quorum and settled(counted)
    return VoteClosed.model_validate(
        {
            "why": why,
            "counted": tuple(cast.seq for cast in vote.standing),
            "tally": counted.heads,
            "abstained": len(vote.standing) - len(ballots),
            "eligible": vote.eligible,
            "outcome": "won" if won else "no_winner" if vote.has_quorum else "no_quorum",
            "leaders": counted.leaders,
            "winner": counted.leaders[0] if won else None,
            "via": via,
        }
    )


def vote_strength(decision: Decision, vote: Vote) -> Strength:
    return human_strength(*vote_tally(decision, vote))


def open_vote(decision: Decision, options: tuple[str, ...], why: str, people: People, now: Instant) -> Draft:
    """A human vote as the policy has it: electorate fixed now, quorum min(3, eligible), not ending on a weekend."""
    policy = decision.opened.policy.vote
    quorum = policy.quorum or max(1, min(QUORUM, people.members or len(people.voters)))
    facts = VoteOpened(
        number=len(decision.people.votes) + 1,
        why=why,
        options=options,
        voters=people.voters,
        by_rule="members" if people.members else None,
        eligible=people.members,
        excluded=people.excluded,
        quorum=quorum,
        passes="supermajority" if hearing.rule(decision.panel) == "supermajority" else "majority",
        deadline=deadline_after(now, policy.open_for),
        hidden=policy.hidden,
        via=ENGINE,
    )
    return Draft(actor=ENGINE, facts=facts)


def deadline_after(now: Instant, open_for: int) -> Instant:
    """That much later; a deadline of a day or more that falls on a weekend (UTC) moves to the Monday."""
    ends = now + open_for
    weekday = (ends // DAY + THURSDAY) % 7
    return ends + (7 - weekday) * DAY if weekday >= SATURDAY and open_for >= DAY else ends
