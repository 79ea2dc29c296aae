"""The parts that `serve` can switch on: which of them are, and what each brings along."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from bot.server import Door
from bot.settings import GitHubSettings, Settings, SlackSettings
from bot.texts import Say

Unready = Callable[[], bool]
"""Whether something does not work now."""
Beside = Mapping[str, Callable[[], AbstractAsyncContextManager[Unready]]]
"""What runs beside the doors of a platform, each by its name."""


@dataclass(frozen=True)
class Part:
    """A platform: its doors are there from the start, and nobody is behind them before it has joined.

    `join` waits until the platform is there, and raises ConfigurationError when it does not take our key.
    """

    name: str
    doors: tuple[Door, ...]
    join: Callable[[], AbstractAsyncContextManager[Beside]]


def is_slack_on(slack: SlackSettings) -> bool:
    return bool(slack.bot_token and (slack.app_token or slack.signing_secret))


def is_github_on(github: GitHubSettings) -> bool:
    return not _github_lacks(github)


def told(settings: Settings, say: Say) -> Iterator[str]:
    """One line for each part: on, or off and why."""
    slack = settings.slack
    ways = {
        "part-socket": ("SLACK_APP_TOKEN", slack.app_token),
        "part-http": ("SLACK_SIGNING_SECRET", slack.signing_secret),
    }
    for part, (name, secret) in ways.items():
        lacks = name if secret is None else "" if slack.bot_token else "SLACK_BOT_TOKEN"
        yield _line(part, lacks, say)
    yield _line("part-github", _github_lacks(settings.github), say)


def _github_lacks(github: GitHubSettings) -> str:
    """The first variable that is missing."""
    if github.token is None and github.app_id is None:
        return "GITHUB_APP_ID"
    if github.token is None and github.private_key is None:
        return "GITHUB_PRIVATE_KEY"
    return "" if github.webhook_secrets else "GITHUB_WEBHOOK_SECRET"


def _line(part: str, lacks: str, say: Say) -> str:
    if lacks:
        return say("part-off", part=say(part), why=say("part-lacks", name=lacks))
    return say("part-on", part=say(part))
