"""What holds for every walk through the table, whatever agents and people do and whenever they do it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from consensus.card import make_card
from consensus.decision import Decision, fold
from consensus.errors import IllegalEventError
from consensus.events import Axes, Cancelled, Draft, Event, Facts, Opened, Policy, Usage, VoteCast
from consensus.hearing import CRITIQUES, FINAL, heard
from consensus.legality import check
from consensus.panel.agents import Seat
from consensus.recount import recount
from consensus.status import status
from consensus.steps import AwaitHumans, Done, Gather, Poll, Propose, Step, next_step
from tests.drafts import any_draft
from tests.fakes import START, after, ballot, opened, seat, start
from tests.scenes import (
    APPROVERS,
    BY_RULE,
    DAY,
    VOTERS,
    act,
    answer,
    by_engine,
    close_early,
    critique,
    engine_draft,
    move_deadline,
    put_to_a_vote,
    silence,
    take_context,
)

MOST_STEPS = 60
MOST_POLLS = 5
ENDS = {"decided", "undecided", "not_needed", "cancelled"}
CHOICES = st.sampled_from(["A", "A", "A", "B", "B", "C", "D", "-", "n", "u"])
AXES = st.builds(Axes, uncertainty=st.integers(0, 3), stakes=st.integers(0, 3), plurality=st.integers(0, 3))
USAGES = st.builds(Usage, calls=st.integers(0, 2), cost=st.none() | st.integers(0, 40_000))
POLICIES = st.builds(
    Policy,
    rule=st.sampled_from(["auto", "majority", "supermajority", "weighted", "confidence_weighted", "borda"]),
    human=st.sampled_from(["on_weak", "on_weak", "always", "never"]),
    debate=st.sampled_from(["auto", "auto", "off", "force"]),
    last_resort=st.sampled_from(["none", "safest", "draw"]),
    budget=st.sampled_from([0, 90_000, 300_000, 5_000_000]),
)
Draw = Callable[[st.SearchStrategy[Any]], Any]
walks = settings(max_examples=25)


@st.composite
def openings(draw: st.DrawFn, policies: st.SearchStrategy[Policy] = POLICIES) -> Opened:
    """Any decision that can be opened."""
    options = draw(st.integers(2, 4))
    names = [f"o{number}" for number in range(1, options + 1)]
    weights = draw(st.sampled_from([(1000,) * 5, (2000, 1000, 1000, 1500, 1000)]))
    roster = [seat(place, weight=weight) for place, weight in enumerate(weights)]
    return opened(
        options,
        policy=draw(policies),
        roster=tuple(roster[: draw(st.sampled_from([3, 5]))]),
        axes=draw(st.none() | AXES),
        options_stated=draw(st.booleans()),
        safety_order=draw(st.none() | st.permutations(names).map(tuple)),
        wants_context=draw(st.booleans()),
    )


@dataclass
class Walk:
    """One decision on its way, its clock, and what was seen on the way."""

    draw: Draw
    decision: Decision
    now: int = START
    deeds: int = 8
    """How often people may still act; after that they only wait."""
    polls: list[int] = field(default_factory=list)

    def to_the_end(self) -> Decision:
        for _ in range(MOST_STEPS):
            step = next_step(self.decision, self.now)
            if isinstance(step, Done):
                return self.decision
            before = self.decision.seq
            self.take(step)
            assert self.decision.seq > before or isinstance(step, AwaitHumans)
        raise AssertionError(next_step(self.decision, self.now))

    def take(self, step: Step) -> None:
        if isinstance(step, Poll):
            self.poll(step)
        elif isinstance(step, Gather):
            self.decision = take_context(self.decision, *self.draw(st.sampled_from([(), (), ("role_change",)])))
        elif isinstance(step, AwaitHumans):
            self.wait(step)
        else:
            named = self.draw(st.sampled_from([None, *getattr(step, "tied", ())]))
            draft = engine_draft(self.decision, step, self.now, named)
            assert draft
            self.append(draft)

    def append(self, draft: Draft) -> None:
        self.decision = act(self.decision, draft, self.now)

    def poll(self, step: Poll) -> None:
        self.polls.append(step.round)
        assert step.seats
        assert step.round <= FINAL
        assert not {each.seat for each in step.seats} & heard(self.decision.panel, step.round)
        for each in step.seats:
            self.append(self.voice(each, step.round))

    def voice(self, each: Seat, round_: int) -> Draft:
        usage, sign = self.draw(USAGES), self.draw(CHOICES)
        if round_ == CRITIQUES:
            return by_engine(silence(each.seat, round_=2)) if sign == "-" else critique(each.seat, usage=usage)
        counted = each.seat != "tripwire"
        if sign in "-nu":
            cause = {"-": "timeout", "n": "none_of_these", "u": "undecided"}[sign]
            blind = {cast.facts.seat for cast in self.decision.panel.ballots}
            carried = 1 if round_ == FINAL and sign == "-" and each.seat in blind else None
            said: Facts = silence(each.seat, cause, round_, usage=usage, counted=counted, carried_from=carried)
            return by_engine(said)
        return by_engine(self.ballot(each, round_, sign, usage, counted=counted))

    def ballot(self, each: Seat, round_: int, sign: str, usage: Usage, *, counted: bool) -> Facts:
        options = self.decision.opened.options
        choice = options["ABCD".index(sign) % len(options)]
        others = [option for option in options if option != choice]
        ranking = self.draw(st.none() | st.permutations(others).map(lambda rest: (choice, *rest)))
        return ballot(each.seat, choice, self.draw(st.none() | st.integers(700, 1000)), round_).model_copy(
            update={
                "axes": self.draw(st.none() | AXES) if round_ == 1 else None,
                "about_person": self.draw(st.sampled_from([None, False, False, True])),
                "ranking": ranking,
                "usage": usage,
                "counted": counted,
                "family": each.family,
            }
        )

    def wait(self, step: AwaitHumans) -> None:
        assert self.now < step.until
        self.deeds -= 1
        deed = self.draw(st.sampled_from(["wait", "vote", "vote", "open", "answer", "close", "move", "cancel"]))
        before = self.decision
        try:
            self.do(deed if self.deeds > 0 else "wait", step)
        except IllegalEventError:
            assert self.decision is before

    def do(self, deed: str, step: AwaitHumans) -> None:
        match deed:
            case "vote":
                choice = self.draw(st.none() | st.sampled_from(self.decision.opened.options))
                voter = self.draw(st.sampled_from(VOTERS))
                self.append(Draft(actor=voter, facts=VoteCast(choice=choice, via="terminal")))
            case "open":
                self.decision = put_to_a_vote(self.decision, at=self.now, **self.draw(st.sampled_from([{}, BY_RULE])))
            case "answer" if self.decision.people.proposal:
                self.decision = answer(self.decision, approve=self.draw(st.booleans()), at=self.now)
            case "close" if self.decision.people.open_vote:
                self.decision = close_early(self.decision, self.now)
            case "move" if step.what != "offer":
                of = "vote" if step.what == "vote" else "proposal"
                self.decision = move_deadline(self.decision, of, self.now + self.draw(st.integers(0, DAY)), self.now)
            case "cancel" if self.draw(st.sampled_from([True, False, False])):
                self.append(Draft(actor="asker", facts=Cancelled(via="terminal")))
            case _:
                self.now = step.until


@st.composite
def histories(draw: st.DrawFn, policies: st.SearchStrategy[Policy] = POLICIES) -> Decision:
    """Any decision that came to an end."""
    return Walk(draw, start(draw(openings(policies)))).to_the_end()


@walks
@given(st.data())
def test_every_walk_ends_within_five_polls_and_hears_nobody_twice(data: st.DataObject) -> None:
    walk = Walk(data.draw, start(data.draw(openings())))

    decision = walk.to_the_end()

    assert status(decision) in ENDS
    assert len(walk.polls) <= MOST_POLLS
    assert Counter(walk.polls)[2] <= 1
    assert Counter(walk.polls)[3] <= 1


@walks
@given(histories())
def test_every_finished_record_can_be_counted_again(decision: Decision) -> None:
    assert recount(decision.events) == decision


@walks
@given(histories(), st.data())
def test_a_reopened_decision_ends_again(decision: Decision, data: st.DataObject) -> None:
    now = decision.events[-1].at + 1
    try:
        reopened = put_to_a_vote(decision, at=now)
    except IllegalEventError:
        assert decision.end.cancelled or decision.panel.closed is None
        return
    again = Walk(data.draw, reopened, now).to_the_end()

    assert status(again) in ENDS
    assert recount(again.events) == again


@walks
@given(histories())
def test_every_state_on_the_way_can_be_shown(decision: Decision) -> None:
    states = [fold(decision.events[:length]) for length in range(1, decision.seq + 1)]

    assert all(make_card(state).id == decision.id for state in states)


@walks
@given(histories(), st.data())
def test_an_event_is_legal_or_refused_and_never_breaks_the_table(decision: Decision, data: st.DataObject) -> None:
    state = fold(decision.events[: data.draw(st.integers(1, decision.seq))])
    now = state.events[-1].at + data.draw(st.sampled_from([0, 1, DAY // 2, DAY, 8 * DAY]))
    draft = data.draw(any_draft(state, (*VOTERS, *APPROVERS, "asker", "engine")))
    try:
        check(state, draft, now)
    except IllegalEventError:
        return
    afterwards = after(state, draft, at=now)

    assert next_step(afterwards, now)
    assert make_card(afterwards)
    assert recount(afterwards.events) == afterwards


class Resumed(Walk):
    """Goes on where it was told to; seats, context and moderator repeat what they said in the whole record."""

    def __init__(self, draw: Draw, whole: Decision, cut: int) -> None:
        super().__init__(draw, fold(whole.events[:cut]), whole.events[cut - 1].at, deeds=0)
        self.whole = whole

    def take(self, step: Step) -> None:
        if isinstance(step, Gather | Propose):
            self.append(_again(self.whole.events[self.decision.seq]))
        else:
            super().take(step)

    def voice(self, each: Seat, round_: int) -> Draft:
        said = {(event.facts.seat, event.facts.round): event.seq for event in self.whole.panel.said}
        return _again(self.whole.events[said[each.seat, round_] - 1])


def _again(event: Event) -> Draft:
    return Draft(actor=event.actor, facts=event.facts, words=event.words)


@walks
@given(openings(POLICIES.map(lambda policy: policy.model_copy(update={"budget": 10**9}))), st.data())
def test_a_decision_resumed_anywhere_comes_to_the_same_end(facts: Opened, data: st.DataObject) -> None:
    whole = Walk(data.draw, start(facts), deeds=0).to_the_end()
    cut = data.draw(st.integers(1, whole.seq))

    assert Resumed(data.draw, whole, cut).to_the_end().events == whole.events
