"""Where too many may write to be listed, whoever may at that moment votes; what the others say is advice."""

from pathlib import Path

import pytest

from consensus.recount import recount
from tests.github_world import REPO
from tests.pull_requests.talking import Crew, WatchedGitHub, agreed, served

pytestmark = pytest.mark.virtual_time


async def vote(crew: Crew, choice: str, user: str) -> None:
    await crew.comment(f"/consensus vote D-1 {choice}", user=user)
    await crew.is_done()


async def test_hard_case_47_who_may_write_now_votes_and_advice_gives_way_to_the_vote(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    roles = github.world.repos[REPO].roles
    for number in range(201):
        github.world.add_user(f"writer{number}", 1000 + number)
        roles[f"writer{number}"] = "write"
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        turn = await crew.sees("turn", "can vote")
        await vote(crew, "split it", "reader")
        [advised] = await crew.decisions()
        roles["reader"] = "write"
        await vote(crew, "split it", "reader")
        roles["voter"] = "read"
        await vote(crew, "request changes", "voter")
        await vote(crew, "split it", "writer7")
        await vote(crew, "split it", "boss")
        await crew.comment("/consensus close D-1")
        await crew.sees("verdict", "split it")
        [decision] = await crew.decisions()
        tried = await crew.store.attempts()

    before, [after] = advised.people.votes[0], decision.people.votes
    assert "Who can vote: people with write access, checked at each vote" in turn
    assert before.opened.facts.voters == ()
    assert (len(before.advisory), len(before.standing)) == (1, 0)
    assert [cast.facts.choice for cast in after.standing] == ["o3"] * 3
    assert [said.facts.choice for said in after.advisory] == ["o2"]
    assert tried == []
    assert recount(decision.events) == decision
