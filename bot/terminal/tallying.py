"""`tally`: counts a file of ballots, without any decision around it."""

import json
import sys
from pathlib import Path

from bot.tally import read, report
from consensus.errors import RequestError
from consensus.voting.rules import RuleName

LARGEST = 20_000_000
"""Bytes; a file of more is no set of ballots."""


def tally(file: str, rule: RuleName) -> int:
    sys.stdout.write(json.dumps(report(read(read_text(file, LARGEST)), rule), ensure_ascii=False) + "\n")
    return 0


def read_text(file: str, largest: int) -> str:
    """The text of a file, or of standard input for `-`; RequestError for what is none."""
    source = "stdin" if file == "-" else "file"
    try:
        content = sys.stdin.buffer.read(largest + 1) if file == "-" else _read(Path(file), largest + 1)
    except OSError as error:
        raise RequestError("file-unreadable", file=file, source=source) from error
    if len(content) > largest:
        raise RequestError("file-too-large", file=file, source=source, most=largest // 1000)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RequestError("file-not-text", file=file, source=source) from error
    if "\0" in text:
        raise RequestError("file-not-text", file=file, source=source)
    return text


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as opened:
        return opened.read(most)
