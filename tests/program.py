"""The whole program in a folder of its own: what was typed goes in, what was printed and kept comes out."""

import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from bot.app import OpenDesk
from bot.app import open_desk as open_real_desk
from bot.cli import main
from bot.roster import endpoints
from bot.settings import Settings
from integrations import rehearsal
from integrations.llm import Models

KEY = "sk-whole-run-0123456789abcdef"
"""A key that must never be seen again."""
ROLES = ("risk analyst", "optimist", "devil's advocate", "neutral analyst", "user advocate")
FRENCH_ROLES = (
    "analyste des risques",
    "optimiste",
    "avocat du diable",
    "analyste neutre",
    "porte-parole des utilisateurs",
)
PATIENCE = 20.0


def panel_of(roles: Sequence[str]) -> str:
    """Settings with two families of models whose price nobody knows."""
    models = islice(cycle("mn"), len(roles))
    tables = (
        f'[[agents]]\nrole = "{role}"\nmodel = "openai/{model}"' for role, model in zip(roles, models, strict=True)
    )
    return "\n".join(tables)


@dataclass(frozen=True)
class Ended:
    """One command: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def card(self) -> str:
        """What was printed, without what differs from run to run."""
        timeless = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "WHEN", self.out)
        unsealed = re.sub(r"(record|registre) [0-9a-f]{8}", r"\1 HASH", timeless)
        return re.sub(r"(Without a choice: )((?:.|\n  )+)", _in_order, unsealed)

    @property
    def report(self) -> dict[str, Any]:
        whole: dict[str, Any] = json.loads(self.out)
        return whole


def _in_order(found: re.Match[str]) -> str:
    """The silent seats by name instead of by who failed first."""
    seats = " ".join(found[2].split()).split(", ")
    return found[1] + ", ".join(sorted(seats))


async def at_once(_: float) -> None:
    """Waits for nothing between two attempts."""


def models_within(seconds: float, settings: Settings) -> Models:
    return Models(
        endpoints(settings),
        families=settings.configuration.families,
        providers={"rehearsal": rehearsal.register},
        call_seconds=seconds,
        wait=at_once,
    )


class Program:
    """Runs commands one after another on the same database."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], env: dict[str, str]) -> None:
        self.folder = folder
        self.env = env
        self.patience = PATIENCE
        self._capsys = capsys

    def __call__(self, *argv: str, open_desk: OpenDesk | None = None) -> Ended:
        desk = open_desk or partial(open_real_desk, models=partial(models_within, self.patience))
        self._capsys.readouterr()
        code = main(argv, self.env, open_desk=desk)
        printed = self._capsys.readouterr()
        assert KEY not in printed.out + printed.err
        return Ended(code, printed.out, printed.err)

    def kept(self) -> bytes:
        """All that the folder holds."""
        return b"".join(path.read_bytes() for path in sorted(self.folder.rglob("*")) if path.is_file())


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    """The program in an empty folder, with a panel and a key, in a place that has the time of UTC."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    (folder / "consensus.toml").write_text(panel_of(ROLES), encoding="utf-8")
    return Program(folder, capsys, {"OPENAI_API_KEY": KEY, "DATABASE_URL": f"sqlite:///{folder}/runs.db"})
