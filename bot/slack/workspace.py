"""Everything that serving one workspace of Slack needs, in one hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.budget import Limits
from bot.electorate import people_of
from bot.errands import Errands
from bot.roster import Roster, make_roster
from bot.settings import Settings
from bot.slack.voice import SlackSpeaker
from bot.texts import catalogue
from bot.use_cases import Desk
from bot.workshop import Workshop
from consensus.decision import Decision
from consensus.errors import NotFoundError
from consensus.panel.agents import Language
from consensus.ports import Clock
from consensus.question import detect_language
from integrations.slack.channel import SlackChannel
from integrations.slack.client import SlackClient
from integrations.slack.incoming import Click, Own, Received, Submission
from integrations.store.store import Store

PLATFORM = "slack"


@dataclass(frozen=True)
class Workspace:
    """One workspace, who we are in it, and the desk that its decisions are worked on at."""

    client: SlackClient
    channel: SlackChannel
    own: Own
    desk: Desk
    settings: Settings
    env: Mapping[str, str]
    works: Workshop
    errands: Errands = field(default_factory=Errands)
    _rosters: dict[Language, Roster] = field(default_factory=dict)

    @property
    def store(self) -> Store:
        return self.desk.store

    @property
    def limits(self) -> Limits:
        return self.works.limits

    @property
    def clock(self) -> Clock:
        return self.desk.clock

    async def person(self, user: str, name: str = "") -> str:
        """The person behind a user of this workspace; the name is kept for where they cannot be mentioned."""
        return await self.store.person(PLATFORM, f"{self.own.team}:{user}", name)

    async def voice(self, lang: Language, decision: Decision | None = None) -> SlackSpeaker:
        """Speaks that language, and knows the people of the decision."""
        if decision is None:
            return SlackSpeaker(catalogue(lang), {})
        people = people_of(decision)
        users = {person: name.partition(":")[2] for person, name in (await self.store.names(PLATFORM, people)).items()}
        labels = await self.store.labels(people - users.keys()) if people - users.keys() else {}
        return SlackSpeaker(catalogue(lang), users, labels)

    def lang(self, text: str) -> Language:
        """The language to answer in: that of the settings, else that of the words."""
        return self.settings.configuration.language or detect_language(text)

    async def lang_of(self, said: Received) -> Language:
        """The language to answer a request in: of a button or a form, that of its decision."""
        about = said.decision if isinstance(said, Click) else ""
        about = said.metadata.partition("|")[0] if isinstance(said, Submission) else about
        if self.settings.configuration.language or not about.startswith("D-"):
            return self.lang(said.text)
        try:
            return (await self.store.load(about)).opened.lang
        except NotFoundError:
            return self.lang(said.text)

    async def roster(self, lang: Language) -> Roster:
        """The panel of that language, put together once."""
        if lang not in self._rosters:
            self._rosters[lang] = await make_roster(self.settings, self.env, lang)
        return self._rosters[lang]

    def follow(self, decision: Decision) -> None:
        """Shows it, and sees to it that it goes on."""
        self.works.follow(decision)
