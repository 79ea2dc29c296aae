"""Bolt's AsyncApp as our front: the same listeners whether Slack speaks over a socket or over signed HTTP."""

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.error import BoltUnhandledRequestError
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.server import Answer, Posted
from integrations.slack.client import Identity
from integrations.slack.limits import Json
from integrations.slack.views import ASK, OUTCOME, REASON, REJECT
from integrations.store.deliveries import Body

EVENTS: Final = ("app_mention", "message", "app_home_opened")
ANSWER: Final = "consensus_answer"
Take = Callable[[Body], Awaitable[Json]]
Next = Callable[[], Awaitable[None]]
logger = logging.getLogger(__name__)


def listeners(client: AsyncWebClient, us: Identity, take: Take) -> AsyncApp:
    """Everything that comes goes to `take` before it is acknowledged, also what Bolt acknowledges by itself."""

    async def authorize() -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=None, team_id=us.team, bot_token=client.token, bot_user_id=us.user, bot_id=us.bot
        )

    app = AsyncApp(
        client=AsyncWebClient(base_url=client.base_url),
        authorize=authorize,
        request_verification_enabled=False,  # our own door has verified it, and a socket needs none
        ignoring_self_events_enabled=False,  # `parse` knows us and other bots
        ssl_check_enabled=False,
        url_verification_enabled=False,
        raise_error_for_unhandled_request=True,
    )

    async def keep(body: Body, context: AsyncBoltContext, next: Next) -> None:  # noqa: A002 -- Bolt's name for it
        context[ANSWER] = await take(body)
        await next()

    async def acknowledge(ack: AsyncAck, context: AsyncBoltContext) -> None:
        await ack(**context[ANSWER])

    app.use(keep)
    app.command(re.compile(r"/consensus"))(acknowledge)
    app.action(re.compile(r""))(acknowledge)
    app.shortcut(re.compile(r""))(acknowledge)
    for callback in (ASK, REASON, REJECT, OUTCOME):
        app.view(callback)(acknowledge)
    for event in EVENTS:
        app.event(event)(acknowledge)
    app.error(failed)
    return app


async def failed(error: Exception) -> BoltResponse:
    """What no listener wants needs no answer; what could not be kept asks Slack to come again."""
    if isinstance(error, BoltUnhandledRequestError):
        return BoltResponse(status=200)
    logger.error("a request failed", exc_info=error)
    return BoltResponse(status=503)


async def dispatch(app: AsyncApp, posted: Posted) -> Answer:
    """A verified request over HTTP, through the listeners."""
    request = AsyncBoltRequest(mode="socket_mode", body=posted.payload)
    response = await app.async_dispatch(request)
    body: Any = response.body or None
    content_type = response.first_headers_without_set_cookie().get("content-type", "text/plain")
    return Answer(content=body, status=response.status, content_type=content_type.partition(";")[0])
