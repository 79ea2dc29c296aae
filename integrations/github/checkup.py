"""What GitHub itself says of our account: whether it is taken, what it may do and hear, what time it is there."""

from collections.abc import Mapping

from pydantic import Field

from consensus.events import Instant
from consensus.model import Model
from integrations.github.answers import listed, understood
from integrations.github.app import Installation, missing, wanted_events, wanted_permissions
from integrations.github.client import GitHubClient
from integrations.github.wire import Wire


class _App(Wire):
    events: tuple[str, ...] = Field(default=(), strict=False)


class Installed(Model):
    """One installation of the App; `lacks` are the permissions that it was not given, with their level."""

    account: str
    is_suspended: bool
    lacks: Mapping[str, str]


class Greeting(Model):
    """How GitHub answers: the name we go by, its time, and for an App what it hears and where it is installed."""

    user: str
    date: Instant | None
    unheard: frozenset[str] = frozenset()
    installations: tuple[Installed, ...] = ()


async def greet(client: GitHubClient) -> Greeting:
    """Raises GitHubError when GitHub does not know us, or does not answer; a wrong clock has its own."""
    us, date = await client.whoami(), await client.time()
    if not client.is_app:
        return Greeting(user=us.user, date=date)
    app = understood(_App, await client.get("app", as_app=True))
    pages = client.get_pages("app/installations", as_app=True)
    return Greeting(
        user=us.user,
        date=date,
        unheard=wanted_events() - frozenset(app.events),
        installations=tuple([_installed(found) async for page in pages for found in listed(Installation, page)]),
    )


def _installed(found: Installation) -> Installed:
    """A person's account has no members, so nothing is missing there."""
    wanted = wanted_permissions()
    if found.account.type == "User":
        del wanted["members"]
    lacks = missing(wanted, found.permissions)
    return Installed(account=found.account.login, is_suspended=found.suspended_at is not None, lacks=lacks)
