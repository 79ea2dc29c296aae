"""A stored request of GitHub is carried out: it is understood, done, answered, and every refusal says why."""

import asyncio
import contextlib
import logging
from typing import Final

from bot.deeds import Deed, Verb, deed_of
from bot.github.acting import Doer, act, decision_here
from bot.github.answering import lang_of, place_of, react, refuse, reply
from bot.github.heads import pushed
from bot.github.hearing import Heard, heard, is_in_code, is_open_to_all
from bot.github.linking import link
from bot.github.looking import look
from bot.github.people import WRITERS, standing_of
from bot.github.repositories import settings_at
from bot.github.rerunning import once_more
from bot.github.site import PLATFORM, Site
from bot.github.starting import Request, may_start, pull_question, start
from bot.repository import PATH, explained
from bot.spoken import Act, Ask, Extend, Form, Link, OnDecision, Outcome, Unknown, Vote
from bot.texts import Say, catalogue
from bot.use_cases import Desk
from consensus.errors import ConfigurationError, ConsensusError, RequestError
from integrations.github.errors import GitHubError, RateLimitedError
from integrations.github.incoming import CheckAction, Incoming, Pushed, Received, Spoken
from integrations.github.members import Standing
from integrations.github.parse import parse
from integrations.github.place import Place, parse_place
from integrations.github.pull_question import VIA
from integrations.github.replies import sentence
from integrations.github.text import fenced
from integrations.store.deliveries import Delivery
from integrations.store.visible import of_thread

BUTTONS: Final[dict[str, Verb]] = {"approve": "approve", "vote": "vote", "close": "close", "rerun": "rerun"}
logger = logging.getLogger(__name__)


async def carry_out(site: Site, delivery: Delivery) -> None:
    """Everything that one request asks for; raises only what the next try may mend."""
    said = read(site, delivery)
    if isinstance(said, Received):
        site.client.repositories.know(said.repo, said.full_name, said.installation, private=said.private)
    desk = site.desk.carrying(delivery)
    match said:
        case Spoken():
            await _spoken(site, desk, said)
        case CheckAction():
            await _pressed(site, desk, said)
        case Pushed():
            await pushed(site, desk, said)


async def apologise(site: Site, delivery: Delivery) -> None:
    """A fault of ours is said, too: who asked would wait for ever."""
    said = read(site, delivery)
    if isinstance(said, Spoken):
        with contextlib.suppress(GitHubError, RequestError):
            if await standing_of(site, said.repo, said.sender) in WRITERS:
                await refuse(site, said, RequestError("error-ours"))


def read(site: Site, delivery: Delivery) -> Incoming:
    payload = delivery.body["payload"]
    return parse(str(delivery.body["event"]), payload if isinstance(payload, dict) else {}, site.own)


async def _spoken(site: Site, desk: Desk, said: Spoken) -> None:
    request = await asyncio.to_thread(heard, site, said)
    if request is None:
        if is_in_code(site, said) and await standing_of(site, said.repo, said.sender) in WRITERS:
            await reply(site, place_of(said), str(said.key), sentence(_say(site, said)("github-in-code")))
        return
    try:
        standing = await standing_of(site, said.repo, said.sender)
        if standing not in WRITERS and not is_open_to_all(request):
            logger.info("a stranger is not answered: about=%s user=%s", said.key, said.sender.id)
            return
        await _obey(site, desk, request, standing)
    except RateLimitedError:
        raise
    except ConfigurationError as error:
        if standing in WRITERS:
            await _reply_broken(site, said, error)
    except (RequestError, GitHubError) as error:
        await _refused(site, said, error)


async def _obey(site: Site, desk: Desk, heard: Heard, standing: Standing) -> None:
    said, command = heard.said, heard.command
    match command:
        case RequestError():
            raise command
        case Ask() | Form():
            await _asked(site, desk, heard, standing)
        case Unknown(word=word, nearest=nearest):
            raise RequestError("verb-unknown", word=word, nearest=nearest)
        case Link():
            await link(site, said, command)
        case Act() | Vote() | Extend() | Outcome():
            await _acted(site, desk, heard, standing)
        case _:
            await look(site, said, command)


async def _asked(site: Site, desk: Desk, heard: Heard, standing: Standing) -> None:
    said, command = heard.said, heard.command
    configuration = await settings_at(site, said.repo)
    doer = _doer(said, standing)
    if standing not in WRITERS and not may_start(standing, configuration.github, is_author=doer.is_author):
        return
    via = PLATFORM
    if isinstance(command, Form):
        if not said.is_pull:
            raise RequestError("github-nothing-asked")
        lang = configuration.language or lang_of(site, said.title)
        command, via = pull_question(lang, command.flags, said.body), VIA
    if not isinstance(command, Ask):
        return
    site.errands.run(react(site, said, "eyes"))
    request = Request(command, doer, configuration, origin=str(said.key), via=via)
    await start(site, desk, request)
    if heard.others:
        told = _say(site, said)("github-others", count=heard.others)
        await reply(site, place_of(said), f"{said.key}:others", sentence(told))


async def _acted(site: Site, desk: Desk, heard: Heard, standing: Standing) -> None:
    said, command = heard.said, heard.command
    if not isinstance(command, Act | Vote | Extend | Outcome):
        return
    decision_id = await _meant(site, said, command)
    doer = _doer(said, standing)
    if isinstance(command, Act) and command.verb == "rerun":
        site.errands.run(react(site, said, "eyes"))
        old = await decision_here(site, doer.where, decision_id)
        await once_more(site, desk, old, (doer, str(said.key), command.flags))
        return
    await act(site, desk, doer, _deed(decision_id, command))
    site.errands.run(react(site, said, "+1"))


def _doer(said: Spoken, standing: Standing) -> Doer:
    return Doer(said.sender, place_of(said), standing, is_pull=said.is_pull, is_author=said.opener == said.sender.id)


def _deed(decision_id: str, command: Act | Vote | Extend | Outcome) -> Deed:
    """The verb alone opens a vote."""
    if isinstance(command, Vote) and command.choice is None and not command.abstains:
        return Deed("vote", decision_id, PLATFORM)
    return deed_of(decision_id, command, PLATFORM)


async def _meant(site: Site, said: Spoken, command: OnDecision) -> str:
    """The decision by its number, else the newest of the conversation where it was said."""
    found = command.id or await site.store.look(of_thread(str(place_of(said))))
    if found is None:
        raise RequestError("which-decision")
    return found


async def _pressed(site: Site, desk: Desk, pressed: CheckAction) -> None:
    """A button of a check; what it was drawn for stands behind its name."""
    name, _, about = pressed.identifier.partition(":")
    decision_id = pressed.external_id.partition(":")[0]
    verb = BUTTONS.get(name)
    if verb is None or not about.isdigit():
        return
    decision = await site.store.load(decision_id)
    where = next((each for each in _places(decision.opened.places) if each.repo == pressed.repo), None)
    if where is None:
        return
    try:
        standing = await standing_of(site, pressed.repo, pressed.sender)
        if standing not in WRITERS:
            return
        doer = Doer(pressed.sender, where, standing, is_pull=True)
        if verb == "rerun":
            await once_more(site, desk, decision, (doer, "", {}))
        else:
            await act(site, desk, doer, Deed(verb, decision_id, PLATFORM, about=int(about)))
    except RateLimitedError:
        raise
    except (RequestError, GitHubError, ConfigurationError) as error:
        say = catalogue(decision.opened.lang)
        told = say("github-pressed", who=pressed.sender.login, why=say(error.key, **error.params))
        await reply(site, where, f"press:{desk.delivery.key if desk.delivery else ''}", sentence(told))


def _places(places: tuple[str, ...]) -> list[Place]:
    return [parse_place(place) for place in places if place.startswith(f"{PLATFORM}:")]


async def _reply_broken(site: Site, said: Spoken, error: ConfigurationError) -> None:
    """What is wrong with the repository's own settings, with the line."""
    site.errands.run(react(site, said, "confused"))
    told = fenced(explained(error, _say(site, said)))
    await reply(site, place_of(said), str(said.key), sentence(f"`{PATH}`\n\n{told}"))


async def _refused(site: Site, said: Spoken, error: ConsensusError) -> None:
    """Told to those with write access; a stranger is not answered."""
    with contextlib.suppress(RequestError):
        if error.key == "permission-unverified" or await standing_of(site, said.repo, said.sender) in WRITERS:
            await refuse(site, said, error)


def _say(site: Site, said: Spoken) -> Say:
    return catalogue(lang_of(site, said.body))
