"""What stands in a form when it opens, and what a form that was sent means."""

import re
from typing import Final, get_args

from bot.flags import Value
from bot.slack.opening import FORM, Request
from bot.slack.people import home_of
from bot.slack.terms import terms_of
from bot.slack.workspace import Workspace
from bot.spoken import Ask
from bot.tightening import STAKES, in_chat
from bot.units import read_duration
from consensus.card import Speaker
from consensus.card.lines import line
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import OpenedWords
from integrations.slack.incoming import Click, Submission
from integrations.slack.limits import Json
from integrations.slack.place import Place
from integrations.slack.views import Asked, Errors, Origin, Reads, Stakes, ask_modal, read_ask, read_origin

HOUR: Final = 3_600_000_000
FIELDS: Final = {"close": "close", "voters": "voters", "hide": "extras", "safest-first": "extras"}
"""The field of a flag where its name is another."""
UNSAID: Final = ("rule", "debate", "budget", "human", "quorum")
"""Terms that have no field in the form: a question that is edited keeps them."""
_VOTER: Final = re.compile(r"@([UW][A-Z0-9]+)")


def edit_form(workspace: Workspace, decision: Decision, say: Speaker) -> Json:
    """The form with everything as it was asked; what is sent replaces the decision."""
    where = home_of(workspace, decision)
    origin = Origin(replaces=decision.id)
    if where:
        origin = origin.model_copy(update={"channel": where.channel, "thread_ts": where.thread or None})
    return ask_modal(say, origin, _as_asked(decision))


def again_form(click: Click, decision: Decision, say: Speaker) -> Json:
    """The form with an earlier question, to be asked once more where it was offered."""
    origin = Origin(channel=click.channel, thread_ts=click.thread_ts, is_again=True)
    filled = _as_asked(decision).model_copy(update={"pasted": "", "reads": "thread" if click.thread_ts else "none"})
    return ask_modal(say, origin, filled)


def checked(workspace: Workspace, sent: Submission) -> Asked | Errors:
    """The question as it was filled in, or what is wrong, at its field."""
    asked = read_ask(sent.fields)
    if not isinstance(asked, Asked):
        return asked
    try:
        in_chat(workspace.settings.configuration, _flags(asked))
    except RequestError as error:
        field = str(error.params.get("flag", "close"))
        return {
            FIELDS.get(field, field if field in {"question", "stakes"} else "extras"): line(error.key, **error.params)
        }
    return asked


async def request_of(workspace: Workspace, sent: Submission, asked: Asked) -> tuple[Request, Origin]:
    """What was asked, and where; a form of the Home tab is asked in the direct conversation."""
    origin = read_origin(sent.metadata)
    channel = origin.channel or (await workspace.channel.direct(sent.user)).split(":")[2]
    origin = origin.model_copy(update={"channel": channel})
    flags = _flags(asked)
    if origin.replaces:
        old = terms_of(await workspace.store.load(origin.replaces), workspace.settings.configuration)
        flags = {name: old[name] for name in UNSAID if name in old} | flags
    ask = Ask(question=asked.question, options=asked.options, flags=flags, typed=asked.question)
    request = Request(
        ask=ask,
        where=Place(team=sent.team, channel=channel, thread=origin.thread_ts or ""),
        pasted=asked.pasted if asked.reads == "paste" else "",
        reads_thread=asked.reads == "thread",
        is_form=True,
        replaces=origin.replaces,
        raw=" ".join(f"<@{user}>" for user in asked.voters),
    )
    return request, origin


def _flags(asked: Asked) -> dict[str, Value]:
    flags: dict[str, Value] = {"close": read_duration(asked.close)}
    if asked.safest_first:
        flags["safest-first"] = True
    if asked.hide:
        flags["hide"] = True
    if asked.stakes:
        flags["stakes"] = asked.stakes
    if asked.voters:
        flags["voters"] = " ".join(f"@{user}" for user in asked.voters)
    return flags


def _as_asked(decision: Decision) -> Asked:
    """The question and its terms as they would stand in a form."""
    opened, words = decision.opened, decision.words(1)
    if not isinstance(words, OpenedWords):
        raise RequestError("slack-erased", id=decision.id)
    stakes = opened.axes.stakes if opened.axes else None
    pasted = words.request if opened.via == FORM else ""
    reads: Reads = "paste" if pasted else "thread" if opened.wants_context else "none"
    return Asked(
        question=words.question,
        options=() if opened.is_proposal else words.options,
        safest_first=not opened.is_proposal and opened.safety_order == opened.options,
        hide=opened.policy.vote.hidden,
        stakes=next((name for name in get_args(Stakes) if STAKES[name] == stakes), None),
        reads=reads,
        pasted=pasted,
        voters=tuple(_VOTER.findall(opened.policy.vote.voters)),
        close=f"{max(opened.policy.vote.open_for // HOUR, 1)}h",
    )
