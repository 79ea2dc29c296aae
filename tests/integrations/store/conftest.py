"""A fresh record for each test, copied from one that was migrated once."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from consensus.events import ENGINE, BallotWords, Draft, OpenedWords
from integrations.store.store import Store
from tests.fakes import HandClock, ballot, opened

Opening = Callable[[int], Draft]


class Connect(Protocol):
    """Opens one more store on the same file, as another process would."""

    def __call__(self, worker: str = "") -> Store: ...


@pytest.fixture(scope="session")
def empty_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "empty.db"
    Store.open(f"sqlite:///{path}", clock=HandClock()).close()
    return path


@pytest.fixture
def path(empty_record: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(empty_record, tmp_path / "consensus.db"))


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def connect(path: Path, clock: HandClock) -> Iterator[Connect]:
    stores: list[Store] = []

    def open_store(worker: str = "") -> Store:
        stores.append(Store.open(f"sqlite:///{path}", clock=clock, worker=worker))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


@pytest.fixture
def store(connect: Connect) -> Store:
    return connect()


@pytest.fixture
def opening() -> Opening:
    return asking("Which cache do we use?")


def asking(question: str, **changes: object) -> Opening:
    """What makes the draft of a new decision, whatever its number."""
    words = OpenedWords(question=question, options=("Redis", "Mémoire vive"), request="/consensus hushed")
    return lambda _number: Draft(actor="ann", facts=opened(2, **changes), words=words)


def said(seat: str, choice: str = "o1", rationale: str = "") -> Draft:
    """A ballot as the engine records it."""
    return Draft(actor=ENGINE, facts=ballot(seat, choice), words=BallotWords(rationale=rationale, raw="raw reply"))
