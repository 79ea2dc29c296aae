"""Replays all recorded ballots through the engine's voting and prints each figure beside the expected one.

    python tests/benchmarks/replay_recorded_ballots.py

Exit 1 where a figure differs.
"""

import json
import sys
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.replayed_panels import PLANS, Figures, calibration_row, plan_row, rules_row
from tests.benchmarks.replayed_rounds import (
    council_row,
    debate_plan_row,
    debate_row,
    judges_row,
    oracle_row,
    order_row,
    round_row,
)
from tests.recorded import FOLDER, logs, recording

Tables = dict[str, dict[str, Figures]]
FILES = {"BoolQ": "boolq", "SAT": "sat_en"}
SIZES = (11, 5)
ROUNDS = (1, 2, 3)
MOST_POINTS_LOST = 1


def panels() -> Tables:
    recordings = {name: recording(file) for name, file in FILES.items()}
    sized = {f"{name}, {size}": (recordings[name], recordings[name].panel(size)) for name in FILES for size in SIZES}
    return {
        "Rules": {row: rules_row(*panel) for row, panel in sized.items()},
        "Adaptive plan": {f"{row}, {plan}": plan_row(*panel, plan) for row, panel in sized.items() for plan in PLANS},
        "Calibration": {
            f"{name}, {agent}": calibration_row(recorded, agent)
            for name, recorded in recordings.items()
            for agent in recorded.agents
        },
    }


def debates() -> Tables:
    debate = logs("debate")
    rounds = {f"round {number}": round_row(debate, number - 1) for number in ROUNDS}
    return {"Debate": {"all": debate_row(debate), **rounds, "plan agree": debate_plan_row(debate)}}


def others(expected: Tables) -> Tables:
    judges = recording("judges")
    return {
        "Judges": {
            row: judges_row(judges, row) if row.startswith("swap") else order_row(judges, row)
            for row in expected["Judges"]
        },
        "Oracle": {kind: oracle_row(kind) for kind in expected["Oracle"]},
        "Council": {structure: council_row(structure) for structure in expected["Council"]},
    }


def compare(expected: Tables, computed: Tables) -> int:
    """Print every expected figure with what was computed; how many differ."""
    failures = 0
    for table, rows in expected.items():
        print(f"\n{table}")
        for row, figures in rows.items():
            for name, figure in figures.items():
                found = computed[table][row][name]
                failures += found != figure
                print(f"  {'ok  ' if found == figure else 'FAIL'} {row}: {name}: {found} (expected {figure})")
    return failures


def first_number(figure: str) -> int:
    return int(figure.split(maxsplit=1)[0].replace(",", ""))


def losses(computed: Tables) -> int:
    """Print what asking few first costs in right answers, against always asking all; how many cost too much."""
    failures = 0
    for name, file in FILES.items():
        records = len(recording(file).records)
        for size in SIZES:
            row = f"{name}, {size}"
            plan = computed["Adaptive plan"][f"{row}, engine"]
            few = Fraction(first_number(plan["right"]), first_number(plan["pairs"]))
            lost = 100 * (Fraction(first_number(computed["Rules"][row]["confidence-weighted"]), records) - few)
            failures += lost > MOST_POINTS_LOST
            verdict = "ok  " if lost <= MOST_POINTS_LOST else "FAIL"
            print(f"  {verdict} {row}: points lost against the full panel {float(lost):.2f} (bound {MOST_POINTS_LOST})")
    return failures


def main() -> int:
    expected: Tables = json.loads((FOLDER / "figures.json").read_text(encoding="utf-8"))
    computed = panels() | debates() | others(expected)
    failures = compare(expected, computed)
    print("\nThe plan against the full panel")
    failures += losses(computed)
    print(f"\n{failures} figures differ" if failures else "\nall figures as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
