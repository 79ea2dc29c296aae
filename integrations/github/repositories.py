"""Where each repository is and through which installation we reach it; a rename or a new installation is learnt."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Final

from consensus.model import Model
from consensus.ports import Clock
from integrations.github.answers import SECOND, listed, understood
from integrations.github.calls import Calls
from integrations.github.errors import PermanentError
from integrations.github.wire import Id, Repo, Wire

logger = logging.getLogger(__name__)

AGAIN_AFTER: Final = 60 * SECOND
"""So long nobody is asked again where the repositories are, when one is not among them."""


class _Page(Wire):
    repositories: list[Repo]


class Repository(Model):
    """One that we may work in; `installation` is none for a personal token."""

    id: int
    full_name: str
    installation: int | None
    is_private: bool
    is_archived: bool = False

    @property
    def owner(self) -> str:
        return self.full_name.partition("/")[0]


class Repositories:
    """What webhooks told, and else GitHub itself."""

    def __init__(self, calls: Calls, *, clock: Clock) -> None:
        self._calls, self._clock = calls, clock
        self._known: dict[int, Repository] = {}
        self._looking = asyncio.Lock()
        self._looked_at = -AGAIN_AFTER

    def know(self, repo: int, full_name: str, installation: int | None, *, private: bool) -> None:
        """What a webhook says; one without an installation does not unsay it."""
        before = self._known.get(repo)
        reached = installation if installation is not None or before is None else before.installation
        if reached is not None or self._calls.account.app_id is None:
            self._known[repo] = Repository(id=repo, full_name=full_name, installation=reached, is_private=private)

    def forget(self, repo: int) -> None:
        """It is not there any more: look before the next call."""
        if self._known.pop(repo, None):
            self._looked_at = -AGAIN_AFTER

    async def of(self, repo: int) -> Repository:
        """Raises PermanentError for one that we cannot reach."""
        if repo not in self._known:
            async with self._looking:
                if repo not in self._known:
                    await self._look(repo)
        if repo not in self._known:
            raise PermanentError("not_installed")
        return self._known[repo]

    async def now(self, repo: int) -> Repository:
        """As it is at this moment, whatever was known of it; raises GitHubError where that cannot be found out."""
        installation = (await self.of(repo)).installation
        found = understood(Repo, (await self._calls.read(installation, f"/repositories/{repo}")).json)
        self._known[repo] = _repository(found, installation)
        return self._known[repo]

    async def all(self) -> tuple[Repository, ...]:
        """Every repository that the App was given, as of now; for a personal token those that were named."""
        if self._calls.account.app_id is None:
            return tuple(self._known.values())
        async with self._looking:
            return await self._look_everywhere()

    async def _look(self, repo: int) -> None:
        if self._calls.account.app_id is None:
            found = understood(Repo, (await self._calls.read(None, f"/repositories/{repo}")).json)
            self._known[repo] = _repository(found, None)
        elif self._clock() >= self._looked_at + AGAIN_AFTER:
            await self._look_everywhere()

    async def _look_everywhere(self) -> tuple[Repository, ...]:
        self._looked_at = self._clock()
        found = {each.id: each async for each in self._installed()}
        self._known |= found
        return tuple(found.values())

    async def _installed(self) -> AsyncIterator[Repository]:
        """An installation that is suspended or was just removed has none."""
        async for page in self._calls.pages(None, "/app/installations", {}):
            for installation in listed(Id, page):
                try:
                    async for found in self._of_installation(installation.id):
                        yield found
                except PermanentError as error:
                    logger.warning("installation not read: installation=%s why=%s", installation.id, error.why)

    async def _of_installation(self, installation: int) -> AsyncIterator[Repository]:
        async for page in self._calls.pages(installation, "/installation/repositories", {}):
            for found in understood(_Page, page).repositories:
                yield _repository(found, installation)


def _repository(found: Repo, installation: int | None) -> Repository:
    return Repository(
        id=found.id,
        full_name=found.full_name,
        installation=installation,
        is_private=found.private,
        is_archived=found.archived,
    )
