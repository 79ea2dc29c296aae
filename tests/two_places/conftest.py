"""The fake Slack and the fake GitHub of every conversation in two places."""

from collections.abc import AsyncIterator

import pytest

from tests.conversations.talking import WatchedSlack
from tests.fakes import SECOND, loop_clock
from tests.github_world import World
from tests.pull_requests.talking import WatchedGitHub
from tests.slack_workspace import Workspace


@pytest.fixture
async def slack() -> AsyncIterator[WatchedSlack]:
    async with WatchedSlack(Workspace(clock=lambda: loop_clock() / SECOND)) as served:
        yield served


@pytest.fixture
async def github() -> AsyncIterator[WatchedGitHub]:
    async with WatchedGitHub(World(clock=lambda: loop_clock() / SECOND)) as served:
        yield served
