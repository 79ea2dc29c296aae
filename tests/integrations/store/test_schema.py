"""Opening the record: an empty file gets its tables, and a file that is not ours is left alone."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel

from consensus.errors import ConfigurationError
from integrations.store import engine, schema
from integrations.store.store import Store
from integrations.store.tables import (
    AttemptRow,
    CodeRow,
    DecisionRow,
    DeliveryRow,
    FormerRow,
    IdentityRow,
    PostRow,
    SpendRow,
)
from tests.fakes import HandClock
from tests.integrations.store.conftest import asking

MIGRATIONS = Path(schema.__file__).parent / "migrations"


def open_and_close(path: Path, *, migrate: bool = False) -> None:
    Store.open(f"sqlite:///{path}", clock=HandClock(), migrate=migrate).close()


def say(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def refusal(path: Path) -> str:
    with pytest.raises(ConfigurationError) as caught:
        open_and_close(path)
    return str(caught.value)


async def test_a_new_file_gets_its_tables(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / '100% new.db'}", clock=HandClock())
    decision = await store.create(asking("Which?"), open_key="")
    store.close()

    assert decision.id == "D-1"


def test_an_empty_file_gets_its_tables_and_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    open_and_close(path)
    first = path.read_bytes()
    open_and_close(path)

    assert path.read_bytes() == first


async def test_two_may_start_at_once_on_one_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(open_and_close, [path] * 2))
    store = Store.open(f"sqlite:///{path}", clock=HandClock())
    decision = await store.create(asking("Which?"), open_key="")
    store.close()

    assert decision.id == "D-1"


def test_the_tables_are_those_that_the_program_knows(path: Path) -> None:
    opened = engine.writer(engine.address(f"sqlite:///{path}"))
    with opened.begin() as connection:
        settings = {"include_name": lambda name, kind, _: kind != "table" or not name.startswith("decision_words")}
        differences = compare_metadata(MigrationContext.configure(connection, opts=settings), SQLModel.metadata)
    opened.dispose()

    assert differences == []


def test_the_checks_are_those_that_the_program_knows(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        created = " ".join(sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    checks = [
        str(check.sqltext)
        for table in SQLModel.metadata.tables.values()
        for check in table.constraints
        if hasattr(check, "sqltext")
    ]

    assert len(checks) > 10
    assert [check for check in checks if f"CHECK ({check})" not in created] == []


def test_every_revision_is_known_in_its_order() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    revisions = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]

    assert tuple(reversed(revisions)) == schema.REVISIONS


def test_a_newer_record_is_left_alone(path: Path) -> None:
    say(path, "UPDATE alembic_version SET version_num = '9999'")

    assert refusal(path) == "database-newer"


def test_an_older_record_is_brought_up_only_when_asked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upgraded: list[bool] = []
    monkeypatch.setattr(schema, "REVISIONS", (*schema.REVISIONS, "9998"))
    monkeypatch.setattr(schema, "_upgrade", lambda connection: upgraded.append(connection.closed))

    assert refusal(path) == "database-older"

    open_and_close(path, migrate=True)

    assert upgraded == [False]


def test_the_tables_of_another_program_are_left_alone(tmp_path: Path) -> None:
    say(tmp_path / "other.db", "CREATE TABLE invoice (id INTEGER)")

    assert refusal(tmp_path / "other.db") == "database-foreign"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "consensus.db"

    assert refusal(path) == f"database-unwritable path={path}"


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, " * 100, encoding="utf-8")

    assert refusal(path) == f"database-unreadable path={path}"


@pytest.mark.parametrize(
    "url", ["postgresql://host/db", "sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite:///a.db", "consensus.db", ""]
)
def test_only_a_file_of_sqlite_is_supported(url: str) -> None:
    with pytest.raises(ConfigurationError, match="database-unsupported"):
        Store.open(url, clock=HandClock())


def test_reading_the_record_needs_no_migration_tool(path: Path) -> None:
    program = (
        "import sys; from integrations.store.store import Store;"
        f"Store.open('sqlite:///{path}', clock=lambda: 0).close(); print('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)  # noqa: S603

    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    "row",
    [
        DeliveryRow(key="k", source="slack", body="{}", state="bogus", received_at=1),
        DeliveryRow(key="k", source="fax", body="{}", received_at=1),
        DeliveryRow(key="k", source="slack", body=None, received_at=1),
        DeliveryRow(key="k", source="slack", body="{}", state="done", received_at=1),
        DeliveryRow(key="k", source="slack", body="{}", state="claimed", received_at=1),
        PostRow(decision="D-1", place="p", kind="card", about_seq=1, state="bogus"),
        PostRow(decision="D-1", place="p", kind="card", about_seq=0),
        PostRow(decision="D-1", place="p", kind="card", about_seq=1, state="sending"),
        PostRow(decision="D-1", place="p", kind="card", about_seq=1, state="sent"),
        PostRow(decision="D-9", place="p", kind="card", about_seq=1),
        SpendRow(decision="D-1", at=1, reserved=-1),
        SpendRow(decision="D-9", at=1, reserved=1),
        IdentityRow(platform="fax", external_id="1", person="p"),
        FormerRow(person="p", now_person="p"),
        CodeRow(person="p", digest="ABCDEFGH", expires_at=1),
        AttemptRow(at=1, person="p", platform="fax", act="vote", decision="", why="vote-not-eligible"),
    ],
    ids=repr,
)
def test_hard_case_80_a_row_that_means_nothing_is_refused(path: Path, row: SQLModel) -> None:
    opened = engine.writer(engine.address(f"sqlite:///{path}"))
    with Session(opened) as session:
        session.add(decision_row())
        session.flush()
        session.add(row)

        with pytest.raises(IntegrityError, match=r"CHECK|FOREIGN KEY"):
            session.flush()
    opened.dispose()


@pytest.mark.parametrize(
    "change", [{"status": "bogus"}, {"band": "mighty"}, {"owner": "me"}, {"seq": 0}, {"epoch": -1}]
)
def test_hard_case_80_a_decision_row_that_means_nothing_is_refused(path: Path, change: dict[str, object]) -> None:
    opened = engine.writer(engine.address(f"sqlite:///{path}"))
    with Session(opened) as session:
        session.add(decision_row(**change))

        with pytest.raises(IntegrityError, match="CHECK"):
            session.flush()
    opened.dispose()


def decision_row(**changes: object) -> DecisionRow:
    row = DecisionRow(
        number=1,
        id="D-1",
        seq=1,
        head="",
        status="deliberating",
        question="",
        winner=None,
        band=None,
        decided_by=None,
        places="[]",
        opened_at=1,
        closed_at=None,
        due_at=None,
        open_key=None,
    )
    for column, value in changes.items():
        setattr(row, column, value)
    return row
