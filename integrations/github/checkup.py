"""What GitHub itself says of our account: whether it is taken, what it may do and hear, what time it is there."""

from collections.abc import Mapping

from consensus.events import Instant
from consensus.model import Model
from integrations.github.app import missing, wanted_events, wanted_permissions
from integrations.github.client import GitHubClient
from integrations.github.transport import Json


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
    app = await client.get("app", as_app=True)
    pages = client.get_pages("app/installations", as_app=True)
    return Greeting(
        user=us.user,
        date=date,
        unheard=wanted_events() - frozenset(map(str, app.get("events") or ())),
        installations=tuple([_installed(found) async for page in pages for found in page]),
    )


def _installed(found: Json) -> Installed:
    """A person's account has no members, so nothing is missing there."""
    account = found.get("account") or {}
    wanted = wanted_permissions()
    if found.get("target_type") == "User" or account.get("type") == "User":
        del wanted["members"]
    return Installed(
        account=str(account.get("login") or found.get("id")),
        is_suspended=bool(found.get("suspended_at")),
        lacks=missing(wanted, found.get("permissions") or {}),
    )
