"""Doctor looks at GitHub as serving would use it, and says one sentence about each thing that is wrong."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.doctor_github import look_at_github
from bot.findings import Finding
from bot.settings import read_settings
from bot.terminal.checking import told
from bot.texts import catalogue
from tests.fake_github import FakeGitHub
from tests.fakes import START, HandClock
from tests.github_turns import answers, dropped
from tests.github_world import APP_ID, INSTALLATION, TOKEN, key_pair


@pytest_asyncio.fixture
async def github() -> AsyncIterator[FakeGitHub]:
    async with FakeGitHub() as fake:
        yield fake


def as_app(github: FakeGitHub, **others: str) -> dict[str, str]:
    key = {"GITHUB_APP_ID": str(APP_ID), "GITHUB_PRIVATE_KEY": key_pair()[0]}
    return {**key, "GITHUB_WEBHOOK_SECRET": "s", "GITHUB_API_URL": github.url, **others}


async def found(env: dict[str, str], clock: HandClock | None = None) -> list[Finding]:
    settings = read_settings(env, Path("/nowhere"))
    return [each async for each in look_at_github(settings.github, clock or HandClock())]


def bad(findings: list[Finding]) -> dict[str, str]:
    """What is bad, and how it is said."""
    return {each.check: told(each, catalogue("en")) for each in findings if each.state == "bad"}


async def test_an_app_that_has_everything_is_good_in_each_check(github: FakeGitHub) -> None:
    findings = await found(as_app(github))

    assert [told(each, catalogue("en")) for each in findings] == [
        "GitHub: good",
        "GitHub clock: good",
        "GitHub permissions: good",
        "GitHub events: good",
        "GitHub webhook: good",
    ]


async def test_a_personal_token_is_good_without_permissions_to_compare(github: FakeGitHub) -> None:
    env = {"GITHUB_TOKEN": TOKEN, "GITHUB_WEBHOOK_SECRET": "s", "GITHUB_API_URL": github.url}

    assert [each.check for each in await found(env)] == ["github", "github-clock", "github-webhook"]


async def test_without_anything_github_is_off() -> None:
    [finding] = await found({})

    assert (finding.state, told(finding, catalogue("en"))) == ("off", "GitHub: off, GITHUB_APP_ID is not set")


async def test_half_an_app_is_bad(github: FakeGitHub) -> None:
    whole = as_app(github)
    keyless = {name: value for name, value in whole.items() if name != "GITHUB_PRIVATE_KEY"}
    nameless = {name: value for name, value in whole.items() if name != "GITHUB_APP_ID"}

    assert bad(await found(keyless)) == {"github": "GitHub: GITHUB_PRIVATE_KEY is not set"}
    assert bad(await found(nameless)) == {"github": "GitHub: GITHUB_APP_ID is not set"}


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [("GITHUB_APP_ID", "consensus", "is not a number"), ("GITHUB_PRIVATE_KEY", "no key", "is not a private key")],
)
async def test_what_cannot_be_signed_with_is_named(github: FakeGitHub, name: str, value: str, word: str) -> None:
    assert word in bad(await found(as_app(github, **{name: value})))["github"]


async def test_a_token_that_github_does_not_know_is_named(github: FakeGitHub) -> None:
    wrong = {"GITHUB_TOKEN": "ghp_wrong", "GITHUB_WEBHOOK_SECRET": "s", "GITHUB_API_URL": github.url}

    assert bad(await found(wrong)) == {"github": "GitHub: GitHub does not know the token: check GITHUB_TOKEN."}


async def test_github_being_away_is_bad_and_not_a_crash(github: FakeGitHub) -> None:
    github.script("app", dropped, dropped)

    assert list(bad(await found(as_app(github)))) == ["github"]
    assert list(bad(await found(as_app(github, GITHUB_API_URL="http://127.0.0.1:9")))) == ["github"]


async def test_without_a_secret_anybody_could_speak_for_github(github: FakeGitHub) -> None:
    env = {name: value for name, value in as_app(github).items() if name != "GITHUB_WEBHOOK_SECRET"}

    assert list(bad(await found(env))) == ["github-webhook"]


async def test_what_an_installation_lacks_and_the_app_does_not_hear_is_named(github: FakeGitHub) -> None:
    github.world.installations[INSTALLATION].permissions.update(issues="read", checks="read")
    github.world.events.remove("check_run")

    told_of = bad(await found(as_app(github)))

    assert "In acme the app lacks checks: write, issues: write" in told_of["github-permissions"]
    assert "check_run" in told_of["github-events"]


async def test_an_app_that_is_suspended_or_installed_nowhere_is_worth_knowing(github: FakeGitHub) -> None:
    github.world.installations[INSTALLATION].suspended_at = "2026-01-01T00:00:00Z"
    suspended = await found(as_app(github))
    github.world.installations.clear()
    nowhere = await found(as_app(github))

    assert bad(suspended) == bad(nowhere) == {}
    assert [each.state for each in suspended if each.check == "github-permissions"] == ["note"]
    assert "installed nowhere" in told(nowhere[2], catalogue("en"))


async def test_hard_case_85_a_clock_eleven_minutes_fast_is_named(github: FakeGitHub) -> None:
    told_of = bad(await found(as_app(github), HandClock(START + 660_000_000)))

    assert "clock is off by 660 s" in told_of["github"]


async def test_a_clock_that_still_signs_well_but_is_off_is_bad_too(github: FakeGitHub) -> None:
    told_of = bad(await found(as_app(github), HandClock(START - 90_000_000)))

    assert "clock is off by 90 s" in told_of["github-clock"]


async def test_a_time_that_github_does_not_say_is_not_held_against_anybody(github: FakeGitHub) -> None:
    github.script("viewer", *[answers(200, b'{"id": 29, "login": "machine"}', date="today")] * 2)
    env = {"GITHUB_TOKEN": TOKEN, "GITHUB_WEBHOOK_SECRET": "s", "GITHUB_API_URL": github.url}

    findings = await found(env)

    assert bad(findings) == {}
    assert "did not say" in told(findings[1], catalogue("en"))
