"""A push to a pull request: what was decided about an older commit says so, or is asked again."""

import asyncio
from pathlib import Path

import pytest

from consensus.events import ENGINE, HeadMoved
from tests.github_turns import fails
from tests.github_world import HEAD, ISSUE, PULL, REPO
from tests.pull_requests.talking import APP, MODELS, Crew, WatchedGitHub, agreed, served, settle

pytestmark = pytest.mark.virtual_time
NEXT = "c" * 40
RESTART = '[github]\non_push = "restart"'


async def pushed(crew: Crew, user: str = "author") -> None:
    await crew.send(crew.people.push(NEXT, user=user))
    await crew.is_done()


@pytest.mark.parametrize(
    ("stated", "decided", "stale"),
    [("", "neutral", "neutral"), ("[github]\ngate = true", "success", "action_required")],
)
async def test_hard_case_36_a_push_after_the_verdict_marks_it_stale_and_no_check_is_green(
    tmp_path: Path, github: WatchedGitHub, stated: str, decided: str, stale: str
) -> None:
    settle(github, stated)
    async with served(tmp_path, github, agreed(), env=APP | MODELS) as crew:
        await crew.comment("/consensus")
        await crew.check(decided)
        await pushed(crew)
        card = await crew.sees("card", f"about.*{HEAD[:7]}.*rerun D-1")
        await github.until(lambda: [each["head_sha"] for each in github.world.check_runs] == [HEAD, NEXT])
        await github.until(lambda: {each["conclusion"] for each in github.world.check_runs} == {stale})
        check = await crew.check(stale)
        await crew.comment("/consensus rerun D-1")
        await crew.sees("verdict", NEXT[:7], count=2)
        await crew.check(decided)

    assert "/consensus rerun D-1" in card
    assert HEAD[:7] in check["output"]["summary"]
    assert HEAD not in {each["head_sha"] for each in github.world.check_runs if each["conclusion"] == "success"}


async def test_hard_case_36_a_push_while_people_vote_is_shown_and_the_vote_goes_on(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await pushed(crew)
        await crew.sees("card", f"{HEAD[:7]}.*rerun")
        for user in ("voter", "voter2", "boss"):
            await crew.comment("/consensus vote D-1 merge as is", user=user)
        await crew.is_done()
        await crew.comment("/consensus close D-1")
        await crew.sees("verdict", f"{HEAD[:7]}")
        await github.until(lambda: {each["conclusion"] for each in github.world.check_runs} == {"neutral"})


async def test_a_push_is_told_once_however_often_it_is_delivered(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await pushed(crew)
        for sent in [each for each in github.world.deliveries if each["event"] == "pull_request"]:
            await crew.sender.redeliver(sent["guid"])
        await crew.is_done()
        [decision] = await crew.decisions()

    assert [event.facts.kind for event in decision.events].count("head_moved") == 1


async def test_where_the_repository_keeps_its_decisions_a_push_changes_nothing(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, '[github]\non_push = "keep"')
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await pushed(crew)
        [decision] = await crew.decisions()

    assert "head_moved" not in {event.facts.kind for event in decision.events}


async def test_where_the_repository_wants_it_a_push_asks_again_in_the_name_of_who_asked(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, '[github]\non_push = "restart"')
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await pushed(crew)
        await crew.sees("verdict", NEXT[:7], count=2)
        decisions = await crew.decisions()

    assert [each.end.superseded_by for each in decisions] == ["D-2", None]
    assert decisions[0].opened.asker == decisions[1].opened.asker


async def test_who_may_no_longer_ask_is_not_asked_again_in_the_name_of(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[github]\non_push = "restart"')
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        github.world.repos[REPO].roles["asker"] = "read"
        await pushed(crew)
        await crew.sees("card", f"about.*{HEAD[:7]}.*rerun D-1")
        decisions = await crew.decisions()

    assert len(decisions) == 1


async def test_a_push_to_a_pull_request_without_a_decision_is_nothing(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await pushed(crew)

    assert github.world.comments == []
    assert github.world.check_runs == []


async def pushes(crew: Crew, *heads: str) -> None:
    for head in heads:
        await crew.send(crew.people.push(head))
        await crew.is_done()
        await asyncio.sleep(60)


async def test_what_people_cancelled_is_not_asked_again_by_a_push(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, RESTART)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment("/consensus cancel D-1 because we stopped caring")
        await crew.is_done()
        await pushes(crew, NEXT)
        decisions = await crew.decisions()

    assert [each.id for each in decisions] == ["D-1"]


async def test_what_people_voted_for_is_marked_stale_by_a_push_and_not_asked_again(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, RESTART)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        for user in ("voter", "voter2", "boss"):
            await crew.comment("/consensus vote D-1 merge as is", user=user)
        await crew.is_done()
        await crew.comment("/consensus close D-1")
        await crew.sees("verdict", "merge as is")
        await pushes(crew, NEXT)
        await crew.sees("card", f"about.*{HEAD[:7]}.*rerun D-1")
        decisions = await crew.decisions()

    assert [each.id for each in decisions] == ["D-1"]


async def test_a_decision_that_a_push_replaces_is_not_said_to_be_cancelled_by_who_asked(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, RESTART)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await pushes(crew, NEXT)
        await github.until(lambda: "Replaced after a push" in crew.ours("card")[0])
        old, new = await crew.decisions()

    assert old.end.cancelled is not None
    assert {event.actor for event in old.events if event.seq >= old.end.cancelled.seq} == {ENGINE}
    assert (old.end.superseded_by, new.opened.asker) == ("D-2", old.opened.asker)
    assert "Cancelled by" not in crew.ours("card")[0]
    assert "confused" not in {sign for *_, sign in github.world.reactions}


async def test_the_answer_to_what_a_push_asked_again_opens_the_gate(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, f"{RESTART}\ngate = true")
    async with served(tmp_path, github, agreed(), env=APP | MODELS) as crew:
        await crew.comment("/consensus")
        await crew.check("success")
        await pushes(crew, NEXT)
        await github.until(
            lambda: NEXT in {each["head_sha"] for each in github.world.check_runs if each["conclusion"] == "success"}
        )


async def test_pushes_leave_the_day_of_who_asked_alone_and_are_limited_themselves(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, RESTART)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await pushes(crew, *(str(each) * 40 for each in range(1, 8)))
        restarted = len(await crew.decisions())
        await crew.comment("/consensus Tabs?\n- merge as is\n- spaces", number=ISSUE)
        await crew.sees("verdict", "merge as is", number=ISSUE)

    assert restarted == 1 + 5
    assert crew.replies(ISSUE) == []


async def test_a_push_that_is_told_late_moves_no_head_back(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        early, late = crew.people.push(NEXT), crew.people.push("e" * 40)
        for event in (late, early):
            await crew.send(event)
            await crew.is_done()
        [decision] = await crew.decisions()

    moves = [event.facts for event in decision.events if isinstance(event.facts, HeadMoved)]
    assert [(each.before, each.after) for each in moves] == [(HEAD, "e" * 40)]


async def test_a_push_while_github_gives_no_answer_is_carried_out_later(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, RESTART)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        github.script("pull", *[fails(502)] * 3)
        github.script("user_by_id", *[fails(502)] * 3)
        await pushed(crew)
        await crew.sees("verdict", NEXT[:7], count=2)


async def test_a_push_to_a_pull_request_that_is_gone_changes_nothing(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        event = crew.people.push(NEXT)
        del github.world.pulls[REPO, PULL]
        await crew.send(event)
        await crew.is_done()
        [decision] = await crew.decisions()

    assert "head_moved" not in {event.facts.kind for event in decision.events}
