"""What a card asks is the newest thing that is open."""

import pytest

from consensus.card.about import about
from consensus.decision import Decision
from tests.fakes import opened, start
from tests.scenes import carry_on, closed, debated, hear, panel, put_to_a_vote

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
