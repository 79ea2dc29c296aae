"""The fake Slack of every conversation."""

from collections.abc import AsyncIterator

import pytest

from tests.conversations.talking import WatchedSlack
from tests.fakes import SECOND, loop_clock
from tests.slack_workspace import Workspace


@pytest.fixture
async def slack() -> AsyncIterator[WatchedSlack]:
    async with WatchedSlack(Workspace(clock=lambda: loop_clock() / SECOND)) as served:
        yield served
