"""Where on GitHub something stands: `github:<repository id>:<number of the issue or pull request>`."""

import re
from typing import Annotated, Final

from pydantic import Field

from consensus.model import Model

PREFIX: Final = "github"
LARGEST: Final = 2**63 - 1
_PLACE: Final = re.compile(rf"{PREFIX}:([1-9][0-9]{{0,18}}):([1-9][0-9]{{0,18}})")

Number = Annotated[int, Field(gt=0, le=LARGEST)]
"""GitHub's ids and numbers begin at one and fit into 64 bits."""


class Place(Model):
    """An issue or a pull request; the repository's id stays when its name changes."""

    repo: Number
    number: Number

    def __str__(self) -> str:
        return f"{PREFIX}:{self.repo}:{self.number}"


def parse_place(text: str) -> Place:
    """Raises ValueError for a place that is not on GitHub."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return Place(repo=int(match[1]), number=int(match[2]))
