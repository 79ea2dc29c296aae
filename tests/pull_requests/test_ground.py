"""Nothing is spent on a question where its answer could not be shown, or where there is nothing left to decide."""

from pathlib import Path

import pytest

from tests.github_turns import refused
from tests.github_world import ISSUE, PULL, REPO
from tests.pull_requests.talking import WatchedGitHub, agreed, served

pytestmark = pytest.mark.virtual_time


async def test_in_a_locked_conversation_nothing_is_spent_and_a_sign_says_so(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    github.world.issues[REPO, PULL]["locked"] = True
    agents = agreed()
    async with served(tmp_path, github, agents) as crew:
        await crew.comment("/consensus")
        await crew.reacts("confused")
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []
    assert agents.log == []
    assert github.world.comments[1:] == []


async def test_in_an_archived_repository_nothing_is_spent(tmp_path: Path, github: WatchedGitHub) -> None:
    github.world.repos[REPO].archived = True
    github.script("create_comment", refused(403, "Repository was archived so is read-only."))
    agents = agreed()
    async with served(tmp_path, github, agents) as crew:
        await crew.comment("/consensus Tabs or spaces?")
        await crew.reacts("confused")
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []
    assert agents.log == []


@pytest.mark.parametrize("is_merged", [True, False])
async def test_whether_to_merge_is_not_asked_of_a_pull_request_that_is_merged_or_closed(
    tmp_path: Path, github: WatchedGitHub, *, is_merged: bool
) -> None:
    for table in (github.world.issues, github.world.pulls):
        table[REPO, PULL] |= {"state": "closed", "merged": is_merged}
    agents = agreed("spaces")
    async with served(tmp_path, github, agents) as crew:
        await crew.comment("/consensus")
        await crew.reads("merged or closed")
        await crew.reacts("confused")
        spent = list(agents.log)
        await crew.comment("/consensus Tabs or spaces?\n- tabs\n- spaces")
        await crew.sees("verdict", "spaces")

    assert spent == []


async def test_a_question_that_was_asked_before_a_lock_is_not_asked_again_behind_it(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    agents = agreed("spaces")
    async with served(tmp_path, github, agents) as crew:
        await crew.comment("/consensus Tabs or spaces?\n- tabs\n- spaces", number=ISSUE)
        await crew.sees("verdict", "spaces", number=ISSUE)
        spent = len(agents.log)
        github.world.issues[REPO, ISSUE]["locked"] = True
        await crew.comment("/consensus rerun D-1", number=ISSUE)
        await crew.reacts("confused")
        await crew.is_done()

    assert len(agents.log) == spent
