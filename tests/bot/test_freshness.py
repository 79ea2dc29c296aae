"""A button counts for what it was drawn for; what the record refuses anyway is left to its better words."""

import pytest

from bot.freshness import CHECKED, check_fresh
from consensus.card.about import about
from consensus.decision import Decision
from consensus.errors import IllegalEventError
from consensus.events import Cancelled, Draft, Superseded
from tests.scenes import act, answer, carry_on, cast, close_early, closed, debated, panel, put_to_a_vote


def voting() -> Decision:
    return put_to_a_vote(closed(panel("A----")))


def voting_again() -> Decision:
    return put_to_a_vote(carry_on(close_early(cast(voting(), "o1", "o1", "o1"))), why="reopened")


def decided() -> Decision:
    return carry_on(panel("AAAAA"))


def proposed() -> Decision:
    return carry_on(debated("ABAB-", "ABAB-", safety_order=("o2", "o1")))


def approved() -> Decision:
    return carry_on(answer(proposed(), approve=True))


def cancelled() -> Decision:
    return act(voting(), Draft(actor="asker", facts=Cancelled(via="slack")))


def superseded() -> Decision:
    return act(cancelled(), Draft(actor="asker", facts=Superseded(successor="D-2")))


@pytest.mark.parametrize("verb", sorted(CHECKED))
def test_a_button_of_the_newest_card_is_fresh(verb: str) -> None:
    for decision in (voting_again(), decided(), proposed(), approved(), cancelled()):
        check_fresh(decision, verb, about(decision))


@pytest.mark.parametrize(
    ("decision", "verb", "earlier"),
    [
        (voting_again(), "cast", voting()),
        (voting_again(), "abstain", voting()),
        (voting_again(), "reason", voting()),
        (voting_again(), "close", voting()),
        (voting(), "cancel", panel("A----")),
        (decided(), "vote", panel("AAAAA")),
        (decided(), "reopen", panel("AAAAA")),
        (decided(), "rerun", panel("AAAAA")),
        (decided(), "run", panel("AAAAA")),
        (proposed(), "approve", debated("ABAB-", "ABAB-")),
        (proposed(), "reject", debated("ABAB-", "ABAB-")),
    ],
)
def test_a_button_of_an_earlier_card_is_stale(decision: Decision, verb: str, earlier: Decision) -> None:
    with pytest.raises(IllegalEventError, match="card-stale"):
        check_fresh(decision, verb, about(earlier))


def test_a_vote_button_of_an_answered_proposal_is_told_apart() -> None:
    with pytest.raises(IllegalEventError, match="approve-nothing-open"):
        check_fresh(approved(), "vote", about(proposed()))


@pytest.mark.parametrize(
    ("decision", "verb"),
    [
        (decided(), "cast"),
        (proposed(), "close"),
        (decided(), "approve"),
        (voting(), "reject"),
        (voting(), "vote"),
        (cancelled(), "reopen"),
        (decided(), "cancel"),
        (superseded(), "rerun"),
        (voting(), "details"),
    ],
)
def test_what_is_refused_anyway_or_only_looks_is_let_through(decision: Decision, verb: str) -> None:
    check_fresh(decision, verb, 1)


@pytest.mark.parametrize("drawn_for", [None, 0])
def test_words_and_buttons_beside_the_card_are_always_fresh(drawn_for: int | None) -> None:
    check_fresh(decided(), "vote", drawn_for)
