"""The manifest asks for exactly what is used, and says why."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped] # its stubs are not among the locked packages

from consensus.channel import Marker
from integrations.slack.channel import SlackChannel
from integrations.slack.client import SlackClient
from integrations.slack.members import group_ids, member_ids, people, room
from integrations.slack.reading import read_thread
from tests.fake_slack import FakeSlack
from tests.fakes import HandClock
from tests.shown import Shown
from tests.slack_workspace import BOT_USER

MANIFEST = Path(__file__).parents[3] / "integrations" / "slack" / "manifest.yaml"
EXPECTED = [
    "app_mentions:read",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "groups:history",
    "groups:read",
    "im:history",
    "im:write",
    "reactions:write",
    "usergroups:read",
    "users:read",
]
HEARD = {"app_mentions:read": "app_mention", "im:history": "message.im"}
"""Scopes that are there for an event."""
CALLED = set(EXPECTED) - HEARD.keys() - {"commands"}
"""Scopes that are there for a call."""


@pytest.fixture
def manifest() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))
    return loaded


def test_the_scopes_are_these_and_no_others(manifest: dict[str, Any]) -> None:
    assert manifest["oauth_config"] == {"scopes": {"bot": EXPECTED}}


def test_beside_each_scope_stands_one_reason() -> None:
    lines = MANIFEST.read_text(encoding="utf-8").splitlines()

    found = [re.fullmatch(r" +- ([a-z_]+:?[a-z]*) # (.+)", line) for line in lines]
    reasons = {each[1]: each[2] for each in found if each}

    assert sorted(reasons) == EXPECTED
    assert len(set(reasons.values())) == len(EXPECTED)


def test_every_event_has_its_scope_and_messages_of_channels_are_not_subscribed(manifest: dict[str, Any]) -> None:
    events = manifest["settings"]["event_subscriptions"]["bot_events"]

    assert sorted(events) == sorted({*HEARD.values(), "app_home_opened"})


def test_command_shortcut_and_home_are_declared(manifest: dict[str, Any]) -> None:
    features = manifest["features"]

    assert [each["command"] for each in features["slash_commands"]] == ["/consensus"]
    assert [(each["type"], each["callback_id"]) for each in features["shortcuts"]] == [("message", "decide")]
    assert features["app_home"]["home_tab_enabled"]
    assert manifest["settings"]["interactivity"]["is_enabled"]
    assert manifest["settings"]["socket_mode_enabled"]


async def use_everything(slack: FakeSlack, client: SlackClient) -> None:
    """Each call that needs a scope, in a public and a private channel."""
    workspace = slack.workspace
    workspace.groups["S1"] = ["U1"]
    workspace.channels["C1"].members = ["U1", BOT_USER]
    workspace.add_channel("C2", kind="private", members=["U1", BOT_USER])
    channel = SlackChannel(client, clock=HandClock())
    for name in ("C1", "C2"):
        place = f"slack:T1:{name}:{workspace.say(name, 'which?')}"
        taken, _ = await read_thread(client, place, ())
        assert taken.missing == ()
        await room(client, name)
        await people(client, await member_ids(client, name))
    await group_ids(client, "S1")
    await channel.react(place, place.rpartition(":")[2], "eyes")
    await channel.send(await channel.direct("U1"), Shown(), Marker(decision="D-1", kind="card", about_seq=1))


async def test_these_scopes_are_enough_and_each_is_needed(slack: FakeSlack, client: SlackClient) -> None:
    slack.workspace.scopes = set(EXPECTED)

    await use_everything(slack, client)

    assert slack.workspace.needed == CALLED


async def test_without_the_scope_for_users_nothing_is_known_of_them(slack: FakeSlack, client: SlackClient) -> None:
    slack.workspace.scopes.remove("users:read")

    [found] = await people(client, ["U1"])

    assert found.is_guest is None
