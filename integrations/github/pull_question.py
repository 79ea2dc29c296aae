"""The question of every pull request, whether it shall be merged as it is, and when the answer is yes."""

from typing import Final

from consensus.decision import Decision

VIA: Final = "github-pull"
"""How a decision came about that asks this and nothing else: whoever opens one says so, no words can."""
QUESTION: Final = "github-pull-question"
BY_PEOPLE: Final = frozenset({"human_vote", "human_approval"})
OPTIONS: Final = ("github-pull-merge", "github-pull-changes", "github-pull-split")
"""Keys of the catalogue; *merge as is* is the first option, whatever the language."""


def asks_to_merge(decision: Decision) -> bool:
    """By what the record says of its origin: the words of a question prove nothing."""
    return decision.opened.via == VIA and len(decision.opened.options) == len(OPTIONS)


def says_merge(decision: Decision) -> bool:
    """Whether it ended with *merge as is*: not by a last resort that nobody approved, nor by canned answers alone."""
    verdict = decision.end.verdict
    if verdict is None or not decision.has_ended or verdict.seq != decision.end.seq:
        return False
    facts = verdict.facts
    is_rehearsed = any(seat.family == "rehearsal" for seat in decision.opened.roster)
    is_advice = facts.unapproved or facts.review or (is_rehearsed and facts.decided_by not in BY_PEOPLE)
    return asks_to_merge(decision) and facts.winner == decision.opened.options[0] and not is_advice
