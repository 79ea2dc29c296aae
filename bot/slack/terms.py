"""The terms of an earlier decision as flags, so that asking again does not quietly loosen what was said then."""

import re
from collections.abc import Mapping
from typing import Final

from bot.configuration import Configuration
from bot.electorate import AMONG
from bot.flags import Value
from bot.profiles import profile
from consensus.decision import Decision

_ID: Final = re.compile(r"@([UWS][A-Z0-9]+)")
_CHANNEL: Final = re.compile(r"#([CG][A-Z0-9]+)")


def terms_of(decision: Decision, configuration: Configuration) -> dict[str, Value]:
    """What was stated beyond the settings of today."""
    standard, opened = profile(configuration), decision.opened
    policy, vote = opened.policy, opened.policy.vote
    flags: dict[str, Value] = {}
    for name in ("rule", "debate", "budget"):
        if getattr(policy, name) != getattr(standard.policy, name):
            flags[name] = getattr(policy, name)
    if policy.human == "always" != standard.policy.human:
        flags["human"] = True
    if vote.quorum is not None and vote.quorum != standard.policy.vote.quorum:
        flags["quorum"] = vote.quorum
    if vote.open_for != standard.policy.vote.open_for:
        flags["close"] = vote.open_for
    if vote.hidden:
        flags["hide"] = True
    if opened.axes and opened.axes != standard.axes:
        flags["qualify"] = opened.axes
    _, among, narrowed = vote.voters.partition(AMONG)
    return flags | ({"voters": narrowed} if among else {})


def as_mentions(flags: Mapping[str, Value]) -> str:
    """The people, groups and channels of these terms, as a request would name them."""
    named = _ID.findall(str(flags.get("voters", "")))
    people = [f"<!subteam^{each}>" if each.startswith("S") else f"<@{each}>" for each in named]
    return " ".join([*people, *(f"<#{each}>" for each in _CHANNEL.findall(str(flags.get("in", ""))))])
