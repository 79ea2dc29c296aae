"""The question of every pull request, whether it shall be merged as it is, and when the answer opens its gate."""

from typing import Final

from consensus.card import Line
from consensus.card.lines import line
from consensus.card.reading import named
from consensus.decision import Decision
from consensus.head import by_person, is_stale, judged_head
from consensus.status import status

VIA: Final = "github-pull"
"""How a decision came about that asks this and nothing else: whoever opens one says so, no words can."""
QUESTION: Final = "github-pull-question"
BY_PEOPLE: Final = frozenset({"human_vote", "human_approval"})
OPTIONS: Final = ("github-pull-merge", "github-pull-changes", "github-pull-split")
"""Keys of the catalogue; *merge as is* is the first option, whatever the language."""


def asks_to_merge(decision: Decision) -> bool:
    """By what the record says of its origin: the words of a question prove nothing."""
    return by_person(decision.opened.via) == VIA and len(decision.opened.options) == len(OPTIONS)


def stands(decision: Decision) -> bool:
    """Whether it was decided about what the pull request still is, and not otherwise since."""
    is_decided = status(decision) == "decided" and decision.end.superseded_by is None
    return is_decided and not is_stale(decision) and not _is_overridden(decision)


def says_merge(decision: Decision) -> bool:
    """Whether it stands as it ended, with *merge as is*, for the commit that was read, and was no mere advice."""
    return _shut_by_itself(decision) is None and _unread(decision) is None


def shut_by(decision: Decision, twin: str = "") -> Line | None:
    """What keeps its gate shut, as a sentence; `twin` is a decision about the same commit that opens none."""
    key = _shut_by_itself(decision)
    if key:
        return line(key, id=decision.id)
    return _unread(decision) or (line("github-gate-twin", twin=twin, id=decision.id) if twin else None)


def _shut_by_itself(decision: Decision) -> str | None:
    """Not *merge as is*, or no longer, or neither by agents nor by people who answer for it."""
    end, verdict = decision.end, decision.end.verdict
    if verdict is None or not decision.has_ended or verdict.seq != end.seq or end.superseded_by:
        return "github-gate-shut"
    if not asks_to_merge(decision) or verdict.facts.winner != decision.opened.options[0]:
        return "github-gate-shut"
    if _is_overridden(decision):
        return "github-gate-overridden"
    if is_stale(decision) or judged_head(decision) is None:
        return "github-gate-stale"
    is_rehearsed = any(seat.family == "rehearsal" for seat in decision.opened.roster)
    is_advice = verdict.facts.unapproved or verdict.facts.review
    return "github-gate-advice" if is_advice or (is_rehearsed and verdict.facts.decided_by not in BY_PEOPLE) else None


def _unread(decision: Decision) -> Line | None:
    """What the panel did not read of the change; without a source and without a failure it was not allowed to."""
    context = decision.panel.context
    if context is None or not (context.facts.sources or context.facts.missing):
        return line("github-gate-off")
    missing = list(context.facts.missing)
    if not missing and not any(source.source == "files" and source.used for source in context.facts.sources):
        missing = ["files"]
    if missing:
        return line("github-gate-missing", what=tuple(map(named, missing)), id=decision.id)
    return line("github-gate-cut", id=decision.id) if context.facts.cut else None


def _is_overridden(decision: Decision) -> bool:
    outcome = decision.end.outcome
    return outcome is not None and outcome.facts.outcome == "overridden"
