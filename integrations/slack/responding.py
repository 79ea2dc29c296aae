"""An answer through the address that came with a request: it reaches people where the bot is no member."""

from typing import Final

import aiohttp

from integrations.slack.channel import Message
from integrations.slack.client import SlackClient
from integrations.slack.errors import DoubtfulError, PermanentError
from integrations.slack.limits import check

OK: Final = 200


async def respond(client: SlackClient, response_url: str, message: Message) -> None:
    """Shown to one person beside what they see; raises DoubtfulError or PermanentError."""
    session = client.posting.session
    if session is None:
        raise PermanentError("no_session")
    body = {"text": message.text, "blocks": [dict(block) for block in message.blocks]}
    check(body)
    try:
        async with session.post(
            response_url, json={**body, "response_type": "ephemeral", "replace_original": False}
        ) as response:
            status = response.status
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise DoubtfulError(type(error).__name__) from error
    if status != OK:
        raise PermanentError(f"http_{status}")
