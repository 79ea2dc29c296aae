"""A second place for a decision, on the same platform or another: named, found, and never more public unawares."""

import re
from collections.abc import Awaitable, Callable
from typing import Final, Literal, NamedTuple

from consensus.errors import RequestError
from integrations.store.visible import room_of

Audience = Literal["few", "workspace", "everybody"]
"""Who reads what stands in a place: those who were let in, all colleagues, the world."""
PLATFORMS: Final = {"slack": "Slack", "github": "GitHub", "terminal": "terminal"}
WIDTH: Final[tuple[Audience, ...]] = ("few", "workspace", "everybody")
_GITHUB: Final = re.compile(r"(?:github:)?(?P<name>[\w.-]+/[\w.-]+#[0-9]+)")
_SLACK: Final = re.compile(r"(?:slack:)?#?(?P<name>[\w-]+)")


class There(NamedTuple):
    """A further place and who reads it."""

    place: str
    audience: Audience


class Located(NamedTuple):
    """Where something stands, as people call it, and its address if it has one."""

    name: str
    address: str = ""


Locate = Callable[[str], Awaitable[Located]]
Find = Callable[[str, str | None], Awaitable[There]]
"""The place of that name, if this person may ask there, too; without a person the settings name it.

Raises RequestError with the reason why not.
"""


def named(text: str) -> tuple[str, str]:
    """The platform that a name is on, and the name there: `owner/repository#12`, or `#channel`."""
    if match := _GITHUB.fullmatch(text):
        return "github", match["name"]
    if match := _SLACK.fullmatch(text):
        return "slack", match["name"]
    raise RequestError("in-unknown", name=text)


def is_more_public(there: Audience, here: Audience) -> bool:
    """Whether people read it there who do not here; those who were let in here are not those there."""
    return here == "few" or WIDTH.index(there) > WIDTH.index(here)


def require_audience(there: There, here: There, *, is_confirmed: bool) -> None:
    """Raises RequestError where more people would read it, unless an approver has asked for that."""
    if room_of(there.place) == room_of(here.place) or is_confirmed:
        return
    if is_more_public(there.audience, here.audience):
        raise RequestError("in-more-public")
