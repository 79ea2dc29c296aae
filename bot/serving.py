"""`serve`: starts whatever is configured, says what is on and what is off, and stops cleanly when it is told to."""

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.app import OpenDesk, open_desk
from bot.budget import limits_of
from bot.joining import Member, watching
from bot.parts import Part, is_github_on, is_slack_on, told
from bot.server import front_door, listening
from bot.settings import Settings, missing_keys, read_settings
from bot.texts import Say
from bot.workshop import Workshop
from consensus.decision import Decision
from consensus.errors import ConfigurationError
from consensus.events import ContextTaken, ContextWords

if TYPE_CHECKING:
    from aiohttp.web import Application

    from bot.use_cases import Desk

Tell = Callable[[str], None]
Make = Callable[[Settings, Mapping[str, str], Workshop], Part]
START_SECONDS = 5
LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"
logger = logging.getLogger(__name__)


def serve(env: Mapping[str, str], say: Say, opened: OpenDesk = open_desk) -> int:
    """Runs until SIGTERM or the keyboard ends it; raises ConfigurationError when there is nothing to serve."""
    settings = read_settings(env, Path.cwd())
    for error in missing_keys(settings):
        raise error
    for line in told(settings, say):
        _print(line)
    if not (is_slack_on(settings.slack) or is_github_on(settings.github)):
        raise ConfigurationError("serve-nothing")
    _log()
    asyncio.run(_until_told(settings, env, say, opened))
    return 0


async def _until_told(settings: Settings, env: Mapping[str, str], say: Say, opened: OpenDesk) -> None:
    """Stops cleanly at any moment, also while it still waits for somebody to begin."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, told.set)
    at_work = asyncio.ensure_future(_serve(settings, env, say, opened))
    waiting = asyncio.ensure_future(told.wait())
    await asyncio.wait({at_work, waiting}, return_when=asyncio.FIRST_COMPLETED)
    await _ended(waiting)
    await _ended(at_work) if told.is_set() else await at_work


async def _serve(settings: Settings, env: Mapping[str, str], say: Say, opened: OpenDesk) -> None:
    async with serving(settings, env, say, opened=opened, tell=_print):
        await asyncio.Event().wait()


@asynccontextmanager
async def serving(
    settings: Settings, env: Mapping[str, str], say: Say, *, opened: OpenDesk = open_desk, tell: Tell
) -> AsyncIterator[int]:
    """Everything on while it is open; yields the port."""
    async with AsyncExitStack() as stack:
        await _tell_panel(settings, env, say, tell)
        desk = await stack.enter_async_context(opened(settings, _nothing))
        works = Workshop(desk, limits_of(settings.configuration))
        parts = [part(settings, env, works) for part in _parts(settings)]
        works.start()
        members = [Member(part) for part in parts]
        for ending in ([each.end for each in members], [works.stop], [each.leave for each in members]):
            stack.push_async_callback(_all, ending)
        await stack.enter_async_context(watching(members))
        web = front_door(
            *(door for part in parts for door in part.doors), ring=_quiet, unready=partial(_names, members)
        )
        port = await stack.enter_async_context(_listening(web, settings))
        await _soon(members)
        stack.push_async_callback(_ended, asyncio.ensure_future(_warm_up(desk)))
        tell(say("serve-port-on", host=settings.host, port=str(port)))
        yield port


def _parts(settings: Settings) -> Iterator[Make]:
    """What is configured, and only that is imported."""
    if is_github_on(settings.github):
        from bot.github.joining import github_part

        yield github_part
    if is_slack_on(settings.slack):
        from bot.slack.joining import slack_part

        yield slack_part


@asynccontextmanager
async def _listening(web: "Application", settings: Settings) -> AsyncIterator[int]:
    """Raises ConfigurationError for an address that is not to be had."""
    async with AsyncExitStack() as stack:
        try:
            port = await stack.enter_async_context(listening(web, settings.host, settings.port))
        except OSError as error:
            raise ConfigurationError("serve-port", host=settings.host, port=str(settings.port)) from error
        yield port


async def _soon(members: Sequence[Member]) -> None:
    """Whoever is there joins before it is said that all is on; nobody waits long for who is away."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(START_SECONDS):
            await asyncio.gather(*(each.joined.wait() for each in members))


def _names(members: Sequence[Member]) -> tuple[str, ...]:
    """What does not work now."""
    return tuple(name for each in members for name, is_so in each.unready.items() if is_so())


async def _all(ending: Sequence[Callable[[], Awaitable[None]]]) -> None:
    await asyncio.gather(*(end() for end in ending))


async def _warm_up(desk: "Desk") -> None:
    """The models are imported beside everything else, so that nothing waits for them."""
    from integrations.llm import Models

    if isinstance(desk.ask, Models):
        await desk.ask.warm_up()


async def _ended(task: "asyncio.Future[Any]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _nothing(_: Decision) -> tuple[ContextTaken, ContextWords]:
    """No context, for a desk whose ports are put in later."""
    return ContextTaken(sources=(), cut=False), ContextWords(sources=())


def _log() -> None:
    """What operators read stands on stderr: all that happens here, and what goes wrong elsewhere."""
    logging.basicConfig(format=LOG_FORMAT, force=True, level=logging.WARNING)
    for room in ("bot", "consensus", "integrations"):
        logging.getLogger(room).setLevel(logging.INFO)


async def _tell_panel(settings: Settings, env: Mapping[str, str], say: Say, tell: Tell) -> None:
    """Who would be asked; raises ConfigurationError now rather than at the first question."""
    from bot.roster import make_roster

    roster = await make_roster(settings, env, settings.configuration.language or "en")
    models = ", ".join(dict.fromkeys(seat.model for seat in roster.seats))
    tell(say("part-with", part=say("part-panel", count=len(roster.seats)), what=models))
    for warning in roster.warnings:
        tell(say(warning))


def _quiet() -> None:
    """The front rings by itself, for a socket rings nobody else."""


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
