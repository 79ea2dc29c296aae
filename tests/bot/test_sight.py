"""What a user of Slack may see is what they may see now, and takes the same few calls however many rooms there are."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.sight import Sight
from consensus.decision import Decision
from consensus.errors import RequestError
from integrations.slack.client import SlackClient, slack_client
from integrations.slack.errors import DoubtfulError, SlackError
from integrations.slack.reach import public_channels
from tests.fake_slack import FakeSlack, Turn, answers, fails, refused
from tests.fakes import opened, start
from tests.scenes import BY_RULE, closed, hear, put_to_a_vote
from tests.slack_workspace import BOT_TOKEN, BOT_USER


@pytest_asyncio.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as fake:
        fake.workspace.add_channel("C2", members=["U2", BOT_USER])
        fake.workspace.add_channel("G1", kind="private", members=["U1", BOT_USER])
        fake.workspace.add_channel("G2", kind="private", members=["U2", BOT_USER])
        fake.workspace.add_channel("G3", kind="private", members=["U1"])
        yield fake


@pytest_asyncio.fixture
async def client(slack: FakeSlack) -> AsyncIterator[SlackClient]:
    async with slack_client(BOT_TOKEN, slack.url) as opened:
        yield opened


ROOMS = [f"slack:T1:{channel}:" for channel in ("C1", "C2", "C9", "G1", "G2", "G3", "D1")]


async def seen(client: SlackClient, user: str = "U1") -> list[str]:
    sight = Sight(client, "T1", user, "person")
    return [room.split(":")[2] for room in ROOMS if await sight.sees(room)]


async def test_a_member_sees_public_channels_and_the_private_ones_they_are_in(client: SlackClient) -> None:
    assert await seen(client) == ["C1", "C2", "G1", "D1"]


@pytest.mark.parametrize("facts", [{"is_restricted": True}, {"team_id": "T2"}])
async def test_guests_and_externals_see_only_where_they_are(
    slack: FakeSlack, client: SlackClient, facts: dict[str, object]
) -> None:
    slack.workspace.add_user("U1", **facts)

    assert await seen(client) == ["C1", "G1", "D1"]


@pytest.mark.parametrize("facts", [{"deleted": True}, {"is_bot": True}])
async def test_bots_and_the_deactivated_see_nothing(
    slack: FakeSlack, client: SlackClient, facts: dict[str, object]
) -> None:
    slack.workspace.add_user("U1", **facts)

    assert await seen(client) == []


async def test_who_left_a_private_channel_sees_it_no_more(slack: FakeSlack, client: SlackClient) -> None:
    before = await seen(client)
    slack.workspace.channels["G1"].members.remove("U1")

    assert set(before) - set(await seen(client)) == {"G1"}


@pytest.mark.parametrize("room", ["slack:T2:C1:", "terminal", "github:o/r:1", "slack:T1::"])
async def test_what_is_not_in_this_workspace_is_not_seen(client: SlackClient, room: str) -> None:
    sight = Sight(client, "T1", "U1", "person")

    assert not await sight.sees(room)
    assert not await sight.is_public(room)


async def test_public_is_what_every_member_may_read(client: SlackClient) -> None:
    sight = Sight(client, "T1", "U1", "person")

    assert [room.split(":")[2] for room in ROOMS if await sight.is_public(room)] == ["C1", "C2"]


async def test_a_hundred_rooms_take_as_few_calls_as_one(slack: FakeSlack, client: SlackClient) -> None:
    for number in range(100):
        slack.workspace.add_channel(f"CX{number}", members=["U1"] if number % 2 else [])
    sight = Sight(client, "T1", "U1", "person")

    assert all([await sight.sees(f"slack:T1:CX{number}:") for number in range(100)])
    methods = sorted(call.method for call in slack.calls)
    assert methods == ["auth.test", "conversations.list", "users.conversations", "users.info"]


@pytest.mark.parametrize("turn", [fails(500), refused("missing_scope"), answers(b'{"ok": true}')])
async def test_what_slack_does_not_tell_is_not_seen(slack: FakeSlack, client: SlackClient, turn: Turn) -> None:
    sight = Sight(client, "T1", "U1", "person")
    slack.script("users.conversations", turn)

    with pytest.raises(SlackError):
        await sight.sees("slack:T1:C1:")

    slack.script("conversations.list", turn)
    with pytest.raises(SlackError):
        await Sight(client, "T1", "U1", "person").sees("slack:T1:C2:")


async def test_without_the_facts_of_a_user_nothing_can_be_said(slack: FakeSlack, client: SlackClient) -> None:
    slack.script("users.info", fails(500))

    with pytest.raises(RequestError, match="permission-unverified"):
        await seen(client)


async def test_a_list_that_did_not_come_is_not_an_empty_one(slack: FakeSlack, client: SlackClient) -> None:
    slack.script("conversations.list", answers(b'{"ok": true}'))

    with pytest.raises(DoubtfulError):
        await public_channels(client)


async def test_by_rule_those_vote_who_are_full_members_where_the_decision_stands(
    slack: FakeSlack, client: SlackClient
) -> None:
    slack.workspace.add_user("U2", is_restricted=True)
    slack.workspace.add_user("U9")
    asked, elsewhere = voted_on("slack:T1:C1:1.0"), voted_on("github:1:2", "slack:T1:C1:1.0")

    found = [await Sight(client, "T1", user, "person").votes(asked) for user in ("U1", "U2", "U9")]

    assert found == [True, False, False]
    assert not await Sight(client, "T1", "U1", "person").votes(elsewhere)
    assert not await Sight(client, "T2", "U1", "person").votes(asked)


def voted_on(*places: str) -> Decision:
    return put_to_a_vote(closed(hear(start(opened(places=places)), "A----")), why="weak", **BY_RULE)
