"""The client against the fake: what is taken once stays once, and every failure says what it means."""

import asyncio
import socket
import time
from itertools import chain, pairwise
from typing import get_args

import pytest

from bot.texts import catalogue
from consensus.panel.agents import Language
from integrations.github import calls as calls_module
from integrations.github import transport
from integrations.github.app import PersonalAccount
from integrations.github.client import GitHubClient, github_client
from integrations.github.errors import EXPLAINED, DoubtfulError, GitHubError, PermanentError, RateLimitedError
from tests.fake_github import FakeGitHub
from tests.fakes import SECOND
from tests.github_clients import Waiting
from tests.github_turns import (
    Turn,
    answers,
    dropped,
    fails,
    held,
    lost,
    primary_limit,
    refused,
    secondary_limit,
    together,
    trickling,
)
from tests.github_world import ISSUE, PULL, REPO, SLUG, TOKEN, TOKEN_USER


async def post(client: GitHubClient, text: str = "hello") -> None:
    await client.write(REPO, "POST", f"issues/{ISSUE}/comments", {"body": text})


def said(github: FakeGitHub) -> list[str]:
    return [comment["body"] for comment in github.world.comments]


async def test_a_write_is_kept_once_and_by_the_app(github: FakeGitHub, client: GitHubClient) -> None:
    await post(client)

    [kept] = github.world.comments
    assert (kept["body"], kept["user"]["login"]) == ("hello", f"{SLUG}[bot]")


async def test_a_personal_token_writes_as_its_owner(github: FakeGitHub, personal: GitHubClient) -> None:
    await post(personal)

    assert [comment["user"]["login"] for comment in github.world.comments] == [TOKEN_USER]
    assert (await personal.whoami()).model_dump() == {"app": None, "slug": TOKEN_USER, "user": TOKEN_USER, "id": 29}


@pytest.mark.parametrize(
    ("turn", "kept"),
    [
        (lost, 1),
        (dropped, 0),
        (fails(502, is_taken=True), 1),
        (fails(500), 0),
        (fails(503), 0),
        (answers(200, b"{"), 0),
        (answers(201, b"[" * 100_000), 0),
    ],
)
async def test_whatever_is_no_clear_answer_is_doubtful_and_never_written_again(
    github: FakeGitHub, client: GitHubClient, turn: Turn, kept: int
) -> None:
    github.script("create_comment", turn)

    with pytest.raises(DoubtfulError):
        await post(client)

    assert len(github.called("create_comment")) == 1
    assert len(github.world.comments) == kept


async def test_a_reply_that_does_not_come_in_time_is_doubtful(
    github: FakeGitHub, client: GitHubClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.read(REPO, "")
    monkeypatch.setattr(calls_module, "SECONDS", 0)
    gate = asyncio.Event()
    github.script("create_comment", held(gate))

    with pytest.raises(DoubtfulError, match="timeout"):
        await post(client)
    gate.set()


async def test_an_answer_that_trickles_in_ends_at_the_deadline(
    github: FakeGitHub, client: GitHubClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.read(REPO, "")
    monkeypatch.setattr(transport, "ANSWER_SECONDS", 0.1)
    github.script("create_comment", trickling)

    with pytest.raises(DoubtfulError, match="too_long"):
        await post(client)


async def test_an_answer_that_never_ends_is_not_read_to_its_end(
    github: FakeGitHub, client: GitHubClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.read(REPO, "")
    monkeypatch.setattr(transport, "MOST_BYTES", 100)
    github.script("create_comment", answers(201, b" " * 1_000))

    with pytest.raises(DoubtfulError, match="too_long"):
        await post(client)


async def test_a_read_that_got_no_answer_is_made_once_more(github: FakeGitHub, client: GitHubClient) -> None:
    github.script("issue", dropped, fails(502))

    with pytest.raises(DoubtfulError):
        await client.read(REPO, f"issues/{ISSUE}")

    assert len(github.called("issue")) == 2
    assert (await client.read(REPO, f"issues/{ISSUE}"))["number"] == ISSUE


async def test_an_accepted_read_is_neither_slept_on_nor_asked_again(
    github: FakeGitHub, client: GitHubClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: pytest.fail(f"slept {seconds} s"))
    github.script("issue", answers(202, b"{}"))

    assert await client.read(REPO, f"issues/{ISSUE}") == {}
    assert len(github.called("issue")) == 1


async def test_hard_case_23_one_read_is_one_request_whatever_is_missing_in_it(
    github: FakeGitHub, client: GitHubClient
) -> None:
    await client.read(REPO, "")
    github.world.pulls[REPO, PULL].update(title=None, head=None, user=None)
    before = len(github.calls)

    found = await client.read(REPO, f"pulls/{PULL}")

    assert (found["title"], found["head"], found["user"]) == (None, None, None)
    assert len(github.calls) == before + 1


async def test_hard_case_24_lists_are_read_page_by_page_to_the_end(github: FakeGitHub, client: GitHubClient) -> None:
    for number in range(7):
        github.world.say(ISSUE, str(number))

    pages = [page async for page in client.pages(REPO, f"issues/{ISSUE}/comments", per_page=3)]

    assert [comment["body"] for comment in chain.from_iterable(pages)] == list("0123456")
    assert [len(page) for page in pages] == [3, 3, 1]


async def test_a_page_that_comes_back_ends_the_reading(github: FakeGitHub, client: GitHubClient) -> None:
    again = answers(200, b"[]", link=f'<{github.url}/repositories/{REPO}/issues/{ISSUE}/comments?page=2>; rel="next"')
    github.script("comments", again, again, again)

    assert len([page async for page in client.pages(REPO, f"issues/{ISSUE}/comments")]) == 2


@pytest.mark.parametrize("verb", ["GET", "POST"])
async def test_a_renamed_repository_is_followed_and_the_write_is_kept_once(
    github: FakeGitHub, client: GitHubClient, verb: str
) -> None:
    await post(client, "before")
    github.world.rename("acme/gadgets")

    if verb == "POST":
        await post(client, "after")
    else:
        assert (await client.read(REPO, f"issues/{ISSUE}"))["number"] == ISSUE

    assert said(github) == ["before", "after"][: 2 if verb == "POST" else 1]
    assert (await client.repositories.of(REPO)).full_name == "acme/gadgets"


async def test_hard_case_61_a_primary_limit_raises_at_once_and_nothing_is_asked_until_it_is_over(
    github: FakeGitHub, client: GitHubClient, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: pytest.fail(f"slept {seconds} s"))
    github.script("create_comment", primary_limit(30 * 60))

    with pytest.raises(RateLimitedError) as first:
        await post(client)
    with pytest.raises(RateLimitedError) as second:
        await client.read(REPO, f"issues/{ISSUE}")
    waiting.clock.advance(29 * 60)
    with pytest.raises(RateLimitedError) as third:
        await post(client)
    waiting.clock.advance(60)
    await post(client)

    assert (first.value.retry_after, second.value.retry_after, third.value.retry_after) == (1_800, 1_800, 60)
    assert len(github.called("create_comment")) == 2
    assert github.called("issue") == []
    assert max(waiting.waited, default=0) <= 5 * SECOND
    assert said(github) == ["hello"]


async def test_the_reset_counts_from_githubs_time_not_from_ours(
    github: FakeGitHub, personal: GitHubClient, waiting: Waiting
) -> None:
    ahead = waiting.clock() // SECOND + 120
    github.world.clock = lambda: ahead
    github.script("create_comment", primary_limit(60))

    with pytest.raises(RateLimitedError) as caught:
        await post(personal)

    assert caught.value.retry_after == 60


async def test_hard_case_62_twenty_results_at_once_are_written_in_order_a_second_apart(
    github: FakeGitHub, client: GitHubClient, waiting: Waiting
) -> None:
    times: list[int] = []

    async def noted(number: int) -> None:
        await post(client, str(number))
        times.append(waiting.clock())

    for first in range(0, 20, 4):
        await asyncio.gather(*(noted(number) for number in range(first, first + 4)))

    assert said(github) == [str(number) for number in range(20)]
    assert all(later - earlier >= SECOND for earlier, later in pairwise(times))
    assert set(waiting.waited) == {SECOND}


async def test_whoever_would_wait_long_for_a_turn_is_told_when_to_come_back_and_nobody_is_lost(
    github: FakeGitHub, client: GitHubClient
) -> None:
    await client.read(REPO, "")

    ends = await asyncio.gather(*(post(client, str(number)) for number in range(20)), return_exceptions=True)

    refusals = [each for each in ends if isinstance(each, RateLimitedError)]
    assert len(refusals) + len(said(github)) == 20
    assert said(github) == [str(number) for number in range(len(said(github)))]
    assert {each.retry_after for each in refusals} == {4}


@pytest.mark.parametrize(
    ("turn", "seconds"),
    [
        (secondary_limit("7"), 7),
        (secondary_limit(None), 60),
        (secondary_limit(None, status=429), 60),
        (secondary_limit("soon"), 60),
        (refused(429, "Slow down, please."), 60),
        (refused(403, "Something new.", retry_after="9"), 9),
        (refused(403, "You have triggered an abuse detection mechanism."), 60),
        (primary_limit(-5), 1),
        (primary_limit(10**9), 3_600),
    ],
)
async def test_hard_case_63_a_limit_is_known_by_status_and_headers_whatever_the_words(
    github: FakeGitHub, client: GitHubClient, turn: Turn, seconds: int
) -> None:
    github.script("create_comment", turn)

    with pytest.raises(RateLimitedError) as caught:
        await post(client)

    assert caught.value.retry_after == seconds
    assert said(github) == []


async def test_limits_without_a_time_that_follow_one_another_are_waited_for_longer(
    github: FakeGitHub, client: GitHubClient, waiting: Waiting
) -> None:
    github.script("create_comment", *[secondary_limit(None)] * 6)
    pauses: list[int] = []
    for _ in range(6):
        with pytest.raises(RateLimitedError) as caught:
            await post(client)
        pauses.append(caught.value.retry_after)
        waiting.clock.advance(caught.value.retry_after)

    await post(client)
    github.script("create_comment", secondary_limit(None))
    with pytest.raises(RateLimitedError) as after:
        await post(client)

    assert pauses == [60, 120, 240, 480, 900, 900]
    assert after.value.retry_after == 60


async def test_hard_case_64_a_missing_permission_is_permanent_and_named(
    github: FakeGitHub, client: GitHubClient
) -> None:
    github.world.installations[7].permissions = {"metadata": "read", "contents": "read"}

    with pytest.raises(PermanentError) as caught:
        await post(client)

    assert (caught.value.why, caught.value.needed) == ("not_accessible", "issues=write; pull_requests=write")
    assert "issues=write" in catalogue("en").error(caught.value)
    assert len(github.called("create_comment")) == 1


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        (refused(404, "Not Found"), "not_found"),
        (refused(410, "This was deleted"), "gone"),
        (refused(422, "Validation Failed"), "invalid"),
        (refused(409, "Conflict"), "http_409"),
        (refused(403, "Repository was archived so is read-only."), "archived"),
        (refused(403, "You cannot do that."), "forbidden"),
        (answers(403, b"<html>"), "forbidden"),
        (answers(403, b"[]"), "forbidden"),
        (refused(403, "Your account was suspended"), "suspended"),
    ],
)
async def test_other_refusals_are_permanent(github: FakeGitHub, client: GitHubClient, turn: Turn, why: str) -> None:
    github.script("create_comment", turn)

    with pytest.raises(PermanentError) as caught:
        await post(client)

    assert caught.value.why == why


async def test_a_locked_conversation_says_so(github: FakeGitHub, client: GitHubClient) -> None:
    github.world.issues[REPO, ISSUE]["locked"] = True

    with pytest.raises(PermanentError, match="locked"):
        await post(client)


async def test_nothing_was_taken_where_nobody_listens(waiting: Waiting) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"

    async with github_client(PersonalAccount(TOKEN), url, clock=waiting.clock, wait=waiting) as client:
        with pytest.raises(RateLimitedError) as caught:
            await post(client)

    assert caught.value.retry_after == transport.UNKNOWN_PAUSE


async def test_hard_case_89_thirty_two_reads_at_once_share_no_connection(
    github: FakeGitHub, client: GitHubClient
) -> None:
    await client.read(REPO, "")
    github.script("issue", *[together(asyncio.Barrier(transport.LANES))] * 32)

    found = await asyncio.gather(*(client.read(REPO, f"issues/{ISSUE}") for _ in range(32)))

    assert [each["number"] for each in found] == [ISSUE] * 32
    assert len({call.peer for call in github.called("issue")}) == transport.LANES


async def test_hard_case_8_a_slow_github_does_not_hold_up_the_loop(github: FakeGitHub, client: GitHubClient) -> None:
    await client.read(REPO, "")
    gate = asyncio.Event()
    github.script("create_comment", held(gate))

    posting = asyncio.ensure_future(post(client))
    turns = 0
    while not github.called("create_comment") or turns < 100:
        turns += 1
        await asyncio.sleep(0)
    is_waiting = not posting.done()
    gate.set()
    await posting

    assert is_waiting


async def test_no_secret_is_shown_by_a_call() -> None:
    assert "ghp_secret" not in repr(transport.Call(verb="GET", path="/", token="ghp_secret"))  # noqa: S106 - a false one


@pytest.mark.parametrize("language", get_args(Language))
def test_every_failure_has_its_sentence(language: Language) -> None:
    failures: list[GitHubError] = [RateLimitedError(3), DoubtfulError("lost"), PermanentError("odd")]
    failures += map(PermanentError, EXPLAINED)

    sentences = [catalogue(language).error(failure) for failure in failures]

    assert len(set(sentences)) == len(failures)
