"""An App calls with short-lived tokens that hold no more than the manifest asks for, and says why it may not."""

import asyncio

import pytest

from consensus.errors import ConfigurationError
from integrations.github.app import AppAccount, common, missing, wanted_permissions
from integrations.github.client import GitHubClient
from integrations.github.errors import PermanentError, RateLimitedError
from integrations.github.incoming import Own
from tests.fake_github import FakeGitHub
from tests.fakes import HandClock
from tests.github_clients import Waiting
from tests.github_turns import refused, secondary_limit
from tests.github_world import APP_ID, INSTALLATION, ISSUE, REPO, Installation, Repo, key_pair


async def post(client: GitHubClient) -> None:
    await client.write(REPO, "POST", f"issues/{ISSUE}/comments", {"body": "hello"})


async def test_a_token_is_asked_for_once_with_exactly_the_permissions_of_the_manifest(
    github: FakeGitHub, client: GitHubClient
) -> None:
    await asyncio.gather(*(client.read(REPO, f"issues/{ISSUE}") for _ in range(5)))

    assert [call.body for call in github.called("create_token")] == [{"permissions": wanted_permissions()}]


async def test_hard_case_88_a_token_that_ended_between_panel_and_post_is_renewed_before_the_post(
    github: FakeGitHub, client: GitHubClient, waiting: Waiting
) -> None:
    await client.read(REPO, f"issues/{ISSUE}")
    waiting.clock.advance(3_600)

    await post(client)

    assert len(github.called("create_token")) == 2
    assert len(github.called("create_comment")) == 1
    assert len(github.world.comments) == 1


async def test_hard_case_88_a_token_that_github_no_longer_takes_is_renewed_and_the_comment_is_there_once(
    github: FakeGitHub, client: GitHubClient
) -> None:
    await client.read(REPO, f"issues/{ISSUE}")
    github.world.expire_tokens()

    await post(client)

    assert len(github.called("create_token")) == 2
    assert len(github.called("create_comment")) == 2
    assert len(github.world.comments) == 1


async def test_a_new_token_that_is_not_taken_either_is_not_renewed_for_ever(
    github: FakeGitHub, client: GitHubClient
) -> None:
    github.script("create_comment", *[refused(401, "Bad credentials")] * 5)

    with pytest.raises(PermanentError, match="bad_credentials"):
        await post(client)

    assert len(github.called("create_comment")) == 2


async def test_a_personal_token_that_is_not_taken_is_not_tried_again(
    github: FakeGitHub, personal: GitHubClient
) -> None:
    github.world.tokens.clear()

    with pytest.raises(PermanentError) as caught:
        await post(personal)

    assert caught.value.key == "github-bad-credentials"
    assert len(github.calls) == 1


async def test_an_installation_with_fewer_permissions_is_used_with_those(
    github: FakeGitHub, client: GitHubClient
) -> None:
    fewer = {"metadata": "read", "issues": "write", "pull_requests": "read"}
    github.world.installations[INSTALLATION].permissions = fewer

    await post(client)

    assert [call.body["permissions"] for call in github.called("create_token")] == [wanted_permissions(), fewer]
    assert len(github.world.comments) == 1


async def test_a_limit_on_tokens_is_a_limit_and_nothing_was_written(github: FakeGitHub, client: GitHubClient) -> None:
    client.repositories.know(REPO, "acme/widgets", INSTALLATION, private=False)
    github.script("create_token", secondary_limit("20"))

    with pytest.raises(RateLimitedError) as caught:
        await post(client)

    assert caught.value.retry_after == 20
    assert github.called("create_comment") == []


@pytest.mark.parametrize("minutes", [11, -11])
async def test_hard_case_85_a_clock_that_is_off_is_named_with_its_seconds(
    github: FakeGitHub, client: GitHubClient, waiting: Waiting, minutes: int
) -> None:
    theirs = waiting.clock() / 1_000_000
    github.world.clock = lambda: theirs
    waiting.clock.now += minutes * 60 * 1_000_000

    with pytest.raises(PermanentError) as caught:
        await client.whoami()

    assert (caught.value.key, caught.value.params["seconds"]) == ("github-clock", 660)


async def test_a_key_that_is_not_the_apps_is_named(github: FakeGitHub, client: GitHubClient) -> None:
    github.script("app", refused(401, "A JSON web token could not be decoded"))

    with pytest.raises(PermanentError) as caught:
        await client.whoami()

    assert caught.value.key == "github-bad-key"


@pytest.mark.parametrize(
    ("app_id", "key", "why"),
    [
        ("Iv1.abc", key_pair()[0], "github-bad-app-id"),
        ("", key_pair()[0], "github-bad-app-id"),
        ("1", "no key", "github-unreadable-key"),
        ("1", "", "github-unreadable-key"),
    ],
)
def test_what_is_no_number_or_no_key_is_the_operators_to_mend(app_id: str, key: str, why: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        AppAccount(app_id, key, clock=HandClock())

    assert caught.value.key == why


async def test_we_know_who_we_are_after_one_question(github: FakeGitHub, client: GitHubClient) -> None:
    first, second = await client.whoami(), await client.whoami()

    assert first == second
    assert first == Own(app=APP_ID, slug="consensus", user="consensus[bot]")
    assert len(github.called("app")) == 1


async def test_repositories_are_found_through_their_installations(github: FakeGitHub, client: GitHubClient) -> None:
    github.world.repos[200] = Repo(200, "other/private", private=True)
    github.world.installations[8] = Installation(8, [200], dict(wanted_permissions()), account="other")
    github.world.installations[9] = Installation(9, [], {}, suspended_at="2026-01-01T00:00:00Z")

    found = await client.repositories.all()

    assert [(each.id, each.full_name, each.installation, each.is_private) for each in found] == [
        (REPO, "acme/widgets", INSTALLATION, False),
        (200, "other/private", 8, True),
    ]
    assert found[1].owner == "other"


async def test_what_a_webhook_says_of_a_repository_spares_the_question(
    github: FakeGitHub, client: GitHubClient
) -> None:
    client.repositories.know(REPO, "acme/widgets", INSTALLATION, private=False)
    client.repositories.know(REPO, "acme/widgets", None, private=True)

    await client.read(REPO, f"issues/{ISSUE}")

    assert github.called("installations") == []
    assert (await client.repositories.of(REPO)).is_private
    assert (await client.repositories.of(REPO)).installation == INSTALLATION


async def test_a_repository_that_is_not_ours_is_refused_and_not_looked_for_at_every_call(
    github: FakeGitHub, client: GitHubClient, waiting: Waiting
) -> None:
    for _ in range(3):
        with pytest.raises(PermanentError) as caught:
            await client.read(404, "issues/1")
    waiting.clock.advance(60)
    with pytest.raises(PermanentError):
        await client.read(404, "issues/1")

    assert caught.value.key == "github-not-installed"
    assert len(github.called("installations")) == 2


async def test_an_app_that_was_installed_anew_is_found_again(github: FakeGitHub, client: GitHubClient) -> None:
    await post(client)
    github.world.installations = {8: Installation(8, [REPO], dict(wanted_permissions()))}
    github.world.expire_tokens()

    await post(client)

    assert (await client.repositories.of(REPO)).installation == 8
    assert len(github.world.comments) == 2


async def test_an_app_that_was_removed_says_so(github: FakeGitHub, client: GitHubClient) -> None:
    await post(client)
    github.world.installations.clear()
    github.world.expire_tokens()

    with pytest.raises(PermanentError) as caught:
        await post(client)

    assert caught.value.key == "github-not-installed"


async def test_a_suspended_installation_says_so(github: FakeGitHub, client: GitHubClient) -> None:
    client.repositories.know(REPO, "acme/widgets", INSTALLATION, private=False)
    github.world.installations[INSTALLATION].suspended_at = "2026-01-01T00:00:00Z"

    with pytest.raises(PermanentError) as caught:
        await post(client)

    assert caught.value.key == "github-suspended"


async def test_a_personal_token_finds_a_repository_by_its_number(personal: GitHubClient) -> None:
    found = await personal.repositories.of(REPO)

    assert (found.full_name, found.installation, found.is_private) == ("acme/widgets", None, False)
    assert await personal.repositories.all() == (found,)


async def test_only_the_app_can_be_asked_for_nobody(client: GitHubClient) -> None:
    with pytest.raises(PermanentError, match="not_installed"):
        await client.get("users/voter")


def test_permissions_are_compared_by_level() -> None:
    wanted, granted = {"issues": "write", "checks": "write", "members": "read"}, {"issues": "read", "checks": "admin"}

    assert common(wanted, granted) == {"issues": "read", "checks": "write"}
    assert missing(wanted, granted) == {"issues": "write", "members": "read"}
