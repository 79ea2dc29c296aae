"""How GitHub shows times, people and money inside the sentences of a card."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from bot.terminal.speaker import MILLION, money
from bot.texts import Say
from consensus.card import Moment, Money, Person
from integrations.github.text import inline, mention


class GitHubSpeaker:
    """A catalogue that mentions only who asked, and names everybody else without calling them."""

    def __init__(
        self,
        say: Say,
        names: Mapping[str, str],
        *,
        called: frozenset[str] = frozenset(),
        escape: Callable[[str], str] = inline,
    ) -> None:
        self.say = say
        self._names, self._called, self._escape = names, called, escape

    def unescaped(self) -> "GitHubSpeaker":
        """The same voice for words that are escaped as a whole afterwards."""
        return GitHubSpeaker(self.say, self._names, escape=str)

    def __call__(self, key: str, **params: str | int) -> str:
        return self.say(key, **params)

    def show(self, value: Moment | Person | Money) -> str:
        if isinstance(value, Moment):
            return datetime.fromtimestamp(value.at // MILLION, tz=UTC).strftime("%Y-%m-%d %H:%M UTC")
        if isinstance(value, Person):
            name = self._names.get(value.id, value.id[:8])
            return mention(name) if value.id in self._called else self._escape(name)
        return self._escape(money(value.amount))
