"""Two ways into one SQLite file: a writer that locks before it reads, and a reader that cannot write."""

from sqlite3 import Connection as SqliteConnection

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from consensus.errors import ConfigurationError

SETTINGS = ("synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000", "secure_delete=ON")


def address(url: str) -> URL:
    """The file behind DATABASE_URL. Raises ConfigurationError for anything but a SQLite file."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise ConfigurationError("database-unsupported") from error
    in_memory = parsed.database in (None, "", ":memory:")
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite") or in_memory:
        raise ConfigurationError("database-unsupported")
    return parsed


def writer(url: URL) -> Engine:
    """Every transaction takes the write lock before it reads, so what it read still holds when it writes."""
    return _engine(url, SETTINGS, "BEGIN IMMEDIATE")


def reader(url: URL) -> Engine:
    """Every transaction sees one state of the record and waits for no writer."""
    return _engine(url, ("busy_timeout=10000", "query_only=ON"), "BEGIN")


def let_readers_pass(writer: Engine) -> None:
    """Write-ahead logging: readers wait for no writer. It changes the file, which first must be known as ours."""
    connection = writer.raw_connection()
    try:
        connection.cursor().execute("PRAGMA journal_mode=WAL").close()
    finally:
        connection.close()


def _engine(url: URL, settings: tuple[str, ...], begin: str) -> Engine:
    engine = create_engine(url)

    @event.listens_for(engine, "connect")
    def _prepare(connection: SqliteConnection, _record: object) -> None:
        connection.isolation_level = None
        for setting in settings:
            connection.execute(f"PRAGMA {setting}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
