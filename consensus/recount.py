"""Counts a record again: every event must have been legal when it came, with exactly the facts that it states."""

from collections.abc import Sequence

from consensus.audit import check_chain
from consensus.decision import Decision, fold
from consensus.errors import BrokenRecordError, IllegalEventError
from consensus.events import Draft, Event, Reason
from consensus.legality import check

ERASED = Reason(reason="-")
"""Stands for a reason that was given and is erased now."""


def recount(events: Sequence[Event]) -> Decision:
    """The decision that these events amount to; BrokenRecordError names the first row that does not follow."""
    check_chain(events)
    decision = fold(events[:1])
    for event in events[1:]:
        words = event.words or (ERASED if event.facts.texts is Reason else None)
        try:
            check(decision, Draft(actor=event.actor, facts=event.facts, words=words), event.at)
        except IllegalEventError as error:
            raise BrokenRecordError("broken-recount", seq=event.seq, why=error.key) from error
        decision = decision.apply(event)
    return decision
