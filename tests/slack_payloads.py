"""What Slack sends when people write, click, submit or open something, made from what the workspace now holds."""

import json
from collections.abc import Iterator
from typing import Any

from tests.slack_workspace import BOT_USER, TEAM, Body, Workspace


def event(workspace: Workspace, inner: Body) -> Body:
    """An event as the Events API delivers it, with an id of its own."""
    number = workspace.number()
    return {
        "type": "event_callback",
        "team_id": TEAM,
        "api_app_id": "A1",
        "event_id": f"Ev{number}",
        "event_time": int(workspace.clock()),
        "authorizations": [{"team_id": TEAM, "user_id": BOT_USER, "is_bot": True}],
        "event": inner,
    }


def mention(
    workspace: Workspace, text: str, *, channel: str = "C1", user: str = "U1", thread: str | None = None
) -> Body:
    """Somebody writes to us: the message stands in the channel, and this is the event of it."""
    said = f"<@{BOT_USER}> {text}"
    ts = workspace.say(channel, said, thread=thread, user=user)
    inner = {"type": "app_mention", "channel": channel, "user": user, "text": said, "ts": ts, "event_ts": ts}
    return event(workspace, inner | ({"thread_ts": thread} if thread else {}))


def as_message(workspace: Workspace, mentioned: Body) -> Body:
    """The second event of the same words, which comes with another id."""
    return event(workspace, mentioned["event"] | {"type": "message", "channel_type": "channel"})


def direct(workspace: Workspace, text: str, *, user: str = "U1") -> Body:
    channel = f"D{user}"
    if channel not in workspace.channels:
        workspace.add_channel(channel, kind="direct", members=[user, BOT_USER])
    ts = workspace.say(channel, text, user=user)
    inner = {"type": "message", "channel_type": "im", "channel": channel, "user": user, "text": text, "ts": ts}
    return event(workspace, inner | {"event_ts": ts})


def home_opened(workspace: Workspace, user: str = "U1") -> Body:
    inner = {"type": "app_home_opened", "user": user, "channel": f"D{user}", "tab": "home", "event_ts": "1.0"}
    return event(workspace, inner)


def command(
    workspace: Workspace, text: str, *, channel: str = "C1", user: str = "U1", response_url: str = "http://127.0.0.1/r"
) -> Body:
    """A slash command; its fields come as a form."""
    return {
        "command": "/consensus",
        "text": text,
        "team_id": TEAM,
        "team_domain": "t1",
        "channel_id": channel,
        "channel_name": channel.lower(),
        "user_id": user,
        "user_name": user.lower(),
        "api_app_id": "A1",
        "trigger_id": workspace.new_trigger(),
        "response_url": response_url,
    }


def click(workspace: Workspace, ts: str, action: str, *, user: str = "U1", value: str | None = None) -> Body:
    """A click on what the message now has; LookupError if that is not there any more.

    `value` is the chosen option of a select.
    """
    message = next(each for each in workspace.messages if each["ts"] == ts)
    channel = message["channel"]
    element = next((each for each in _elements(message.get("blocks", [])) if each["action_id"] == action), None)
    if element is None:
        raise LookupError(action)
    done: Body = {name: element[name] for name in ("type", "action_id", "block_id")}
    done["action_ts"] = f"{workspace.number()}.0"
    if value is None:
        done["value"] = element.get("value", "")
    else:
        done["selected_option"] = next(option for option in element["options"] if option["value"] == value)
    return _interaction(workspace, user) | {
        "type": "block_actions",
        "actions": [done],
        "channel": {"id": channel, "name": channel.lower()},
        "container": {"type": "message", "message_ts": ts, "channel_id": channel, "is_ephemeral": False},
        "message": message,
        "state": {"values": {}},
    }


def press(workspace: Workspace, told: Body, label: str, *, user: str = "U1", channel: str = "C1") -> Body:
    """A click on the button with that text on something that only this person sees; LookupError if it has none."""
    found = [each for each in _elements(told["blocks"]) if each.get("text", {}).get("text") == label]
    if not found:
        raise LookupError(label)
    done = {name: found[0][name] for name in ("type", "action_id", "block_id", "value")}
    where = told.get("channel", channel)
    container = {"type": "message", "message_ts": workspace.new_ts(), "channel_id": where, "is_ephemeral": True}
    thread = {"thread_ts": told["thread_ts"]} if told.get("thread_ts") else {}
    return _interaction(workspace, user) | {
        "type": "block_actions",
        "actions": [{**done, "action_ts": f"{workspace.number()}.0"}],
        "channel": {"id": where, "name": where.lower()},
        "container": container | thread,
        "state": {"values": {}},
    }


def edited(workspace: Workspace, said: Body, text: str, *, as_mention: bool = False) -> Body:
    """The author of a message to us gives it other words; Slack tells so in one of two ways."""
    old, edit = said["event"], {"user": said["event"]["user"], "ts": workspace.new_ts()}
    new = {name: old[name] for name in ("user", "ts", "thread_ts") if name in old} | {"text": text, "edited": edit}
    if as_mention:
        return event(workspace, old | new)
    change = {"type": "message", "subtype": "message_changed", "hidden": True, "channel": old["channel"]}
    before = {"user": old["user"], "ts": old["ts"], "text": old["text"]}
    kind = {"channel_type": old.get("channel_type", "channel"), "ts": workspace.new_ts()}
    return event(workspace, change | kind | {"message": {"type": "message", **new}, "previous_message": before})


def once_more(clicked: Body) -> Body:
    """A second click on what that click was on, which Slack gives a time of its own."""
    [action] = clicked["actions"]
    return clicked | {"actions": [action | {"action_ts": f"{action['action_ts']}1"}]}


def submission(workspace: Workspace, view_id: str, values: Body, *, user: str = "U1") -> Body:
    """A modal is sent off: `values` by block and action, as in Slack's view state."""
    view = workspace.views[view_id]
    return _interaction(workspace, user) | {
        "type": "view_submission",
        "view": view | {"state": {"values": values}},
        "response_urls": [],
    }


def shortcut(workspace: Workspace, channel: str, ts: str, *, user: str = "U1") -> Body:
    """*Decide with Consensus* on a message."""
    return _interaction(workspace, user) | {
        "type": "message_action",
        "callback_id": "decide",
        "action_ts": f"{workspace.number()}.0",
        "message_ts": ts,
        "channel": {"id": channel, "name": channel.lower()},
        "message": workspace.message(channel, ts),
        "response_url": "http://127.0.0.1/r",
    }


def _interaction(workspace: Workspace, user: str) -> Body:
    return {
        "team": {"id": TEAM, "domain": "t1"},
        "user": {"id": user, "team_id": workspace.users.get(user, {}).get("team_id", TEAM)},
        "api_app_id": "A1",
        "trigger_id": workspace.new_trigger(),
    }


def _elements(blocks: list[Body]) -> Iterator[Body]:
    """Everything in the blocks that can be clicked, with the block it stands in."""
    for index, block in enumerate(blocks):
        inside: list[Any] = [*block.get("elements", ()), *([block["accessory"]] if "accessory" in block else ())]
        for element in inside:
            if isinstance(element, dict) and "action_id" in element:
                yield json.loads(json.dumps(element)) | {"block_id": block.get("block_id", f"b{index}")}
