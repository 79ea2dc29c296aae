"""What must happen next: one table, read from top to bottom; the first row that holds names the step.

The same decision and time always give the same step, so resuming is: load, fold, ask again. Rows are numbered as in the
README; every automatic step appends at least one event and no seat is heard twice in a round, so it ends.
"""

from consensus.deadlock import last_resort
from consensus.decision import Decision
from consensus.events import Instant
from consensus.steps import panel, people
from consensus.steps.kinds import (
    AwaitHumans,
    Close,
    ClosePanel,
    CloseVote,
    Done,
    Gather,
    Guard,
    OpenVote,
    Poll,
    Propose,
    Step,
)

__all__ = [
    "AwaitHumans",
    "Close",
    "ClosePanel",
    "CloseVote",
    "Done",
    "Gather",
    "OpenVote",
    "Poll",
    "Propose",
    "Step",
    "next_step",
]


def next_step(decision: Decision, now: Instant) -> Step:
    """What must happen next; `now` in microseconds UTC."""
    return _first(TABLE, decision, now) or Close(last_resort(decision))  # 30, 31


def _first(rows: tuple[Guard, ...], decision: Decision, now: Instant) -> Step | None:
    return next((step for row in rows if (step := row(decision, now))), None)


def _ended(decision: Decision, _: Instant) -> Step | None:
    return Done() if decision.has_ended else None


def _panel_open(decision: Decision, now: Instant) -> Step | None:
    """The panel's own rows, as long as the budget allows the poll that they name."""
    return (
        panel.within_budget(decision, _first(WHILE_THE_PANEL_IS_OPEN, decision, now))
        if not decision.panel.closed
        else None
    )


WHILE_THE_PANEL_IS_OPEN: tuple[Guard, ...] = (
    panel.gather,              # 2   context wanted, not taken
    panel.ask_the_pair,        # 4   quick route: the first two
    panel.not_needed,          # 5   both call it a fact, no options were stated
    panel.quick_vote,          # 6   both agree and are sure
    panel.ask_the_rest,        # 7   everybody else, blind
    panel.ask_the_tripwire,    # 8   a flagged context: one uncounted ballot without it
    panel.options_rejected,    # 9   two or more "none of these"
    panel.no_quorum,           # 10  too few ballots
    panel.full_vote,           # 11  settled
    panel.debate_off,          # 12
    panel.ask_for_critiques,   # 13  round 2
    panel.debate_failed,       # 14  fewer than two critiques
    panel.ask_for_final_ballots,  # 15  round 3
    panel.full_debate,         # 16  never a fourth round
)  # fmt: skip
TABLE: tuple[Guard, ...] = (
    _ended,                    # 1
    _panel_open,               # 2-16, and 3: the budget
    people.settled_by_the_panel,  # 17
    people.nobody_may_be_asked,   # 18  human = never
    people.propose,            # 19  a deadlock
    people.await_approval,     # 20
    people.approved,           # 21
    people.vote_instead,       # 22  nothing proposed, or refused
    people.vote_on_all,        # 23  weak, rejected, flagged, or people always decide
    people.offer,              # 24  no quorum: nobody is called
    people.await_vote,         # 25
    people.close_vote,         # 26
    people.vote_won,           # 27
    people.vote_changed_nothing,  # 28
    people.propose_after_vote,  # 29
)  # fmt: skip
