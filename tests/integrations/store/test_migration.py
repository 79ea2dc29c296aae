"""A record of an earlier version is brought up to date and loses nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from consensus.errors import ConfigurationError
from integrations.store import engine, schema, visible
from integrations.store.store import Store
from tests.fakes import HandClock


def a_record(path: Path, revision: str) -> Path:
    """A file as that revision left it, with a person, a request, and a decision with its card."""
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    opened = engine.writer(engine.address(f"sqlite:///{path}"))
    with opened.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    opened.dispose()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(
            "INSERT INTO delivery (key, source, body, state, received_at) VALUES ('k', 'slack', '{}', 'new', 1)"
        )
        raw.execute(
            "INSERT INTO decision (number, id, seq, head, status, question, places, opened_at, epoch)"
            " VALUES (1, 'D-1', 1, '', 'deliberating', 'Which?', '[\"terminal\", \"slack:T1:C1:1.0\"]', 1, 0)"
        )
        raw.execute(
            "INSERT INTO post (decision, place, kind, about_seq, state, shown_seq, next_at)"
            " VALUES ('D-1', 'slack:T1:C1:1.0', 'card', 1, 'new', 0, 1)"
        )
        raw.execute("INSERT INTO identity (platform, external_id, person) VALUES ('slack', 'T1:U1', 'ann')")
    return path


@pytest.fixture(params=schema.REVISIONS[:-1])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A record of each earlier version."""
    return a_record(tmp_path / "old.db", request.param)


@pytest.fixture
def first_version(tmp_path: Path) -> Path:
    return a_record(tmp_path / "first.db", "0001")


async def test_a_record_of_an_earlier_version_keeps_its_requests_posts_and_people(older: Path) -> None:
    url, clock = f"sqlite:///{older}", HandClock()
    with pytest.raises(ConfigurationError, match="database-older"):
        Store.open(url, clock=clock)
    with closing(Store.open(url, clock=clock, migrate=True)) as store:
        delivery, posts = await store.claim_delivery(), await store.outbox.due(clock())
        named = await store.names("slack", ["ann"])
        await store.refuse("ann", "vote", "vote-not-eligible", platform="slack")
        linked = await store.link(await store.issue_code("ann", clock() + 1), "github", "7")

    assert delivery is not None
    assert (delivery.key, delivery.thread) == ("k", "")
    assert [(post.decision, post.kind) for post in posts] == [("D-1", "card")]
    assert (named, linked.outcome) == ({"ann": "T1:U1"}, "linked")


async def test_what_was_decided_before_is_found_by_its_places(first_version: Path) -> None:
    with closing(Store.open(f"sqlite:///{first_version}", clock=HandClock(), migrate=True)) as store:
        found = await store.look(visible.rooms())

    assert found == ("slack:T1:C1:", "terminal")
