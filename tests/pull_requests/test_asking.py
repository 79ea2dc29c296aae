"""People ask in pull requests: what starts a panel, what is read, and what nobody is answered."""

from pathlib import Path

import pytest

from tests.pull_requests.talking import WatchedGitHub, served
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time


def agreed(option: str = "merge as is") -> Agents:
    return Agents((Vote(option),))


async def test_a_bare_request_asks_whether_to_merge_and_ends_in_a_verdict_and_a_check(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        verdict = await crew.sees("verdict", "merge as is")
        await crew.check("neutral")
        await crew.reacts("rocket")

    assert "In response to" in verdict
    assert len(crew.ours("card")) == 1
    assert ("comment", "eyes") in {(kind, sign) for kind, _, _, sign in github.world.reactions}
