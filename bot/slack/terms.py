"""The terms of an earlier decision as a request in Slack would name them."""

import re
from collections.abc import Mapping
from typing import Final

from bot.flags import Value

_ID: Final = re.compile(r"@([UWS][A-Z0-9]+)")
_CHANNEL: Final = re.compile(r"#([CG][A-Z0-9]+)")


def as_mentions(flags: Mapping[str, Value]) -> str:
    """The people, groups and channels of these terms, as a request would name them."""
    named = _ID.findall(str(flags.get("voters", "")))
    people = [f"<!subteam^{each}>" if each.startswith("S") else f"<@{each}>" for each in named]
    return " ".join([*people, *(f"<#{each}>" for each in _CHANNEL.findall(str(flags.get("in", ""))))])
