"""The fake GitHub of every conversation, with a pull request that changes a file."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes import SECOND, loop_clock
from tests.github_world import World
from tests.pull_requests.talking import WatchedGitHub


@pytest.fixture
async def github() -> AsyncIterator[WatchedGitHub]:
    async with WatchedGitHub(World(clock=lambda: loop_clock() / SECOND)) as served:
        served.world.change("cache.py")
        yield served
