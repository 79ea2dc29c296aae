"""The terms of an earlier decision as flags, so that asking again does not quietly loosen what was said then."""

from collections.abc import Mapping

from bot.configuration import Configuration
from bot.electorate import AMONG
from bot.flags import Value
from bot.profiles import profile
from bot.spoken import Ask
from bot.tightening import loosened
from bot.tighter import higher
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import Axes, OpenedWords, Policy
from consensus.panel.qualification import HIGHEST


def terms_of(decision: Decision, configuration: Configuration) -> dict[str, Value]:
    """What was stated beyond the settings of today, and is not looser than they are."""
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
    axes = higher(opened.axes, standard.axes)
    if axes and axes != standard.axes:
        flags["qualify"] = axes
    _, among, narrowed = vote.voters.partition(AMONG)
    looser = _looser(policy, standard.policy, axes)
    kept = {name: value for name, value in flags.items() if name not in looser}
    return kept | ({"voters": narrowed} if among else {})


def _looser(policy: Policy, standard: Policy, axes: Axes | None) -> frozenset[str]:
    """The fields that no request could state today; the highest stakes mean a supermajority."""
    is_below = axes is not None and axes.stakes == HIGHEST and policy.rule != "supermajority"
    return frozenset(loosened(policy, standard)) | ({"rule"} if is_below else set())


def asked_again(decision: Decision, terms: Mapping[str, Value]) -> Ask:
    """The same question on these terms; raises RequestError when its words were erased."""
    words, opened = decision.words(1), decision.opened
    if not isinstance(words, OpenedWords):
        raise RequestError("question-erased", id=decision.id)
    is_safest_first = opened.safety_order == opened.options and not opened.is_proposal
    return Ask(
        question=words.question,
        options=() if opened.is_proposal else words.options,
        flags=dict(terms) | ({"safest-first": True} if is_safest_first else {}),
        lang=opened.lang,
        typed=words.request,
    )
