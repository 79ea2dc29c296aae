"""The check that a branch may require: green only for what was read, decided and still stands."""

import asyncio
from pathlib import Path

import pytest

from tests.github_turns import Turn, fails, plain, refused
from tests.github_world import HEAD, INSTALLATION, PULL
from tests.pull_requests.talking import APP, MODELS, PERSONAL, Crew, WatchedGitHub, agreed, served, settle
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
GATE = "[github]\ngate = true\n"
ENV = APP | MODELS
OTHER_PULL = 5


def concluded(crew: Crew) -> list[str | None]:
    return [each.get("conclusion") for each in crew.world.check_runs]


@pytest.mark.parametrize("trouble", [fails(502), refused(404, "Not Found")])
async def test_a_gate_does_not_open_for_a_change_that_could_not_be_read(
    tmp_path: Path, github: WatchedGitHub, trouble: Turn
) -> None:
    settle(github, GATE)
    github.script("compare", *[trouble] * 4)
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus")
        check = await crew.check("action_required")

    assert "did not read everything (missing: files)" in check["output"]["summary"]


async def test_a_gate_does_not_open_where_the_agents_may_read_nothing(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, GATE + '[context]\nmode = "off"')
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus")
        check = await crew.check("action_required")

    assert "allowed to read nothing of the change" in check["output"]["summary"]


async def test_an_outcome_that_overrides_the_verdict_shuts_the_gate(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, GATE)
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus")
        await crew.check("success")
        await crew.comment("/consensus outcome D-1 overridden because it breaks", user="boss")
        check = await crew.check("action_required")

    assert "decided otherwise since" in check["output"]["summary"]


async def test_a_pull_request_opens_no_gate_of_another_one_with_the_same_commit(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, GATE)
    github.world.add_pull(OTHER_PULL, author="author", head=HEAD)
    github.world.change("cache.py", pull=OTHER_PULL)
    agents = Agents((Vote("request changes"),))
    async with served(tmp_path, github, agents, env=ENV) as crew:
        await crew.comment("/consensus", number=PULL)
        await crew.check("action_required")
        agents.votes = (Vote("merge as is"),)
        await crew.comment("/consensus", number=OTHER_PULL)
        await crew.sees("verdict", "merge as is", number=OTHER_PULL)
        await github.until(lambda: concluded(crew) == ["action_required"] * 2)
        check = crew.world.check_runs[-1]
        await crew.comment("/consensus rerun D-1", number=PULL)
        await crew.sees("verdict", "merge as is", number=PULL, count=2)
        await crew.check("success")

    assert "D-1 of another pull request with the same commit" in check["output"]["summary"]


async def test_settings_that_hiccup_do_not_blind_the_panel(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, GATE)
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        github.script("contents", plain, *[fails(502)] * 4)
        await crew.comment("/consensus")
        await crew.check("success")

    assert len(github.called("contents")) == len([plain, *[fails(502)] * 4, plain])


async def test_settings_that_cannot_be_read_are_named_and_the_gate_stays_shut(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, GATE)
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        github.script("contents", plain, *[fails(502)] * 6)
        await crew.comment("/consensus")
        check = await crew.check("action_required")

    assert "missing: settings" in check["output"]["summary"]


@pytest.mark.parametrize(
    ("stated", "named", "told"),
    [
        ("", "@asker", "one person could vote here, and 3 are needed"),
        ("[vote]\nquorum = 4", "@asker, @voter, @boss", "3 people could vote here, and 4 are needed"),
    ],
)
async def test_nobody_narrows_a_vote_to_so_few_that_they_open_the_gate_alone(
    tmp_path: Path, github: WatchedGitHub, stated: str, named: str, told: str
) -> None:
    settle(github, GATE + stated)
    async with served(tmp_path, github, agreed("request changes"), env=ENV) as crew:
        await crew.comment(f"/consensus --human --voters {named}")
        await crew.reads(told)
        decisions = await crew.decisions()

    assert decisions == []


async def test_the_question_of_a_pull_request_is_asked_once_whatever_the_language(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, GATE)
    agents = Agents((Vote("request changes"),))
    async with served(tmp_path, github, agents, env=ENV) as crew:
        await crew.comment("/consensus")
        await crew.check("action_required")
        agents.votes = (Vote("merge as is"),)
        await crew.comment("/consensus --lang fr")
        told = await crew.reads("Demander de nouveau")
        await crew.comment("/consensus rerun D-1")
        await crew.check("success")
        decisions = await crew.decisions()

    assert "/consensus rerun D-1" in told
    assert [each.end.superseded_by for each in decisions] == ["D-2", None]


async def test_an_open_question_of_a_pull_request_is_pointed_to(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment("/consensus --lang fr")
        await crew.reads("D-1")
        decisions = await crew.decisions()

    assert len(decisions) == 1


async def test_what_no_longer_stands_is_replaced_when_it_is_asked_again(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, GATE)
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus")
        await crew.check("success")
        await crew.comment("/consensus outcome D-1 overridden because it breaks", user="boss")
        await crew.check("action_required")
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is", count=2)
        await crew.check("success")
        decisions = await crew.decisions()

    assert [each.end.superseded_by for each in decisions] == ["D-2", None]


@pytest.mark.parametrize(("status", "words"), [(403, "Resource not accessible by integration"), (404, "Not Found")])
async def test_a_green_check_whose_edit_is_refused_once_is_shut_all_the_same(
    tmp_path: Path, github: WatchedGitHub, status: int, words: str
) -> None:
    settle(github, GATE)
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus")
        await crew.check("success")
        github.script("edit_check", *[refused(status, words)] * 2)
        await crew.comment("/consensus outcome D-1 overridden because it breaks", user="boss")
        await github.until(lambda: "success" not in concluded(crew), seconds=3_600)

    assert len(github.world.check_runs) == 1


async def test_an_app_that_was_removed_for_a_while_shows_what_happened_meanwhile(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, GATE)
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus --human --close 30m")
        await crew.sees("turn", "can vote")
        await crew.is_done()
        removed = github.world.installations.pop(INSTALLATION)
        await asyncio.sleep(2_400)
        github.world.installations[INSTALLATION] = removed
        await crew.sees("card", "No decision", seconds=7_200)

    assert len(crew.ours("card")) == 1


async def test_what_was_replaced_is_shut_even_where_the_check_of_what_replaces_it_is_refused(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, GATE)
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus")
        await crew.check("success")
        github.script("create_check", *[refused(422, "Invalid request.")] * 2)
        github.script("edit_check", *[refused(403, "Resource not accessible by integration")] * 2)
        await crew.comment("/consensus rerun D-1")
        await github.until(lambda: concluded(crew) == ["action_required"], seconds=3_600)


async def test_a_status_of_what_was_replaced_is_not_written_over_the_newer_one(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, GATE)
    async with served(tmp_path, github, agreed(), env=PERSONAL | MODELS) as crew:
        crew.people.installation = None
        await crew.comment("/consensus")
        await github.until(lambda: github.world.statuses and github.world.statuses[-1]["state"] == "success")
        await crew.comment("/consensus rerun D-1")
        await crew.sees("verdict", "merge as is", count=2)
        await github.until(lambda: github.world.statuses[-1]["state"] == "success")
        written = len(github.world.statuses)
        await crew.comment("/consensus outcome D-1 held", user="boss")
        await crew.is_done()
        await asyncio.sleep(60)

    assert len(github.world.statuses) == written


async def test_another_target_branch_shuts_the_gate_although_the_commit_is_the_same(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, GATE + 'on_push = "keep"')
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus")
        await crew.check("success")
        await crew.send(crew.people.retarget("production", "d" * 40))
        summary = (await crew.check("action_required"))["output"]["summary"]
        await crew.sees("card", "target branch was changed since.*rerun D-1")
        await crew.comment("/consensus rerun D-1")
        await crew.check("success")

    assert "another commit or target branch" in summary
    assert len(github.world.check_runs) == 2


async def test_a_push_adds_a_check_only_for_what_was_neither_called_off_nor_replaced(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, GATE)
    async with served(tmp_path, github, agreed(), env=ENV) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment("/consensus cancel D-1 because it is settled")
        await crew.sees("card", "Cancelled")
        await crew.comment("/consensus Tabs?\n- merge as is\n- no")
        await crew.sees("verdict", "Tabs")
        await crew.is_done()
        await crew.send(crew.people.push("c" * 40))
        await github.until(lambda: github.world.check_runs[-1]["head_sha"] == "c" * 40)
        await asyncio.sleep(60)

    [added] = [each for each in github.world.check_runs if each["head_sha"] == "c" * 40]
    assert added["name"] == "consensus D-2"
    assert added["output"]["title"].replace("\u200b", "").startswith(f"About {HEAD[:7]}: ")
