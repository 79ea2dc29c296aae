"""What stands in a form when it opens, and what a form that was sent means."""

import re
from collections.abc import Mapping
from typing import Final, get_args

from bot.flags import Value, split_flags
from bot.slack.keeping import kept, raw_words
from bot.slack.opening import FORM, Request, with_ids
from bot.slack.people import home_of
from bot.slack.terms import as_mentions
from bot.slack.words import Words, understood
from bot.slack.workspace import Workspace
from bot.spoken import Ask, Form
from bot.terms import terms_of
from bot.tightening import STAKES, in_chat
from bot.units import read_duration
from bot.writing import duration, written
from consensus.card import Speaker
from consensus.card.lines import line
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import Axes, OpenedWords
from integrations.slack.incoming import Click, DirectMessage, Edited, Mention, SlashCommand, Submission
from integrations.slack.limits import Json
from integrations.slack.place import Place
from integrations.slack.views import Asked, Errors, Origin, Reads, Stakes, ask_modal, read_ask, read_origin

FIELDS: Final = {"close": "close", "voters": "voters", "stakes": "stakes"}
"""The field of a flag where an error of it stands; all others stand at the last box."""
MOST_CARRIED: Final = 2_000
"""Characters of flags that a form can carry beside where it was opened."""
_USERS: Final = re.compile(r"(?:@[UW][A-Z0-9]+[ ,]*)+")
_USER: Final = re.compile(r"@([UW][A-Z0-9]+)")


def stated_form(said: Words, stated: Form, raw: str, say: Speaker) -> Json:
    """The form of a request without a question, with what else it said."""
    place = stated.thread
    origin = Origin(channel=place.channel if place else said.channel, thread_ts=place.ts if place else said.thread_ts)
    return _form(say, origin, Asked(reads="thread" if origin.thread_ts else "none"), with_ids(stated.flags, raw))


def edit_form(workspace: Workspace, decision: Decision, say: Speaker) -> Json:
    """The form with everything as it was asked; what is sent replaces the decision."""
    where = home_of(workspace, decision)
    origin = Origin(replaces=decision.id)
    if where:
        origin = origin.model_copy(update={"channel": where.channel, "thread_ts": where.thread or None})
    asked = _as_asked(decision)
    terms = terms_of(decision, workspace.settings.configuration)
    axes = terms.pop("qualify", None)
    if isinstance(axes, Axes) and None not in axes.model_dump().values():
        terms["qualify"] = axes
    return _form(say, origin, asked.model_copy(update={"voters": ()}), terms)


async def again_form(workspace: Workspace, click: Click, decision: Decision, say: Speaker) -> Json:
    """The form with a question that was decided before, as it was asked now; else as it was asked then."""
    asked_as = await kept(workspace, click.option, click.user) if click.option else None
    origin = Origin(channel=click.channel, thread_ts=click.thread_ts, is_again=True)
    reads: Reads = "thread" if click.thread_ts else "none"
    said = asked_as.said if asked_as else None
    if asked_as and isinstance(said, SlashCommand | Mention | DirectMessage | Edited):
        command = understood(workspace, said)
        if isinstance(command, Ask):
            asked = Asked(question=command.question, options=command.options, reads=reads)
            return _form(say, origin, asked, with_ids(command.flags, raw_words(asked_as.body)))
    if isinstance(said, Submission) and isinstance(sent := read_ask(said.fields), Asked):
        flags = read_origin(said.metadata).flags
        return ask_modal(say, origin.model_copy(update={"flags": flags}), sent, also=flags)
    return ask_modal(say, origin, _as_asked(decision).model_copy(update={"pasted": "", "reads": reads}))


def _form(say: Speaker, origin: Origin, asked: Asked, flags: Mapping[str, Value]) -> Json:
    """The form with each flag in its field; those without one are shown, and travel with it."""
    fields, others = _divided(flags)
    carried = written(others)
    if len(carried) > MOST_CARRIED:
        raise RequestError("slack-flags-too-long")
    filled = Asked.model_validate(asked.model_dump() | fields)
    return ask_modal(say, origin.model_copy(update={"flags": carried}), filled, also=carried)


def _divided(flags: Mapping[str, Value]) -> tuple[dict[str, object], dict[str, Value]]:
    """What stands in which field, and the flags that have none."""
    others = dict(flags)
    fields: dict[str, object] = {}
    for flag, field in (
        ("option", "options"),
        ("stakes", "stakes"),
        ("safest-first", "safest_first"),
        ("hide", "hide"),
    ):
        if flag in others:
            fields[field] = others.pop(flag)
    if isinstance(close := others.pop("close", None), int):
        fields["close"] = duration(close)
    if _USERS.fullmatch(voters := str(others.get("voters", ""))):
        fields["voters"] = tuple(_USER.findall(voters))
        del others["voters"]
    return fields, others


def checked(workspace: Workspace, sent: Submission) -> Asked | Errors:
    """The question as it was filled in, or what is wrong, at its field."""
    asked = read_ask(sent.fields)
    if not isinstance(asked, Asked):
        return asked
    try:
        in_chat(workspace.settings.configuration, _flags(asked, read_origin(sent.metadata)))
    except RequestError as error:
        return {FIELDS.get(str(error.params.get("flag", "close")), "extras"): line(error.key, **error.params)}
    return asked


async def request_of(workspace: Workspace, sent: Submission, asked: Asked) -> tuple[Request, Origin]:
    """What was asked, and where; a form of the Home tab is asked in the direct conversation."""
    origin = read_origin(sent.metadata)
    channel = origin.channel or (await workspace.channel.direct(sent.user)).split(":")[2]
    origin = origin.model_copy(update={"channel": channel})
    flags = _flags(asked, origin)
    ask = Ask(question=asked.question, options=asked.options, flags=flags, typed=asked.question)
    request = Request(
        ask=ask.model_copy(update={"lang": flags.get("lang")}),
        where=Place(team=sent.team, channel=channel, thread=origin.thread_ts or ""),
        pasted=asked.pasted if asked.reads == "paste" else "",
        reads_thread=asked.reads == "thread",
        may_read=True,
        is_form=True,
        is_filled_in=True,
        replaces=origin.replaces,
        raw=as_mentions(flags),
    )
    return request, origin


def _flags(asked: Asked, origin: Origin) -> dict[str, Value]:
    """What the fields say, and what else was said when the form was opened."""
    _, flags = split_flags(origin.flags)
    flags["close"] = read_duration(asked.close)
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
        raise RequestError("question-erased", id=decision.id)
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
        voters=tuple(_USER.findall(opened.policy.vote.voters)),
        close=duration(opened.policy.vote.open_for),
    )
