"""Short ways to bring a decision into a state: what agents say in a round, and what the engine and people do then."""

from collections.abc import Iterator
from typing import Any

from consensus.closing import close_vote, open_vote
from consensus.decision import Decision
from consensus.events import (
    ENGINE,
    TRIPWIRE,
    Abstained,
    Approved,
    Argument,
    Axes,
    ContextTaken,
    ContextWords,
    CritiqueGiven,
    CritiqueWords,
    DeadlineMoved,
    Draft,
    Facts,
    ProposalMade,
    Reason,
    Rejected,
    Usage,
    VerdictReached,
    VoteCast,
    VoteClosed,
    VoteOpened,
    Words,
)
from consensus.legality import check
from consensus.ports import People
from consensus.steps import Close, ClosePanel, CloseVote, OpenVote, Propose, Step, next_step
from tests.fakes import START, after, ballot, opened, start

VOTERS = ("ann", "bob", "cid")
APPROVERS = ("dan", "eve")
BY_RULE: dict[str, Any] = {"voters": (), "by_rule": "members", "eligible": 812}
"""A vote of a place so large that nobody is listed."""
PEOPLE = People(voters=VOTERS, approvers=APPROVERS)
MINUTE = 60_000_000
DAY = 1440 * MINUTE
LATER = START + 7 * DAY
"""After every deadline of a decision that was opened at the start."""
FULL = Axes(uncertainty=3, stakes=2, plurality=2)
"""Asks the whole panel without calling for people."""
CAUSES = {"-": "timeout", "n": "none_of_these", "u": "undecided", "!": "provider_error"}


def by_engine(facts: Facts, words: Words | None = None) -> Draft:
    return Draft(actor=ENGINE, facts=facts, words=words)


def silence(seat: str, cause: str = "timeout", round_: int = 1, **changes: object) -> Abstained:
    """A seat without a ballot."""
    return Abstained.model_validate({"round": round_, "seat": seat, "cause": cause, "usage": Usage(calls=1), **changes})


def critique(seat: str, **changes: object) -> Draft:
    """One argument for the first option."""
    data = {
        "seat": seat,
        "arguments": (Argument(id=f"arg-{seat}", option="o1", stance="for"),),
        "model": "m1",
        "family": "m",
        "usage": Usage(calls=1),
    }
    return by_engine(CritiqueGiven.model_validate(data | changes), CritiqueWords(arguments=(f"{seat} argues",)))


def hear(decision: Decision, voices: str, round_: int = 1, **changes: object) -> Decision:
    """The seats in order, one letter each: A to D choose, other signs abstain, a blank says nothing yet."""
    return after(decision, *(by_engine(facts) for facts in _voices(decision, voices, round_, changes)))


def _voices(decision: Decision, voices: str, round_: int, changes: dict[str, object]) -> Iterator[Facts]:
    for seat, voice in zip(decision.opened.roster, voices, strict=False):
        if voice in CAUSES:
            blind = {cast.facts.seat for cast in decision.panel.ballots if cast.facts.round == 1}
            fails = round_ == 3 and voice in "-!" and seat.seat in blind
            yield silence(seat.seat, CAUSES[voice], round_, carried_from=1 if fails else None)
        elif voice != " ":
            own = {"model": seat.model, "family": seat.family}
            option = f"o{'ABCD'.index(voice) + 1}"
            yield ballot(seat.seat, option, round_=round_).model_copy(update=own | changes)


def argue(decision: Decision, silent: int = 0, **changes: object) -> Decision:
    """A critique of every seat, but for the last ones."""
    seats = [seat.seat for seat in decision.opened.roster]
    told = seats[: len(seats) - silent]
    decision = after(decision, *(critique(seat, **changes) for seat in told))
    return after(decision, *(by_engine(silence(seat, round_=2)) for seat in seats[len(told) :]))


def take_context(decision: Decision, *flags: str, **changes: object) -> Decision:
    """The context is read; any flag means that it looks like an attack."""
    facts = ContextTaken.model_validate({"sources": (), "cut": False, "flags": flags, **changes})
    return after(decision, by_engine(facts, ContextWords(sources=())))


def flagged(voices: str, tripwire: str = "A", **changes: Any) -> Decision:  # noqa: ANN401 -- handed on
    """A panel whose context looks like an attack; the tripwire says what it is told to, a blank leaves it unheard."""
    decision = hear(take_context(start(opened(wants_context=True, **changes)), "role_change"), voices)
    if tripwire == " ":
        return decision
    alone = ballot(TRIPWIRE, "o1", counted=False) if tripwire == "A" else silence(TRIPWIRE, counted=False)
    return after(decision, by_engine(alone))


def engine_draft(decision: Decision, step: Step, now: int, named: str | None = None) -> Draft | None:
    """What the engine records for a step that asks no agent; `named` is what a moderator would say."""
    vote = decision.people.open_vote
    match step:
        case ClosePanel() | Close():
            return by_engine(step.facts)
        case OpenVote():
            return open_vote(decision, step.options, step.why, PEOPLE, now)
        case CloseVote() if vote:
            return by_engine(close_vote(decision, vote, step.why, ENGINE))
        case Propose():
            option = named if step.by == "moderator" else step.option
            made = {"by": step.by, "option": option, "tied": step.tied, "approvers": APPROVERS, "deadline": now + DAY}
            return by_engine(ProposalMade.model_validate(made))
    return None


def close_vote_now(decision: Decision, at: int, why: str = "deadline") -> Decision:
    """The engine closes the open vote, nothing more."""
    vote = decision.people.open_vote
    assert vote
    return act(decision, by_engine(close_vote(decision, vote, why, ENGINE)), at)


def closed(decision: Decision) -> Decision:
    """The panel is closed, nothing more."""
    step = next_step(decision, decision.events[-1].at)
    assert isinstance(step, ClosePanel)
    return act(decision, by_engine(step.facts), decision.events[-1].at)


def verdict_of(decision: Decision) -> VerdictReached:
    """How it ended."""
    assert decision.has_ended
    assert decision.end.verdict
    return decision.end.verdict.facts


def carry_on(decision: Decision, now: int = START, named: str | None = None) -> Decision:
    """The decision after all that the engine does without asking anybody; every step must be legal."""
    while draft := engine_draft(decision, next_step(decision, now), now, named):
        decision = act(decision, draft, now)
    return decision


def act(decision: Decision, draft: Draft, at: int = START) -> Decision:
    """The decision after something legal."""
    check(decision, draft, at)
    return after(decision, draft, at=at)


def panel(voices: str, options: int = 2, **changes: object) -> Decision:
    """Everybody has voted blind, nothing has been concluded."""
    return hear(start(opened(options, **changes)), voices)


def debated(first: str, final: str, options: int = 2, **changes: object) -> Decision:
    """A panel that went through all three rounds."""
    return hear(argue(panel(first, options, **changes)), final, 3)


def cast(decision: Decision, *choices: str | None, at: int = START) -> Decision:
    """The voters in order; none abstains."""
    vote = decision.people.open_vote
    assert vote
    for voter, choice in zip(vote.opened.facts.voters or VOTERS, choices, strict=False):
        decision = act(decision, Draft(actor=voter, facts=VoteCast(choice=choice, via="terminal")), at)
    return decision


def advise(decision: Decision, actor: str, choice: str | None, at: int = START) -> Decision:
    """Somebody outside the electorate says what they think."""
    return act(decision, Draft(actor=actor, facts=VoteCast(choice=choice, via="terminal", advisory=True)), at)


def put_to_a_vote(decision: Decision, why: str = "asked", at: int = START, **changes: object) -> Decision:
    """A person opens a vote on all options."""
    data = {
        "number": len(decision.people.votes) + 1,
        "why": why,
        "options": decision.opened.options,
        "voters": VOTERS,
        "quorum": 3,
        "passes": "majority",
        "deadline": at + DAY,
        "via": "terminal",
    }
    return act(decision, Draft(actor="asker", facts=VoteOpened.model_validate(data | changes)), at)


def close_early(decision: Decision, at: int = START) -> Decision:
    vote = decision.people.open_vote
    assert vote
    facts: VoteClosed = close_vote(decision, vote, "closed_early", "terminal")
    return act(decision, Draft(actor="asker", facts=facts), at)


def answer(decision: Decision, *, approve: bool, actor: str = "dan", at: int = START) -> Decision:
    """An approver answers the newest proposal."""
    proposal = decision.people.proposal
    assert proposal
    kind = Approved if approve else Rejected
    facts = kind(proposal=proposal.made.seq, option=str(proposal.made.facts.option), via="terminal")
    return act(decision, Draft(actor=actor, facts=facts, words=Reason(reason="because")), at)


def move_deadline(decision: Decision, of: str, after_: int, at: int = START) -> Decision:
    one = decision.people.open_vote if of == "vote" else decision.people.open_proposal
    assert one
    facts = DeadlineMoved.model_validate({"of": of, "before": one.deadline, "after": after_, "via": "terminal"})
    return act(decision, Draft(actor="asker", facts=facts), at)
