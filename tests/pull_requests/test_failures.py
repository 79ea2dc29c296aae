"""GitHub fails while we post: whatever is lost, limited or refused, each place settles on one comment of each kind."""

import asyncio
from collections import Counter
from itertools import count, pairwise
from pathlib import Path

import pytest
from aiohttp.web import StreamResponse

from tests.github_events import Event
from tests.github_sender import note
from tests.github_turns import Exchange, Turn, dropped, fails, lost, plain, primary_limit, refused, secondary_limit
from tests.github_world import ISSUE, PULL, Body
from tests.pull_requests.talking import OURS, Crew, WatchedGitHub, agreed, served

pytestmark = pytest.mark.virtual_time
FAULTS: dict[str, Turn] = {
    "the reply is lost": lost,
    "nothing arrives": dropped,
    "502 after storing": fails(502, is_taken=True),
    "500 without storing": fails(500),
    "a secondary limit": secondary_limit("30"),
    "a secondary limit of unknown length": secondary_limit(None),
    "a secondary limit as 429": secondary_limit(None, status=429),
    "a primary limit": primary_limit(120),
    "a token that is over": refused(401, "Bad credentials"),
}
WRITES = ("create_comment", "edit_comment", "create_check", "edit_check")


def kinds(github: WatchedGitHub) -> Counter[str]:
    """How many comments of ours stand there, by kind."""
    ours = [str(each["body"]) for each in github.world.comments if each["user"]["login"] == OURS]
    return Counter(body.split(":")[2] for body in ours if body.startswith("<!-- consensus:D-"))


async def is_settled(crew: Crew) -> Body:
    """A verdict, the card as it ended, and the check as it ended."""
    await crew.sees("verdict", "merge as is", seconds=900)
    await crew.sees("card", "###.*merge as is", seconds=900)
    check = await crew.check("neutral")
    await asyncio.sleep(120)
    return check


@pytest.mark.parametrize("route", WRITES)
@pytest.mark.parametrize("fault", FAULTS)
async def test_hard_case_50_whatever_one_call_meets_one_comment_of_each_kind_stands_in_the_end(
    tmp_path: Path, github: WatchedGitHub, fault: str, route: str
) -> None:
    github.script(route, FAULTS[fault])
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await is_settled(crew)
        assert await crew.store.outbox.lost() == []

    assert kinds(github) == {"card": 1, "verdict": 1}
    assert len({each["external_id"] for each in github.world.check_runs}) == 1
    assert {each["conclusion"] for each in github.world.check_runs[-1:]} == {"neutral"}


@pytest.mark.parametrize("at", range(4))
async def test_hard_case_86_a_program_that_ends_within_a_write_goes_on_after_the_next_start(
    tmp_path: Path, github: WatchedGitHub, at: int
) -> None:
    writes = count()

    async def end(exchange: Exchange) -> StreamResponse:
        if next(writes) != at:
            return await plain(exchange)
        ended.set()
        return await lost(exchange)

    ended = asyncio.Event()
    for route in WRITES:
        github.script(route, *[end] * 3)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        async with asyncio.timeout(600):
            await ended.wait()
    async with served(tmp_path, github, agreed(), later=60) as crew:
        await is_settled(crew)
        decisions = await crew.decisions()

    assert len(decisions) == 1
    assert kinds(github) == {"card": 1, "verdict": 1}


async def test_hard_case_88_a_token_that_ends_between_the_panel_and_the_post_is_renewed(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        github.world.expire_tokens()
        for user in ("voter", "voter2", "boss"):
            await crew.comment("/consensus vote D-1 merge as is", user=user)
        await asyncio.sleep(2 * 3_600)
        await crew.comment("/consensus close D-1")
        await is_settled(crew)

    assert kinds(github) == {"card": 1, "turn": 1, "verdict": 1}


async def test_a_card_that_somebody_deleted_is_made_anew_while_it_is_needed(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        github.world.comments[:] = [each for each in github.world.comments if ":card:" not in each["body"]]
        for user in ("voter", "voter2", "boss"):
            await crew.comment("/consensus vote D-1 merge as is", user=user)
        await crew.is_done()
        await crew.sees("card", "3 of 6")
        await crew.comment("/consensus close D-1")
        await is_settled(crew)

    assert kinds(github) == {"card": 1, "turn": 1, "verdict": 1}


@pytest.mark.parametrize("message", ["Unable to create comment because issue is locked.", "Repository was archived"])
async def test_where_nothing_can_be_written_the_decision_still_ends_and_nothing_breaks(
    tmp_path: Path, github: WatchedGitHub, message: str
) -> None:
    github.script("create_comment", *[refused(403, message)] * 10)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.reacts("confused")
        await asyncio.sleep(120)
        [decision] = await crew.decisions()
        gone = await crew.store.outbox.lost()

    assert decision.has_ended
    assert {why for _, why in gone} <= {"locked", "archived", "forbidden"}
    assert len(gone) == 2


async def test_hard_case_64_a_permission_that_is_missing_is_named_once_in_the_conversation(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    del github.world.installations[7].permissions["checks"]
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        told = await crew.reads("check")
        await asyncio.sleep(300)

    assert len(told.splitlines()) == 2
    assert len(crew.replies()) == 1
    assert github.world.check_runs == []


async def test_hard_case_62_twenty_pull_requests_under_a_secondary_limit_are_answered_in_turn(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    numbers = range(10, 30)
    for number in numbers:
        github.world.add_pull(number, author="author", head=f"{number:040x}")
    (tmp_path / "consensus.toml").write_text("[limits]\nper_person = 99\nper_channel = 99\nper_workspace = 99\n")
    github.script("create_comment", *[plain] * 12, secondary_limit("45"), *[plain] * 9, secondary_limit(None))
    async with served(tmp_path, github, agreed()) as crew:
        await asyncio.gather(*(crew.comment("/consensus", number=number) for number in numbers))
        for number in numbers:
            await crew.sees("verdict", "merge as is", number=number, seconds=3_600)
        await github.until(lambda: {each["conclusion"] for each in github.world.check_runs} == {"neutral"}, 3_600)

    assert kinds(github) == {"card": 20, "verdict": 20}
    assert len(github.world.check_runs) == 20
    assert len(github.called("create_comment")) <= 2 * len(numbers) + 2
    assert min(after - before for before, after in pairwise(github.writes)) > 0.999
    for number in numbers:
        here = [each["body"] for each in github.world.comments if each["issue"] == number]
        assert [body.split(":")[2] for body in here if body.startswith("<!--")] == ["card", "verdict"]


async def test_hard_case_20_what_github_could_not_deliver_is_fetched_at_the_start_and_done_once(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        missed = crew.people.comment("/consensus", number=PULL)
        stranger: Event = crew.people.comment("/consensus", user="reader", number=ISSUE)
    for event in (missed, stranger):
        note(github.world, event)
    async with served(tmp_path, github, agreed(), later=60) as crew:
        await is_settled(crew)
        await crew.sender.send(missed)
        await crew.is_done()
        decisions = await crew.decisions()

    assert len(decisions) == 1
    assert kinds(github) == {"card": 1, "verdict": 1}
