"""What the `decision` table repeats of a fold, so that lists and the sweep need not fold."""

import json
from typing import Self

from consensus.decision import Decision
from consensus.events import Instant, OpenedWords
from consensus.model import Model
from consensus.status import status
from consensus.steps import AwaitHumans, Done, Step, next_step
from integrations.store.tables import DecisionRow


class Projection(Model):
    """Derived from the events alone: the same record always gives the same."""

    id: str
    seq: int
    head: str
    status: str
    question: str
    """Empty once erased."""
    winner: str | None
    """The option's text, its id once erased."""
    band: str | None
    decided_by: str | None
    places: str
    opened_at: Instant
    closed_at: Instant | None
    due_at: Instant | None

    @classmethod
    def of(cls, decision: Decision) -> Self:
        now = decision.events[-1].at
        step = next_step(decision, now)
        verdict = decision.end.verdict if decision.has_ended else None
        words = decision.words(1)
        return cls(
            id=decision.id,
            seq=decision.seq,
            head=decision.head,
            status=status(decision),
            question=words.question if isinstance(words, OpenedWords) else "",
            winner=_name(decision, verdict.facts.winner) if verdict else None,
            band=verdict.facts.band if verdict else None,
            decided_by=verdict.facts.decided_by if verdict else None,
            places=json.dumps(decision.opened.places),
            opened_at=decision.events[0].at,
            closed_at=decision.events[decision.end.seq - 1].at if decision.has_ended else None,
            due_at=_due_at(step, now),
        )

    @classmethod
    def stored(cls, row: DecisionRow) -> Self:
        return cls(**row.model_dump(include=set(cls.model_fields)))

    def write(self, row: DecisionRow) -> None:
        """Make the row say this; an ended decision frees its key for good."""
        for column, value in self:
            setattr(row, column, value)
        if self.closed_at is not None:
            row.open_key = None


def _due_at(step: Step, now: Instant) -> Instant | None:
    if isinstance(step, Done):
        return None
    return step.until if isinstance(step, AwaitHumans) else now


def _name(decision: Decision, option: str | None) -> str | None:
    words, options = decision.words(1), decision.opened.options
    if not isinstance(words, OpenedWords) or option not in options:
        return option
    return words.options[options.index(option)]
