"""What a card asks is the newest thing that is open, and people answer it where it was asked of them."""

import pytest

from consensus.card.about import about, where_people_answer
from consensus.decision import Decision
from consensus.events import Policy
from tests.fakes import opened, start
from tests.scenes import FULL, carry_on, cast, close_early, closed, debated, hear, panel, put_to_a_vote

TIE = carry_on(debated("ABAB-", "ABAB-", safety_order=("o2", "o1")))


@pytest.mark.parametrize(
    ("decision", "kind"),
    [
        (start(opened()), "opened"),
        (closed(panel("A-n!-")), "panel_closed"),
        (put_to_a_vote(closed(panel("A-n!-"))), "vote_opened"),
        (TIE, "proposal_made"),
        (carry_on(hear(start(opened()), "AA")), "verdict_reached"),
    ],
)
def test_a_card_is_about_what_can_be_answered_now(decision: Decision, kind: str) -> None:
    assert decision.events[about(decision) - 1].facts.kind == kind


@pytest.mark.parametrize(
    ("places", "via", "platform"),
    [
        (("github:1:4", "slack:T1:C1:1.0"), "github", "github"),
        (("slack:T1:C1:1.0", "github:1:4"), "slack-form", "slack"),
        (("terminal",), "terminal", "terminal"),
        ((), "slack-form", "slack"),
    ],
)
def test_people_answer_where_it_was_asked_first(places: tuple[str, ...], via: str, platform: str) -> None:
    weak = carry_on(panel("AAB--", axes=FULL, policy=Policy(debate="off"), places=places, via=via))

    assert weak.people.open_vote
    assert where_people_answer(weak) == platform


@pytest.mark.parametrize(("via", "platform"), [("slack-form", "slack"), ("github", "github"), ("terminal", "terminal")])
def test_people_answer_where_a_person_put_it_to_a_vote(via: str, platform: str) -> None:
    voting = put_to_a_vote(closed(panel("A-n!-", places=("slack:T1:C1:1.0",))), via=via)

    assert where_people_answer(voting) == platform
    assert where_people_answer(close_early(cast(voting, "o1", "o1", "o2"))) == "slack"
