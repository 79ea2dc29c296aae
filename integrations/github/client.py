"""GitHub's REST interface by repository: a write that is made once, a read, and its pages."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from consensus.ports import Clock
from integrations.github.answers import date, understood
from integrations.github.app import Account
from integrations.github.calls import PAGED, Calls
from integrations.github.errors import MovedError, PermanentError
from integrations.github.gate import Wait, asleep
from integrations.github.incoming import Own
from integrations.github.repositories import Repositories, Repository
from integrations.github.transport import Answer, Json, Transport
from integrations.github.wire import Text, User, Wire

Result = TypeVar("Result")
Param = str | int | bool


class _App(Wire):
    slug: Text


class GitHubClient:
    """One account; whatever it is asked may raise RateLimitedError, DoubtfulError or PermanentError."""

    def __init__(self, calls: Calls, *, clock: Clock) -> None:
        self.calls: Final = calls
        self.repositories: Final = Repositories(calls, clock=clock)
        self._own: Own | None = None

    @property
    def is_app(self) -> bool:
        return self.calls.account.app_id is not None

    async def read(self, repo: int, path: str, **params: Param) -> Json:
        """What stands at a path inside the repository, as `issues/4`; nothing is the repository itself."""

        async def read(at: Repository) -> Answer:
            return await self.calls.read(at.installation, _inside(at, path), params)

        return (await self._there(repo, read)).json

    async def pages(self, repo: int, path: str, **params: Param) -> AsyncIterator[Json]:
        """Every page of a list inside the repository, a hundred at a time."""

        async def first(at: Repository) -> tuple[int | None, Answer]:
            return at.installation, await self.calls.read(at.installation, _inside(at, path), {**PAGED, **params})

        installation, answer = await self._there(repo, first)
        async for page in self.calls.following(installation, answer):
            yield page

    async def write(self, repo: int, verb: str, path: str, body: Json = None) -> Json:
        """Once: whatever is not known to have failed is never made again."""

        async def write(at: Repository) -> Json:
            return await self.calls.write(at.installation, verb, _inside(at, path), body)

        return await self._there(repo, write)

    async def get(self, path: str, *, repo: int | None = None, as_app: bool = False, **params: Param) -> Json:
        """What stands at a path outside repositories, asked through a repository's installation or as the App."""
        return (await self.calls.read(await self._reached(repo, is_own=as_app), f"/{path}", params)).json

    async def get_pages(
        self, path: str, *, repo: int | None = None, as_app: bool = False, **params: Param
    ) -> AsyncIterator[Json]:
        """The same, page by page."""
        async for page in self.calls.pages(await self._reached(repo, is_own=as_app), f"/{path}", params):
            yield page

    async def whoami(self) -> Own:
        """Asked once, then remembered."""
        if self._own is None:
            found = (await self.calls.read(None, "/app" if self.is_app else "/user")).json
            self._own = _own(found, self.calls.account.app_id)
        return self._own

    async def time(self) -> int | None:
        """What time it is at GitHub; none if it does not say."""
        return date(await self.calls.read(None, "/app" if self.is_app else "/user"))

    async def _reached(self, repo: int | None, *, is_own: bool) -> int | None:
        if is_own or not self.is_app:
            return None
        if repo is None:
            raise PermanentError("not_installed")
        return (await self.repositories.of(repo)).installation

    async def _there(self, repo: int, act: Callable[[Repository], Awaitable[Result]]) -> Result:
        """What was redirected was not taken: once more, where the repository is now."""
        try:
            return await act(await self.repositories.of(repo))
        except MovedError:
            self.repositories.forget(repo)
            return await act(await self.repositories.of(repo))


@asynccontextmanager
async def github_client(
    account: Account, base_url: str | None = None, *, clock: Clock, wait: Wait = asleep
) -> AsyncIterator[GitHubClient]:
    """A client whose connections are closed in the end; none is the address of GitHub itself."""
    transport = Transport(base_url)
    try:
        yield GitHubClient(Calls(transport, account, clock=clock, wait=wait), clock=clock)
    finally:
        await transport.close()


def _inside(at: Repository, path: str) -> str:
    return f"/repos/{at.full_name}/{path}".rstrip("/")


def _own(found: Json, app: int | None) -> Own:
    if app is None:
        user = understood(User, found)
        return Own(app=None, slug=user.login, user=user.login, id=user.id)
    slug = understood(_App, found).slug
    return Own(app=app, slug=slug, user=f"{slug}[bot]")
