"""`decide` and `resume`: a decision at work on the terminal, and the person at the keyboard where people are needed."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot import use_cases
from bot.report import report
from bot.terminal.explaining import explained
from bot.terminal.keyboard import Read, ask_person
from bot.terminal.screen import draw, wrapped
from bot.terminal.speaker import TerminalSpeaker
from bot.terminal.stopping import Runs
from bot.texts import catalogue
from bot.use_cases import Desk, Watch
from consensus.card import make_card
from consensus.decision import Decision
from consensus.status import Status, status

DECIDED, NEEDS_PEOPLE, NO_QUORUM, WITHOUT_WINNER = 0, 3, 4, 5
EXITS: dict[Status, int] = {
    "decided": DECIDED,
    "awaiting_vote": NEEDS_PEOPLE,
    "awaiting_approval": NEEDS_PEOPLE,
    "deliberating": NEEDS_PEOPLE,
    "no_quorum": NO_QUORUM,
    "undecided": WITHOUT_WINNER,
    "not_needed": WITHOUT_WINNER,
    "cancelled": WITHOUT_WINNER,
}
"""What scripts see of each state."""


@dataclass(frozen=True)
class Seen:
    """How the person wants to see it; `read` is none when nobody sits at the keyboard."""

    as_json: bool = False
    explain: bool = False
    read: Read | None = None
    live: bool = False


def carry_through(runner: Runs, desk: Desk, decision: Decision, person: str, seen: Seen) -> int:
    """Works on the decision until it has ended or waits for somebody else; prints it and gives the exit code.

    The card comes before each question to the person, so that they know what they decide.
    """
    say = catalogue(decision.opened.lang)
    names = {person: say("terminal-you")}
    decision = _advanced(runner, desk, decision, seen)
    _tell(decision, names, seen)
    while seen.read and (act := ask_person(decision, person, say, seen.read)):
        decision = _advanced(runner, desk, runner.run(act(desk)), seen)
        _tell(decision, names, seen)
    return exit_code(decision)


def _tell(decision: Decision, names: dict[str, str], seen: Seen) -> None:
    """The decision; where everybody has voted and the vote is only waiting for its close, just that."""
    vote = decision.people.open_vote
    if not seen.as_json and vote and vote.is_complete and not decision.has_ended:
        sys.stdout.write(catalogue(decision.opened.lang)("terminal-closes-itself", id=decision.id) + "\n")
    else:
        show(decision, names, seen)


def exit_code(decision: Decision) -> int:
    """An end without a winner for want of a quorum is still no quorum."""
    closed = decision.panel.closed
    if status(decision) == "undecided" and closed and closed.facts.outcome == "no_quorum":
        return NO_QUORUM
    return EXITS[status(decision)]


def show(decision: Decision, names: dict[str, str], seen: Seen) -> None:
    """Prints the decision, for people or for scripts."""
    if seen.as_json:
        sys.stdout.write(json.dumps(report(decision), ensure_ascii=False, indent=2) + "\n")
        return
    speaker = TerminalSpeaker(catalogue(decision.opened.lang), names)
    sys.stdout.write(draw(make_card(decision), speaker) + "\n")
    if seen.explain:
        sys.stdout.write("\n" + "\n".join(wrapped(explained(decision, speaker))) + "\n")


def _advanced(runner: Runs, desk: Desk, decision: Decision, seen: Seen) -> Decision:
    with _watching(decision, seen) as watch:
        return runner.run(use_cases.advance(desk, decision, watch))


@contextmanager
def _watching(decision: Decision, seen: Seen) -> Iterator[Watch]:
    """The live view while the panel works, where somebody looks."""
    if not seen.live:
        yield lambda _: None
        return
    from bot.terminal.live import Live

    with Live(catalogue(decision.opened.lang)) as live:
        live(decision)
        yield live
