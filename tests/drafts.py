"""Anything that somebody might try to record about a decision: mostly illegal, sometimes just possible."""

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from consensus import events as e
from consensus.closing import close_vote, open_vote
from consensus.decision import Decision
from consensus.ports import People
from consensus.steps import Close, ClosePanel, Propose, next_step
from tests.fakes import ballot
from tests.scenes import PEOPLE, critique, silence

ROUNDS = st.integers(0, 4)
SMALL = st.integers(-1, 30)
VIA = st.just("terminal")
INSTANTS = st.integers(-(10**12), 10**12)


def any_draft(decision: Decision, actors: Sequence[str]) -> st.SearchStrategy[e.Draft]:
    """A draft of any kind by anybody, built around what the decision knows."""
    return st.sampled_from(sorted(e.KINDS)).flatmap(
        lambda kind: st.builds(
            e.Draft,
            actor=st.sampled_from([*actors, "engine", "engine"]),
            facts=_MAKERS[kind](decision),
            words=_words(e.KINDS[kind]),
        )
    )


def _words(kind: type[e.Facts]) -> st.SearchStrategy[e.Words | None]:
    if kind is e.ContextTaken:
        return st.just(e.ContextWords(sources=()))
    if kind is e.CritiqueGiven:
        return st.just(e.CritiqueWords(arguments=()))
    return st.sampled_from([None, e.Reason(reason="because")]) if kind.texts is e.Reason else st.none()


def _options(decision: Decision) -> st.SearchStrategy[str]:
    return st.sampled_from([*decision.opened.options, *decision.opened.options, "o9"])


def _seats(decision: Decision) -> st.SearchStrategy[str]:
    return st.sampled_from([*(each.seat for each in decision.opened.roster), e.TRIPWIRE, "nobody"])


def _ballot(decision: Decision) -> st.SearchStrategy[e.Facts]:
    options = _options(decision)

    def cast(seat: str, round_: int, choice: str, ranking: tuple[str, ...] | None, *, counted: bool) -> e.Facts:
        return ballot(seat, choice, round_=round_).model_copy(update={"ranking": ranking, "counted": counted})

    rankings = st.none() | st.lists(options, max_size=4).map(tuple)
    return st.builds(cast, _seats(decision), ROUNDS, options, rankings, counted=st.booleans())


def _silence(decision: Decision) -> st.SearchStrategy[e.Facts]:
    causes = st.sampled_from(["timeout", "none_of_these"])
    extras = {"carried_from": st.none() | st.just(1), "counted": st.booleans()}
    return st.builds(silence, _seats(decision), causes, ROUNDS, **extras)


def _critique(decision: Decision) -> st.SearchStrategy[e.Facts]:
    def given(seat: str, round_: int, option: str) -> e.Facts:
        arguments = (e.Argument(id="arg-1", option=option, stance="for"),)
        return critique(seat, round=round_, arguments=arguments).facts

    return st.builds(given, _seats(decision), ROUNDS, _options(decision))


def _context(_: Decision) -> st.SearchStrategy[e.Facts]:
    return st.builds(e.ContextTaken, sources=st.just(()), cut=st.booleans())


def _as_named(decision: Decision) -> list[e.Facts]:
    """What the table would let the engine record now."""
    step = next_step(decision, decision.events[-1].at)
    return [step.facts] if isinstance(step, Close | ClosePanel) else []


def _panel_closed(decision: Decision) -> st.SearchStrategy[e.Facts]:
    known: list[e.Facts] = [decision.panel.closed.facts] if decision.panel.closed else []
    known += [facts for facts in _as_named(decision) if isinstance(facts, e.PanelClosed)]
    return st.sampled_from(known or [e.Cancelled(via="terminal")])


def _verdict(decision: Decision) -> st.SearchStrategy[e.Facts]:
    made = [e.VerdictReached(status="decided", winner="o1"), e.VerdictReached(status="undecided")]
    named = [facts for facts in _as_named(decision) if isinstance(facts, e.VerdictReached)]
    return st.sampled_from([*made, *named, *named])


def _proposal(decision: Decision) -> st.SearchStrategy[e.Facts]:
    step = next_step(decision, decision.events[-1].at)
    tied = step.tied if isinstance(step, Propose) else decision.opened.options
    by = step.by if isinstance(step, Propose) else "moderator"
    return st.builds(
        e.ProposalMade,
        by=st.just(by),
        option=st.none() | _options(decision),
        tied=st.just(tied),
        approvers=st.just(PEOPLE.approvers),
        deadline=INSTANTS.map(lambda later: decision.events[-1].at + later),
    )


def _vote_opened(decision: Decision) -> st.SearchStrategy[e.Facts]:
    now, options = decision.events[-1].at, decision.opened.options
    freely = st.builds(
        e.VoteOpened,
        number=st.integers(0, 3),
        why=st.just("asked"),
        options=st.sampled_from([options, options[:2], options[::-1], options[:1], (), ("o9", "o1")]),
        voters=st.sampled_from([PEOPLE.voters, (), ("ann", "ann")]),
        by_rule=st.sampled_from([None, None, "members"]),
        eligible=st.sampled_from([0, 0, 300]),
        quorum=st.integers(0, 3),
        passes=st.sampled_from(["majority", "supermajority"]),
        deadline=INSTANTS.map(lambda later: now + later),
        via=VIA,
    )
    crowd = People(voters=(), members=300, approvers=())
    return freely | st.sampled_from([open_vote(decision, options, "weak", each, now).facts for each in (PEOPLE, crowd)])


def _vote_cast(decision: Decision) -> st.SearchStrategy[e.Facts]:
    return st.builds(e.VoteCast, choice=st.none() | _options(decision), via=VIA, advisory=st.booleans())


def _vote_closed(decision: Decision) -> st.SearchStrategy[e.Facts]:
    vote = decision.people.vote
    if vote is None:
        return st.just(e.Cancelled(via="terminal"))
    whys = ["deadline", "complete", "closed_early"]
    return st.builds(close_vote, st.just(decision), st.just(vote), st.sampled_from(whys), st.just("engine"))


def _deadline_moved(decision: Decision) -> st.SearchStrategy[e.Facts]:
    people, now = decision.people, decision.events[-1].at
    known = [one.deadline for one in (people.vote, people.proposal) if one]
    of, later = st.sampled_from(["vote", "proposal"]), INSTANTS.map(lambda after: now + after)
    return st.builds(e.DeadlineMoved, of=of, before=st.sampled_from([now, *known]), after=later, via=VIA)


def _answer(kind: type[e.Approved | e.Rejected]) -> Callable[[Decision], st.SearchStrategy[e.Facts]]:
    def answers(decision: Decision) -> st.SearchStrategy[e.Facts]:
        seqs = [0, *(proposal.made.seq for proposal in decision.people.proposals)]
        return st.builds(kind, proposal=st.sampled_from(seqs), option=_options(decision), via=VIA)

    return answers


_MAKERS: dict[str, Callable[[Decision], st.SearchStrategy[e.Facts]]] = {
    "opened": lambda decision: st.just(decision.opened),
    "context_taken": _context,
    "ballot_cast": _ballot,
    "abstained": _silence,
    "critique_given": _critique,
    "panel_closed": _panel_closed,
    "proposal_made": _proposal,
    "vote_opened": _vote_opened,
    "vote_cast": _vote_cast,
    "vote_closed": _vote_closed,
    "deadline_moved": _deadline_moved,
    "approved": _answer(e.Approved),
    "rejected": _answer(e.Rejected),
    "verdict_reached": _verdict,
    "run_anyway": lambda _: st.just(e.RunAnyway(via="terminal")),
    "cancelled": lambda _: st.just(e.Cancelled(via="terminal")),
    "superseded": lambda _: st.just(e.Superseded(successor="D-2")),
    "head_moved": lambda _: st.just(e.HeadMoved(before="a", after="b")),
    "outcome_recorded": lambda _: st.just(e.OutcomeRecorded(outcome="held")),
    "erased": lambda _: st.builds(e.Erased, seqs=st.lists(SMALL, max_size=3).map(tuple), scope=st.just("all")),
}
