"""A question that somebody asked on GitHub: whether they may, whether it was decided before, and then the panel."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from bot.configuration import Configuration, GitHubTable
from bot.flags import Value
from bot.github.acting import Doer
from bot.github.also import also_shown
from bot.github.answering import reply
from bot.github.ground import require_ground
from bot.github.hiding import require_hideable
from bot.github.people import RANK, keep_attempt, require, require_voters, with_ids
from bot.github.site import PLATFORM, Site, home_of
from bot.opening import Plan, open_planned, question_of
from bot.permissions import Act as Right
from bot.settings import config_digest
from bot.sharing import decided_before
from bot.spoken import Ask, Form
from bot.texts import catalogue
from bot.tightening import in_chat
from bot.tighter import replacing
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.errors import IllegalEventError, RequestError
from consensus.head import by_person, is_by_push
from consensus.panel.agents import Language
from integrations.github.members import Standing
from integrations.github.place import Place
from integrations.github.pull_question import OPTIONS, QUESTION, VIA, asks_to_merge, stands
from integrations.github.replies import decided_already, in_response
from integrations.store import visible

LATEST: Final = 20
"""The newest decisions of a pull request, among which its own question is looked for."""
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


@dataclass(frozen=True)
class Request:
    """A question as it was understood, and who asks it, where."""

    ask: Ask
    by: Doer
    configuration: Configuration
    """As it holds in the repository."""
    origin: str = ""
    about: str = ""
    """What an answer to it is about: the words at its origin, or what an edit has made of them."""
    via: str = PLATFORM
    replaces: str | None = None
    also: tuple[str, ...] = ()
    """Where else it is shown already."""

    @property
    def where(self) -> Place:
        return self.by.where


def may_start(standing: Standing, github: GitHubTable, *, is_author: bool) -> bool:
    """Whether the repository lets somebody of that standing ask, or its author."""
    return RANK.index(standing) >= RANK.index(github.start) or (is_author and github.allow_author)


def pull_question(place_lang: Language, bare: Form, typed: str) -> Ask:
    """What a bare request on a pull request asks."""
    lang = next((each for each in LANGUAGES if each == bare.flags.get("lang")), place_lang)
    say = catalogue(lang)
    options = tuple(say(option) for option in OPTIONS)
    return Ask(question=say(QUESTION), options=options, flags=bare.flags, lang=lang, typed=typed)


async def start(site: Site, desk: Desk, request: Request) -> Decision | None:
    """The new decision, none where an earlier one was shown instead; raises RequestError or GitHubError."""
    act: Right = "rerun" if request.replaces else "start"
    by, github = request.by, request.configuration.github
    if not may_start(by.standing, github, is_author=by.is_author):
        if not is_by_push(request.via):
            keep_attempt(site, await site.person(by.account), act, "permission-start")
        raise RequestError("permission-start", level=github.start)
    old = await site.store.load(request.replaces) if request.replaces else None
    standing: Standing = "write" if by.is_author and github.allow_author else by.standing
    asker = await require(site, act, (by.account, by.where, standing), old)
    await require_ground(site, by.where, asks_to_merge=request.via == VIA)
    if old:
        await _require_replaceable(site, request, old)
    elif request.via == VIA and (earlier := await _asked_before(site, request.where)):
        if stands(earlier):
            await _show(site, request, earlier)
            return None
        request = replace(request, replaces=earlier.id)
    elif request.via != VIA and await _was_decided(site, request):
        return None
    decision = await open_planned(desk, await _plan(site, request, asker), site.limits)
    site.works.follow(decision)
    return decision


async def _require_replaceable(site: Site, request: Request, old: Decision) -> None:
    """Whoever replaces a decision that is at work stops it, too."""
    if old.end.superseded_by:
        raise IllegalEventError("superseded-already", id=old.end.superseded_by)
    if not old.has_ended:
        await require(site, "cancel", (request.by.account, request.where, request.by.standing), old)


async def _asked_before(site: Site, where: Place) -> Decision | None:
    """The pull request's own question, as it was asked last; raises IllegalEventError while that is open."""
    for found in await site.store.look(visible.all_of_thread(str(where), LATEST)):
        decision = await site.store.load(found)
        is_it = asks_to_merge(decision) and decision.opened.places[0] == str(where)
        if not is_it or decision.end.superseded_by:
            continue
        if not decision.has_ended:
            raise IllegalEventError("already-open", id=decision.id)
        return decision
    return None


async def _was_decided(site: Site, request: Request) -> bool:
    """Whether the same question was decided here lately; then that is shown."""
    asked = question_of(request.ask, request.configuration.language)
    decision = await decided_before(site.store, str(request.where), asked, site.clock())
    if decision is not None:
        await _show(site, request, decision)
    return decision is not None


async def _show(site: Site, request: Request, decision: Decision) -> None:
    """What was decided, with how to ask again."""
    lang = request.ask.lang or request.configuration.language or decision.opened.lang
    voice = await site.voice(lang, decision)
    home = home_of(decision) or request.where
    address = await site.address(home, decision.opened.origin)
    told = decided_already(decision, voice, address, is_here=home == request.where)
    asking = await site.address(request.where, request.origin)
    await reply(site, request.where, request.about, in_response(told, voice, asking))


async def _plan(site: Site, request: Request, asker: str) -> Plan:
    configuration, flags = request.configuration, request.ask.flags
    question = question_of(request.ask, configuration.language)
    profile = in_chat(configuration, await _with_ids(site, flags, request.where))
    if request.replaces:
        profile = replacing(profile, await site.store.load(request.replaces))
    if flags.get("voters"):
        await require_voters(site, profile.policy.vote, request.where)
    settings = (configuration, profile.policy)
    also = await also_shown(site, request.where, asker, named=flags.get("in"), settings=settings)
    if profile.policy.vote.hidden:
        await require_hideable(site, profile.policy.vote, request.where, (*also, *request.also))
    return Plan(
        question=question,
        profile=profile,
        roster=await site.roster(configuration, question.lang),
        asker=asker,
        places=(str(request.where), *also, *request.also),
        via=request.via,
        typed=request.ask.typed,
        reads=True,
        replaces=request.replaces,
        topic=VIA if by_person(request.via) == VIA else "",
        origin=request.origin,
        check=_check(site, request),
        config_digest=config_digest(configuration),
    )


def _check(site: Site, request: Request) -> Literal["off", "shown", "gate"]:
    """A personal token has no checks, only statuses; one that says nothing would stay pending for ever."""
    github = request.configuration.github
    if not request.by.is_pull or github.checks == "off":
        return "off"
    if github.gate:
        return "gate"
    return "shown" if site.client.is_app else "off"


async def _with_ids(site: Site, flags: Mapping[str, Value], where: Place) -> dict[str, Value]:
    named = flags.get("voters")
    return {**flags, "voters": await with_ids(site, named, where)} if isinstance(named, str) else dict(flags)
