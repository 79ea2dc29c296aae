"""`--json` as scripts rely on it: one object, every key of the contract, on the ways a decision can end or wait."""

from typing import Any

import pytest

from tests.program import Program
from tests.voting_models import Agents, Vote
from tests.whole_runs.conftest import Ask

OPTIMIST, DEVIL, NEUTRAL, USER = "optimist", "devils_advocate", "neutral_analyst", "user_advocate"
QUESTION = "Postgres, MySQL, SQLite or Oracle?"
SHAPE = {
    "": "id question options status rule verdict panel people qualification rounds usage superseded_by duration_ms "
    "rehearsal",
    "verdict": "winner decided_by proposed_by is_strong requires_human_review strength minority_report degradations",
    "strength": "band agreement support margin ballots_to_flip asked cast reason",
    "minority_report": "options rationales risks_raised would_change",
    "panel": "outcome stage leader tied strength minority_report",
    "people": "vote proposal",
    "qualification": "uncertainty stakes plurality by",
    "round": "round stage ballots abstentions",
    "ballot": "seat role model family choice confidence ranking rationale risks would_change moved_by",
    "abstention": "seat role cause",
    "usage": "calls tokens_in tokens_out cost_usd",
}
"""The names that the contract lists, by the object they belong to; there may be more."""


def quick(agents: Ask) -> Agents:
    return agents(Vote("Postgres"))


def weak(agents: Ask) -> Agents:
    return agents(Vote("MySQL", (OPTIMIST,)), Vote("SQLite", (USER,)), Vote("Oracle", (NEUTRAL,)), Vote("Postgres"))


def deadlock(agents: Ask) -> Agents:
    return agents(
        Vote("none_of_these", (USER,)),
        Vote("MySQL", (OPTIMIST, NEUTRAL)),
        Vote("Postgres"),
        moderator=("MySQL", "MySQL"),
    )


WAYS = {"quick": quick, "weak": weak, "deadlock": deadlock}


def objects(report: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Every object of a report under its name in the contract."""
    found = [("", report), ("panel", report["panel"]), ("people", report["people"]), ("usage", report["usage"])]
    found += [("qualification", report["qualification"])]
    for whole in (report["verdict"], report["panel"]):
        found += [(name, whole[name]) for name in ("strength", "minority_report") if whole]
    found += [("verdict", report["verdict"])] if report["verdict"] else []
    for round_ in report["rounds"]:
        found += [("round", round_)]
        found += [("ballot", each) for each in round_["ballots"]]
        found += [("abstention", each) for each in round_["abstentions"]]
    return found


@pytest.mark.parametrize("way", WAYS)
def test_every_key_of_the_contract_is_there(program: Program, agents: Ask, way: str) -> None:
    WAYS[way](agents)

    ended = program("decide", QUESTION, "--rule", "majority", "--json")

    lacking = [(name, key) for name, each in objects(ended.report) for key in SHAPE[name].split() if key not in each]
    assert lacking == []
    assert {name for name, _ in objects(ended.report)} >= SHAPE.keys() - {"verdict", "abstention"}
    assert ended.report["usage"]["cost_usd"] is None
    assert ended.report["rehearsal"] is False


def test_a_quick_vote_as_scripts_see_it(program: Program, agents: Ask) -> None:
    quick(agents)

    report = program("decide", QUESTION, "--rule", "majority", "--json").report

    assert (report["id"], report["status"], report["rule"]) == ("D-1", "decided", "majority")
    assert report["options"] == ["Postgres", "MySQL", "SQLite", "Oracle"]
    verdict = report["verdict"]
    assert (verdict["winner"], verdict["decided_by"], verdict["requires_human_review"]) == (
        "Postgres",
        "quick_vote",
        False,
    )
    assert verdict["strength"] == {
        "band": "moderate",
        "agreement": 1,
        "support": 0.94,
        "margin": 2,
        "ballots_to_flip": 1,
        "asked": 2,
        "cast": 2,
        "reason": "quick_vote",
    }
    assert report["qualification"] == {"uncertainty": 1, "stakes": 1, "plurality": 1, "by": "agents"}
    assert [(each["round"], each["stage"]) for each in report["rounds"]] == [(1, "quick_vote")]


def test_a_weak_result_has_no_verdict_yet(program: Program, agents: Ask) -> None:
    weak(agents)

    ended = program("decide", QUESTION, "--rule", "majority", "--json")

    report = ended.report
    assert (ended.code, report["status"], report["verdict"]) == (3, "awaiting_vote", None)
    assert (report["panel"]["outcome"], report["panel"]["leader"], report["panel"]["tied"]) == ("weak", "Postgres", [])
    assert report["panel"]["strength"]["agreement"] == 0.4
    assert report["panel"]["minority_report"]["options"] == ["MySQL", "SQLite", "Oracle"]
    assert (report["people"]["vote"]["state"], report["people"]["proposal"]) == ("open", None)
    assert [each["stage"] for each in report["rounds"]] == ["full_vote", "full_debate", "full_debate"]


def test_a_deadlock_waits_for_an_approval(program: Program, agents: Ask) -> None:
    deadlock(agents)

    ended = program("decide", QUESTION, "--rule", "majority", "--json")

    report = ended.report
    assert (ended.code, report["status"], report["verdict"]) == (3, "awaiting_approval", None)
    assert (report["panel"]["outcome"], report["panel"]["leader"]) == ("tied", None)
    assert sorted(report["panel"]["tied"]) == ["MySQL", "Postgres"]
    assert report["people"]["proposal"]["option"] == "MySQL"
    assert {said["cause"] for said in report["rounds"][0]["abstentions"]} == {"none_of_these"}


def test_show_prints_the_same_object(program: Program, agents: Ask) -> None:
    quick(agents)
    decided = program("decide", QUESTION, "--json")

    shown = program("show", "D-1", "--json")

    assert (shown.code, shown.report) == (0, decided.report)


def test_a_verdict_of_people_stands_in_the_same_places(program: Program, agents: Ask) -> None:
    weak(agents)
    program("decide", QUESTION, "--rule", "majority")

    ended = program("vote", "D-1", "MySQL", "--because", "we run it", "--json")

    verdict = ended.report["verdict"]
    assert (ended.code, verdict["winner"], verdict["decided_by"]) == (0, "MySQL", "human_vote")
    assert (verdict["strength"]["cast"], verdict["requires_human_review"]) == (1, False)
    assert ended.report["people"]["vote"]["tally"]["MySQL"] == 1
