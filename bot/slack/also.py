"""Where else a decision of Slack is shown, as who asks names it."""

from bot.elsewhere import Audience, There, require_audience
from bot.flags import Value
from bot.slack.people import listed
from bot.slack.workspace import Workspace
from integrations.slack.errors import SlackError
from integrations.slack.members import room
from integrations.slack.place import Place


async def also_shown(
    workspace: Workspace, where: Place, asker: str, named: Value | None, approvers: str | None
) -> tuple[str, ...]:
    """The further place; raises RequestError where it is not to be had.

    Where people would read it who do not read it here, somebody who approves here has to ask for it.
    """
    if not isinstance(named, str):
        return ()
    there = await workspace.works.find(named, asker)
    here = There(str(where), await _audience(workspace, where))
    require_audience(there, here, is_confirmed=asker in await listed(workspace, approvers, where))
    return (there.place,)


async def _audience(workspace: Workspace, where: Place) -> Audience:
    """What cannot be found out is taken for private."""
    try:
        return "workspace" if (await room(workspace.client, where.channel)).kind == "public" else "few"
    except SlackError:
        return "few"
