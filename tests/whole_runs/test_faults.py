"""Agents that fail on the wire, one, three or all of five: a stated cause each, and the exit code that follows."""

import socket
from typing import Any

import pytest

from tests.program import KEY, Program
from tests.voting_models import FAULTS, Vote
from tests.whole_runs.conftest import Ask

SEATS = ("risk_analyst", "devils_advocate", "user_advocate", "optimist", "neutral_analyst")
CAUSES = {
    "429": "rate_limited",
    "500": "provider_error",
    "hang": "timeout",
    "401": "provider_error",
    "refusal": "refused",
    "reset": "provider_error",
    "malformed": "unparseable",
    "no choice": "unparseable",
    "fenced": None,
    "outside": "outside_options",
    "empty": "empty",
    "truncated": "unparseable",
}
"""What each fault becomes; an answer in a fence is still an answer."""
CALLS = {"429": 3, "500": 3, "reset": 3, "malformed": 2, "no choice": 2, "outside": 2, "truncated": 2}
"""Requests per failing seat: three attempts where another can help, one repair of an answer, else one."""


def causes(report: dict[str, Any]) -> set[str]:
    return {said["cause"] for round_ in report["rounds"] for said in round_["abstentions"]}


@pytest.mark.parametrize("silent", [1, 3, 5])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_a_named_abstention(program: Program, agents: Ask, fault: str, silent: int) -> None:
    scripted = agents(Vote("Postgres"), faults=dict.fromkeys(SEATS[:silent], fault))
    program.patience = 2 if fault == "hang" else program.patience
    cause = CAUSES[fault]

    ended = program("decide", "Postgres or MySQL?", "--json")

    report = ended.report
    calls = [said.seat for said in scripted.log].count(SEATS[0])
    if cause is None:
        assert (ended.code, report["panel"]["stage"], causes(report)) == (0, "quick_vote", set())
    elif silent == 1:
        assert (ended.code, report["panel"]["outcome"], causes(report)) == (0, "settled", {cause})
        assert (report["verdict"]["strength"]["band"], calls) == ("moderate", CALLS.get(fault, 1))
    else:
        assert (ended.code, report["panel"]["outcome"], report["status"]) == (4, "no_quorum", "no_quorum")
        assert (causes(report), len(report["rounds"][0]["abstentions"])) == ({cause}, silent)


def test_hard_case_74_a_key_in_an_error_reaches_no_log_no_record_and_nobody(
    program: Program, agents: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    agents(Vote("Postgres"), faults=dict(zip(SEATS, ("500", "401", "500", "401", "500"), strict=True)))
    caplog.set_level("DEBUG")

    decided, exported = program("decide", "Postgres or MySQL?"), program("export", "D-1", "--format", "json")

    assert decided.code == 4
    assert "was seen at the provider" in exported.out
    assert "generateContent?key=" in exported.out
    for text in (decided.out, decided.err, exported.out, caplog.text, program.kept().decode(errors="replace")):
        assert not any(secret in text for secret in ("sk-abcdefgh12345678", "AIzaSyA123456789", KEY))


@pytest.mark.parametrize(
    ("lang", "causes"),
    [
        ("en", ("timed out", "provider error", "refused to answer")),
        ("fr", ("délai dépassé", "erreur du fournisseur", "a refusé de répondre")),
    ],
)
def test_hard_case_76_a_timeout_a_refused_key_and_a_refusal_read_differently(
    program: Program, agents: Ask, lang: str, causes: tuple[str, str, str]
) -> None:
    agents(Vote("Postgres"), faults=dict(zip(SEATS, ("hang", "401", "refusal"), strict=False)))
    program.patience = 0.8
    program.env["LANG"] = lang

    ended = program("decide", "Postgres or MySQL?", "--lang", lang)

    assert ended.code == 4
    assert [ended.out.count(f"({cause})") for cause in causes] == [1, 1, 1]


@pytest.mark.parametrize("said", ["malformed", "no choice"])
def test_hard_case_77_a_moderator_that_cannot_be_read_leaves_the_deadlock_to_people(
    program: Program, agents: Ask, said: str
) -> None:
    votes = (
        Vote("A", ("risk_analyst", "devils_advocate")),
        Vote("B", ("optimist", "neutral_analyst")),
        Vote("C"),
    )
    asked = ("decide", "A, B or C?", "--rule", "majority", "--json")
    agents(*votes, faults={"moderator": said}, moderator=("A", "A"))
    ended, card = program(*asked), program("show", "D-1")
    agents(*votes, moderator=("A", "A"))
    sound = program(*asked)

    report = ended.report
    assert (ended.code, report["status"], report["people"]["proposal"]["option"]) == (3, "awaiting_vote", None)
    assert (sound.report["status"], sound.report["panel"]) == ("awaiting_approval", report["panel"])
    assert "The moderator did not name the same option twice, so it proposes nothing." in card.out


def test_a_seat_that_fails_in_the_last_round_keeps_its_ballot(program: Program, agents: Ask) -> None:
    scripted = agents(
        Vote("A", ("risk_analyst", "devils_advocate")),
        Vote("B", ("optimist", "neutral_analyst")),
        Vote("none_of_these", ("user_advocate",), kind="vote"),
        Vote("A", ("user_advocate",)),
        late_faults={"optimist": "empty"},
    )

    ended = program("decide", "A or B?", "--json")

    last = ended.report["rounds"][-1]["abstentions"]
    assert (ended.code, scripted.asked("final").count("optimist")) == (0, 1)
    assert [(said["seat"], said["cause"], said["carried_from"]) for said in last] == [("optimist", "empty", 1)]
    assert "seat_carried" in ended.report["verdict"]["degradations"]


def test_models_that_are_not_there_are_no_quorum(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{port}/v1")

    ended = program("decide", "Postgres or MySQL?")

    assert (ended.code, ended.err) == (4, "")
    assert ended.out.startswith("No result: none of 5 agents answered, 3 are needed\n")
    assert ended.out.count("provider error") == 5
