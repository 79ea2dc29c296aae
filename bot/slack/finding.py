"""A channel that a name stands for, found for whoever may ask there."""

from bot.elsewhere import PLATFORMS, Located, There
from bot.slack.people import require, require_presence
from bot.slack.workspace import PLATFORM, Workspace
from consensus.errors import RequestError
from integrations.slack.errors import DoubtfulError, RateLimitedError, SlackError
from integrations.slack.members import room
from integrations.slack.place import Place
from integrations.slack.reach import our_channels


async def find(workspace: Workspace, name: str, person: str | None) -> There:
    """By its id, or its name among the channels that we are in; raises RequestError."""
    try:
        known = await our_channels(workspace.client)
        channel = known.get(name.casefold()) or next((each for each in known.values() if each == name), None)
        if channel is None:
            raise RequestError("slack-channel-unknown", name=name)
        where = Place(team=workspace.own.team, channel=channel, thread="")
        await require_presence(workspace, where)
        found = await room(workspace.client, channel)
    except (RateLimitedError, DoubtfulError):
        raise
    except SlackError as error:
        raise RequestError("slack-channel-unknown", name=name) from error
    if person is not None:
        await _require(workspace, person, where)
    return There(str(where), "workspace" if found.kind == "public" else "few")


async def locate(_: str) -> Located:
    """What a channel is called is not told to those who may not know of it."""
    return Located(PLATFORMS[PLATFORM])


async def _require(workspace: Workspace, person: str, where: Place) -> None:
    """Somebody of another platform is known here by the account that they linked."""
    named = await workspace.store.names(PLATFORM, [person])
    if person not in named:
        raise RequestError("in-not-linked")
    await require(workspace, "start", named[person].partition(":")[2], where)
