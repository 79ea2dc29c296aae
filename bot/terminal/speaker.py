"""How the terminal shows times, people and money inside the sentences of a card."""

from datetime import UTC, datetime

from bot.texts import Say
from consensus.card import Moment, Money, Person

MILLION = 1_000_000
CENT = 10_000


class TerminalSpeaker:
    """A catalogue that knows who sits at the keyboard and the local time."""

    def __init__(self, say: Say, names: dict[str, str]) -> None:
        self._say = say
        self._names = names

    def __call__(self, key: str, **params: str | int) -> str:
        return self._say(key, **params)

    def show(self, value: Moment | Person | Money) -> str:
        if isinstance(value, Moment):
            return moment(value.at)
        if isinstance(value, Person):
            return self._names.get(value.id, value.id[:8])
        return money(value.amount)


def moment(at: int) -> str:
    """The local time of an instant, with its zone."""
    return datetime.fromtimestamp(at / MILLION, tz=UTC).astimezone().strftime("%Y-%m-%d %H:%M %Z")


def money(amount: int | None) -> str:
    """Dollars of micro-dollars: cents, or as many digits as a smaller amount needs."""
    if amount is None:
        return "?"
    digits = 2 if amount == 0 or amount >= CENT else 4
    return f"${amount / MILLION:.{digits}f}"
