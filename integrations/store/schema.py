"""Whether the tables in the file are those of this program, and how they become so."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DatabaseError, OperationalError

from consensus.errors import ConfigurationError

REVISIONS: Final = ("0001", "0002", "0003", "0004")
"""Every revision under `migrations/versions`, oldest first."""


def prepare(engine: Engine, *, migrate: bool = False) -> None:
    """Create the tables of an empty file; bring older ones up only when asked to. Raises ConfigurationError."""
    path = engine.url.database or ""
    try:
        with engine.begin() as connection:
            if _needs_migration(connection, allowed=migrate):
                _upgrade(connection)
    except OperationalError as error:
        raise ConfigurationError("database-unwritable", path=path) from error
    except DatabaseError as error:
        raise ConfigurationError("database-unreadable", path=path) from error


def _needs_migration(connection: Connection, *, allowed: bool) -> bool:
    tables = inspect(connection).get_table_names()
    if not tables:
        return True
    if "alembic_version" not in tables:
        raise ConfigurationError("database-foreign")
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    if found not in REVISIONS:
        raise ConfigurationError("database-newer")
    if found == REVISIONS[-1]:
        return False
    if not allowed:
        raise ConfigurationError("database-older")
    return True


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
