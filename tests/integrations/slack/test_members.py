"""The facts about people and conversations that permissions are made of."""

import pytest

from integrations.slack.client import SlackClient
from integrations.slack.errors import DoubtfulError, PermanentError
from integrations.slack.members import Someone, facts_of, group_ids, member_ids, people, room, someone, unknown
from tests.fake_slack import FakeSlack, fails, refused
from tests.slack_workspace import BOT_USER


def known(user: str, name: str = "", **facts: bool) -> Someone:
    """Somebody of whom nothing is the case but what is said."""
    usual = dict.fromkeys(("is_guest", "is_external", "is_bot", "is_deactivated"), False)
    return Someone.model_validate({"user": user, "name": name or user.lower(), **usual, **facts})


async def test_members_come_with_what_bars_them(slack: FakeSlack, client: SlackClient) -> None:
    slack.workspace.add_user("U4", is_restricted=True)
    slack.workspace.add_user("U5", is_ultra_restricted=True)
    slack.workspace.add_user("U6", team_id="T2")
    slack.workspace.add_user("U7", deleted=True)
    slack.workspace.add_user("U8", is_stranger=True)

    found = await people(client, ["U8", "U7", "U6", "U5", "U4", "U1", BOT_USER])

    assert found == (
        known(BOT_USER, is_bot=True),
        known("U1"),
        known("U4", is_guest=True),
        known("U5", is_guest=True),
        known("U6", is_external=True),
        known("U7", is_deactivated=True),
        known("U8", is_external=True),
    )


async def test_of_a_user_whom_slack_does_not_tell_of_nothing_is_known(slack: FakeSlack, client: SlackClient) -> None:
    slack.script("users.info", fails(500))

    first, second = await someone(client, "U1"), await someone(client, "U404")

    assert (first, second) == (unknown("U1"), unknown("U404"))


def test_facts_that_did_not_come_are_unknown_and_slackbot_is_a_bot() -> None:
    assert facts_of("U1", {"is_bot": "no"}, "T1") == unknown("U1")
    assert facts_of("USLACKBOT", {"is_bot": False}, "T1").is_bot


async def test_everybody_in_a_large_channel_is_found(slack: FakeSlack, client: SlackClient) -> None:
    crowd = [f"U{number}" for number in range(450)]
    slack.workspace.add_channel("C2", members=crowd)

    assert await member_ids(client, "C2") == frozenset(crowd)


async def test_a_list_that_was_not_read_to_the_end_is_no_list(slack: FakeSlack, client: SlackClient) -> None:
    slack.script("conversations.members", refused("", ok=True))

    with pytest.raises(DoubtfulError):
        await member_ids(client, "C1")


async def test_a_user_group_is_resolved(slack: FakeSlack, client: SlackClient) -> None:
    slack.workspace.groups["S1"] = ["U1", "U2"]

    assert await group_ids(client, "S1") == {"U1", "U2"}
    with pytest.raises(PermanentError, match="no_such_subteam"):
        await group_ids(client, "S2")


async def test_a_room_says_what_kind_it_is(slack: FakeSlack, client: SlackClient) -> None:
    slack.workspace.add_channel("C2", kind="private", members=[BOT_USER], is_shared=True, is_archived=True)

    public, private, direct = await room(client, "C1"), await room(client, "C2"), await room(client, "DU1")

    assert (public.kind, public.is_shared, public.size, public.is_archived) == ("public", False, 4, False)
    assert (private.kind, private.is_shared, private.is_archived) == ("private", True, True)
    assert (direct.kind, direct.size) == ("direct", None)
    assert len(slack.called("conversations.info")) == 2


async def test_a_room_of_which_slack_says_nothing_is_private_and_perhaps_shared(
    slack: FakeSlack, client: SlackClient
) -> None:
    slack.script("conversations.info", refused("", ok=True))

    found = await room(client, "C1")

    assert (found.kind, found.is_shared, found.size) == ("private", None, None)


async def test_a_private_room_without_us_cannot_be_looked_into(slack: FakeSlack, client: SlackClient) -> None:
    slack.workspace.add_channel("C3", kind="private", members=["U1"])

    with pytest.raises(PermanentError, match="channel_not_found"):
        await room(client, "C3")


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ({"name": "ann"}, "ann"),
        ({"name": "ann", "real_name": "Ann Lee"}, "Ann Lee"),
        ({"name": "ann", "real_name": "Ann Lee", "profile": {"display_name": "annie"}}, "annie"),
        ({"real_name": "Ann Lee", "profile": {"display_name": ""}}, "Ann Lee"),
        ({"profile": None}, ""),
    ],
)
def test_somebody_is_called_as_they_show_themselves(told: dict[str, object], name: str) -> None:
    assert facts_of("U1", told, "T1").name == name
