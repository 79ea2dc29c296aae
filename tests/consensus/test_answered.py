"""One platform takes the answers to a decision, and one its course; where else it stands it is only shown."""

import pytest

from consensus.answered import is_answered_in, is_done_on, where_asked, where_people_answer
from consensus.decision import Decision
from consensus.events import Policy, VotePolicy
from tests.scenes import carry_on, debated, panel, put_to_a_vote

PULL, CHANNEL = "github:1:7", "slack:T1:C1:"


def weak(check: str = "off") -> Decision:
    """People are asked to vote where the panel was asked."""
    return carry_on(debated("ABA--", "ABA--", places=(PULL, CHANNEL), check=check))


def reopened(via: str) -> Decision:
    return put_to_a_vote(carry_on(panel("AAAAA", places=(PULL, CHANNEL))), via=via)


def test_a_vote_of_the_engine_is_taken_where_the_decision_was_asked() -> None:
    decision = weak()

    assert decision.people.open_vote is not None
    assert (where_asked(decision), where_people_answer(decision)) == ("github", "github")
    assert (is_answered_in(PULL, decision), is_answered_in(CHANNEL, decision)) == (True, False)


@pytest.mark.parametrize(
    ("via", "there"), [("slack", "slack"), ("slack-form", "slack"), ("github", "github"), ("terminal", "github")]
)
def test_a_vote_of_a_person_is_taken_where_they_opened_it_if_the_decision_stands_there(via: str, there: str) -> None:
    assert where_people_answer(reopened(via)) == there


@pytest.mark.parametrize(
    ("places", "via", "there"),
    [
        ((PULL, CHANNEL), "engine", "slack"),
        ((PULL, CHANNEL), "github", "slack"),
        ((CHANNEL, PULL), "github", "slack"),
        ((PULL,), "github", "github"),
    ],
)
def test_a_hidden_vote_is_taken_where_it_can_be_hidden_if_the_decision_stands_there(
    places: tuple[str, ...], via: str, there: str
) -> None:
    if via == "engine":
        policy = Policy(vote=VotePolicy(hidden=True))
        decision = carry_on(debated("ABA--", "ABA--", places=places, policy=policy))
    else:
        decision = put_to_a_vote(carry_on(panel("AAAAA", places=places)), via=via, hidden=True)

    assert where_people_answer(decision) == there


@pytest.mark.parametrize("verb", ["cast", "abstain", "reason", "close", "approve", "reject", "extend"])
def test_answers_are_given_where_they_are_taken(verb: str) -> None:
    decision = reopened("slack")

    assert (is_done_on("slack", decision, verb), is_done_on("github", decision, verb)) == (True, False)


@pytest.mark.parametrize("verb", ["rerun", "run", "cancel", "outcome"])
def test_the_course_is_changed_where_the_question_was_asked(verb: str) -> None:
    decision = reopened("slack")

    assert (is_done_on("slack", decision, verb), is_done_on("github", decision, verb)) == (False, True)


@pytest.mark.parametrize("verb", ["vote", "reopen"])
def test_a_vote_is_opened_anywhere_unless_it_would_open_a_gate(verb: str) -> None:
    free, gated = weak(), weak(check="gate")

    assert (is_done_on("slack", free, verb), is_done_on("github", free, verb)) == (True, True)
    assert (is_done_on("slack", gated, verb), is_done_on("github", gated, verb)) == (False, True)


def test_looking_is_done_everywhere() -> None:
    assert is_done_on("slack", weak(), "details")
