"""Shows on a terminal, while a poll is under way, who has answered, in which round, and what it has cost so far."""

from types import TracebackType
from typing import TYPE_CHECKING, Self

from bot.terminal.speaker import money
from bot.texts import Say
from consensus import hearing
from consensus.decision import Decision
from consensus.steps import Poll, next_step

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
        self._live.update(self.table(decision) or "")

    def table(self, decision: Decision) -> "Table | None":
        """Those who are asked in the round under way, and whether they have answered; none while nobody is asked."""
        from rich.table import Table

        poll = next_step(decision, decision.events[-1].at)
        if not isinstance(poll, Poll):
            return None
        say, panel = self._say, decision.panel
        usage = hearing.total_usage(event.facts for event in decision.events)
        title = say("live-title", id=decision.id, round=poll.round, calls=usage.calls, cost=money(usage.cost))
        table = Table(title=title, title_justify="left", show_header=False, box=None, min_width=len(title))
        heard, asked = hearing.heard(panel, poll.round), {seat.seat for seat in poll.seats}
        for seat in (*hearing.seats(panel), hearing.tripwire_seat(panel)):
            if seat.seat in heard | asked:
                table.add_row(seat.role, seat.model, say("live-heard" if seat.seat in heard else "live-thinking"))
        return table
