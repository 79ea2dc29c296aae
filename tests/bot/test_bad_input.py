"""Whatever is wrong is one sentence on stderr, in the reader's language, and leaves nothing half-written."""
# ruff: noqa: RUF001 -- French apostrophes as they are printed

import io
import os
import sqlite3
from pathlib import Path

import pytest

from tests.program import Program, installed

NEAREST = "If it belongs to your question, put it in quotes."
RULES = "majority, supermajority, weighted, confidence_weighted, borda"


BEFORE = 'stands before the command: write the command first and its flags after it, see "python -m bot --help".'
STATES = (
    "open, ended, strong, moderate, weak, "
    "deliberating, decided, awaiting_vote, awaiting_approval, no_quorum, undecided, not_needed, cancelled"
)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    return installed(tmp_path, monkeypatch, capsys)


def has_database(program: Program) -> bool:
    return (program.folder / "runs.db").exists()


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
        (
            "decide|A or B?|--rule|majorety",
            f'--rule cannot be "majorety"; did you mean majority? Choose one of auto, {RULES}.',
        ),
        ("tally|x|--rule|majorety", f'--rule cannot be "majorety"; did you mean majority? Choose one of {RULES}.'),
        ("decide|A or B?|--rule", "--rule needs a value after it: add one, or leave the flag away."),
        ("decide|A or B?|--json=yes", "--json takes no value: leave it away."),
        ("decide|A or B?|--lang|de", '--lang cannot be "de"; did you mean en? Choose one of en, fr.'),
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
        ("--json|decide|x", f"--json {BEFORE}"),
        ("--limit=3", f"--limit {BEFORE}"),
        ("show", 'Missing: ID. See "python -m bot show --help".'),
        (
            "show|D-1|D-2",
            '"D-2" is one word too many: put a question with several words in quotes.',
        ),
        ("export|D-1|--format|pdf", '--format cannot be "pdf"; did you mean md? Choose one of md, json.'),
        (
            "decide|A or B?|--quorum|3",
            "--quorum 3 cannot be reached at the terminal, where only you vote: leave it out.",
        ),
        ("list|--limit|abc", '--limit cannot be "abc": write a whole number from 1 on.'),
        ("list|--limit|-3", '--limit cannot be "-3": write a whole number from 1 on.'),
        ("list|--foo", "There is no flag --foo here; the nearest is --json."),
        ("list|opn", f'There is no state "opn"; did you mean open? Choose one of {STATES}.'),
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
    assert not has_database(program)


@pytest.mark.parametrize("typed", ["show|D-9", "resume|D-9", "vote|D-9|A", "export|D-9", "verify|D-9", "cancel|D-9"])
def test_a_decision_that_is_not_there(program: Program, typed: str) -> None:
    program("migrate")

    assert refused(program, *typed.split("|")) == "There is no decision D-9 that you can see: check its number."


@pytest.mark.parametrize(
    "typed",
    [
        *("show|D-1", "list", "search|x", "verify", "export|D-1", "resume|D-1"),
        *("vote|D-1|A", "approve|D-1", "reject|D-1", "run|D-1", "cancel|D-1"),
    ],
)
def test_only_a_new_decision_makes_a_database(program: Program, typed: str) -> None:
    said = refused(program, *typed.split("|"))

    assert said.replace(f"{program.folder}/", "") == (
        "There is no database runs.db yet: "
        'check DATABASE_URL and the folder, or ask a first question with "python -m bot decide".'
    )
    assert not has_database(program)


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
    assert not has_database(program)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("[policy]\nruel = 1", 'Line 2 of the settings: there is no policy.ruel; the nearest key is "rule".'),
        (
            '[policy]\nhuman = "perhaps"',
            'Line 2 of the settings: policy.human must be one of "on_weak", "always", "never".',
        ),
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
    assert not has_database(program)


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
        (
            "decide|A ou B ?|--quorum|2",
            "--quorum 2 ne peut pas être atteint au terminal, où vous seul votez\xa0: retirez-le.",
        ),
        ("tally", "Il manque\xa0: FILE, --rule. Voyez «\xa0python -m bot tally --help\xa0»."),
        ("list|--limit|x", "--limit ne peut pas être «\xa0x\xa0»\xa0: écrivez un nombre entier à partir de 1."),
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


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "There is nothing to count: give one JSON object with options and ballots."),
        (b"\n\n", "There is nothing to count: give one JSON object with options and ballots."),
        (b"\xff", "Standard input is no text in UTF-8: send it a text file."),
        (b"[]", "The ballots must come as one JSON object with options and ballots."),
        (b"{]", "The ballots are not valid JSON: correct line 1."),
        (
            b'{"options": []}',
            "options must be a list of at least one option, each a text that can be seen.",
        ),
        (b'{"options": ["A", 1], "ballots": []}', "options[1] must be a text that can be seen."),
        (b'{"options": ["A"]}', "ballots is missing: add it."),
        (b'{"options": ["A"], "ballots": [3]}', "ballots[0] must be an object with voter and choice."),
        (
            b'{"options": ["A"], "ballots": [{"voter": "ann", "choice": 1}]}',
            'ballots[0].choice in the ballot of "ann" must be one of the options as text, or null.',
        ),
        (
            b'{"options": ["A"], "ballots": [{"voter": "ann", "chioce": "A"}]}',
            (
                'ballots[0].chioce in the ballot of "ann" is not a known field: '
                "use only options, ballots, safety_order, voter, choice, confidence, ranking, weight."
            ),
        ),
    ],
)
def test_ballots_from_standard_input_that_cannot_be_counted(
    program: Program, monkeypatch: pytest.MonkeyPatch, content: bytes, sentence: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))

    assert refused(program, "tally", "-", "--rule", "majority") == sentence
