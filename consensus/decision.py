"""A decision is the fold of its events: what the panel said, what people did, how it ended.

`fold` and `apply` only sort facts into place; what follows from them is read in `hearing.py` and decided in `steps.py`.
The parts are derived, never parsed, so they are plain frozen dataclasses.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from consensus.errors import BrokenRecordError
from consensus.events import (
    Abstained,
    BallotCast,
    Cancelled,
    ContextTaken,
    CritiqueGiven,
    Erased,
    Event,
    Facts,
    HeadMoved,
    Opened,
    OutcomeRecorded,
    PanelClosed,
    RunAnyway,
    Superseded,
    VerdictReached,
    Words,
)
from consensus.people import People
from consensus.recorded import Recorded


@dataclass(frozen=True)
class Panel:
    """What the agents were given and said; open until `closed`."""

    opened: Recorded[Opened]
    context: Recorded[ContextTaken] | None = None
    ballots: tuple[Recorded[BallotCast], ...] = ()
    abstentions: tuple[Recorded[Abstained], ...] = ()
    critiques: tuple[Recorded[CritiqueGiven], ...] = ()
    run_anyway: Recorded[RunAnyway] | None = None
    closed: Recorded[PanelClosed] | None = None

    @property
    def said(self) -> tuple[Recorded[BallotCast | Abstained | CritiqueGiven], ...]:
        """Everything that was heard from the agents."""
        return (*self.ballots, *self.abstentions, *self.critiques)

    def apply(self, event: Recorded[Facts]) -> "Panel":
        match event.facts:
            case ContextTaken() as facts:
                return replace(self, context=event.holding(facts))
            case BallotCast() as facts:
                return replace(self, ballots=(*self.ballots, event.holding(facts)))
            case Abstained() as facts:
                return replace(self, abstentions=(*self.abstentions, event.holding(facts)))
            case CritiqueGiven() as facts:
                return replace(self, critiques=(*self.critiques, event.holding(facts)))
            case RunAnyway() as facts:
                return replace(self, run_anyway=event.holding(facts))
            case PanelClosed() as facts:
                return replace(self, closed=event.holding(facts))
        return self


@dataclass(frozen=True)
class End:
    """How it ended, and what was said of it afterwards."""

    verdict: Recorded[VerdictReached] | None = None
    cancelled: Recorded[Cancelled] | None = None
    superseded_by: str | None = None
    head_moved: Recorded[HeadMoved] | None = None
    outcome: Recorded[OutcomeRecorded] | None = None
    erased: frozenset[int] = frozenset()

    @property
    def seq(self) -> int:
        """The place of the newest end; 0 while there is none."""
        return max((end.seq for end in (self.verdict, self.cancelled) if end), default=0)

    def apply(self, event: Recorded[Facts]) -> "End":
        match event.facts:
            case VerdictReached() as facts:
                return replace(self, verdict=event.holding(facts))
            case RunAnyway():
                return replace(self, verdict=None)
            case Cancelled() as facts:
                return replace(self, cancelled=event.holding(facts))
            case Superseded() as facts:
                return replace(self, superseded_by=facts.successor)
            case HeadMoved() as facts:
                return replace(self, head_moved=event.holding(facts))
            case OutcomeRecorded() as facts:
                return replace(self, outcome=event.holding(facts))
            case Erased() as facts:
                return replace(self, erased=self.erased | set(facts.seqs))
        return self


@dataclass(frozen=True)
class Decision:
    """One question on its way to a verdict."""

    events: tuple[Event, ...]
    panel: Panel
    people: People = field(default_factory=People)
    end: End = field(default_factory=End)

    @property
    def id(self) -> str:
        return self.events[0].decision

    @property
    def seq(self) -> int:
        return self.events[-1].seq

    @property
    def head(self) -> str:
        return self.events[-1].hash

    @property
    def opened(self) -> Opened:
        return self.panel.opened.facts

    @property
    def has_ended(self) -> bool:
        """Ended, and no vote was opened since."""
        vote = self.people.vote
        return self.end.seq > (vote.opened.seq if vote else 0)

    def words(self, seq: int) -> Words | None:
        """The texts of that event; none once erased."""
        return self.events[seq - 1].words

    def apply(self, event: Event) -> "Decision":
        """The decision after this event; its legality is `steps.check`'s business."""
        recorded = Recorded(event.seq, event.at, event.actor, event.facts)
        return Decision(
            events=(*self.events, event),
            panel=self.panel.apply(recorded),
            people=self.people.apply(recorded),
            end=self.end.apply(recorded),
        )


def fold(events: Iterable[Event]) -> Decision:
    """The decision that these events amount to; the first must be `opened`. Raises BrokenRecordError."""
    ordered = iter(events)
    first = next(ordered, None)
    if first is None or not isinstance(first.facts, Opened):
        raise BrokenRecordError("broken-start", seq=first.seq if first else 0)
    opened = Recorded(first.seq, first.at, first.actor, first.facts)
    return reduce(Decision.apply, ordered, Decision(events=(first,), panel=Panel(opened)))
