"""A repository's settings are those of its default branch."""

import pytest

from consensus.errors import ConfigurationError, ConsensusError
from integrations.github.client import GitHubClient
from integrations.github.errors import DoubtfulError, PermanentError
from integrations.github.settings_file import LONGEST, settings_file
from tests.fake_github import FakeGitHub
from tests.github_turns import Turn, answers, fails, refused
from tests.github_world import HEAD, REPO

PATH = ".github/consensus.toml"


async def test_the_file_of_the_default_branch_is_read_whatever_a_pull_request_holds(
    github: FakeGitHub, client: GitHubClient
) -> None:
    files = github.world.repos[REPO].files
    files["main", PATH] = '\ufefflanguage = "fr"  # é\n'
    files[HEAD, PATH] = files["topic", PATH] = 'language = "en"'

    assert await settings_file(client, REPO, PATH) == 'language = "fr"  # é\n'
    assert [call.query for call in github.called("contents")] == [{}]


async def test_without_the_file_there_is_none(client: GitHubClient) -> None:
    assert await settings_file(client, REPO, PATH) is None


@pytest.mark.parametrize(
    ("turn", "error"),
    [
        (refused(403, "Resource not accessible by integration"), PermanentError),
        (fails(502), DoubtfulError),
        (answers(200, b"[]"), ConfigurationError),
        (answers(200, b'{"type": "submodule"}'), ConfigurationError),
        (answers(200, b'{"encoding": "base64", "content": "a"}'), ConfigurationError),
        (answers(200, b'{"encoding": "none", "content": ""}'), ConfigurationError),
    ],
)
async def test_what_cannot_be_read_is_no_missing_file(
    github: FakeGitHub, client: GitHubClient, turn: Turn, error: type[ConsensusError]
) -> None:
    github.script("contents", turn, turn)

    with pytest.raises(error):
        await settings_file(client, REPO, PATH)


async def test_a_file_without_end_is_no_settings(github: FakeGitHub, client: GitHubClient) -> None:
    github.world.repos[REPO].files["main", PATH] = "#" * (LONGEST + 1)

    with pytest.raises(ConfigurationError, match="config-no-file"):
        await settings_file(client, REPO, PATH)
