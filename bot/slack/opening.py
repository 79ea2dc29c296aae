"""From a question in Slack to an opened decision: where, by which policy and panel, and what its agents may read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.configuration import ContextMode, PlaceTable
from bot.flags import Value
from bot.opening import Plan, question_of
from bot.roster import Roster
from bot.slack.also import also_shown
from bot.slack.people import require_voters
from bot.slack.workspace import PLATFORM, Workspace
from bot.spoken import Ask
from bot.tightening import in_chat
from bot.tighter import replacing
from consensus.errors import RequestError
from integrations.slack.errors import SlackError
from integrations.slack.members import room
from integrations.slack.place import Place
from integrations.store.starts import BY_BOT
from integrations.store.visible import Wanted, page, room_of

FORM: Final = f"{PLATFORM}-form"
"""How a decision was opened that was asked in the form: what its request says was pasted for the agents."""
LATEST: Final = 20
_NAMED: Final = re.compile(r"@[\w.-]+")
_CHANNEL: Final = re.compile(r"<#(C[A-Z0-9]+|G[A-Z0-9]+)(?:\|([^<>|]*))?>")
_USER: Final = re.compile(r"<@([UW][A-Z0-9]+)(?:\|([^<>|]*))?>")
_GROUP: Final = re.compile(r"<!subteam\^(S[A-Z0-9]+)(?:\|@?([^<>|]*))?>")


@dataclass(frozen=True)
class Request:
    """A question as it was understood, with all that its place adds."""

    ask: Ask
    where: Place
    asker: str = ""
    """The person, once it is known that they may ask."""
    raw: str = ""
    """The request as Slack sent it, where people and groups still have their ids."""
    pasted: str = ""
    also: tuple[str, ...] = ()
    """Where else it is shown already."""
    reads_thread: bool = True
    begins_thread: bool = False
    """Whether the thread begins with the request itself, so that there is nothing else to read."""
    may_read: bool = False
    """Whether who asks has said that the thread may be read, also where that is asked first."""
    is_form: bool = False
    is_filled_in: bool = False
    """Whether the form has just been filled in, so that its fields say all that they can."""
    by_bot: bool = False
    replaces: str | None = None


async def plan_of(workspace: Workspace, request: Request) -> Plan:
    """What would be opened; raises RequestError when it cannot be as it was asked."""
    configuration, flags = workspace.settings.configuration, with_ids(request.ask.flags, request.raw)
    question = question_of(request.ask, configuration.language)
    profile = in_chat(configuration, flags)
    if request.replaces:
        replaced = await workspace.store.load(request.replaces)
        profile = replacing(profile, replaced, is_filled_in=request.is_filled_in)
    roster = await workspace.roster(question.lang)
    if flags.get("voters"):
        await require_voters(workspace, profile.policy.vote, request.asker, request.where)
    approvers = profile.policy.approval.approvers
    named = await also_shown(workspace, request.where, request.asker, flags.get("in"), approvers)
    return Plan(
        question=question,
        profile=profile,
        roster=roster,
        asker=request.asker,
        places=(str(request.where), *named, *request.also),
        via=BY_BOT if request.by_bot else FORM if request.is_form else PLATFORM,
        typed=request.pasted if request.is_form else request.ask.typed,
        reads=await _reads(workspace, request, roster),
        replaces=request.replaces,
        config_digest=workspace.settings.config_digest,
    )


def providers_of(roster: Roster) -> tuple[str, ...]:
    """Whom everything that the panel reads is sent to."""
    return tuple(dict.fromkeys(seat.model.partition("/")[0] for seat in (*roster.seats, roster.moderator)))


def with_ids(flags: Mapping[str, Value], raw: str) -> dict[str, Value]:
    """The flags with the immutable ids of whom and where they name; raises RequestError for an unknown name."""
    voters, channel = flags.get("voters"), flags.get("in")
    found = dict(flags)
    if isinstance(voters, str):
        found["voters"] = _with_people(voters, raw)
    if isinstance(channel, str):
        found["in"] = _channel(channel, raw)
    return found


def _with_people(voters: str, raw: str) -> str:
    ids = {label.casefold(): each for each, label in (*_USER.findall(raw), *_GROUP.findall(raw)) if label}
    ids |= {each.casefold(): each for each, _ in (*_USER.findall(raw), *_GROUP.findall(raw))}

    def known(found: re.Match[str]) -> str:
        name = found[0].removeprefix("@")
        if name.casefold() not in ids:
            raise RequestError("slack-voters-unknown", name=name)
        return f"@{ids[name.casefold()]}"

    return _NAMED.sub(known, voters)


def _channel(named: str, raw: str) -> str:
    """The channel that Slack has linked to in the request, else the place as it was written."""
    known: dict[str, str] = {f"#{label}".casefold(): channel for channel, label in _CHANNEL.findall(raw) if label}
    known |= {f"#{channel}".casefold(): channel for channel, _ in _CHANNEL.findall(raw)}
    found = known.get(named.casefold())
    return f"#{found}" if found else named


async def _context_mode(workspace: Workspace, where: Place) -> ContextMode:
    """Whether agents may read the thread; somebody who once let them read one has allowed it for the place."""
    mode = await _stated_mode(workspace, where)
    return "on" if mode == "ask" and await _was_allowed(workspace, where) else mode


async def _stated_mode(workspace: Workspace, where: Place) -> ContextMode:
    """As the settings say of the place, else on in public and asked for in private."""
    context = workspace.settings.configuration.context
    if stated := _table(context.places, where).mode or context.mode:
        return stated
    try:
        found = await room(workspace.client, where.channel)
    except SlackError:
        return "ask"
    return "ask" if found.kind == "private" else "on"


async def _was_allowed(workspace: Workspace, where: Place) -> bool:
    """Whether one of the latest decisions of the place has read its thread."""
    found = await workspace.store.look(page(Wanted(rooms=frozenset({room_of(str(where))})), LATEST))
    for row in found.rows:
        taken = (await workspace.store.load(row.id)).panel.context
        if taken and any(source.source == "thread" for source in taken.facts.sources):
            return True
    return False


def _table(places: Mapping[str, PlaceTable], where: Place) -> PlaceTable:
    return places.get(f"{PLATFORM}:{where.channel}") or places.get(where.channel) or PlaceTable()


def _may_be_sent(workspace: Workspace, where: Place, roster: Roster) -> bool:
    """Whether every provider of the panel may see what is said in the place."""
    context = workspace.settings.configuration.context
    allowed = _table(context.places, where).providers or context.providers
    return allowed is None or set(providers_of(roster)) <= set(allowed)


async def _reads(workspace: Workspace, request: Request, roster: Roster) -> bool | None:
    """Whether the agents get more than the question; none if whoever asks has yet to say so, as no bot can."""
    if not _may_be_sent(workspace, request.where, roster):
        return False
    if request.pasted:
        return True
    if not (request.where.thread and request.reads_thread):
        return False
    mode = await _context_mode(workspace, request.where)
    if mode != "ask" or request.may_read:
        return mode != "off"
    return False if request.begins_thread or request.by_bot else None
