"""Slack joins the workshop: over signed HTTP, over a socket, or both."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial

from bot.parts import Beside, Part
from bot.server import Answer, Threshold, slack_door
from bot.settings import Settings
from bot.slack.listeners import dispatch, listeners
from bot.slack.service import Given, identity, slack_surface
from bot.slack.socket import slack_socket
from bot.slack.workspace import PLATFORM
from bot.workshop import Workshop
from integrations.slack.client import slack_client


def slack_part(settings: Settings, env: Mapping[str, str], works: Workshop) -> Part:
    works.expect(PLATFORM)
    threshold, secret = Threshold[Answer](), settings.slack.signing_secret
    doors = (slack_door(secret.get_secret_value(), threshold, clock=works.desk.clock),) if secret else ()
    return Part(PLATFORM, doors, partial(_joined, settings, env, works, threshold=threshold))


@asynccontextmanager
async def _joined(
    settings: Settings, env: Mapping[str, str], works: Workshop, *, threshold: Threshold[Answer]
) -> AsyncIterator[Beside]:
    slack = settings.slack
    token = slack.bot_token.get_secret_value() if slack.bot_token else ""
    async with slack_client(token, slack.api_url) as client:
        us = await identity(client)
        front = slack_surface(Given(client, us, settings, env), works)
        app = listeners(client.posting, us, front.receive)
        threshold.open_to(partial(dispatch, app))
        yield {"slack-socket": partial(slack_socket, app, slack)} if slack.app_token else {}
