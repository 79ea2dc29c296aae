"""What a result rests on: models by the name under which they answered, and options that nobody ranked."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from tests.fake_models import Line, fails
from tests.program import ROLES, Program
from tests.voting_models import Agents, Vote, served
from tests.whole_runs.conftest import Ask

FULL = (3, 2, 2)
"""Scores that ask the whole panel."""
PANEL = "\n".join(
    f'[[agents]]\nrole = "{role}"\nmodel = "openai/{model}"\nfallback = "openai/m"'
    for role, model in zip(ROLES, "mno", strict=False)
)


@dataclass
class Exhausted(Agents):
    """Agents of whom these models answer no more."""

    gone: Sequence[str] = ()

    async def turn(self, line: Line) -> None:
        await (fails(503)(line) if line.body["model"] in self.gone else super().turn(line))


@pytest.mark.parametrize(
    ("gone", "models", "families", "reason"),
    [("o", ["m", "n", "m"], 2, "fallback_model"), ("no", ["m", "m", "m"], 1, "one_family")],
)
def test_hard_case_72_the_same_model_twice_is_not_two_voices(
    program: Program, gone: str, models: list[str], families: int, reason: str
) -> None:
    (program.folder / "consensus.toml").write_text(PANEL, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, served(Exhausted([Vote("Postgres", axes=FULL)], gone=gone)) as url:
        patch.setenv("OPENAI_BASE_URL", url)
        report = program("decide", "Postgres or MySQL?", "--json").report

    ballots = sorted(report["rounds"][0]["ballots"], key=lambda ballot: ROLES.index(ballot["role"]))
    strength = report["panel"]["strength"]
    assert ([ballot["model"] for ballot in ballots], report["panel"]["families"]) == (models, families)
    assert (strength["agreement"], strength["band"], strength["reason"]) == (1, "moderate", reason)
    assert "fallback_model" in report["panel"]["degradations"]


@pytest.mark.parametrize("rule", ["borda", "majority"])
def test_hard_case_78_an_option_that_nobody_ranked_and_an_agent_without_a_vote_stop_no_result(
    program: Program, agents: Ask, rule: str
) -> None:
    ranked = {"ranking": ["Postgres", "MySQL"]}
    agents(Vote("Postgres", axes=FULL, confidence=0.9, texts=ranked), faults={"neutral_analyst": "empty"})

    ended = program("decide", "Postgres, MySQL or SQLite?", "--rule", rule)
    report = program("show", "D-1", "--json").report

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("Postgres · moderate · 4 of 5 agents")
    assert (
        report["panel"]["scores"]
        == {
            "borda": {"Postgres": 8, "MySQL": 4, "SQLite": 0},
            "majority": {"Postgres": 4, "MySQL": 0, "SQLite": 0},
        }[rule]
    )
