"""The program as a process of its own: killed, interrupted, in a pipe, on a terminal, and what it loads."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.program import Program
from tests.voting_models import Vote
from tests.whole_runs.conftest import Ask

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 60
"""Seconds after which a process is given up; none should need a tenth of it."""
LOADED: Final = """
import sys
from bot.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*(name for name in sys.modules if name.count(".") < 2), file=sys.stderr)
"""
SPLIT: Final = (
    Vote("MySQL", ("optimist", "neutral_analyst")),
    Vote("none_of_these", ("user_advocate",), kind="vote"),
    Vote("Postgres"),
)
REHEARSED: Final = "\n".join(
    f'[[agents]]\nrole = "{role}"\nmodel = "rehearsal/agent"'
    for role in ("risk analyst", "optimist", "devil's advocate", "neutral analyst", "user advocate")
)


def environment(program: Program) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**kept, **program.env, "PYTHONPATH": str(ROOT)}


@contextmanager
def started(
    program: Program, *command: str, terminal: int | None = None, path: Path | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Python at work on this in the program's folder, in pipes or on a terminal; it is gone in the end."""
    with subprocess.Popen(  # noqa: S603 -- our own program
        [sys.executable, *command],
        cwd=program.folder,
        env=environment(program) | ({"PYTHONPATH": f"{path}{os.pathsep}{ROOT}"} if path else {}),
        text=True,
        stdin=subprocess.DEVNULL if terminal is None else terminal,
        stdout=subprocess.PIPE if terminal is None else terminal,
        stderr=subprocess.PIPE if terminal is None else terminal,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def rounds(program: Program) -> list[tuple[int, str]]:
    """Who has been heard in which round, as the record says."""
    report = program("show", "D-1", "--json").report
    said = ("ballots", "critiques", "abstentions")
    return [(round_["round"], each["seat"]) for round_ in report["rounds"] for kind in said for each in round_[kind]]


def test_a_killed_process_loses_nothing_and_holds_nobody_up(program: Program, agents: Ask) -> None:
    first = agents(*SPLIT, late_faults={"user_advocate": "hang"})
    with started(program, "-m", "bot", "decide", "Postgres or MySQL?") as process:
        assert first.hanging.wait(PATIENCE)
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    before = rounds(program)
    second = agents(*SPLIT)

    ended = program("resume", "D-1", "--json")

    asked = [({"vote": 1, "critique": 2, "final": 3}[said.kind], said.seat) for said in second.log]
    assert (process.returncode, ended.code, ended.report["verdict"]["decided_by"]) == (-9, 0, "full_debate")
    assert len(before) >= 10
    assert sorted([*before, *asked]) == sorted(rounds(program))
    assert program("verify").code == 0


def test_an_interrupted_process_is_parked_with_one_sentence(program: Program, agents: Ask) -> None:
    scripted = agents(*SPLIT, faults={"user_advocate": "hang"})
    with started(program, "-m", "bot", "decide", "Postgres or MySQL?") as process:
        assert scripted.hanging.wait(PATIENCE)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out) == (130, "")
    assert err == "Stopped; nothing is lost. Go on with: python -m bot resume D-1\n"


def test_a_terminated_process_is_parked_and_can_be_taken_up_again(program: Program, agents: Ask) -> None:
    first = agents(*SPLIT, late_faults={"user_advocate": "hang"})
    with started(program, "-m", "bot", "decide", "Postgres or MySQL?") as process:
        assert first.hanging.wait(PATIENCE)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    before = rounds(program)
    agents(*SPLIT)

    resumed = program("resume", "D-1", "--json")

    assert (process.returncode, out) == (143, "")
    assert err == "Stopped; nothing is lost. Go on with: python -m bot resume D-1\n"
    assert len(before) >= 10
    assert (resumed.code, resumed.report["verdict"]["decided_by"]) == (0, "full_debate")


NEVER_LOADED: Final = """
import os
import threading
os.write(2, b"loading ")
threading.Event().wait()
"""
"""What stands in the place of litellm: a module that is imported for ever."""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_library_that_is_still_being_loaded_holds_nobody_up(
    program: Program, tmp_path_factory: pytest.TempPathFactory, sent: signal.Signals
) -> None:
    folder = tmp_path_factory.mktemp("slow")
    (folder / "litellm.py").write_text(NEVER_LOADED, encoding="utf-8")
    with started(program, "-m", "bot", "decide", "Postgres or MySQL?", path=folder) as process:
        assert process.stderr
        assert process.stderr.read(8) == "loading "
        process.send_signal(sent)
        out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out) == (128 + sent, "")
    assert err.replace("loading ", "") == "Stopped; nothing is lost. Go on with: python -m bot resume D-1\n"


EVERYTHING_WENT_WELL: Final = (0, "", "")


@pytest.mark.parametrize(
    ("words", "closed", "ends"),
    [
        ('decide "Postgres or MySQL?"', "<&- >&- 2>&-", EVERYTHING_WENT_WELL),
        ("verify", "<&- >&-", (0, "", "There is no decision yet, so there is nothing to verify.\n")),
        ("search x", "2>&-", EVERYTHING_WENT_WELL),
        (
            "tally - --rule borda",
            "<&-",
            (2, "", "There is nothing to count: give one JSON object with options and ballots.\n"),
        ),
    ],
)
def test_closed_standard_streams_are_no_fault(
    program: Program, agents: Ask, words: str, closed: str, ends: tuple[int, str, str]
) -> None:
    agents(Vote("Postgres"))
    program("migrate")

    done = subprocess.run(  # noqa: S603 -- our own program
        ["/bin/sh", "-c", f'"$0" -m bot {words} {closed}', sys.executable],
        cwd=program.folder,
        env=environment(program),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert (done.returncode, done.stdout, done.stderr) == ends
    assert program("verify").code == 0


def loaded(words: Sequence[str], program: Program) -> set[str]:
    with started(program, "-c", LOADED, *words) as process:
        _, err = process.communicate(timeout=PATIENCE)
    return set(err.splitlines()[-1].split())


def test_hard_case_73_help_loads_neither_models_nor_tables(program: Program) -> None:
    assert loaded(["--help"], program) & {"litellm", "sqlmodel", "sqlalchemy", "alembic", "rich", "aiohttp"} == set()


@pytest.mark.parametrize("words", [["list"], ["search", "x"], ["verify"], ["show", "D-1"]])
def test_hard_case_73_a_look_up_loads_no_models(program: Program, agents: Ask, words: list[str]) -> None:
    agents(Vote("Postgres"))
    assert program("decide", "Postgres or MySQL?").code == 0

    modules = loaded(words, program)

    assert "sqlmodel" in modules
    assert modules & {"litellm", "openai", "aiohttp", "rich"} == set()


def test_a_whole_decision_loads_no_proxy(program: Program) -> None:
    (program.folder / "consensus.toml").write_text(REHEARSED, encoding="utf-8")

    modules = loaded(["decide", "rehearse: tie. A or B?"], program)

    assert "litellm" in modules
    assert "litellm.proxy" not in modules


def test_a_pipe_that_nobody_reads_is_no_error(program: Program, agents: Ask) -> None:
    agents(Vote("Postgres"))
    program("decide", "Postgres or MySQL?")
    ends = {}

    for words in ("show D-1", "list", "--help", "export D-1 --format json"):
        with started(program, "-m", "bot", *words.split()) as process:
            assert process.stdout
            assert process.stderr
            process.stdout.close()
            ends[words] = (process.wait(PATIENCE), process.stderr.read())

    assert set(ends.values()) == {(0, "")}


def read_until(terminal: int, wanted: str) -> str:
    """What the terminal shows up to these words."""
    shown = b""
    while wanted.encode() not in shown:
        shown += os.read(terminal, 4096)
    return shown.decode(errors="replace")


def test_on_a_terminal_the_person_is_asked_there_and_then(program: Program) -> None:
    (program.folder / "consensus.toml").write_text(REHEARSED, encoding="utf-8")
    terminal, other = pty.openpty()

    with started(program, "-m", "bot", "decide", "rehearse: weak. A or B?", terminal=other) as process:
        os.close(other)
        read_until(terminal, "leave it open):")
        os.write(terminal, b"2\n")
        read_until(terminal, "may be empty):")
        os.write(terminal, b"we know it\n")
        shown = read_until(terminal, "record ")
        code = process.wait(PATIENCE)
    os.close(terminal)

    report = program("show", "D-1", "--json").report
    assert (code, report["verdict"]["decided_by"], report["verdict"]["winner"]) == (0, "human_vote", "B")
    assert "B won the vote: 1 of 1" in shown


def test_typed_bytes_that_are_no_text_do_not_lose_the_vote(program: Program) -> None:
    (program.folder / "consensus.toml").write_text(REHEARSED, encoding="utf-8")
    terminal, other = pty.openpty()

    with started(program, "-m", "bot", "decide", "rehearse: weak. A or B?", terminal=other) as process:
        os.close(other)
        read_until(terminal, "leave it open):")
        os.write(terminal, b"\xff\n")
        read_until(terminal, "leave it open:")
        os.write(terminal, b"2\n")
        read_until(terminal, "may be empty):")
        os.write(terminal, b"d\xe9j\xe0 vu\n")
        read_until(terminal, "record ")
        code = process.wait(PATIENCE)
    os.close(terminal)

    report = program("show", "D-1", "--json").report
    assert (code, report["verdict"]["winner"]) == (0, "B")


def test_an_ended_input_parks_the_decision(program: Program) -> None:
    (program.folder / "consensus.toml").write_text(REHEARSED, encoding="utf-8")
    terminal, other = pty.openpty()

    with started(program, "-m", "bot", "decide", "rehearse: tie. A or B?", terminal=other) as process:
        os.close(other)
        read_until(terminal, "empty = leave it open:")
        os.write(terminal, b"\x04")
        shown = read_until(terminal, "resume D-1")
        code = process.wait(PATIENCE)
    os.close(terminal)

    assert code == 130
    assert "\nStopped; nothing is lost. Go on with: python -m bot resume D-1" in shown
    assert program("show", "D-1", "--json").report["status"] == "awaiting_approval"
