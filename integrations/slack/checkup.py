"""What Slack itself says of our tokens: what they allow, what time it is there, whether a socket would open."""

import re
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final

from consensus.events import Instant
from consensus.model import Model
from integrations.slack.client import slack_client

MANIFEST: Final = Path(__file__).parent / "manifest.yaml"
_SCOPE: Final = re.compile(r"^ +- ([a-z_]+(?::[a-z]+)?) # ", re.MULTILINE)
"""In the manifest a reason stands beside each scope, and beside nothing else."""
MICROSECONDS: Final = 1_000_000


class Greeting(Model):
    """How Slack answers a token; none is what it does not say."""

    scopes: frozenset[str] | None
    date: Instant | None


def wanted_scopes() -> frozenset[str]:
    """What the manifest asks for."""
    return frozenset(_SCOPE.findall(MANIFEST.read_text(encoding="utf-8")))


async def greet(token: str, base_url: str | None) -> Greeting:
    """Raises SlackError when Slack does not know the token, or does not answer."""
    async with slack_client(token, base_url) as client:
        headers = await client.headers("auth.test")
    scopes = headers.get("x-oauth-scopes")
    listed = None if scopes is None else frozenset(each.strip() for each in scopes.split(",") if each.strip())
    return Greeting(scopes=listed, date=_instant(headers.get("date", "")))


async def open_socket(app_token: str, base_url: str | None) -> None:
    """Raises SlackError where Slack would open none."""
    async with slack_client(app_token, base_url) as client:
        await client.write("apps.connections.open")


def _instant(date: str) -> Instant | None:
    try:
        return int(parsedate_to_datetime(date).timestamp()) * MICROSECONDS
    except ValueError:
        return None
