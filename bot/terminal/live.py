"""Shows on a terminal, while the panel works, who has answered, in which round, and what it has cost so far."""

from types import TracebackType
from typing import TYPE_CHECKING, Self

from bot.terminal.speaker import money
from bot.texts import Say
from consensus import hearing
from consensus.decision import Decision
from consensus.panel.agents import Seat

if TYPE_CHECKING:
    from rich.table import Table


class Live:
    """A table that is drawn anew at every event; blind: it says who answered, never what."""

    def __init__(self, say: Say) -> None:
        from rich.console import Console
        from rich.live import Live as RichLive

        self._say = say
        self._live = RichLive(console=Console(stderr=True), transient=True, refresh_per_second=8)

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def __call__(self, decision: Decision) -> None:
        self._live.update(self.table(decision))

    def table(self, decision: Decision) -> "Table":
        """Those who are asked now, and whether they have answered."""
        from rich.table import Table

        say, panel = self._say, decision.panel
        round_ = next_round(decision)
        usage = hearing.total_usage(event.facts for event in decision.events)
        title = say("live-title", id=decision.id, round=round_, calls=usage.calls, cost=money(usage.cost))
        table = Table(title=title, title_justify="left", show_header=False, box=None, min_width=len(title))
        heard = hearing.heard(panel, round_)
        for seat in asked(decision):
            state = "live-heard" if seat.seat in heard else "live-thinking"
            table.add_row(seat.role, seat.model, say(state))
        return table


def asked(decision: Decision) -> tuple[Seat, ...]:
    """The seats whose turn it is: the first two, until both have been heard on the quick route."""
    panel = decision.panel
    pair = hearing.quick_pair(panel)
    is_quick = hearing.takes_quick_route(panel) and hearing.not_heard(panel, hearing.BLIND, pair)
    return pair if is_quick else hearing.seats(panel)


def next_round(decision: Decision) -> int:
    """The round that is under way: the last in which anybody was heard, or the one after it once all were."""
    panel = decision.panel
    spoken = max((event.facts.round for event in panel.said), default=hearing.BLIND)
    complete = not hearing.not_heard(panel, spoken, hearing.seats(panel))
    return min(spoken + 1, hearing.FINAL) if complete and panel.closed is None else spoken
