"""From a question in Slack to an opened decision: where, by which policy and panel, and what its agents may read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.budget import Asking, admission, require_money
from bot.configuration import ContextMode, PlaceTable
from bot.flags import Value
from bot.profiles import Profile
from bot.roster import Roster
from bot.slack.people import require_voters
from bot.slack.workspace import PLATFORM, Workspace
from bot.spoken import Ask
from bot.tightening import in_chat
from bot.use_cases import Desk, open_decision
from consensus import ENGINE_VERSION
from consensus.context import mask
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import Opened, OpenedWords
from consensus.panel.agents import Language
from consensus.question import Question, make_question, normalise
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
    also: tuple[Place, ...] = ()
    """Where else it is to be shown."""
    reads_thread: bool = True
    begins_thread: bool = False
    """Whether the thread begins with the request itself, so that there is nothing else to read."""
    may_read: bool = False
    """Whether who asks has said that the thread may be read, also where that is asked first."""
    is_form: bool = False
    by_bot: bool = False
    replaces: str | None = None


@dataclass(frozen=True)
class Plan:
    """Everything that goes into the opening."""

    question: Question
    profile: Profile
    roster: Roster
    reads: bool | None
    """Whether the agents get more than the question; none where who asks has to say so first."""


async def plan_of(workspace: Workspace, request: Request) -> Plan:
    """What would be opened; raises RequestError when it cannot be as it was asked."""
    flags = with_ids(request.ask.flags, request.raw)
    question = question_of(request.ask, workspace.settings.configuration.language)
    profile = in_chat(workspace.settings.configuration, flags)
    roster = await workspace.roster(question.lang)
    if flags.get("voters"):
        await require_voters(workspace, profile.policy.vote.voters, request.asker, request.where)
    return Plan(question, profile, roster, await _reads(workspace, request, roster))


async def open_asked(workspace: Workspace, desk: Desk, request: Request, plan: Plan) -> Decision:
    """The new decision; raises RequestError when there have been too many."""
    await require_money(workspace.store, workspace.limits, workspace.clock())
    asking = Asking(person=request.asker, place=str(request.where), is_bot=request.by_bot)
    admit = admission(asking, workspace.limits)
    key = _key(request, plan.question)
    return await open_decision(
        desk, lambda number: _facts(workspace, request, plan, number), _words(request, plan), key, admit=admit
    )


def providers_of(roster: Roster) -> tuple[str, ...]:
    """Whom everything that the panel reads is sent to."""
    return tuple(dict.fromkeys(seat.model.partition("/")[0] for seat in (*roster.seats, roster.moderator)))


def question_of(ask: Ask, lang: Language | None = None) -> Question:
    """The question as it will be put to the agents, without secrets; raises QuestionError."""
    stated = [mask(option)[0] for option in ask.options]
    asked = make_question(
        mask(ask.question)[0], stated, safest_first=bool(ask.flags.get("safest-first")), lang=ask.lang or lang
    )
    return asked.model_copy(update={"notes": (*ask.notes, *asked.notes)})


def with_ids(flags: Mapping[str, Value], raw: str) -> dict[str, Value]:
    """The flags with the immutable ids of whom and where they name; raises RequestError for an unknown name."""
    voters, channel = flags.get("voters"), flags.get("in")
    found = dict(flags)
    if isinstance(voters, str):
        found["voters"] = _with_people(voters, raw)
    if isinstance(channel, str):
        found["in"] = f"#{_channel(channel, raw)}"
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
    known: dict[str, str] = {label.casefold(): channel for channel, label in _CHANNEL.findall(raw) if label}
    known |= {channel.casefold(): channel for channel, _ in _CHANNEL.findall(raw)}
    name = named.removeprefix("#").casefold()
    if name not in known:
        raise RequestError("slack-channel-unknown", name=named)
    return known[name]


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


def _key(request: Request, question: Question) -> str:
    """Unique while the decision is open; one that replaces another has a key of its own."""
    replaced = f" {request.replaces}" if request.replaces else ""
    return f"{request.where} {normalise(question.text)}{replaced}"


def _facts(workspace: Workspace, request: Request, plan: Plan, number: int) -> Opened:
    question = plan.question
    return Opened(
        engine=ENGINE_VERSION,
        asker=request.asker,
        lang=question.lang,
        options=tuple(option.id for option in question.options),
        is_proposal=question.is_proposal,
        options_stated=question.options_stated,
        safety_order=question.safety_order,
        policy=plan.profile.policy,
        axes=plan.profile.axes,
        roster=plan.roster.seats,
        moderator=plan.roster.moderator,
        offset=number % len(question.options),
        wants_context=bool(plan.reads),
        places=tuple(dict.fromkeys(map(str, (request.where, *request.also)))),
        supersedes=request.replaces,
        config_digest=workspace.settings.config_digest,
        via=BY_BOT if request.by_bot else FORM if request.is_form else PLATFORM,
    )


def _words(request: Request, plan: Plan) -> OpenedWords:
    question = plan.question
    typed = request.pasted if request.is_form else request.ask.typed
    return OpenedWords(
        question=question.text,
        options=tuple(option.text for option in question.options),
        request=mask(typed)[0],
        notes=question.notes,
    )
