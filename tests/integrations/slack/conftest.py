"""The fake Slack and the program's own client for it."""

from collections.abc import AsyncIterator

import pytest_asyncio

from integrations.slack.client import SlackClient, slack_client
from tests.fake_slack import FakeSlack
from tests.slack_workspace import BOT_TOKEN


@pytest_asyncio.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as fake:
        yield fake


@pytest_asyncio.fixture
async def client(slack: FakeSlack) -> AsyncIterator[SlackClient]:
    async with slack_client(BOT_TOKEN, slack.url) as opened:
        yield opened
