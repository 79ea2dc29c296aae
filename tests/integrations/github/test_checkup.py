"""What doctor can learn from GitHub: who we are, what time it is there, what every installation lacks."""

import pytest

from integrations.github.checkup import greet
from integrations.github.client import GitHubClient
from integrations.github.errors import PermanentError
from tests.fake_github import FakeGitHub
from tests.fakes import START
from tests.github_turns import answers
from tests.github_world import INSTALLATION, PERMISSIONS, TOKEN_USER, Installation


async def test_an_app_that_has_all_it_needs_lacks_nothing(client: GitHubClient) -> None:
    greeting = await greet(client)

    assert (greeting.user, greeting.date, greeting.unheard) == ("consensus[bot]", START, frozenset())
    assert [each.model_dump() for each in greeting.installations] == [
        {"account": "acme", "is_suspended": False, "lacks": {}}
    ]


async def test_what_installations_lack_is_named_and_a_persons_account_needs_no_members(
    github: FakeGitHub, client: GitHubClient
) -> None:
    github.world.events.remove("check_run")
    lesser = PERMISSIONS | {"issues": "read"}
    del lesser["checks"]
    github.world.installations[INSTALLATION].permissions = lesser
    own = {name: level for name, level in PERMISSIONS.items() if name != "members"}
    github.world.installations[8] = Installation(8, [], own, "solo", "User", suspended_at="2026-01-01T00:00:00Z")

    greeting = await greet(client)

    assert greeting.unheard == {"check_run"}
    assert [(each.account, each.is_suspended, dict(each.lacks)) for each in greeting.installations] == [
        ("acme", False, {"checks": "write", "issues": "write"}),
        ("solo", True, {}),
    ]


async def test_a_personal_token_is_greeted_by_its_owners_name(personal: GitHubClient) -> None:
    greeting = await greet(personal)

    assert (greeting.user, greeting.date, greeting.installations) == (TOKEN_USER, START, ())


async def test_hard_case_85_the_check_at_the_start_says_by_how_much_the_clock_is_off(
    github: FakeGitHub, client: GitHubClient
) -> None:
    github.world.clock = lambda: START / 1_000_000 - 660

    with pytest.raises(PermanentError) as caught:
        await greet(client)

    assert (caught.value.why, caught.value.params["seconds"]) == ("clock", 660)


async def test_a_time_that_github_does_not_say_is_not_made_up(github: FakeGitHub, personal: GitHubClient) -> None:
    github.script("viewer", *[answers(200, b'{"id": 29, "login": "machine"}', date="today")] * 2)

    assert (await greet(personal)).date is None
