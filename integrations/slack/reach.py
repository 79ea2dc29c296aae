"""Which channels there are for a user, learnt in few calls however many they are."""

from typing import Final, Literal

from integrations.slack.client import Body, SlackClient
from integrations.slack.errors import DoubtfulError

PAGE: Final = 200


async def joined_channels(client: SlackClient, user: str) -> dict[str, Literal["public", "private"]]:
    """The channels that the user is in now; of the private ones those that we are in too."""
    channels: list[Body] = []
    types = "public_channel,private_channel"
    async for page in client.pages("users.conversations", user=user, types=types, limit=PAGE):
        channels += _channels(page)
    return {str(each["id"]): "public" if each.get("is_private") is False else "private" for each in channels}


async def public_channels(client: SlackClient) -> frozenset[str]:
    """The channels that every full member may read."""
    channels: list[Body] = []
    async for page in client.pages("conversations.list", types="public_channel", limit=PAGE):
        channels += _channels(page)
    return frozenset(str(each["id"]) for each in channels if each.get("is_private") is False)


async def our_channels(client: SlackClient) -> dict[str, str]:
    """The ids of the channels that we are in, by their names."""
    channels: list[Body] = []
    async for page in client.pages("users.conversations", types="public_channel,private_channel", limit=PAGE):
        channels += _channels(page)
    return {str(each.get("name", "")).casefold(): str(each["id"]) for each in channels}


def _channels(page: Body) -> list[Body]:
    """A list that did not come is not an empty one."""
    listed = page.get("channels")
    if not isinstance(listed, list):
        raise DoubtfulError("no_channels")
    return [each for each in listed if isinstance(each, dict) and each.get("id")]
