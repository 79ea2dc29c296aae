"""A stored request of GitHub is carried out: it is understood, done, answered, and every refusal says why."""

import asyncio
import contextlib
import logging
from typing import Final
from zlib import crc32

from bot.brake import is_braked
from bot.deeds import Deed, deed_of
from bot.github.acting import Doer, act, decision_here, votes_by_list
from bot.github.answering import about, answer, lang_of, name_the_rest, place_of, react, refuse, reply
from bot.github.heads import pushed, retargeted
from bot.github.hearing import Heard, heard, is_in_code, is_open_to_all
from bot.github.linking import link
from bot.github.looking import look
from bot.github.people import WRITERS, standing_of
from bot.github.repositories import settings_at, version_of
from bot.github.rerunning import once_more
from bot.github.site import PLATFORM, Site
from bot.github.starting import Request, may_start, pull_question, start
from bot.repository import PATH, explained
from bot.spoken import Act, Ask, Extend, Form, Link, OnDecision, Outcome, Unknown, Vote
from bot.texts import Say, catalogue
from bot.use_cases import Desk
from consensus.errors import ConfigurationError, ConsensusError, RequestError
from consensus.question import detect_language
from integrations.github.checks import pressed
from integrations.github.errors import GitHubError, PermanentError
from integrations.github.incoming import CheckAction, Incoming, Pushed, Received, Retargeted, Spoken
from integrations.github.members import Standing
from integrations.github.parse import parse
from integrations.github.place import Place, parse_place
from integrations.github.pull_question import VIA
from integrations.github.replies import refusal, sentence
from integrations.github.text import fenced, inline
from integrations.store.deliveries import Delivery
from integrations.store.visible import of_thread

SIGNED: Final = frozenset({"too-fast", "vote-advisory-often"})
"""What a stranger is not told either, but shown by a sign: they were heard until now."""
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
        case Retargeted():
            await retargeted(site, said)


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
    try:
        if await is_braked(desk):
            return
        if request is None:
            await _hint(site, said)
            return
        standing = await _standing(site, request)
        if standing not in WRITERS and not is_open_to_all(request):
            logger.info("a stranger is not answered: about=%s user=%s", said.ref, said.sender.id)
            return
        await _obey(site, desk, request, standing)
    except (RequestError, ConfigurationError, PermanentError) as error:
        await _refused(site, said, error)
    if request and request.others and await _is_writer(site, said):
        site.errands.run(name_the_rest(site, said, request.others))


async def _hint(site: Site, said: Spoken) -> None:
    if is_in_code(site, said) and await _is_writer(site, said):
        await answer(site, said, sentence((await _say(site, said))("github-in-code")))


async def _standing(site: Site, heard: Heard) -> Standing:
    """What who speaks may do there; a vote of somebody on its list needs no more than the list."""
    said, command = heard.said, heard.command
    if isinstance(command, Vote) and is_open_to_all(heard):
        with contextlib.suppress(RequestError):
            if await votes_by_list(site, said.sender, await _meant(site, said, command)):
                return "none"
    return await standing_of(site, said.repo, said.sender)


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
        lang = configuration.language or detect_language(said.title)
        command, via = pull_question(lang, command, said.body), VIA
    if not isinstance(command, Ask):
        return
    site.errands.run(react(site, said, "eyes"))
    await start(site, desk, Request(command, doer, configuration, origin=said.ref, about=about(said), via=via))


async def _acted(site: Site, desk: Desk, heard: Heard, standing: Standing) -> None:
    said, command = heard.said, heard.command
    if not isinstance(command, Act | Vote | Extend | Outcome):
        return
    decision_id = await _meant(site, said, command)
    doer = _doer(said, standing)
    if isinstance(command, Act) and command.verb == "rerun":
        site.errands.run(react(site, said, "eyes"))
        old = await decision_here(site, doer.where, decision_id)
        await once_more(site, desk, old, (doer, said.ref, command.flags))
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


async def _pressed(site: Site, desk: Desk, sent: CheckAction) -> None:
    """A button of a check: what it asks for and what it was drawn for stand in its name."""
    asked, decision_id = pressed(sent.identifier), sent.external_id.partition(":")[0]
    if asked is None:
        return
    decision = await site.store.load(decision_id)
    where = next((each for each in _places(decision.opened.places) if each.repo == sent.repo), None)
    if where is None:
        return
    try:
        if await is_braked(desk):
            return
        is_listed = asked.verb == "cast" and await votes_by_list(site, sent.sender, decision_id)
        standing = "none" if is_listed else await standing_of(site, sent.repo, sent.sender)
        if standing not in WRITERS and asked.verb != "cast":
            return
        doer = Doer(sent.sender, where, standing, is_pull=True)
        if asked.verb == "rerun":
            await once_more(site, desk, decision, (doer, "", {}))
        else:
            deed = Deed(asked.verb, decision_id, PLATFORM, option=asked.option, about=asked.about)
            await act(site, desk, doer, deed)
    except (RequestError, ConfigurationError, PermanentError) as error:
        if not await _is_told(site, sent, error):
            return
        say = await site.voice(decision.opened.lang)
        told = say("github-pressed", who=inline(sent.sender.login), why=refusal(error, say).body)
        await reply(
            site, where, f"press:{crc32((desk.delivery.key if desk.delivery else '').encode())}", sentence(told)
        )


def _places(places: tuple[str, ...]) -> list[Place]:
    return [parse_place(place) for place in places if place.startswith(f"{PLATFORM}:")]


async def _reply_broken(site: Site, said: Spoken, error: ConfigurationError) -> None:
    """What is wrong with the repository's own settings, with the line: once in a conversation, until they change."""
    site.errands.run(react(site, said, "confused"))
    told = fenced(explained(error, await _say(site, said)))
    version = f"settings:{await version_of(site, said.repo)}"
    await answer(site, said, sentence(f"`{PATH}`\n\n{told}"), under=version)


async def _refused(site: Site, said: Spoken, error: ConsensusError) -> None:
    if not await _is_told(site, said, error):
        if error.key in SIGNED:
            site.errands.run(react(site, said, "confused"))
        return
    if isinstance(error, ConfigurationError):
        await _reply_broken(site, said, error)
    else:
        await refuse(site, said, error)


async def _is_told(site: Site, sent: Received, error: ConsensusError) -> bool:
    """Those with write access are told why not, and whoever cannot be looked up; a stranger is not answered."""
    return error.key == "permission-unverified" or await _is_writer(site, sent)


async def _is_writer(site: Site, sent: Received) -> bool:
    with contextlib.suppress(RequestError):
        return await standing_of(site, sent.repo, sent.sender) in WRITERS
    return False


async def _say(site: Site, said: Spoken) -> Say:
    return catalogue(await lang_of(site, said))
