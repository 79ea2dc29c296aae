"""Everything that serving GitHub needs, in one hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.budget import Limits
from bot.configuration import Configuration
from bot.electorate import people_of
from bot.errands import Errands
from bot.github.voice import GitHubSpeaker
from bot.roster import Roster, make_roster
from bot.settings import Settings, config_digest
from bot.texts import catalogue
from bot.use_cases import Desk
from bot.workshop import Workshop
from consensus.decision import Decision
from consensus.panel.agents import Language
from consensus.ports import Clock
from integrations.github.address import web_of, words
from integrations.github.channel import GitHubChannel
from integrations.github.client import GitHubClient
from integrations.github.errors import GitHubError
from integrations.github.incoming import Account, Own
from integrations.github.members import Someone
from integrations.github.place import Place, parse_place
from integrations.store.store import Store

PLATFORM = "github"


@dataclass(frozen=True)
class Site:
    """Who we are on GitHub, and the desk that its decisions are worked on at."""

    client: GitHubClient
    channel: GitHubChannel
    own: Own
    desk: Desk
    settings: Settings
    env: Mapping[str, str]
    works: Workshop
    errands: Errands = field(default_factory=Errands)
    _rosters: dict[tuple[str, Language], Roster] = field(default_factory=dict)

    @property
    def store(self) -> Store:
        return self.desk.store

    @property
    def limits(self) -> Limits:
        return self.works.limits

    @property
    def clock(self) -> Clock:
        return self.desk.clock

    async def person(self, account: Account | Someone) -> str:
        """The person behind an account; its login is kept as the name to show."""
        return await self.store.person(PLATFORM, str(account.id), account.login)

    async def address(self, where: Place, origin: str) -> str:
        """Where people read the words of a request, or the conversation; empty for a repository we cannot reach."""
        try:
            at = await self.client.repositories.of(where.repo)
        except GitHubError:
            return ""
        return words(web_of(self.settings.github.api_url), at.full_name, where.number, origin)

    async def voice(self, lang: Language, decision: Decision | None = None) -> GitHubSpeaker:
        """Speaks that language, and knows the people of the decision."""
        if decision is None:
            return GitHubSpeaker(catalogue(lang), {})
        people = people_of(decision)
        names = await self.store.labels(people)
        here = await self.store.names(PLATFORM, {decision.opened.asker})
        return GitHubSpeaker(catalogue(lang), names, called=frozenset(here))

    async def roster(self, configuration: Configuration, lang: Language) -> Roster:
        """The panel of that language as the repository has it, put together once."""
        key = config_digest(configuration), lang
        if key not in self._rosters:
            stated = self.settings.model_copy(update={"configuration": configuration})
            self._rosters[key] = await make_roster(stated, self.env, lang)
        return self._rosters[key]


def home_of(decision: Decision) -> Place | None:
    """The first place on GitHub where the decision stands."""
    return next((parse_place(place) for place in decision.opened.places if place.startswith(f"{PLATFORM}:")), None)
