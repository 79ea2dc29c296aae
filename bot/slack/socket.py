"""Slack's socket, kept open: one that falls silent is replaced, and when none lives although Slack does, it is over."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from slack_bolt.async_app import AsyncApp

from bot.server import Posted
from bot.settings import SlackSettings
from bot.slack.listeners import dispatch
from consensus.errors import ConfigurationError
from integrations.slack.client import Body
from integrations.slack.errors import DoubtfulError, PermanentError, RateLimitedError, SilentError
from integrations.slack.socket import listen, socket_address

AGAIN_SECONDS: Final = 0.5
LATER_SECONDS: Final = 5
"""How long to wait for the next socket after one that lived, and after one that did not."""
LOST_SECONDS: Final = 60
"""So long sockets are tried of which none lives, while Slack itself answers; then only another process can help."""
OK: Final = 200
logger = logging.getLogger(__name__)


@asynccontextmanager
async def slack_socket(app: AsyncApp, slack: SlackSettings) -> AsyncIterator[Callable[[], bool]]:
    """Yields whether it does not live now; whoever is inside is stopped when it is lost.

    Raises SilentError then, and ConfigurationError when Slack refuses to open any.
    """
    socket = Socket(app, slack)
    try:
        async with asyncio.TaskGroup() as group:
            keeping = group.create_task(socket.keep())
            yield lambda: not socket.lives
            keeping.cancel()
    except ExceptionGroup as lost:  # callers know the error itself, not that a group watched
        raise lost.exceptions[0] from None


class Socket:
    """One connection after the other; what Slack could not hand over between two it hands over again."""

    def __init__(self, app: AsyncApp, slack: SlackSettings) -> None:
        self.lives = False
        """Slack has greeted, and said something since."""
        self._app, self._api_url = app, slack.api_url
        self._token: Final = slack.app_token.get_secret_value() if slack.app_token else ""
        self._time: Final = asyncio.get_running_loop().time
        self._lived_at = self._time()
        self._has_lived_before = False

    async def keep(self) -> None:
        """Only ends by raising SilentError or ConfigurationError."""
        while True:
            address = await self._address()
            has_lived = await self._listen(address)
            if self._time() - self._lived_at >= LOST_SECONDS:
                raise SilentError
            await asyncio.sleep(AGAIN_SECONDS if has_lived else LATER_SECONDS)

    async def _address(self) -> str:
        """Asked for until Slack is there: while it is away nothing is lost, and to begin anew would not help."""
        while True:
            try:
                return await socket_address(self._token, self._api_url)
            except PermanentError as error:
                raise ConfigurationError("slack-socket-refused", why=error.why) from error
            except (RateLimitedError, DoubtfulError) as error:
                logger.warning("Slack is away: why=%s", error)
                await asyncio.sleep(error.retry_after if isinstance(error, RateLimitedError) else LATER_SECONDS)
                self._lived_at = self._time()

    async def _listen(self, address: str) -> bool:
        """To the end of one connection; whether it lived."""
        has_lived = False

        def alive(sockets: int) -> None:
            nonlocal has_lived
            if not has_lived:
                self._tell_opened(sockets)
            has_lived = self.lives = True
            self._lived_at = self._time()

        try:
            await listen(address, self._take, alive=alive)
            logger.info("socket closed by Slack")
        except (SilentError, DoubtfulError) as error:
            logger.warning("socket lost: why=%s", error)
        finally:
            self.lives = False
        return has_lived

    def _tell_opened(self, sockets: int) -> None:
        """Later on a socket of our own that broke may still be counted; at the start every other is somebody else's."""
        logger.info("socket open: sockets=%d", sockets)
        if sockets > 1 and not self._has_lived_before:
            logger.warning(
                "another program answers for this Slack app, too: sockets=%d; "
                "Slack gives each request to one of them, so stop it unless it uses this same DATABASE_URL",
                sockets,
            )
        self._has_lived_before = True

    async def _take(self, payload: Body) -> Body | None:
        """The same way as over HTTP."""
        answer = await dispatch(self._app, Posted(payload=payload, body="", headers={}))
        if answer.status != OK:
            return None
        content: Body = json.loads(answer.content) if isinstance(answer.content, str) and answer.content else {}
        return content
