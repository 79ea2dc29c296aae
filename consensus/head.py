"""The head of a pull request: which one a decision is about, which one is the newest, and whether these differ."""

from collections.abc import Iterator
from typing import Final

from consensus.decision import Decision
from consensus.events import ENGINE, ContextTaken, HeadMoved
from consensus.people import Vote

PUSHED: Final = "-push"
"""How the via of a decision ends that no person asked for again, but a push."""


def by_push(via: str) -> str:
    """The via of what was asked that way, when a push asks it again."""
    return f"{by_person(via)}{PUSHED}"


def by_person(via: str) -> str:
    """The via of what was asked that way, when a person asks it again."""
    return via.removesuffix(PUSHED)


def is_by_push(via: str) -> bool:
    return via.endswith(PUSHED)


def head_of(decision: Decision) -> str | None:
    """The newest head that is known; none where there is none."""
    return head_at(decision, decision.seq)


def head_at(decision: Decision, seq: int) -> str | None:
    """The head that was known at that event, or else the first that is."""
    heads = list(_heads(decision))
    before = [head for at, head in heads if at <= seq]
    return before[-1] if before else next((head for _, head in heads), None)


def judged_head(decision: Decision) -> str | None:
    """The head that a result or an open question is about: what the panel read, or saw those who put it to a vote."""
    return head_at(decision, _judged_at(decision))


def is_stale(decision: Decision) -> bool:
    """Whether a verdict, a vote or a proposal is about another head than the newest, or about another branch."""
    return push(decision) is not None or is_retargeted(decision)


def push(decision: Decision) -> tuple[str, str] | None:
    """The head that a verdict, a vote or a proposal is about, and the newest; none where they are the same."""
    before, after = judged_head(decision), head_of(decision)
    return (before, after) if _has_result(decision) and before and after and before != after else None


def is_retargeted(decision: Decision) -> bool:
    """Whether it is to be merged into another branch than when it was judged."""
    since = _judged_at(decision)
    moves = [event.facts for event in decision.events[since:] if isinstance(event.facts, HeadMoved)]
    return _has_result(decision) and any(move.base for move in moves)


def _has_result(decision: Decision) -> bool:
    people = decision.people
    return any(each is not None for each in (decision.end.verdict, people.vote, people.proposal))


def _judged_at(decision: Decision) -> int:
    vote, context = _asked_for(decision), decision.panel.context
    if vote:
        return vote.opened.seq
    return context.seq if context else decision.panel.opened.seq


def _heads(decision: Decision) -> Iterator[tuple[int, str]]:
    """Each head with the event from which on it was known; a push also tells what was there before."""
    for event in decision.events:
        match event.facts:
            case ContextTaken(head_sha=str() as head):
                yield event.seq, head
            case HeadMoved(before=before, after=after):
                yield event.seq - 1, before
                yield event.seq, after


def _asked_for(decision: Decision) -> Vote | None:
    """The newest vote, or that before what the verdict rests on, if a person opened it."""
    verdict = decision.end.verdict if decision.has_ended else None
    until = max(verdict.facts.basis, default=decision.seq) if verdict else decision.seq
    vote = next((each for each in reversed(decision.people.votes) if each.opened.seq <= until), None)
    return vote if vote and vote.opened.actor != ENGINE else None
