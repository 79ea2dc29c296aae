"""The Web API methods that the program calls, as Slack answers them: one function each."""

from collections.abc import Callable
from typing import TypeVar

from tests.block_kit import message_problems, view_problems
from tests.slack_workspace import BOT, BOT_USER, TEAM, Body, Channel, RefusedError, Workspace

Method = Callable[[Workspace, Body], Body]
Item = TypeVar("Item")

LONGEST_TEXT = 40_000
PAGE = 100


def auth_test(_: Workspace, __: Body) -> Body:
    return {"url": "https://t1.slack.com/", "team": "Team", "team_id": TEAM, "user_id": BOT_USER, "bot_id": BOT}


def post_message(workspace: Workspace, given: Body) -> Body:
    workspace.need("chat:write")
    workspace.channel(given.get("channel", ""), post=True)
    _check(given)
    thread = given.get("thread_ts")
    if thread and not workspace.in_thread(thread):
        raise RefusedError("thread_not_found")
    message = {"type": "message", "user": BOT_USER, "bot_id": BOT, "ts": workspace.new_ts(), **given}
    workspace.messages.append(message)
    return {"channel": given["channel"], "ts": message["ts"], "message": message}


def update(workspace: Workspace, given: Body) -> Body:
    workspace.need("chat:write")
    workspace.channel(given.get("channel", ""), post=True)
    message = workspace.message(given["channel"], given.get("ts", ""))
    if message.get("bot_id") != BOT:
        raise RefusedError("cant_update_message")
    _check(given)
    message.update({"blocks": [], "edits": message.get("edits", 0) + 1} | given)
    return {"channel": given["channel"], "ts": message["ts"], "text": message["text"]}


def delete(workspace: Workspace, given: Body) -> Body:
    workspace.need("chat:write")
    message = workspace.message(given.get("channel", ""), given.get("ts", ""))
    if message.get("bot_id") != BOT:
        raise RefusedError("cant_delete_message")
    workspace.messages.remove(message)
    workspace.deleted.append(message)
    return {"channel": given["channel"], "ts": message["ts"]}


def post_ephemeral(workspace: Workspace, given: Body) -> Body:
    workspace.need("chat:write")
    channel = workspace.channel(given.get("channel", ""), post=True)
    if given.get("user") not in channel.members:
        raise RefusedError("user_not_in_channel")
    _check(given)
    workspace.ephemerals.append(given)
    return {"message_ts": workspace.new_ts()}


def permalink(workspace: Workspace, given: Body) -> Body:
    message = workspace.message(given.get("channel", ""), given.get("message_ts", ""))
    ts = message["ts"].replace(".", "")
    return {"channel": given["channel"], "permalink": f"https://t1.slack.com/archives/{given['channel']}/p{ts}"}


def open_view(workspace: Workspace, given: Body) -> Body:
    workspace.use_trigger(given.get("trigger_id", ""))
    return _keep(workspace, f"V{workspace.number()}", given)


def update_view(workspace: Workspace, given: Body) -> Body:
    view_id = given.get("view_id", "")
    if view_id not in workspace.views:
        raise RefusedError("not_found")
    if given.get("hash", workspace.views[view_id]["hash"]) != workspace.views[view_id]["hash"]:
        raise RefusedError("hash_conflict")
    return _keep(workspace, view_id, given)


def publish(workspace: Workspace, given: Body) -> Body:
    if given.get("user_id") not in workspace.users:
        raise RefusedError("invalid_arguments")
    _check_view(given["view"])
    workspace.homes[given["user_id"]] = given["view"]
    return {"view": given["view"]}


def info(workspace: Workspace, given: Body) -> Body:
    channel = workspace.channel(given.get("channel", ""))
    workspace.need(f"{channel.prefix}:read")
    facts = {
        "id": channel.id,
        "is_private": channel.kind == "private",
        "is_im": channel.kind == "direct",
        "is_archived": channel.is_archived,
        "is_shared": channel.is_shared,
        "is_ext_shared": channel.is_shared,
    }
    return {"channel": facts | ({"num_members": len(channel.members)} if given.get("include_num_members") else {})}


def members(workspace: Workspace, given: Body) -> Body:
    channel = workspace.channel(given.get("channel", ""))
    workspace.need(f"{channel.prefix}:read")
    page, after = _page(channel.members, given)
    return {"members": page, "response_metadata": {"next_cursor": after}}


def list_channels(workspace: Workspace, given: Body) -> Body:
    """The channels of these kinds, private ones only where the bot is; of one user those that they are in."""
    found: list[Body] = []
    for kind in str(given.get("types") or "public_channel").split(","):
        workspace.need("channels:read" if kind == "public_channel" else "groups:read")
        of_kind = [each for each in workspace.channels.values() if f"{each.kind}_channel" == kind]
        listed = [each for each in of_kind if _is_listed(each, given)]
        found += [{"id": each.id, "name": each.id.lower(), "is_private": each.kind == "private"} for each in listed]
    page, after = _page(found, given)
    return {"channels": page, "response_metadata": {"next_cursor": after}}


def _is_listed(channel: Channel, given: Body) -> bool:
    is_known = channel.kind == "public" or BOT_USER in channel.members
    return is_known and given.get("user") in {None, *channel.members}


def replies(workspace: Workspace, given: Body) -> Body:
    """A reply's own timestamp finds that reply alone, and each page begins with the root, as Slack's do."""
    channel = workspace.channel(given.get("channel", ""))
    workspace.need(f"{channel.prefix}:history")
    thread = [workspace.message(channel.id, given["ts"])] if _exists(workspace, channel.id, given) else []
    if not thread:
        raise RefusedError("thread_not_found")
    others = [each for each in workspace.in_thread(given["ts"]) if each is not thread[0]]
    page, after = _page(others, given)
    return _messages([*thread, *page], given, after)


def history(workspace: Workspace, given: Body) -> Body:
    """The newest first, without what stands in threads only."""
    channel = workspace.channel(given.get("channel", ""))
    workspace.need(f"{channel.prefix}:history")
    top = [each for each in workspace.messages if each["channel"] == channel.id and not each.get("thread_ts")]
    page, after = _page(top[::-1], given)
    return _messages(page, given, after)


def open_direct(workspace: Workspace, given: Body) -> Body:
    workspace.need("im:write")
    user = given.get("users", "")
    if user not in workspace.users:
        raise RefusedError("user_not_found")
    if f"D{user}" not in workspace.channels:
        workspace.add_channel(f"D{user}", kind="direct", members=[user, BOT_USER])
    return {"channel": {"id": f"D{user}"}}


def user_info(workspace: Workspace, given: Body) -> Body:
    workspace.need("users:read")
    if given.get("user") not in workspace.users:
        raise RefusedError("user_not_found")
    return {"user": workspace.users[given["user"]]}


def group_users(workspace: Workspace, given: Body) -> Body:
    workspace.need("usergroups:read")
    if given.get("usergroup") not in workspace.groups:
        raise RefusedError("no_such_subteam")
    return {"users": workspace.groups[given["usergroup"]]}


def react(workspace: Workspace, given: Body) -> Body:
    workspace.need("reactions:write")
    message = workspace.message(given.get("channel", ""), given.get("timestamp", ""))
    reaction = (message["channel"], message["ts"], given["name"])
    if reaction in workspace.reactions:
        raise RefusedError("already_reacted")
    workspace.reactions.append(reaction)
    return {}


METHODS: dict[str, Method] = {
    "auth.test": auth_test,
    "chat.postMessage": post_message,
    "chat.update": update,
    "chat.delete": delete,
    "chat.postEphemeral": post_ephemeral,
    "chat.getPermalink": permalink,
    "views.open": open_view,
    "views.push": open_view,
    "views.update": update_view,
    "views.publish": publish,
    "conversations.info": info,
    "conversations.members": members,
    "conversations.list": list_channels,
    "users.conversations": list_channels,
    "conversations.replies": replies,
    "conversations.history": history,
    "conversations.open": open_direct,
    "users.info": user_info,
    "usergroups.users.list": group_users,
    "reactions.add": react,
}


def _check(given: Body) -> None:
    """What a message must be to be taken."""
    if not given.get("text") and not given.get("blocks"):
        raise RefusedError("no_text")
    if len(given.get("text", "")) > LONGEST_TEXT:
        raise RefusedError("msg_too_long")
    if problems := message_problems(given.get("blocks", [])):
        raise RefusedError("invalid_blocks", response_metadata={"messages": problems})


def _check_view(view: Body) -> None:
    if problems := view_problems(view):
        raise RefusedError("invalid_arguments", response_metadata={"messages": problems})


def _keep(workspace: Workspace, view_id: str, given: Body) -> Body:
    _check_view(given["view"])
    view = {**given["view"], "id": view_id, "hash": f"h{workspace.number()}", "team_id": TEAM}
    workspace.views[view_id] = view
    return {"view": view}


def _exists(workspace: Workspace, channel: str, given: Body) -> bool:
    return any((each["channel"], each["ts"]) == (channel, given.get("ts")) for each in workspace.messages)


def _page(items: list[Item], given: Body) -> tuple[list[Item], str]:
    """So many from the cursor on, and the cursor of the next page."""
    start, size = int(given.get("cursor") or 0), int(given.get("limit") or PAGE)
    return items[start : start + size], str(start + size) if start + size < len(items) else ""


def _messages(page: list[Body], given: Body, after: str) -> Body:
    """Metadata is shown only to who asks for it."""
    with_metadata = str(given.get("include_all_metadata", "")).lower() in {"1", "true"}
    shown = [each if with_metadata else {name: each[name] for name in each if name != "metadata"} for each in page]
    return {"messages": shown, "has_more": bool(after), "response_metadata": {"next_cursor": after}}
