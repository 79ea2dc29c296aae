"""Asking again on the same terms: what was stated beyond the settings is stated again, by the ids of people."""

from typing import Any

import pytest

from bot.configuration import Configuration
from bot.slack.terms import as_mentions
from bot.terms import terms_of
from consensus.events import Axes, Policy, VotePolicy
from tests.fakes import opened, start

PLAIN = Configuration()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {}),
        ({"policy": Policy(human="always")}, {"human": True}),
        ({"policy": Policy(human="never")}, {}),
        ({"policy": Policy(rule="supermajority", debate="force", budget=5)}, {
            "rule": "supermajority", "debate": "force", "budget": 5,
        }),
        ({"policy": Policy(vote=VotePolicy(quorum=4, open_for=7_200_000_000, hidden=True))}, {
            "quorum": 4, "close": 7_200_000_000, "hide": True,
        }),
        ({"policy": Policy(vote=VotePolicy(voters="members among @U2 @S7"))}, {"voters": "@U2 @S7"}),
        ({"axes": Axes(stakes=3)}, {"qualify": Axes(stakes=3)}),
    ],
)  # fmt: skip
def test_what_was_stated_is_stated_again(changes: dict[str, Any], expected: dict[str, Any]) -> None:
    decision = start(opened(**changes))

    assert terms_of(decision, PLAIN) == expected


def test_what_the_settings_say_today_is_not_repeated() -> None:
    settings = Configuration.model_validate({"policy": {"human": "always"}, "vote": {"quorum": 4}})
    decision = start(opened(policy=Policy(human="always", vote=VotePolicy(quorum=4))))

    assert terms_of(decision, settings) == {}


def test_people_and_groups_are_mentioned_by_their_ids() -> None:
    assert as_mentions({"voters": "@U2 @S7"}) == "<@U2> <!subteam^S7>"
    assert as_mentions({"in": "#C5", "rule": "borda"}) == "<#C5>"
    assert as_mentions({}) == ""
