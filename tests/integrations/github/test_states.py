"""What is read on GitHub in each state, in both languages: a change of any word shows in `states/`."""

from typing import get_args

import pytest
from inline_snapshot import external_file

from consensus.decision import Decision
from consensus.events import Draft, HeadMoved, Superseded
from consensus.panel.agents import Language
from integrations.github.markdown import sticky, turn, verdict
from integrations.github.offers import Around
from tests.fakes import after
from tests.integrations.github.speaking import AROUND, HEAD, Voice
from tests.integrations.slack.speaking import STATES, TIE, WEAK
from tests.scenes import by_engine

FOLDED = "<details>"
STRONG = STATES["strong"]
ENDED: dict[str, Decision] = {
    "stale": after(STRONG, by_engine(HeadMoved(before=HEAD, after="def5678" + "0" * 33))),
    "replaced": after(STRONG, Draft(actor="asker", facts=Superseded(successor="D-2"))),
}


@pytest.mark.parametrize("lang", get_args(Language))
def test_what_is_seen_first_in_every_state(lang: Language) -> None:
    shown = {name: sticky(decision, Voice(lang), Around()).body for name, decision in (STATES | ENDED).items()}

    screens = "\n".join(f"## {name}\n\n{body.partition(FOLDED)[0].strip()}\n" for name, body in shown.items())

    assert screens == external_file(f"states/{lang}.md", format=".txt")


def test_a_verdict_as_a_whole() -> None:
    body = verdict(STATES["moderate"], Voice(), AROUND).body

    assert body.partition("record")[0] == external_file("states/verdict.md", format=".txt")


@pytest.mark.parametrize("lang", get_args(Language))
def test_people_are_called_to_a_vote_and_to_an_approval(lang: Language) -> None:
    say = Voice(lang)
    calls = (turn(WEAK, say, AROUND, "turn"), turn(WEAK, say, AROUND, "reminder"), turn(TIE, say, AROUND, "turn"))

    assert "\n\n---\n\n".join(call.body for call in calls) == external_file(f"states/calls-{lang}.md", format=".txt")
