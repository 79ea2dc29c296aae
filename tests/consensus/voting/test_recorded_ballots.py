"""Recorded ballots of real models and computed profiles give the figures they should."""

import json
from typing import Any

import pytest

from consensus.voting.rules import borda
from consensus.voting.tally import condorcet_winner, tally
from tests.benchmarks.replayed_panels import plan_row, rules_row
from tests.benchmarks.replayed_rounds import profile_ballots
from tests.recorded import FOLDER, recording, rows

PROFILES = rows("oracle")[1]
FIGURES = json.loads((FOLDER / "figures.json").read_text(encoding="utf-8"))


def test_all_profiles_of_the_oracle_are_here() -> None:
    assert len(PROFILES) == 136


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile["id"])
def test_borda_agrees_with_the_oracle(profile: dict[str, Any]) -> None:
    options, ballots = [str(candidate) for candidate in profile["candidates"]], profile_ballots(profile)

    counted = tally("borda", options, ballots, asked=len(ballots))

    assert borda(ballots, options) == {name: int(1000 * score) for name, score in profile["borda_average"].items()}
    assert counted.leaders == tuple(map(str, profile["borda_winners"]))
    expected = profile["condorcet_winner"]
    assert condorcet_winner(ballots, options) == (None if expected is None else str(expected))


def test_the_rules_on_a_reading_test_and_five_models() -> None:
    recorded = recording("sat_en")

    assert rules_row(recorded, recorded.panel(5)) == FIGURES["Rules"]["SAT, 5"]


def test_the_adaptive_plan_on_a_reading_test_and_five_models() -> None:
    recorded = recording("sat_en")

    assert plan_row(recorded, recorded.panel(5), "engine") == FIGURES["Adaptive plan"]["SAT, 5, engine"]


@pytest.mark.parametrize("file", ["boolq", "sat_en", "debate", "judges", "council", "oracle"])
def test_a_file_names_its_source_and_licence(file: str) -> None:
    header, records = rows(file)

    assert header["source"]
    assert header["licence"].startswith("MIT")
    assert records
