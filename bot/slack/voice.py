"""How Slack shows times, people and money inside the sentences of a card."""

from collections.abc import Mapping
from datetime import UTC, datetime

from bot.terminal.speaker import MILLION, money
from bot.texts import Say
from consensus.card import Moment, Money, Person
from integrations.slack.text import inline, mention, moment


class SlackSpeaker:
    """A catalogue that mentions people and lets Slack show each reader their own time.

    Whoever has no account here is called by what they are called elsewhere.
    """

    def __init__(self, say: Say, users: Mapping[str, str], labels: Mapping[str, str] | None = None) -> None:
        self.say = say
        self._users, self._labels = users, labels or {}

    def __call__(self, key: str, **params: str | int) -> str:
        return self.say(key, **params)

    def show(self, value: Moment | Person | Money) -> str:
        if isinstance(value, Moment):
            return moment(value.at, datetime.fromtimestamp(value.at // MILLION, tz=UTC).strftime("%Y-%m-%d %H:%M UTC"))
        if isinstance(value, Person):
            user = self._users.get(value.id)
            return mention(user) if user else inline(self._labels.get(value.id, value.id[:8]))
        return money(value.amount)
