"""Holds the product's own plan to the plan it grew from, on the same simulated questions.

    python tests/benchmarks/plan.py [questions]

The older plan accepts any agreeing pair, else asks all five anew and wants two thirds of them, else debates twice. Ours
is not described here: `consensus.steps.next_step` says what is asked. All members of a question share their chance to
see the leading option, the first, which models panels whose members err together. Exit 1 where a bound is missed.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from consensus.audit import GENESIS
from consensus.decision import fold
from consensus.events import ENGINE, Argument, CritiqueGiven, Event, Facts, PanelClosed, Policy, Usage
from consensus.steps import ClosePanel, Poll, next_step
from tests import fakes

QUESTIONS = 20_000
"""Fewer leave the rare debates, which cost most, to chance."""
MEMBERS = 5
PAIR = 2
SEATS = tuple(seat.seat for seat in fakes.opened().roster)
KINDS = {
    "easy": ((0.75, 0.18, 0.07), (0.96, 0.80, 0.58)),
    "mixed": ((0.50, 0.30, 0.20), (0.93, 0.75, 0.55)),
}
"""How often a question is of a sort, and the mean chance that a member of it sees the leading option."""
TOKENS = {"quick": 800, "full": 1250, "debate": 3000}
"""Prompt and answer together, of one call."""
BOUNDS = {("easy", "tokens"): 80, ("easy", "calls"): 103, ("mixed", "tokens"): 65, ("mixed", "calls"): 87}
"""At most so many percent of the older plan's."""
LOST_POINTS = 0.5
"""Agreement with the leading option may be so many points below the older plan's."""


@dataclass(frozen=True)
class Question:
    """Everything that chance decides about a question, drawn before any plan sees it."""

    options: int
    first: tuple[int, ...]
    again: tuple[int, ...]
    """What the pair says when it is asked a second time."""
    confidences: tuple[float, ...]
    moves: tuple[tuple[tuple[float, float], ...], ...]
    """Two numbers per debate and member: whether they move, and where to."""


@dataclass(frozen=True)
class Outcome:
    verdict: int
    calls: int
    tokens: int


def draw(number: int, kind: str) -> Question:
    """The question of that number; the same in every run."""
    chance = Random(f"{kind} {number}")  # noqa: S311 -- a simulation
    weights, means = KINDS[kind]
    mean = chance.choices(means, weights)[0]
    options = chance.choice((2, 2, 3, 4))
    seen = min(0.995, max(1 / options + 0.02, chance.gauss(mean, 0.06)))

    def look() -> int:
        return 0 if chance.random() < seen else chance.randrange(1, options)

    first = tuple(look() for _ in range(MEMBERS))
    again = tuple(choice if chance.random() < 0.93 else look() for choice in first[:PAIR])
    center = 0.62 + 0.32 * (seen - 0.5)
    confidences = tuple(min(0.99, max(0.4, chance.gauss(center + 0.12 * (choice == 0), 0.1))) for choice in first)
    moves = tuple(tuple((chance.random(), chance.random()) for _ in range(MEMBERS)) for _ in range(2))
    return Question(options, first, again, confidences, moves)


def leader(choices: tuple[int, ...]) -> int:
    """The choice of most; of several the first in option order."""
    return min(set(choices), key=lambda choice: (-choices.count(choice), choice))


def debated(question: Question, choices: tuple[int, ...], debate: int) -> tuple[int, ...]:
    """Who disagrees joins the leader with .45; who leads stays with .95, else lands anywhere."""
    lead = leader(choices)
    moved = []
    for choice, (moves, where) in zip(choices, question.moves[debate], strict=True):
        if choice == lead:
            moved.append(choice if moves < 0.95 else int(where * question.options))
        else:
            moved.append(lead if moves < 0.45 else choice)
    return tuple(moved)


def twice_debated(question: Question, choices: tuple[int, ...]) -> tuple[int, ...]:
    return debated(question, debated(question, choices, 0), 1)


def older_plan(question: Question) -> Outcome:
    calls, tokens = PAIR, PAIR * TOKENS["quick"]
    if question.first[0] == question.first[1]:
        return Outcome(question.first[0], calls, tokens)
    choices = (*question.again, *question.first[PAIR:])
    calls, tokens = calls + MEMBERS, tokens + MEMBERS * TOKENS["full"]
    if choices.count(leader(choices)) / MEMBERS >= 0.66:
        return Outcome(leader(choices), calls, tokens)
    calls, tokens = calls + 2 * MEMBERS, tokens + 2 * MEMBERS * TOKENS["debate"]
    return Outcome(leader(twice_debated(question, choices)), calls, tokens)


def product_plan(question: Question) -> Outcome:
    """Ask `next_step` until it closes the panel; the answers come from the question."""
    facts = fakes.opened(question.options, policy=Policy(rule="majority"))
    decision, calls, tokens = fold([event(1, facts)]), 0, 0
    final = twice_debated(question, question.first)
    while isinstance(step := next_step(decision, decision.events[-1].at), Poll):
        calls += len(step.seats)
        tokens += len(step.seats) * TOKENS[price(step)]
        for seat in step.seats:
            decision = decision.apply(event(decision.seq + 1, said(question, final, step.round, seat.seat)))
    if not isinstance(step, ClosePanel):
        raise TypeError(step)
    return Outcome(verdict(step.facts), calls, tokens)


def price(poll: Poll) -> str:
    if poll.round > 1:
        return "debate"
    return "quick" if len(poll.seats) == PAIR else "full"


def verdict(closed: PanelClosed) -> int:
    return int((closed.leader or closed.tied[0]).removeprefix("o")) - 1


def said(question: Question, final: tuple[int, ...], round_: int, seat: str) -> Facts:
    """What the member in this seat says in that round."""
    member = SEATS.index(seat)
    if round_ == 2:
        argument = Argument(id="a1", option=named(question.first[member]), stance="for")
        return CritiqueGiven(seat=seat, arguments=(argument,), model="m1", family="m", usage=Usage(calls=1))
    choice = question.first[member] if round_ == 1 else final[member]
    return fakes.ballot(seat, named(choice), round(1000 * question.confidences[member]), round_)


def named(choice: int) -> str:
    return f"o{choice + 1}"


def event(seq: int, facts: Facts) -> Event:
    """An event of a record that is never kept, so nothing is sealed."""
    return Event(
        decision="D-1",
        seq=seq,
        at=seq,
        actor=ENGINE,
        facts=facts,
        words=None,
        salt=None,
        payload_digest="",
        prev_hash=GENESIS,
        hash=GENESIS,
    )


def held(line: str, value: float, bound: float) -> bool:
    """Print one figure beside its bound."""
    print(f"{line:58} {value:7.2f}   bound {bound:7.2f}   {'ok' if value <= bound else 'FAIL'}")
    return value <= bound


def compare(kind: str, questions: int) -> list[bool]:
    drawn = [draw(number, kind) for number in range(questions)]
    older, ours = [older_plan(each) for each in drawn], [product_plan(each) for each in drawn]
    tokens = 100 * sum(each.tokens for each in ours) / sum(each.tokens for each in older)
    calls = 100 * sum(each.calls for each in ours) / sum(each.calls for each in older)
    right, older_right = (100 * sum(each.verdict == 0 for each in plan) / questions for plan in (ours, older))
    print(f"{kind}: leading option chosen by ours {right:.2f} %, by the older plan {older_right:.2f} %")
    return [
        held(f"{kind}: tokens, % of the older plan", tokens, BOUNDS[kind, "tokens"]),
        held(f"{kind}: calls, % of the older plan", calls, BOUNDS[kind, "calls"]),
        held(f"{kind}: points of agreement lost", older_right - right, LOST_POINTS),
    ]


def main() -> int:
    questions = int(sys.argv[1]) if len(sys.argv) > 1 else QUESTIONS
    results = [result for kind in KINDS for result in compare(kind, questions)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
