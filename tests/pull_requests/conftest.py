"""The fake GitHub of every conversation."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes import SECOND, loop_clock
from tests.github_world import World
from tests.pull_requests.talking import WatchedGitHub


@pytest.fixture
async def github() -> AsyncIterator[WatchedGitHub]:
    async with WatchedGitHub(World(clock=lambda: loop_clock() / SECOND)) as served:
        yield served
