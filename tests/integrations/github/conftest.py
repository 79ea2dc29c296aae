"""The fake GitHub and the program's own clients for it: an App's, and one with a personal token."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from integrations.github.app import AppAccount, PersonalAccount
from integrations.github.client import GitHubClient, github_client
from tests.fake_github import FakeGitHub
from tests.github_clients import Waiting
from tests.github_world import APP_ID, TOKEN, World, key_pair


@pytest.fixture
def waiting() -> Waiting:
    return Waiting()


@pytest_asyncio.fixture
async def github(waiting: Waiting) -> AsyncIterator[FakeGitHub]:
    async with FakeGitHub(World(lambda: waiting.clock() / 1_000_000)) as fake:
        yield fake


@pytest_asyncio.fixture
async def client(github: FakeGitHub, waiting: Waiting) -> AsyncIterator[GitHubClient]:
    account = AppAccount(str(APP_ID), key_pair()[0], clock=waiting.clock)
    async with github_client(account, github.url, clock=waiting.clock, wait=waiting) as opened:
        yield opened


@pytest_asyncio.fixture
async def personal(github: FakeGitHub, waiting: Waiting) -> AsyncIterator[GitHubClient]:
    async with github_client(PersonalAccount(TOKEN), github.url, clock=waiting.clock, wait=waiting) as opened:
        yield opened
