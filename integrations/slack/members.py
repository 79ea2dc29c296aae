"""Who is in a place of Slack, and what is known of each: the facts that permissions are made of."""

import asyncio
from collections.abc import Iterable
from typing import Final, Literal

from consensus.model import Model
from integrations.slack.client import Body, SlackClient
from integrations.slack.errors import DoubtfulError, SlackError

PAGE: Final = 200
AT_ONCE: Final = 4
"""Questions about single people under way together; Slack takes about a hundred a minute."""
SLACKBOT: Final = "USLACKBOT"


class Someone(Model):
    """A user of Slack; a fact that could not be learnt is none, which never means no."""

    user: str
    name: str = ""
    """What people call them, where they cannot be mentioned."""
    is_guest: bool | None
    is_external: bool | None
    is_bot: bool | None
    is_deactivated: bool | None


class Room(Model):
    """A conversation; `is_shared` is whether people of other workspaces can be in it."""

    channel: str
    kind: Literal["public", "private", "direct"]
    is_shared: bool | None
    is_archived: bool
    size: int | None


async def room(client: SlackClient, channel: str) -> Room:
    """A direct conversation is told by its id: asking Slack about it would need one more scope."""
    if channel.startswith("D"):
        return Room(channel=channel, kind="direct", is_shared=None, is_archived=False, size=None)
    body = await client.read("conversations.info", channel=channel, include_num_members=True)
    found: Body = body.get("channel") or {}
    size = found.get("num_members")
    return Room(
        channel=channel,
        kind="private" if found.get("is_private") is not False else "public",
        is_shared=_any(found, "is_shared", "is_ext_shared", "is_pending_ext_shared"),
        is_archived=bool(found.get("is_archived")),
        size=size if isinstance(size, int) else None,
    )


async def member_ids(client: SlackClient, channel: str) -> frozenset[str]:
    """Everybody who is in the channel now, bots too; raises SlackError if that cannot be read to the end."""
    members: set[str] = set()
    async for page in client.pages("conversations.members", channel=channel, limit=PAGE):
        members.update(_listed(page, "members"))
    return frozenset(members)


async def group_ids(client: SlackClient, group: str) -> frozenset[str]:
    """Everybody in a user group."""
    body = await client.read("usergroups.users.list", usergroup=group)
    return frozenset(_listed(body, "users"))


async def someone(client: SlackClient, user: str) -> Someone:
    """What Slack knows of a user now; no fact is known if it does not answer."""
    try:
        us = await client.whoami()
        body = await client.read("users.info", user=user)
    except SlackError:
        return unknown(user)
    return facts_of(user, body.get("user") or {}, us.team)


def unknown(user: str) -> Someone:
    """Of whom no fact was learnt."""
    return Someone(user=user, is_guest=None, is_external=None, is_bot=None, is_deactivated=None)


async def people(client: SlackClient, users: Iterable[str]) -> tuple[Someone, ...]:
    """What is known of each, in the order of their ids."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def ask(user: str) -> Someone:
        async with turns:
            return await someone(client, user)

    return tuple(await asyncio.gather(*(ask(user) for user in sorted(users))))


def facts_of(user: str, found: Body, team: str) -> Someone:
    """A user object of Slack as facts; a deactivated user comes without most of them."""
    home = found.get("team_id")
    is_external = None if home is None else home != team or bool(found.get("is_stranger"))
    return Someone(
        user=user,
        name=_name(found),
        is_guest=_any(found, "is_restricted", "is_ultra_restricted"),
        is_external=is_external,
        is_bot=True if user == SLACKBOT else _any(found, "is_bot", "is_workflow_bot"),
        is_deactivated=_any(found, "deleted"),
    )


def _name(found: Body) -> str:
    profile = found.get("profile")
    shown = profile.get("display_name") if isinstance(profile, dict) else None
    return next((str(name) for name in (shown, found.get("real_name"), found.get("name")) if name), "")


def _listed(body: Body, field: str) -> list[str]:
    """A list that did not come is not an empty one."""
    listed = body.get(field)
    if not isinstance(listed, list):
        raise DoubtfulError(f"no_{field}")
    return [str(each) for each in listed]


def _any(found: Body, *flags: str) -> bool | None:
    """Whether one of the flags is set; none if Slack sent none of them."""
    values = [found[flag] for flag in flags if isinstance(found.get(flag), bool)]
    return any(values) if values else None
