"""Reads the recorded ballots under tests/data/recorded: real answers of language models, sources in each first line."""

import json
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from consensus.voting.ballots import Ballot

FOLDER = Path(__file__).parent / "data" / "recorded"
PANEL_OF_FIVE = (
    "claude-3-haiku-20240307",
    "gpt-4o",
    "Meta-Llama-3.1-70B-Instruct",
    "deepseek-v3",
    "gemini-2.5-flash",
)
JUDGES = ("ChatGPT", "Falcon", "GPT-4", "LLaMA2", "PaLM2")


@dataclass(frozen=True)
class Record:
    """One question with its key and the ballot of each seat, none where a seat gave no usable answer."""

    options: tuple[str, ...]
    truth: str
    seats: dict[str, Ballot | None]
    ranked: dict[str, Ballot]
    """The seats' weak orders by stated probability, whatever they named as their choice."""

    def ballots(self, panel: tuple[str, ...]) -> tuple[Ballot, ...]:
        return tuple(ballot for seat in panel if (ballot := self.seats[seat]))


@dataclass(frozen=True)
class Recording:
    agents: tuple[str, ...]
    records: tuple[Record, ...]

    def panel(self, size: int) -> tuple[str, ...]:
        """All agents of the file, or the five that the figures call panel 5."""
        return PANEL_OF_FIVE if size == len(PANEL_OF_FIVE) else self.agents


@dataclass(frozen=True)
class Log:
    """One question that went through several rounds: the ballot of each agent asked in each round."""

    options: tuple[str, ...]
    truth: str
    recorded_right: bool
    rounds: tuple[tuple[tuple[str, str | None], ...], ...]

    def ballots(self, number: int) -> tuple[Ballot, ...]:
        return ballots_of(self.rounds[number])


def rows(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The first line, which names the source, and the records; numbers with a point are exact decimals."""
    with (FOLDER / f"{name}.jsonl").open(encoding="utf-8") as lines:
        header, *records = [json.loads(line, parse_float=Decimal) for line in lines]
    return header, records


def recording(name: str) -> Recording:
    header, records = rows(name)
    agents, options = tuple(header["agents"]), tuple(header["options"])
    return Recording(agents, tuple(_record(agents, options, record) for record in records))


def logs(name: str) -> tuple[Log, ...]:
    header, records = rows(name)
    return tuple(
        Log(tuple(header["options"]), record["truth"], record["recorded_right"], rounds_of(record["ballots"]))
        for record in records
    )


def rounds_of(ballots: list[tuple[str, int, str | None]]) -> tuple[tuple[tuple[str, str | None], ...], ...]:
    """(agent, round, choice) sorted into rounds."""
    numbers = sorted({number for _, number, _ in ballots})
    return tuple(tuple((agent, choice) for agent, at, choice in ballots if at == number) for number in numbers)


def ballots_of(choices: tuple[tuple[str, str | None], ...]) -> tuple[Ballot, ...]:
    return tuple(Ballot(voter=agent, choice=choice) for agent, choice in choices if choice is not None)


def _record(agents: tuple[str, ...], options: tuple[str, ...], record: dict[str, Any]) -> Record:
    cells = dict(zip(agents, record["ballots"], strict=True))
    return Record(
        options=options,
        truth=record["truth"],
        seats={agent: _ballot(agent, *cell[:2]) for agent, cell in cells.items()},
        ranked={agent: _ranked(agent, cell[2]) for agent, cell in cells.items() if cell[2:] and cell[2]},
    )


def _ballot(agent: str, choice: str | None, confidence: Decimal | int | None = None) -> Ballot | None:
    """All recorded confidences are whole thousandths."""
    if choice is None:
        return None
    return Ballot(voter=agent, choice=choice, confidence=None if confidence is None else int(confidence * 1000))


def _ranked(agent: str, ranking: list[list[str]]) -> Ballot:
    tiers = tuple(tuple(tier) for tier in ranking)
    return Ballot(voter=agent, choice=tiers[0][0], ranking=tiers)
