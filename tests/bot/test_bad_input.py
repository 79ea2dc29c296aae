"""Whatever is wrong is one sentence on stderr, in the reader's language, and leaves nothing half-written."""
# ruff: noqa: RUF001 -- French apostrophes as they are printed

import os
import sqlite3
from pathlib import Path

import pytest

from tests.program import Program, installed

NEAREST = "If it belongs to your question, put it in quotes."
RULES = "auto, majority, supermajority, weighted, confidence_weighted, borda"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    return installed(tmp_path, monkeypatch, capsys)


def refused(program: Program, *words: str, code: int = 2) -> str:
    """The one sentence that a refusal prints."""
    ended = program(*words)
    assert (ended.code, ended.out, ended.err.count("\n")) == (code, "", 1)
    return ended.err.rstrip("\n")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("decide", "There is no question: write what has to be decided."),
        ("decide|", "There is no question: write what has to be decided."),
        ("decide|A or B?|--rul|majority", f"There is no flag --rul; the nearest is --rule. {NEAREST}"),
        ("decide|A or B?|--jsn", f"There is no flag --jsn; the nearest is --json. {NEAREST}"),
        ("decide|A or B?|--rule|foo", f'--rule cannot be "foo"; choose one of {RULES}.'),
        ("decide|A or B?|--rule", "--rule needs a value after it."),
        ("decide|A or B?|--json=yes", "--json takes no value: leave it away."),
        ("decide|A or B?|--lang|de", '--lang cannot be "de"; choose one of en, fr.'),
        ("decide|A or B?|--budget|x", '"x" is no amount in US dollars: write it like 0.50 or $2.'),
        ("decide|A or B?|--close|5x", '"5x" is no duration: write it like 90m, 24h, 3d or 1w.'),
        (
            "decide|A or B?|--qualify|9",
            '"9" are no scores: write uncertainty, stakes and plurality from 0 to 3, like 2,3,1.',
        ),
        ("decide|A or B?|--profile|x", 'There is no profile "x": the settings hold no profiles.'),
        (
            "decide|A or B?|--voters|@team",
            "--voters is for Slack and GitHub: at the terminal only you vote and see it; leave it out.",
        ),
        (
            "decide|A or B?|--in|#team",
            "--in is for Slack and GitHub: at the terminal only you vote and see it; leave it out.",
        ),
        ("decid|A or B?", 'There is no command "decid"; did you mean "decide"?'),
        ("", 'Missing: COMMAND. See "python -m bot --help".'),
        ("--json|decide", 'Missing: COMMAND. See "python -m bot --help".'),
        ("show", 'Missing: ID. See "python -m bot show --help".'),
        (
            "show|D-1|D-2",
            '"D-2" is one word too many: put a question with several words in quotes.',
        ),
        ("show|D-99", "There is no decision D-99 that you can see: check its number."),
        ("resume|x", "There is no decision x that you can see: check its number."),
        ("vote|D-1|A", "There is no decision D-1 that you can see: check its number."),
        ("export|D-1|--format|pdf", '--format cannot be "pdf"; choose one of md, json.'),
        ("list|--limit|abc", '--limit must be a whole number from 1 on, not "abc".'),
        ("list|--limit|-3", '--limit must be a whole number from 1 on, not "-3".'),
        ("list|--foo", "There is no flag --foo here; the nearest is --json."),
        ("list|opn", 'There is no state "opn"; choose one of open, ended, strong, moderate, weak.'),
        ("search", 'Missing: WORDS. See "python -m bot search --help".'),
        ("tally|x", 'Missing: --rule. See "python -m bot tally --help".'),
        ("tally|x|--rule|majority", "The file x cannot be read: check its path and its permissions."),
        (
            "search|\udcff",
            "The command line is no text in UTF-8: type it again, or set the encoding of the terminal to UTF-8.",
        ),
    ],
)
def test_a_mistake_on_the_command_line(program: Program, typed: str, sentence: str) -> None:
    words = typed.split("|") if typed else []

    assert refused(program, *words) == sentence
    assert program("list").out == ""


def test_fifty_options_are_too_many(program: Program) -> None:
    options = [word for number in range(50) for word in ("--option", f"o{number}")]

    assert refused(program, "decide", "Which?", *options) == "There are 50 options; keep at most 10."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "The file notes cannot be read: check its path and its permissions."),
        (b"\xff\xfe\x00binary", "The file notes is no text in UTF-8: give a text file."),
        (b"zero \x00 byte", "The file notes is no text in UTF-8: give a text file."),
        (b"x" * 5_000_000, "The file notes is too large: at most 1,000 kB are read, give the part that matters."),
    ],
)
def test_a_context_that_cannot_be_read(program: Program, content: bytes | None, sentence: str) -> None:
    if content is not None:
        (program.folder / "notes").write_bytes(content)

    assert refused(program, "decide", "A or B?", "--context", "notes") == sentence
    assert program("list").out == ""


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("[policy]\nruel = 1", 'Line 2 of the settings: there is no policy.ruel; the nearest key is "rule".'),
        ("[policy]\nbudget = -1", "Line 2 of the settings: policy.budget must look like 0.50."),
        ("\n[policy\n", "The settings file consensus.toml is no valid TOML in line 2: correct that line."),
        (
            '[moderator]\nmodel = "anthropic/x"',
            (
                "The model anthropic/x needs ANTHROPIC_API_KEY in the environment: "
                "set it, or choose another model in the settings."
            ),
        ),
        ('[[agents]]\nrole = "optimist"', "A panel has 3, 5 or 7 agents, not 1: add or remove agents."),
        (
            '[context]\nmode = "off"',
            "The settings allow no context here: leave --context out, or change [context] mode.",
        ),
        (
            '[context]\nproviders = ["mistral"]',
            (
                "The provider openai of openai/gpt-6-luna may not see a context: "
                "choose another model, or add it to [context] providers."
            ),
        ),
    ],
)
def test_settings_that_cannot_be_followed(program: Program, settings: str, sentence: str) -> None:
    (program.folder / "consensus.toml").write_text(settings, encoding="utf-8")
    (program.folder / "notes").write_text("what we know", encoding="utf-8")

    said = refused(program, "decide", "A or B?", "--context", "notes")

    assert said.replace(f"{program.folder}/", "") == sentence
    (program.folder / "consensus.toml").unlink()
    assert program("list").out == ""


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE other (x)")
    connection.close()


def newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (newer, "The database was written by a newer version: update this program."),
        (foreign, "The database holds tables of another program: give DATABASE_URL a file of its own."),
        (
            lambda path: path.write_text("x" * 9_000, encoding="utf-8"),
            (
                "The file runs.db is not a database or is damaged: "
                "give DATABASE_URL another file or restore this one from a backup."
            ),
        ),
        (
            os.mkdir,
            (
                "The database runs.db cannot be written: "
                "check that its folder exists, that both may be written, and that no other program holds it."
            ),
        ),
    ],
)
@pytest.mark.parametrize("words", [("decide", "A or B?"), ("list",), ("migrate",)])
def test_a_database_that_is_none_of_ours(program: Program, make: object, sentence: str, words: tuple[str, ...]) -> None:
    assert callable(make)
    path = program.folder / "runs.db"
    make(path)

    assert refused(program, *words).replace(f"{program.folder}/", "") == sentence
    assert b"decision" not in program.kept()


@pytest.mark.parametrize("url", ["postgresql://user:hunter2@host/db", "sqlite://", "no address"])
def test_a_database_address_is_never_shown(program: Program, url: str) -> None:
    program.env["DATABASE_URL"] = url

    assert refused(program, "list") == "DATABASE_URL must name a SQLite file, for example sqlite:///consensus.db."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("decide", "Il n’y a pas de question\xa0: écrivez ce qu’il faut décider."),
        ("show|D-9", "Il n’y a pas de décision D-9 que vous puissiez voir\xa0: vérifiez son numéro."),
        ("tally", "Il manque\xa0: FILE, --rule. Voyez «\xa0python -m bot tally --help\xa0»."),
        ("list|--limit|x", "--limit doit être un nombre entier à partir de 1, pas «\xa0x\xa0»."),
        ("list|--limt", "L’option --limt n’existe pas ici\xa0; la plus proche est --limit."),
    ],
)
@pytest.mark.parametrize("locale", [{"LANG": "fr_FR.UTF-8"}, {"LANG": "C", "LC_ALL": "fr_CA"}])
def test_a_french_terminal_is_told_in_french(
    program: Program, locale: dict[str, str], typed: str, sentence: str
) -> None:
    program.env.update(locale)

    assert refused(program, *typed.split("|")) == sentence


def test_an_empty_locale_says_nothing(program: Program) -> None:
    program.env.update(LC_ALL="", LANG="fr_FR.UTF-8")

    assert refused(program, "decide").startswith("Il n’y a pas de question")
