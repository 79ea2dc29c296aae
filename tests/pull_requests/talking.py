"""People on a fake GitHub and the served program, so that a test reads like what they write and see."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web
from sqlmodel import Session, col, select

from bot.serving import serving
from bot.settings import Settings, read_settings
from bot.texts import catalogue
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.ports import Ask, Gather
from integrations.store.store import Store
from integrations.store.tables import DeliveryRow
from tests.desks import gather
from tests.fake_github import FakeGitHub
from tests.fakes import SECOND, START
from tests.github_events import Event, People
from tests.github_sender import Sender
from tests.github_world import APP_ID, HOOK_SECRET, PULL, REPO, SLUG, TOKEN, Body, World, key_pair
from tests.voting_models import Agents, Vote

OURS = f"{SLUG}[bot]"
APP = {"GITHUB_APP_ID": str(APP_ID), "GITHUB_WEBHOOK_SECRET": HOOK_SECRET}
MODELS = {"OPENAI_API_KEY": "sk-of-nobody", "ANTHROPIC_API_KEY": "sk-ant-of-nobody"}
"""With these the panel is no rehearsal."""
PERSONAL = {"GITHUB_TOKEN": TOKEN, "GITHUB_WEBHOOK_SECRET": HOOK_SECRET}


def agreed(option: str = "merge as is") -> Agents:
    """All want the same."""
    return Agents((Vote(option),))


def settle(github: FakeGitHub, text: str, *, branch: str = "main") -> None:
    """What stands in the repository's settings."""
    github.world.repos[REPO].files[branch, ".github/consensus.toml"] = text


class WatchedGitHub(FakeGitHub):
    """Wakes whoever waits for something to be written."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.writes: list[float] = []
        """When each write was taken, in seconds of the loop; tokens are none."""
        self._stirred = asyncio.Event()

    async def until(self, holds: Callable[[], Any], seconds: float = 300) -> None:
        """Returns when it is so."""
        async with asyncio.timeout(seconds):
            while not holds():
                self._stirred.clear()
                await self._stirred.wait()

    def _act(self, route: Any, request: web.Request, body: Any) -> web.Response:  # noqa: ANN401 - handed on
        response = super()._act(route, request, body)
        loop = asyncio.get_running_loop()
        if route.verb != "GET" and not route.as_app:
            self.writes.append(loop.time())
        loop.call_soon(self._stirred.set)
        return response


@dataclass
class Crew:
    """What its people do, and what stands on GitHub then."""

    github: WatchedGitHub
    people: People
    sender: Sender
    store: Store
    lines: list[str]

    @property
    def world(self) -> World:
        return self.github.world

    async def comment(self, text: str, *, user: str = "asker", number: int = PULL) -> Event:
        return await self.send(self.people.comment(text, user=user, number=number))

    async def send(self, event: Event) -> Event:
        status = await self.sender.send(event)
        assert status == 202, status
        return event

    def ours(self, kind: str, number: int = PULL) -> list[str]:
        """Our comments of that kind in a conversation, the oldest first."""
        marker = re.compile(rf"<!-- consensus:[^>]*:{kind}:")
        return [
            str(each["body"])
            for each in self.world.comments
            if each["issue"] == number and each["user"]["login"] in {OURS, "machine"} and marker.match(each["body"])
        ]

    def replies(self, number: int = PULL) -> list[str]:
        marker = re.compile(r"<!-- consensus:reply:")
        return [
            str(each["body"]) for each in self.world.comments if each["issue"] == number and marker.match(each["body"])
        ]

    async def sees(self, kind: str, words: str, *, number: int = PULL, count: int = 1, seconds: float = 300) -> str:
        """Waits until so many comments of that kind are there and the newest says these words."""
        await self.github.until(
            lambda: len(self.ours(kind, number)) >= count and re.search(words, self.ours(kind, number)[-1], re.DOTALL),
            seconds,
        )
        return self.ours(kind, number)[-1]

    async def reads(self, words: str, *, number: int = PULL) -> str:
        """Waits until one of our replies says these words."""
        await self.github.until(lambda: any(re.search(words, each, re.DOTALL) for each in self.replies(number)))
        return next(each for each in self.replies(number) if re.search(words, each, re.DOTALL))

    async def reacts(self, sign: str) -> None:
        await self.github.until(lambda: any(each[3] == sign for each in self.world.reactions))

    async def check(self, conclusion: str | None) -> Body:
        """Waits until the newest check run says this."""
        await self.github.until(
            lambda: self.world.check_runs and self.world.check_runs[-1].get("conclusion") == conclusion
        )
        return self.world.check_runs[-1]

    async def is_done(self) -> None:
        """Waits until everything that was said is carried out."""
        while await self.store.look(_unfinished):  # noqa: ASYNC110 -- only the record knows
            await asyncio.sleep(0.1)

    async def decisions(self) -> list[Decision]:
        return [await self.store.load(each) for each in await self.store.ids()]


def _unfinished(session: Session) -> bool:
    waiting = col(DeliveryRow.state).in_(("new", "claimed"))
    return session.exec(select(DeliveryRow).where(waiting)).first() is not None


def settings_for(folder: Path, github: FakeGitHub, env: dict[str, str]) -> Settings:
    whole = {"DATABASE_URL": f"sqlite:///{folder}/talk.db", "GITHUB_API_URL": github.url, **env}
    if "GITHUB_APP_ID" in whole:
        whole["GITHUB_PRIVATE_KEY"] = key_pair()[0]
    return read_settings(whole, folder).model_copy(update={"port": 0})


@asynccontextmanager
async def served(
    folder: Path, github: WatchedGitHub, agents: Ask, *, env: dict[str, str] | None = None, later: int = 0
) -> AsyncIterator[Crew]:
    """The program at work for the people; `later` moves its clock by so many seconds."""
    time = asyncio.get_running_loop().time

    def clock() -> int:
        return START + int((time() + later) * SECOND)

    @asynccontextmanager
    async def opened(settings: Settings, _: Gather) -> AsyncIterator[Desk]:
        with closing(Store.open(settings.database_url.get_secret_value(), clock=clock)) as store:
            stores.append(store)
            yield Desk(store=store, ask=agents, gather=gather, assemble=nobody, clock=clock)

    async def nobody(decision: Decision) -> Any:  # noqa: ANN401 -- never asked
        raise AssertionError(decision)

    stores: list[Store] = []
    lines: list[str] = []
    settings = settings_for(folder, github, env or APP)
    people = People(github.world, repo=REPO)
    github.world.clock = lambda: clock() / SECOND
    github.world.mentions |= {"asker"}
    github.world.links.append(f"{github.url}/acme/widgets/")
    async with (
        serving(settings, env or {}, catalogue("en"), opened=opened, tell=lines.append) as port,
        Sender(github.world, f"http://127.0.0.1:{port}/github/webhook") as sender,
    ):
        yield Crew(github, people, sender, stores[0], lines)
