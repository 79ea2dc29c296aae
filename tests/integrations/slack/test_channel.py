"""The channel against the fake: one message of ours sent, edited, found again, deleted."""

import asyncio

import pytest

from consensus import channel as port
from consensus.channel import Marker
from consensus.notices import PostKind
from integrations.slack.channel import SPACING, Message, SlackChannel
from integrations.slack.client import SlackClient
from integrations.slack.errors import DoubtfulError, PermanentError, RateLimitedError
from integrations.slack.place import Place, parse_place
from tests.fake_slack import FakeSlack, limited, lost, refused
from tests.fakes import HandClock, loop_clock
from tests.shown import Shown
from tests.slack_workspace import BOT, BOT_USER


class Waiting:
    """A clock that stands still, and what was waited on it."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.waited: list[int] = []

    async def __call__(self, microseconds: int) -> None:
        self.waited.append(microseconds)


def marker(kind: PostKind = "card", decision: str = "D-1") -> Marker:
    return Marker(decision=decision, kind=kind, about_seq=1)


METADATA = {"event_type": "consensus_post", "event_payload": {"decision": "D-1", "kind": "card", "about_seq": 1}}


@pytest.fixture
def waiting() -> Waiting:
    return Waiting()


@pytest.fixture
def channel(client: SlackClient, waiting: Waiting) -> SlackChannel:
    return SlackChannel(client, clock=waiting.clock, wait=waiting)


@pytest.fixture
def place(slack: FakeSlack) -> str:
    return f"slack:T1:C1:{slack.workspace.say('C1', 'which database?')}"


async def test_a_message_stands_in_the_thread_with_text_and_marker_and_never_unfurls(
    slack: FakeSlack, channel: SlackChannel, place: str
) -> None:
    remote_id = await channel.send(place, Shown("Postgres, strong", "*Postgres*"), marker())

    [_, sent] = slack.workspace.messages
    assert sent["ts"] == remote_id
    assert (sent["thread_ts"], sent["text"]) == (parse_place(place).thread, "Postgres, strong")
    assert sent["blocks"][0]["text"]["text"] == "*Postgres*"
    assert sent["metadata"] == METADATA
    assert (sent["unfurl_links"], sent["unfurl_media"]) == (False, False)


async def test_a_place_without_a_thread_is_the_channel_itself(slack: FakeSlack, channel: SlackChannel) -> None:
    remote_id = await channel.send("slack:T1:C1:", Shown(), marker())

    assert "thread_ts" not in slack.workspace.message("C1", remote_id)
    assert await channel.find("slack:T1:C1:", marker()) == [remote_id]


async def test_an_edit_changes_the_message_in_its_place(slack: FakeSlack, channel: SlackChannel, place: str) -> None:
    remote_id = await channel.send(place, Shown(), marker())

    await channel.edit(place, remote_id, Shown("later", "later"))

    [_, message] = slack.workspace.messages
    assert (message["ts"], message["text"], message["edits"]) == (remote_id, "later", 1)
    assert message["unfurl_links"] is False


async def test_hard_case_52_a_message_whose_reply_was_lost_is_found_by_its_marker(
    slack: FakeSlack, channel: SlackChannel, place: str
) -> None:
    slack.script("chat.postMessage", lost)

    with pytest.raises(DoubtfulError):
        await channel.send(place, Shown(), marker())
    found = await channel.find(place, marker())

    [_, kept] = slack.workspace.messages
    assert found == [kept["ts"]]


async def test_two_of_one_kind_are_found_oldest_first_and_the_later_can_be_deleted(
    slack: FakeSlack, channel: SlackChannel, place: str
) -> None:
    sent = [await channel.send(place, Shown(), marker()) for _ in range(2)]

    found = await channel.find(place, marker())
    await channel.delete(place, found[-1])

    assert found == sent
    assert [message["ts"] for message in slack.workspace.deleted] == [sent[1]]
    assert await channel.find(place, marker()) == [sent[0]]


async def test_only_our_own_message_with_this_very_marker_is_found(
    slack: FakeSlack, channel: SlackChannel, place: str
) -> None:
    thread = parse_place(place).thread
    slack.workspace.say("C1", "forged", thread=thread, user="U2", metadata=METADATA)
    slack.workspace.say("C1", "plain", thread=thread, user=BOT_USER, bot_id=BOT)
    await channel.send(place, Shown(), marker("verdict"))
    await channel.send(place, Shown(), marker(decision="D-2"))

    assert await channel.find(place, marker()) == []


async def test_a_marker_is_found_behind_hundreds_of_messages(
    slack: FakeSlack, channel: SlackChannel, place: str
) -> None:
    for _ in range(450):
        slack.workspace.say("C1", "and another thing", thread=parse_place(place).thread)
    remote_id = await channel.send(place, Shown(), marker())

    assert await channel.find(place, marker()) == [remote_id]
    assert len(slack.called("conversations.replies")) == 3


async def test_outside_threads_the_search_ends_after_a_few_pages(slack: FakeSlack, channel: SlackChannel) -> None:
    for _ in range(1100):
        slack.workspace.say("C1", "hello")

    assert await channel.find("slack:T1:C1:", marker()) == []
    assert len(slack.called("conversations.history")) == 5


async def test_messages_of_one_channel_are_a_second_apart_and_another_channel_does_not_wait(
    slack: FakeSlack, channel: SlackChannel, waiting: Waiting, place: str
) -> None:
    slack.workspace.add_channel("C2", members=[BOT_USER])

    await asyncio.gather(*(channel.send(place, Shown(), marker()) for _ in range(3)))
    await channel.send("slack:T1:C2:", Shown(), marker())
    waiting.clock.advance(10)
    await channel.send(place, Shown(), marker())

    assert waiting.waited == [SPACING, 2 * SPACING]


@pytest.mark.virtual_time
async def test_a_turn_is_waited_for_on_the_real_clock_too(client: SlackClient, place: str) -> None:
    channel = SlackChannel(client, clock=loop_clock)

    await channel.send(place, Shown(), marker())
    began = loop_clock()
    await channel.send(place, Shown(), marker())

    assert loop_clock() - began >= SPACING


async def test_who_would_wait_long_for_a_turn_is_told_when_to_come_back(
    slack: FakeSlack, channel: SlackChannel, place: str
) -> None:
    sends = [channel.send(place, Shown(), marker()) for _ in range(6)]

    outcomes = await asyncio.gather(*sends, return_exceptions=True)

    [late] = [each for each in outcomes if isinstance(each, RateLimitedError)]
    assert late.retry_after == 5
    assert len(slack.called("chat.postMessage")) == 5


async def test_hard_case_51_after_a_limit_nothing_overtakes_until_the_wait_is_over(
    slack: FakeSlack, channel: SlackChannel, waiting: Waiting, place: str
) -> None:
    slack.script("chat.postMessage", limited("30"))
    with pytest.raises(RateLimitedError) as first:
        await channel.send(place, Shown("first"), marker())

    with pytest.raises(RateLimitedError) as second:
        await channel.send(place, Shown("second"), marker())
    waiting.clock.advance(30)
    await channel.send(place, Shown("first"), marker())

    assert (first.value.retry_after, second.value.retry_after) == (30, 30)
    assert [message["text"] for message in slack.workspace.messages[1:]] == ["first"]
    assert len(slack.called("chat.postMessage")) == 2


async def test_what_was_deleted_already_is_as_good_as_deleted(
    slack: FakeSlack, channel: SlackChannel, place: str
) -> None:
    remote_id = await channel.send(place, Shown(), marker())

    await channel.delete(place, remote_id)
    await channel.delete(place, remote_id)

    assert len(slack.workspace.deleted) == 1


async def test_somebody_elses_message_is_not_deleted_in_silence(channel: SlackChannel, place: str) -> None:
    with pytest.raises(PermanentError, match="cant_delete_message"):
        await channel.delete(place, parse_place(place).thread)


async def test_an_ephemeral_is_seen_by_one_person_in_the_thread(
    slack: FakeSlack, channel: SlackChannel, place: str
) -> None:
    await channel.ephemeral(place, "U2", Shown("your vote: Postgres"))

    [seen] = slack.workspace.ephemerals
    assert (seen["user"], seen["thread_ts"], seen["text"]) == ("U2", parse_place(place).thread, "your vote: Postgres")
    assert len(slack.workspace.messages) == 1


async def test_a_reaction_is_put_once(slack: FakeSlack, channel: SlackChannel, place: str) -> None:
    thread = parse_place(place).thread

    await channel.react(place, thread, "eyes")
    await channel.react(place, thread, "eyes")

    assert slack.workspace.reactions == [("C1", thread, "eyes")]


async def test_a_link_leads_to_the_message(channel: SlackChannel, place: str) -> None:
    thread = parse_place(place).thread

    assert await channel.permalink(place, thread) == f"https://t1.slack.com/archives/C1/p{thread.replace('.', '')}"


async def test_one_person_alone_can_be_written_to(slack: FakeSlack, channel: SlackChannel) -> None:
    place = await channel.direct("U2")

    await channel.send(place, Shown("your channel is archived"), marker())

    assert place == "slack:T1:DU2:"
    assert slack.workspace.messages[-1]["channel"] == "DU2"


@pytest.mark.parametrize("shown", [Shown(" "), Shown("x" * 40_001), Shown("x", "y" * 3_001), Shown("x", "<!channel>")])
async def test_what_slack_would_refuse_or_what_would_ring_never_leaves(
    slack: FakeSlack, channel: SlackChannel, place: str, shown: Shown
) -> None:
    with pytest.raises(PermanentError, match="invalid_blocks"):
        await channel.send(place, shown, marker())

    assert slack.called("chat.postMessage") == []


async def test_a_place_of_another_workspace_is_refused_before_any_call(slack: FakeSlack, channel: SlackChannel) -> None:
    with pytest.raises(PermanentError, match="wrong_team"):
        await channel.send("slack:T2:C1:", Shown(), marker())

    assert slack.called("chat.postMessage") == []


async def test_an_acceptance_without_a_timestamp_is_doubtful(
    slack: FakeSlack, channel: SlackChannel, place: str
) -> None:
    slack.script("chat.postMessage", refused("", ok=True))

    with pytest.raises(DoubtfulError):
        await channel.send(place, Shown(), marker())


def test_the_channel_is_the_port_and_its_errors_are_the_ports(channel: SlackChannel) -> None:
    as_port: port.Channel[Message] = channel

    assert as_port is channel
    assert issubclass(RateLimitedError, port.RateLimitedError)
    assert issubclass(DoubtfulError, port.DoubtfulError)
    assert issubclass(PermanentError, port.PermanentError)


def test_a_place_reads_as_it_is_written() -> None:
    place = Place(team="T1", channel="D1", thread="1.2")

    assert parse_place(str(place)) == place
    assert place.is_direct
    assert not parse_place("slack:T1:C1:").is_direct


@pytest.mark.parametrize("text", ["terminal", "slack:T1:C1", "github:T1:C1:1", "slack::C1:1", "slack:T1::1"])
def test_what_is_no_place_in_slack_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - no more is promised
        parse_place(text)
