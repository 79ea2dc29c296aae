"""The program with scripted agents behind its models, in every test of this folder."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from integrations.llm import door
from tests.program import KEY, Program, installed
from tests.voting_models import Agents, Vote, served


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    """The library is brought in before any question is timed."""
    door.warm()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Program]:
    """The program; whatever was run, the key is neither printed nor kept."""
    ran = installed(tmp_path, monkeypatch, capsys)
    yield ran
    assert KEY.encode() not in ran.kept()


Ask = Callable[..., Agents]


@pytest.fixture
def agents(program: Program, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    """Puts scripted agents behind the program's models."""
    with ExitStack() as stack:

        def put(*votes: Vote, **settings: Any) -> Agents:  # noqa: ANN401 - the fields of Agents
            scripted = Agents(votes=votes, **settings)
            url = stack.enter_context(served(scripted))
            monkeypatch.setenv("OPENAI_BASE_URL", url)
            program.env["OPENAI_BASE_URL"] = url
            return scripted

        yield put
