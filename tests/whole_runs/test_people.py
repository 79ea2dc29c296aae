"""What people do from the command line with a decision that waits for them, and what is looked up afterwards."""

import sqlite3
from functools import partial

import pytest

from bot.app import open_desk as open_real_desk
from bot.app import wall_clock
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
@pytest.mark.parametrize("word", ["abstain", "Abstention"])
def test_an_abstention_says_in_one_line_that_the_vote_closes_by_itself(program: Program, word: str) -> None:
    ended, again = program("vote", "D-1", word), program("resume", "D-1")

    assert ended.code == 3
    assert ended.out == (
        "Everybody has voted: the vote closes a minute after the last vote, "
        "and then this ends it: python -m bot resume D-1\n"
    )
    assert again == ended


def test_a_minute_after_the_only_abstention_resume_ends_the_vote(program: Program, agents: Ask) -> None:
    agents(Vote("A"))
    program("decide", "A or B?", "--human")
    program("vote", "D-1", "abstain")
    later = partial(open_real_desk, clock=lambda: wall_clock() + 61_000_000)

    ended = program("resume", "D-1", "--json", open_desk=later)

    assert (ended.code, ended.report["status"], ended.report["people"]["vote"]["state"]) == (5, "undecided", "closed")


@pytest.mark.parametrize("options", [("Abstain", "Go"), ("Go", "abstention")])
def test_an_option_that_is_called_like_an_abstention_can_be_voted_for(
    program: Program, agents: Ask, options: tuple[str, str]
) -> None:
    agents(Vote("Go"))
    program("decide", "Which?", "--option", options[0], "--option", options[1], "--human")
    named = next(option for option in options if option != "Go")

    ended = program("vote", "D-1", named.upper(), "--json")

    assert (ended.code, ended.report["verdict"]["winner"]) == (0, named)


def test_a_configured_quorum_is_for_teams_and_not_for_the_terminal(program: Program, agents: Ask) -> None:
    agents(Vote("A"))
    settings = program.folder / "consensus.toml"
    settings.write_text(settings.read_text(encoding="utf-8") + "\n[vote]\nquorum = 3\n", encoding="utf-8")

    asked = program("decide", "A or B?", "--human", "--json")
    ended = program("vote", "D-1", "B", "--json")

    assert asked.report["people"]["vote"]["quorum"] == 1
    assert (ended.code, ended.report["verdict"]["winner"]) == (0, "B")


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
    program("migrate")

    ended = program("search", "nothing")

    assert (ended.code, ended.out, ended.err) == (0, "", "Nothing found.\n")


def test_an_empty_record_has_nothing_to_verify(program: Program) -> None:
    program("migrate")

    ended = program("verify")

    assert (ended.code, ended.out) == (0, "")
    assert ended.err == "There is no decision yet, so there is nothing to verify.\n"


@pytest.mark.parametrize(
    ("state", "found"),
    [("decided", ["D-2"]), ("awaiting_approval", ["D-1"]), ("Awaiting-Approval", ["D-1"]), ("undecided", [])],
)
@pytest.mark.usefixtures("deadlocked")
def test_a_list_knows_every_status(program: Program, agents: Ask, state: str, found: list[str]) -> None:
    agents(Vote("Redis"))
    program("decide", "Redis or Memcached for sessions?")

    listed = program("list", state)

    assert (listed.code, [row.split(" · ")[0] for row in listed.out.splitlines()]) == (0, found)


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
