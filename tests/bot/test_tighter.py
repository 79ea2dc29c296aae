"""What replaces a decision is as tight as it was in every field, and as tight as the settings of today."""

from typing import Any

import pytest

from bot.configuration import Configuration
from bot.profiles import Profile
from bot.terms import terms_of
from bot.tightening import in_chat, loosened
from bot.tighter import higher, replacing, tighter
from consensus.events import ApprovalPolicy, Axes, Policy, Thresholds, VotePolicy
from tests.fakes import opened, start

TIGHT = Policy(
    rule="supermajority",
    human="always",
    debate="force",
    thresholds=Thresholds(quick=(9, 10), supermajority=(4, 5)),
    vote=VotePolicy(voters="@S7 among @U2 @U3", quorum=4, hidden=True),
    approval=ApprovalPolicy(approvers="@U2"),
    budget=5,
)


def test_nothing_of_the_replaced_decision_is_loosened_by_the_standard_settings() -> None:
    again = tighter(Policy(), TIGHT)

    assert again == TIGHT
    assert loosened(again, TIGHT) == ()


def test_what_the_settings_of_today_tighten_counts_too() -> None:
    assert tighter(TIGHT, Policy()) == TIGHT


@pytest.mark.parametrize(
    ("wanted", "earlier", "expected"),
    [
        ("members", "@S7", "@S7"),
        ("@S7", "members", "@S7"),
        ("@S7", "@S8", "@S7 among @S8"),
        ("members among @U2", "members", "members among @U2"),
        ("members among @U2", "@S7 among @U3", "@S7 among @U2 among @U3"),
    ],
)
def test_only_those_vote_whom_both_policies_let_vote(wanted: str, earlier: str, expected: str) -> None:
    found = tighter(Policy(vote=VotePolicy(voters=wanted)), Policy(vote=VotePolicy(voters=earlier)))

    assert found.vote.voters == expected


@pytest.mark.parametrize(
    ("wanted", "earlier", "expected"),
    [
        (None, "@U2", "@U2"),
        ("@U3", None, "@U3"),
        ("@U2, @U3", "@U3, @U4", "@U3"),
        ("@U3", "@U2", "@U2"),
    ],
)
def test_only_those_approve_whom_both_policies_name(wanted: str | None, earlier: str, expected: str) -> None:
    approval, before = ApprovalPolicy(approvers=wanted), ApprovalPolicy(approvers=earlier)

    assert tighter(Policy(approval=approval), Policy(approval=before)).approval.approvers == expected


def test_the_higher_of_each_axis_counts() -> None:
    assert higher(Axes(stakes=1, plurality=2), Axes(stakes=3)) == Axes(stakes=3, plurality=2)
    assert higher(None, Axes(stakes=3)) == Axes(stakes=3)
    assert higher(None, None) is None


def test_a_form_that_was_filled_in_anew_says_whose_votes_are_hidden() -> None:
    found = replacing(Profile(), start(opened(policy=TIGHT)), is_filled_in=True)

    assert (found.policy.vote.hidden, found.policy.vote.voters) == (False, "@S7")
    assert found.policy.approval.approvers == "@U2"


@pytest.mark.parametrize(
    ("changes", "settings"),
    [
        ({"policy": Policy(budget=9)}, {"policy": {"budget": "0.000001"}}),
        ({"policy": Policy(rule="borda")}, {"policy": {"rule": "supermajority"}}),
        ({"policy": Policy(vote=VotePolicy(quorum=4))}, {"vote": {"quorum": 6}}),
        ({"axes": Axes(stakes=1)}, {"policy": {"qualify": [2, 3, 1]}}),
        ({"axes": Axes(stakes=3), "policy": Policy(rule="majority")}, {}),
    ],
)
def test_an_earlier_decision_can_be_asked_again_after_the_settings_were_tightened(
    changes: dict[str, Any], settings: dict[str, Any]
) -> None:
    today = Configuration.model_validate(settings)
    standard = in_chat(today, {})

    assert loosened(in_chat(today, terms_of(start(opened(**changes)), today)).policy, standard.policy) == ()
