"""Slack joins the workshop: over signed HTTP, over a socket, or both."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial

from slack_bolt.async_app import AsyncApp

from bot.parts import Part
from bot.server import Answer, Door, Posted, slack_door
from bot.settings import Settings
from bot.slack.listeners import dispatch, listeners
from bot.slack.service import Given, identity, slack_surface
from bot.slack.socket import slack_socket
from bot.workshop import Workshop
from consensus.ports import Clock
from integrations.slack.client import slack_client


@asynccontextmanager
async def slack_joined(settings: Settings, env: Mapping[str, str], works: Workshop) -> AsyncIterator[Part]:
    """Waits until Slack is there; raises ConfigurationError when it does not take the token."""
    slack = settings.slack
    token = slack.bot_token.get_secret_value() if slack.bot_token else ""
    async with slack_client(token, slack.api_url) as client:
        us = await identity(client)
        front = slack_surface(Given(client, us, settings, env), works)
        app = listeners(client.posting, us, front.receive)
        secret = slack.signing_secret
        doors = (_door(app, secret.get_secret_value(), works.desk.clock),) if secret else ()
        yield Part(doors, {"slack-socket": partial(slack_socket, app, slack)} if slack.app_token else {})


def _door(app: AsyncApp, secret: str, clock: Clock) -> Door:
    async def receive(posted: Posted) -> Answer:
        return await dispatch(app, posted)

    return slack_door(secret, receive, clock=clock)
