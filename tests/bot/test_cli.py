"""The command line itself: help in two languages, and what happens when things go wrong on our side."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.cli import COMMANDS, main, parser
from bot.flags import FLAGS
from bot.settings import Settings
from bot.texts import catalogue
from bot.use_cases import Desk
from consensus.errors import RecordError
from consensus.panel.agents import Language
from consensus.ports import Gather
from tests.program import Program, installed


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    return installed(tmp_path, monkeypatch, capsys)


def helped(capsys: pytest.CaptureFixture[str], *words: str, lang: str = "en_GB") -> str:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"], {"LANG": lang})
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = helped(capsys)

    assert [name for name in COMMANDS if not re.search(rf"^ +{name} +\w", text, re.MULTILINE)] == []


def test_the_help_of_decide_names_every_flag(capsys: pytest.CaptureFixture[str]) -> None:
    text = helped(capsys, "decide")

    assert [flag.name for flag in FLAGS if f"--{flag.name}" not in text] == []


def test_help_speaks_french_on_a_french_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert "montrer une d\u00e9cision" in helped(capsys, lang="fr_FR.UTF-8")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_argument_has_its_help(lang: Language) -> None:
    whole = parser(catalogue(lang))

    assert whole.prog == "python -m bot"
    assert whole.description


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (ZeroDivisionError(), 1, "Something went wrong on our side"),
        (RecordError("record-unavailable"), 1, "The record cannot be read or written just now"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_a_failing_desk_is_a_sentence_and_an_exit_code(
    program: Program, error: BaseException, code: int, sentence: str
) -> None:
    @asynccontextmanager
    async def broken(_: Settings, __: Gather) -> AsyncIterator[Desk]:
        raise error
        yield

    ended = program("decide", "A or B?", open_desk=broken)

    assert (ended.code, ended.out, ended.err.count("\n")) == (code, "", bool(sentence))
    assert ended.err.startswith(sentence)
    assert "Traceback" not in ended.err
