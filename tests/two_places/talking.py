"""One served program between a fake Slack and a fake GitHub: the same people in both."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.serving import serving
from bot.settings import Settings, read_settings
from bot.texts import catalogue
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.ports import Ask, Gather
from integrations.store.store import Store
from tests.conversations.talking import HTTP, Team, WatchedSlack, said
from tests.desks import gather
from tests.fakes import SECOND, START
from tests.github_events import People
from tests.github_sender import Sender as GitHubSender
from tests.github_world import REPO, key_pair
from tests.pull_requests.talking import APP, Crew, WatchedGitHub
from tests.slack_sender import Sender as SlackSender
from tests.slack_workspace import BOT_TOKEN
from tests.voting_models import Agents, Vote


@dataclass
class Places:
    """Both platforms, and a folder that outlives the program."""

    folder: Path
    slack: WatchedSlack
    github: WatchedGitHub
    off: tuple[str, ...] = ()
    """The platforms that are not configured, by how their variables begin."""
    agents: Ask = field(default_factory=lambda: Agents((Vote("Redis"),)))

    def settings(self) -> Settings:
        env = {
            "DATABASE_URL": f"sqlite:///{self.folder}/talk.db",
            "SLACK_BOT_TOKEN": BOT_TOKEN,
            "SLACK_API_URL": self.slack.url,
            "GITHUB_API_URL": self.github.url,
            "GITHUB_PRIVATE_KEY": key_pair()[0],
            **HTTP,
            **APP,
        }
        env = {name: value for name, value in env.items() if not name.startswith(self.off)}
        return read_settings(env, self.folder).model_copy(update={"port": 0})


@dataclass
class Both:
    """What people do and see in Slack and on GitHub while the program runs."""

    team: Team
    crew: Crew
    store: Store

    async def decisions(self) -> list[Decision]:
        return [await self.store.load(each) for each in await self.store.ids()]

    async def decision(self, number: int = 1) -> Decision:
        return await self.store.load(f"D-{number}")

    async def link(self, user: str, login: str) -> None:
        """One person says who they are in both."""
        await self.crew.comment(f"/consensus link {await self.code(user)}", user=login)
        await self.crew.is_done()

    async def code(self, user: str) -> str:
        """The newest that this user was told."""
        before = len(list(self._codes(user)))
        await self.team.command("link", user=user)
        await self.team.slack.until(lambda: len(list(self._codes(user))) > before)
        return list(self._codes(user))[-1]

    def _codes(self, user: str) -> Iterator[str]:
        told = "\n".join(said(each) for each in self.team.told(user))
        return iter(dict.fromkeys(re.findall(r"/consensus link (\w{8})", told)))


@asynccontextmanager
async def served(places: Places, *, later: int = 0) -> AsyncIterator[Both]:
    """The program at work; `later` moves its clock by so many seconds."""
    time = asyncio.get_running_loop().time

    def clock() -> int:
        return START + int((time() + later) * SECOND)

    @asynccontextmanager
    async def opened(settings: Settings, _: Gather) -> AsyncIterator[Desk]:
        with closing(Store.open(settings.database_url.get_secret_value(), clock=clock)) as store:
            stores.append(store)
            yield Desk(store=store, ask=places.agents, gather=gather, assemble=nobody, clock=clock)

    async def nobody(decision: Decision) -> Any:  # noqa: ANN401 -- never asked
        raise AssertionError(decision)

    stores: list[Store] = []
    lines: list[str] = []
    world = places.github.world
    world.clock = places.slack.workspace.clock = lambda: clock() / SECOND
    world.mentions |= {"asker"}
    world.links.append(f"{places.github.url}/acme/")
    async with (
        serving(places.settings(), {}, catalogue("en"), opened=opened, tell=lines.append) as port,
        SlackSender(f"http://127.0.0.1:{port}/slack/events", clock=lambda: clock() / SECOND) as from_slack,
        GitHubSender(world, f"http://127.0.0.1:{port}/github/webhook") as from_github,
    ):
        team = Team(places.slack, from_slack, stores[0], lines)
        crew = Crew(places.github, People(world, repo=REPO), from_github, stores[0], lines)
        yield Both(team, crew, stores[0])
