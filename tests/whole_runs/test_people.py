"""What people do from the command line with a decision that waits for them, and what is looked up afterwards."""

import sqlite3

import pytest

from tests.program import Program
from tests.voting_models import Agents, Vote
from tests.whole_runs.conftest import Ask

TIED = ("decide", "A, B or C?", "--rule", "majority")


@pytest.fixture
def deadlocked(program: Program, agents: Ask) -> Agents:
    """D-1 waits for an approval of B."""
    scripted = agents(
        Vote("A", ("risk_analyst", "devils_advocate")),
        Vote("B", ("optimist", "neutral_analyst")),
        Vote("C"),
        moderator=("B", "B"),
    )
    assert program(*TIED).code == 3
    scripted.log.clear()
    return scripted


@pytest.mark.usefixtures("deadlocked")
def test_an_approval_decides(program: Program) -> None:
    ended = program("approve", "D-1", "--because", "we need it")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("B · by a person's approval\n")
    assert "we need it" in ended.out


@pytest.mark.usefixtures("deadlocked")
def test_a_rejection_needs_a_reason(program: Program) -> None:
    ended = program("reject", "D-1")

    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "Say why you reject it: add a reason.\n"
    assert program("show", "D-1", "--json").report["status"] == "awaiting_approval"


@pytest.mark.usefixtures("deadlocked")
def test_a_rejected_proposal_is_put_to_a_vote_of_the_tied_options(program: Program) -> None:
    ended = program("reject", "D-1", "--because", "too dear", "--json")

    assert (ended.code, ended.report["status"]) == (3, "awaiting_vote")
    assert list(ended.report["people"]["vote"]["tally"]) == ["A", "B"]


def test_a_vote_instead_of_an_approval_decides_without_the_agents(program: Program, deadlocked: Agents) -> None:
    ended = program("vote", "D-1", "c", "--json")

    assert (ended.code, ended.report["verdict"]["winner"]) == (0, "C")
    assert deadlocked.log == []


@pytest.mark.usefixtures("deadlocked")
def test_a_vote_for_no_option_of_the_decision_leaves_everything_as_it_was(program: Program) -> None:
    ended = program("vote", "D-1", "D")

    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "That is not an option of this vote: name one of its options, or abstain.\n"
    assert program("show", "D-1", "--json").report["status"] == "awaiting_approval"


@pytest.mark.usefixtures("deadlocked")
def test_an_abstention_leaves_the_vote_open(program: Program) -> None:
    ended = program("vote", "D-1", "abstain", "--json")

    vote = ended.report["people"]["vote"]
    assert (ended.code, ended.err, vote["state"], vote["voted"]) == (3, "", "open", 1)


@pytest.mark.usefixtures("deadlocked")
def test_a_cancelled_decision_ends_without_a_winner_and_can_be_voted_on_no_more(program: Program) -> None:
    cancelled = program("cancel", "D-1", "--because", "obsolete")
    voted = program("vote", "D-1", "A")

    assert (cancelled.code, cancelled.out.splitlines()[0]) == (5, "Cancelled by you")
    assert (voted.code, voted.err) == (2, "This decision was cancelled: ask again instead.\n")


def test_a_question_that_was_not_needed_is_run_anyway(program: Program, agents: Ask) -> None:
    scripted = agents(Vote("yes", axes=(0, 1, 0)))
    refused = program("decide", "Does CI use Python 3.12?")

    ended = program("run", "D-1", "--json")

    assert (refused.code, ended.code, ended.report["verdict"]["winner"]) == (5, 0, "yes")
    assert len(scripted.log) == len(set(scripted.asked("vote")))


@pytest.mark.usefixtures("deadlocked")
def test_resume_of_what_waits_for_people_changes_nothing(program: Program) -> None:
    shown = program("show", "D-1")

    ended = program("resume", "D-1")

    assert (ended.code, ended.out) == (3, shown.out)


@pytest.mark.usefixtures("deadlocked")
def test_decisions_are_listed_and_found(program: Program, agents: Ask) -> None:
    agents(Vote("Redis"))
    program("decide", "Redis or Memcached for sessions?")

    listed, found = program("list"), program("search", "sessions")
    strong, as_json = program("list", "moderate"), program("list", "open", "--json")

    assert [row.split(" · ")[0] for row in listed.out.splitlines()] == ["D-2", "D-1"]
    assert found.out.endswith("Redis · moderate · Redis or Memcached for sessions?\n")
    assert strong.out == found.out
    assert '"id": "D-1"' in as_json.out
    assert '"id": "D-2"' not in as_json.out


def test_nothing_found_is_said_on_stderr(program: Program) -> None:
    ended = program("search", "nothing")

    assert (ended.code, ended.out, ended.err) == (0, "", "Nothing found.\n")


def test_what_comes_back_from_a_migration_is_one_sentence(program: Program) -> None:
    ended = program("migrate")

    assert (ended.code, ended.out) == (0, "The database is up to date.\n")


@pytest.mark.usefixtures("deadlocked")
def test_a_changed_record_is_named_by_its_first_bad_row(program: Program) -> None:
    with sqlite3.connect(program.folder / "runs.db") as record:
        for (name,) in record.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            record.execute(f"DROP TRIGGER {name}")
        record.execute("UPDATE event SET facts = replace(facts, '\"confidence\":9', '\"confidence\":8') WHERE seq = 2")
    record.close()

    ended = program("verify")

    assert (ended.code, ended.err) == (1, "")
    assert ended.out.startswith("D-1: BROKEN · Event 2 is not what its hash says: the record was changed")
