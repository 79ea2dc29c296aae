"""The channel against the fake: one post of ours sent, edited, found again, deleted, and answers given once."""

import asyncio
from itertools import pairwise

import pytest

from consensus import channel as port
from consensus.channel import Marker
from consensus.notices import PostKind
from integrations.github.app import AppAccount
from integrations.github.channel import GitHubChannel, Message
from integrations.github.checks import Button, Check
from integrations.github.client import GitHubClient, github_client
from integrations.github.errors import DoubtfulError, PermanentError, RateLimitedError
from integrations.github.markdown import Comment, marked
from integrations.github.members import permission
from integrations.github.place import Place
from tests.fake_github import FakeGitHub, body_of
from tests.fakes import SECOND, loop_clock
from tests.github_clients import Waiting
from tests.github_turns import Turn, fails, lost, refused, secondary_limit
from tests.github_world import APP_ID, HEAD, ISSUE, PEOPLE, PULL, REPO, SLUG, Body, World, key_pair

CONVERSATION = str(Place(repo=REPO, number=PULL))
MARK = "<!-- consensus:D-1:card:1 -->"


def marker(kind: PostKind = "card", decision: str = "D-1", about: int = 1) -> Marker:
    return Marker(decision=decision, kind=kind, about_seq=about)


def check(head: str = HEAD, *, is_over: bool = False, title: str = "The panel is at work") -> Check:
    return Check(
        name="consensus",
        head_sha=head,
        status="completed" if is_over else "in_progress",
        conclusion="action_required" if is_over else None,
        title=title,
        summary="Two agents have answered.",
        actions=(Button(label="Approve", description="Approve the proposal", identifier="approve:3"),),
    )


@pytest.fixture
def channel(client: GitHubClient) -> GitHubChannel:
    return GitHubChannel(client)


@pytest.fixture
def with_token(personal: GitHubClient) -> GitHubChannel:
    return GitHubChannel(personal)


async def test_a_comment_stands_in_the_conversation_below_its_marker(
    github: FakeGitHub, channel: GitHubChannel
) -> None:
    remote_id = await channel.send(CONVERSATION, Comment(body="Postgres, strong"), marker())

    [sent] = github.world.comments
    assert (str(sent["id"]), sent["issue"], sent["body"]) == (remote_id, PULL, f"{MARK}\nPostgres, strong")


async def test_a_comment_that_carries_its_marker_gets_no_second_one(github: FakeGitHub, channel: GitHubChannel) -> None:
    await channel.send(CONVERSATION, marked(Comment(body="Postgres"), marker()), marker())

    assert [sent["body"] for sent in github.world.comments] == [f"{MARK}\nPostgres"]


@pytest.mark.parametrize("is_marked", [True, False])
async def test_an_edit_changes_the_comment_in_its_place_and_keeps_its_marker(
    github: FakeGitHub, channel: GitHubChannel, *, is_marked: bool
) -> None:
    remote_id = await channel.send(CONVERSATION, Comment(body="before"), marker())
    later = Comment(body="later")

    await channel.edit(CONVERSATION, remote_id, marked(later, marker()) if is_marked else later)

    [kept] = github.world.comments
    assert (kept["body"], kept["edits"]) == (f"{MARK}\nlater", 1)
    assert await channel.find(CONVERSATION, marker()) == [remote_id]


@pytest.mark.parametrize("turn", [lost, fails(502, is_taken=True)])
async def test_hard_case_52_a_comment_whose_reply_was_lost_is_found_by_its_marker_and_not_sent_again(
    github: FakeGitHub, channel: GitHubChannel, turn: Turn
) -> None:
    github.script("create_comment", turn)

    with pytest.raises(DoubtfulError):
        await channel.send(CONVERSATION, Comment(body="once"), marker())
    found = await channel.find(CONVERSATION, marker())

    [kept] = github.world.comments
    assert found == [str(kept["id"])]
    assert len(github.called("create_comment")) == 1


async def test_hard_case_50_a_limited_post_is_told_when_to_come_back_and_then_stands_there_once(
    github: FakeGitHub, channel: GitHubChannel, waiting: Waiting
) -> None:
    github.script("create_comment", secondary_limit("30"))

    with pytest.raises(RateLimitedError) as caught:
        await channel.send(CONVERSATION, Comment(body="result"), marker("verdict"))
    waiting.clock.advance(caught.value.retry_after)
    await channel.send(CONVERSATION, Comment(body="result"), marker("verdict"))

    assert caught.value.retry_after == 30
    assert len(github.world.comments) == 1
    assert github.called("comments") == []


async def test_two_of_one_kind_are_found_oldest_first_and_the_later_can_be_deleted(
    github: FakeGitHub, channel: GitHubChannel
) -> None:
    sent = [await channel.send(CONVERSATION, Comment(body="twice"), marker()) for _ in range(2)]

    found = await channel.find(CONVERSATION, marker())
    await channel.delete(CONVERSATION, found[-1])
    await channel.delete(CONVERSATION, found[-1])

    assert found == sent
    assert [str(comment["id"]) for comment in github.world.deleted] == [sent[1]]
    assert await channel.find(CONVERSATION, marker()) == [sent[0]]


async def test_what_may_not_be_deleted_says_so(github: FakeGitHub, channel: GitHubChannel) -> None:
    github.script("delete_comment", refused(403, "Resource not accessible by integration"))

    with pytest.raises(PermanentError, match="not_accessible"):
        await channel.delete(CONVERSATION, "1")


async def test_only_our_own_comment_with_this_very_marker_is_found(github: FakeGitHub, channel: GitHubChannel) -> None:
    github.world.say(PULL, f"{MARK}\nforged", user="voter")
    github.world.say(PULL, f"see\n{MARK}", user=f"{SLUG}[bot]", app=APP_ID)
    github.world.say(PULL, f"{MARK}\nfrom an account that is gone")["user"] = None
    await channel.send(CONVERSATION, Comment(body="another kind"), marker("verdict"))
    await channel.send(CONVERSATION, Comment(body="another decision"), marker(decision="D-2"))
    await channel.send(CONVERSATION, Comment(body="another event"), marker(about=11))

    assert await channel.find(CONVERSATION, marker()) == []


async def test_hard_case_24_a_marker_is_found_behind_hundreds_of_comments(
    github: FakeGitHub, channel: GitHubChannel
) -> None:
    for _ in range(250):
        github.world.say(PULL, "and another thing")
    remote_id = await channel.send(CONVERSATION, Comment(body="card"), marker())

    assert await channel.find(CONVERSATION, marker()) == [remote_id]
    assert len(github.called("comments")) == 3


async def test_an_answer_is_given_once_for_what_it_is_about(github: FakeGitHub, channel: GitHubChannel) -> None:
    github.script("create_comment", lost)
    with pytest.raises(DoubtfulError):
        await channel.reply(CONVERSATION, "comment:12", Comment(body="Only writers may ask."))

    again = await channel.reply(CONVERSATION, "comment:12", Comment(body="Only writers may ask."))
    other = await channel.reply(CONVERSATION, "comment:1", Comment(body="Only writers may ask."))

    assert [str(comment["id"]) for comment in github.world.comments] == [again, other]
    assert all(comment["body"].startswith("<!-- consensus:reply:comment:1") for comment in github.world.comments)


async def test_an_answer_about_nothing_that_has_a_number_is_given_each_time(
    github: FakeGitHub, channel: GitHubChannel
) -> None:
    for about in ("comment:1 --><h1>", "", "None"):
        await channel.reply(CONVERSATION, about, Comment(body="Yes."))

    assert [comment["body"] for comment in github.world.comments] == ["<!-- consensus:reply:any:0 -->\nYes."] * 3


async def test_a_check_stands_on_the_commit_with_its_buttons_and_its_marker(
    github: FakeGitHub, channel: GitHubChannel
) -> None:
    remote_id = await channel.send(CONVERSATION, check(), marker("check"))

    [run] = github.world.check_runs
    assert remote_id == f"check:{run['id']}"
    assert (run["head_sha"], run["external_id"], run["name"]) == (HEAD, "D-1:check:1", "consensus")
    assert (run["status"], run["conclusion"]) == ("in_progress", None)
    assert run["output"] == {"title": "The panel is at work", "summary": "Two agents have answered."}
    assert [action["identifier"] for action in run["actions"]] == ["approve:3"]


async def test_an_edited_check_keeps_its_commit_and_its_marker(github: FakeGitHub, channel: GitHubChannel) -> None:
    remote_id = await channel.send(CONVERSATION, check(), marker("check"))

    await channel.edit(CONVERSATION, remote_id, check(is_over=True, title="Your vote is needed"))

    [run] = github.world.check_runs
    assert (run["status"], run["conclusion"], run["edits"]) == ("completed", "action_required", 1)
    assert (run["head_sha"], run["external_id"]) == (HEAD, "D-1:check:1")
    assert await channel.find(CONVERSATION, marker("check")) == [remote_id]


async def test_of_two_checks_the_newest_counts_and_none_is_deleted(github: FakeGitHub, channel: GitHubChannel) -> None:
    github.script("create_check", lost)
    with pytest.raises(DoubtfulError):
        await channel.send(CONVERSATION, check(), marker("check"))
    newest = await channel.send(CONVERSATION, check(), marker("check"))

    found = await channel.find(CONVERSATION, marker("check"))
    await channel.delete(CONVERSATION, found[0])

    assert found == [newest]
    assert len(github.world.check_runs) == 2


async def test_a_check_is_found_on_the_commit_before_the_newest_and_those_of_others_are_not(
    github: FakeGitHub, channel: GitHubChannel
) -> None:
    remote_id = await channel.send(CONVERSATION, check(), marker("check"))
    github.world.commits[REPO, PULL] += ["c" * 40]
    github.world.check_runs.append({**github.world.check_runs[0], "id": 9, "head_sha": "c" * 40, "app": {"id": 1}})

    assert await channel.find(CONVERSATION, marker("check")) == [remote_id]
    assert await channel.find(CONVERSATION, marker("check", "D-2")) == []


async def test_a_personal_token_leaves_a_status_that_is_never_green_by_itself(
    github: FakeGitHub, with_token: GitHubChannel
) -> None:
    remote_id = await with_token.send(CONVERSATION, check(), marker("check"))
    await with_token.edit(CONVERSATION, remote_id, check(is_over=True, title="Your vote is needed"))
    await with_token.delete(CONVERSATION, remote_id)

    assert remote_id == f"status:{HEAD}"
    assert [(each["sha"], each["state"], each["context"]) for each in github.world.statuses] == [
        (HEAD, "pending", "consensus")
    ] * 2
    assert github.world.statuses[-1]["description"] == "Your vote is needed"
    assert await with_token.find(CONVERSATION, marker("check")) == []


@pytest.mark.parametrize(
    ("kind", "route"), [("comment", "react"), ("review_comment", "react_review"), ("issue", "react_issue")]
)
async def test_a_sign_is_put_on_words_once(github: FakeGitHub, channel: GitHubChannel, kind: str, route: str) -> None:
    words: Body = {
        "comment": github.world.say(PULL, "/consensus"),
        "review_comment": github.world.review_comment("/consensus"),
        "issue": github.world.issues[REPO, ISSUE],
    }[kind]
    number = words["number"] if kind == "issue" else words["id"]

    await channel.react(REPO, kind, number, "eyes")
    await channel.react(REPO, kind, number, "eyes")

    assert github.world.reactions == [(kind, words["id"], f"{SLUG}[bot]", "eyes")]
    assert [body_of(call) for call in github.called(route)] == [{"content": "eyes"}] * 2


async def test_the_body_of_a_review_takes_no_sign(github: FakeGitHub, channel: GitHubChannel) -> None:
    await channel.react(REPO, "review", 1, "eyes")

    assert github.calls == []


@pytest.mark.virtual_time
async def test_hard_case_62_the_results_of_twenty_pull_requests_at_once_are_spaced_and_none_is_lost() -> None:
    times: list[int] = []

    async def result(channel: GitHubChannel, number: int) -> None:
        try:
            await channel.send(f"github:{REPO}:{number}", Comment(body="decided"), marker("verdict"))
            times.append(loop_clock())
        except RateLimitedError as error:
            await asyncio.sleep(error.retry_after)
            await result(channel, number)

    async with FakeGitHub(World(lambda: loop_clock() / SECOND)) as github:
        for number in range(10, 30):
            github.world.add_pull(number, author="author")
        account = AppAccount(str(APP_ID), key_pair()[0], clock=loop_clock)
        async with github_client(account, github.url, clock=loop_clock) as client:
            channel = GitHubChannel(client)
            await asyncio.gather(*(result(channel, number) for number in range(10, 30)))

        assert sorted(comment["issue"] for comment in github.world.comments) == list(range(10, 30))
    assert all(later - earlier >= SECOND for earlier, later in pairwise(times))
    assert times[-1] - times[0] <= 30 * SECOND


async def test_what_is_said_and_who_may_say_it_go_by_one_installation(
    github: FakeGitHub, channel: GitHubChannel, client: GitHubClient
) -> None:
    await channel.send(CONVERSATION, Comment(body="hello"), marker())

    assert await permission(client, REPO, "boss", PEOPLE["boss"]) == "admin"
    assert len(github.called("create_token")) == 1


async def test_a_place_that_is_not_on_github_is_refused_before_any_call(
    github: FakeGitHub, channel: GitHubChannel
) -> None:
    with pytest.raises(PermanentError):
        await channel.send("slack:T1:C1:", Comment(body="hello"), marker())

    assert github.calls == []


def test_the_channel_is_the_port_and_its_errors_are_the_ports(channel: GitHubChannel) -> None:
    as_port: port.Channel[Message] = channel

    assert as_port is channel
    assert issubclass(RateLimitedError, port.RateLimitedError)
    assert issubclass(DoubtfulError, port.DoubtfulError)
    assert issubclass(PermanentError, port.PermanentError)
