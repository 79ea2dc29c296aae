"""As whom we call GitHub: an App with a short-lived token for each installation, or a personal token."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

from github.Auth import AppAuth
from pydantic import Field

from consensus.errors import ConfigurationError
from consensus.ports import Clock
from integrations.github.answers import SECOND, UNAUTHORIZED, When, date, refusal, understood
from integrations.github.errors import GitHubError, MovedError, PermanentError
from integrations.github.place import Number
from integrations.github.transport import Answer, Call, Json, Transport
from integrations.github.wire import User, Wire

MANIFEST: Final = Path(__file__).parent / "manifest.json"
JWT_BEFORE, JWT_AFTER = 60, 300
"""Seconds around now for which a JWT says to be good; GitHub takes at most ten minutes."""
MOST_SKEW: Final = 60
"""Seconds: beyond, GitHub takes a JWT for one from the future."""
RENEW_BEFORE: Final = 120 * SECOND
"""A token that ends sooner is not begun with."""
NOT_GRANTED: Final = 422


class Account(Protocol):
    """Whoever calls; as the App itself, or by the personal token, where no installation is given."""

    @property
    def app_id(self) -> int | None: ...

    async def bearer(self, installation: int | None, transport: Transport) -> str:
        """The token for one call; raises GitHubError."""

    def renew(self, installation: int | None) -> bool:
        """Forgets a token that was not accepted; whether another can be had."""

    def refused(self, answer: Answer) -> GitHubError | None:
        """Why GitHub took no call that the account made as itself."""


class PersonalAccount:
    """Somebody's token: it is what it is."""

    app_id = None

    def __init__(self, token: str) -> None:
        self._token = token

    async def bearer(self, _: int | None, __: Transport) -> str:
        return self._token

    def renew(self, _: int | None) -> bool:
        return False

    def refused(self, _: Answer) -> None:
        return None


class Installation(Wire):
    """The App in one account, as GitHub tells of it."""

    id: Number
    account: User
    permissions: dict[str, str] = Field(default_factory=dict)
    suspended_at: str | None = None


class _Token(Wire):
    token: str = Field(repr=False)
    expires_at: When


class AppAccount:
    """A GitHub App; raises ConfigurationError for what is no number or no key."""

    def __init__(self, app_id: str, key: str, *, clock: Clock) -> None:
        if not app_id.isdecimal():
            raise ConfigurationError("github-bad-app-id", name="GITHUB_APP_ID")
        self.app_id: Final = int(app_id)
        self._sign = AppAuth.create_jwt_sign(key, "RS256")
        self._clock = clock
        self._tokens: dict[int, _Token] = {}
        self._asking: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        try:
            self._jwt()
        except Exception as error:  # whatever the library says of a key, the operator must look at it
            raise ConfigurationError("github-unreadable-key", name="GITHUB_PRIVATE_KEY") from error

    async def bearer(self, installation: int | None, transport: Transport) -> str:
        if installation is None:
            return self._jwt()
        async with self._asking[installation]:
            kept = self._tokens.get(installation)
            if kept is None or kept.expires_at < self._clock() + RENEW_BEFORE:
                kept = self._tokens[installation] = await self._token(installation, transport)
            return kept.token

    def renew(self, installation: int | None) -> bool:
        return installation is not None and self._tokens.pop(installation, None) is not None

    def refused(self, answer: Answer) -> GitHubError | None:
        """A JWT is refused because of the clock more often than because of the key."""
        if answer.status != UNAUTHORIZED:
            return refusal(answer, self._clock())
        there = date(answer)
        apart = 0 if there is None else (self._clock() - there) // SECOND
        return PermanentError("clock", seconds=abs(apart)) if abs(apart) > MOST_SKEW else PermanentError("bad_key")

    def _jwt(self) -> str:
        now = self._clock() // SECOND
        signed = self._sign({"iat": now - JWT_BEFORE, "exp": now + JWT_AFTER, "iss": str(self.app_id)})
        return signed.decode() if isinstance(signed, bytes) else signed

    async def _token(self, installation: int, transport: Transport) -> _Token:
        """With the permissions of the manifest; where fewer are granted, with those of them."""
        path = f"/app/installations/{installation}"
        answer = await self._asked(transport, "POST", f"{path}/access_tokens", {"permissions": wanted_permissions()})
        if answer.status == NOT_GRANTED:
            found = understood(Installation, self._taken(await self._asked(transport, "GET", path)))
            fewer = {"permissions": common(wanted_permissions(), found.permissions)}
            answer = await self._asked(transport, "POST", f"{path}/access_tokens", fewer)
        return understood(_Token, self._taken(answer))

    async def _asked(self, transport: Transport, verb: str, path: str, body: Json = None) -> Answer:
        return await transport(Call(verb=verb, path=path, token=self._jwt(), body=body))

    def _taken(self, answer: Answer) -> Json:
        """Its body; an installation that is not found was removed."""
        error = self.refused(answer)
        if isinstance(error, PermanentError) and error.why == "not_found":
            raise MovedError("not_installed") from error
        if error:
            raise error
        return answer.json


def wanted_permissions() -> dict[str, str]:
    """What the manifest asks for."""
    permissions: dict[str, str] = json.loads(MANIFEST.read_text(encoding="utf-8"))["default_permissions"]
    return permissions


def wanted_events() -> frozenset[str]:
    return frozenset(json.loads(MANIFEST.read_text(encoding="utf-8"))["default_events"])


def common(wanted: Mapping[str, str], granted: Mapping[str, str]) -> dict[str, str]:
    """Of each permission that both name, the lesser level."""
    lesser = {name: min(level, granted[name], key=_rank) for name, level in wanted.items() if name in granted}
    return {name: level for name, level in lesser.items() if _rank(level)}


def missing(wanted: Mapping[str, str], granted: Mapping[str, str]) -> dict[str, str]:
    """The wanted permissions that are not there, or not as far."""
    return {name: level for name, level in wanted.items() if _rank(granted.get(name, "")) < _rank(level)}


def _rank(level: str) -> int:
    return {"read": 1, "write": 2, "admin": 3}.get(level, 0)
