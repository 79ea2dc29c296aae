"""The facts about people that permissions are made of, asked at the moment of the act."""

import pytest

from integrations.github.client import GitHubClient
from integrations.github.errors import DoubtfulError, GitHubError, PermanentError
from integrations.github.members import collaborators, permission, someone, team
from tests.fake_github import FakeGitHub
from tests.github_turns import Turn, answers, fails, refused
from tests.github_world import PEOPLE, REPO


@pytest.mark.parametrize(
    ("login", "standing"),
    [("boss", "admin"), ("maintainer", "maintain"), ("asker", "write"), ("reader", "read"), ("nobody", "none")],
)
async def test_what_somebody_may_do_is_asked_of_the_repository(
    github: FakeGitHub, client: GitHubClient, login: str, standing: str
) -> None:
    github.world.repos[REPO].roles["reader"] = "read"

    assert await permission(client, REPO, login, PEOPLE.get(login, 1)) == standing


@pytest.mark.parametrize(("role", "standing"), [("triage", "triage"), ("security lead", "write"), ("none", "none")])
async def test_a_role_of_the_organisations_own_counts_by_its_level(
    github: FakeGitHub, client: GitHubClient, role: str, standing: str
) -> None:
    github.world.repos[REPO].roles["reader"] = role

    assert await permission(client, REPO, "reader", PEOPLE["reader"]) == standing


async def test_hard_case_22_a_private_member_is_known_although_the_association_says_none(
    github: FakeGitHub, client: GitHubClient
) -> None:
    comment = github.world.say(2, "/consensus", user="voter")

    assert comment["author_association"] == "NONE"
    assert await permission(client, REPO, "voter", PEOPLE["voter"]) == "write"


async def test_hard_case_22_who_is_not_found_has_none(github: FakeGitHub, client: GitHubClient) -> None:
    github.script("permission", refused(404, "Not Found"))

    assert await permission(client, REPO, "voter", PEOPLE["voter"]) == "none"


@pytest.mark.parametrize(
    "turn",
    [
        refused(403, "Must have push access to view collaborator permission."),
        fails(500),
        fails(502),
        answers(200, b"{}"),
        answers(200, b"[]"),
        answers(200, b'{"permission": "owner", "user": {"id": 22, "login": "voter"}}'),
    ],
)
async def test_hard_case_22_what_cannot_be_verified_is_an_error_and_no_standing(
    github: FakeGitHub, client: GitHubClient, turn: Turn
) -> None:
    github.script("permission", turn, turn)

    with pytest.raises(GitHubError):
        await permission(client, REPO, "voter", PEOPLE["voter"])


async def test_a_login_that_another_account_has_now_gives_nothing(client: GitHubClient) -> None:
    with pytest.raises(PermanentError) as caught:
        await permission(client, REPO, "boss", PEOPLE["voter"])

    assert caught.value.key == "github-other-user"


@pytest.mark.parametrize("login", ["..", ".", "", "../../../orgs/acme", "voter/permission?x="])
async def test_a_login_is_one_part_of_a_path_whatever_it_holds(client: GitHubClient, login: str) -> None:
    assert await permission(client, REPO, login, 1) == "none"


async def test_everybody_with_write_access_or_more_is_listed_and_bots_are_marked(
    github: FakeGitHub, client: GitHubClient
) -> None:
    roles = github.world.repos[REPO].roles
    for number in range(150):
        github.world.add_user(f"dev{number}", 10_000 + number)
        roles[f"dev{number}"] = "write"
    roles.update({"reader": "read", "consensus[bot]": "write"})

    found = await collaborators(client, REPO)

    assert {each.login for each in found} == set(roles) - {"reader"}
    assert [each.login for each in found if each.is_bot] == ["consensus[bot]"]
    assert [call.query["page"] for call in github.called("collaborators") if "page" in call.query] == ["2"]


@pytest.mark.parametrize("body", [b"{}", b"[{}]", b"null"])
async def test_a_list_that_did_not_come_is_not_an_empty_one(
    github: FakeGitHub, client: GitHubClient, body: bytes
) -> None:
    github.script("collaborators", answers(200, body))

    with pytest.raises(DoubtfulError):
        await collaborators(client, REPO)


async def test_a_team_is_resolved_in_the_organisation_of_the_repository(
    github: FakeGitHub, client: GitHubClient
) -> None:
    github.world.teams["acme/leads"] = ["boss", "maintainer"]

    assert [each.login for each in await team(client, REPO, "leads")] == ["boss", "maintainer"]
    with pytest.raises(PermanentError, match="not_found"):
        await team(client, REPO, "ghosts")


async def test_an_account_is_found_by_login_and_by_number(client: GitHubClient) -> None:
    by_login, by_number = await someone(client, REPO, "voter"), await someone(client, REPO, PEOPLE["voter"])

    assert by_login == by_number
    assert (by_login.id, by_login.login, by_login.is_bot) == (PEOPLE["voter"], "voter", False)


async def test_an_account_without_a_number_is_none(github: FakeGitHub, client: GitHubClient) -> None:
    github.script("user", answers(200, b'{"login": "voter"}'))

    with pytest.raises(DoubtfulError):
        await someone(client, REPO, "voter")


async def test_a_personal_token_asks_the_same(personal: GitHubClient) -> None:
    assert await permission(personal, REPO, "boss", PEOPLE["boss"]) == "admin"
    assert (await someone(personal, REPO, "voter")).id == PEOPLE["voter"]
