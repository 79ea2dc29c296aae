"""What a repository says in its own file: a mistake is shown with its line, once, to those who can mend it."""

from pathlib import Path

import pytest

from tests.github_turns import fails
from tests.pull_requests.talking import WatchedGitHub, agreed, served, settle

pytestmark = pytest.mark.virtual_time


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[github]\nstart = ", "line 2"),
        ('[github]\n\nstart = "anybody"', "Line 3"),
        ("[github]\ngaet = true", 'Line 2.*"gate"|Line 2.*gate'),
        ("[limits]\nper_person = 99", "Line [12].*operator"),
    ],
)
async def test_a_broken_file_is_answered_with_its_line_to_writers_alone(
    tmp_path: Path, github: WatchedGitHub, text: str, words: str
) -> None:
    settle(github, text)
    github.world.add_user("stranger", 99)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus", user="stranger")
        await crew.is_done()
        assert crew.replies() == []
        sent = await crew.comment("/consensus")
        told = await crew.reads(words)
        await crew.reacts("confused")
        await crew.sender.redeliver(sent.guid)
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []
    assert len(crew.replies()) == 1
    assert "`.github/consensus.toml`" in told


async def test_hostile_words_in_a_broken_file_stay_dead(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[github]\nstart = "@acme/team ``` ![x](http://evil.example/x.png) fixes #1"')
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.reads("Line 2")


async def test_a_file_tightens_what_the_operator_says_and_never_loosens_it(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    (tmp_path / "consensus.toml").write_text('[vote]\nquorum = 4\n[github]\nstart = "maintain"\n')
    github.world.mentions.add("boss")
    async with served(tmp_path, github, agreed()) as crew:
        settle(github, "[vote]\nquorum = 2")
        await crew.comment("/consensus", user="boss")
        await crew.reads("looser than the operator")
        settle(github, '[vote]\nquorum = 5\n[policy]\nhuman = "always"')
        await crew.comment("/consensus", user="boss")
        await crew.sees("turn", "5 needed")
        await crew.comment("/consensus Another?", user="voter")
        await crew.reads("maintain")


async def test_a_file_on_another_branch_says_nothing(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, "[github]\nstart = broken", branch="topic")
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")


async def test_a_file_that_cannot_be_read_is_no_empty_file(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[github]\nstart = "admin"')
    github.script("contents", *[fails(500)] * 4)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.reads("admin")
        decisions = await crew.decisions()

    assert decisions == []


async def test_a_repository_may_keep_the_agents_from_reading_it(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[context]\nmode = "off"')
    github.world.say(1, "A secret of the conversation.", user="reader")
    agents = agreed()
    async with served(tmp_path, github, agents) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        check = await crew.check("neutral")

    assert not any("secret of the conversation" in said.prompt for said in agents.log)
    assert check["head_sha"]
