"""Doctor looks at everything that serving needs, says one sentence about each, and mends nothing."""

import argparse
import json
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import web

from bot.doctor import examine
from bot.findings import Finding
from bot.terminal import checking
from bot.terminal.checking import told
from bot.texts import catalogue
from consensus.card.lines import line
from integrations.llm import lifetimes
from integrations.slack.checkup import wanted_scopes
from integrations.store import posts
from integrations.store.store import Store
from tests.fake_slack import Exchange, FakeSlack, Turn, dropped
from tests.fakes import START, HandClock
from tests.looking import JUST_OPENED, PUBLIC, keep
from tests.slack_workspace import APP_TOKEN, BOT_TOKEN, SCOPES

PRESENT = datetime.fromtimestamp(START / 1_000_000, tz=UTC)
PANEL = '[[agents]]\nrole = "risk analyst"\nmodel = "{model}"\n'
"""One agent alone is no panel; the model is looked at all the same."""


@pytest_asyncio.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as fake:
        fake.script("auth.test", answered(PRESENT))
        yield fake


def answered(date: datetime | None, scopes: frozenset[str] | None = SCOPES) -> Turn:
    """Slack answers at that time, and says what the token allows."""

    async def turn(exchange: Exchange) -> web.Response:
        response = exchange.act()
        response.headers["Date"] = format_datetime(date, usegmt=True) if date else "today"
        response.headers.popall("x-oauth-scopes")
        if scopes is not None:
            response.headers["x-oauth-scopes"] = ",".join(sorted(scopes))
        return response

    return turn


def tokens(slack: FakeSlack, **others: str) -> dict[str, str]:
    return {"SLACK_BOT_TOKEN": BOT_TOKEN, "SLACK_APP_TOKEN": APP_TOKEN, "SLACK_API_URL": slack.url, **others}


async def found(folder: Path, env: dict[str, str]) -> list[Finding]:
    whole = {"DATABASE_URL": f"sqlite:///{folder}/record.db", **env}
    return [finding async for finding in examine(whole, folder, HandClock(), "en")]


def said(findings: list[Finding], check: str) -> list[str]:
    """What is said of one check."""
    return [told(finding, catalogue("en")) for finding in findings if finding.check == check]


async def test_when_all_is_well_each_check_is_good(tmp_path: Path, slack: FakeSlack) -> None:
    findings = await found(tmp_path, tokens(slack))

    assert [each.check for each in findings] == [
        "settings", "database", "posts", "attempts", "models", "slack", "scopes", "clock", "socket", "github",
    ]  # fmt: skip
    assert not any(each.state == "bad" for each in findings)
    assert said(findings, "clock") == ["clock: good"]
    assert said(findings, "socket") == ["Slack socket: good"]
    assert "rehearsal" in said(findings, "models")[0]


async def test_without_slack_it_is_off_and_nothing_is_bad(tmp_path: Path) -> None:
    findings = await found(tmp_path, {})

    assert said(findings, "slack") == ["Slack: off, SLACK_BOT_TOKEN is not set"]
    assert [each.check for each in findings][-2:] == ["slack", "github"]
    assert not any(each.state == "bad" for each in findings)


async def test_half_of_slacks_tokens_are_too_few(tmp_path: Path, slack: FakeSlack) -> None:
    no_bot = await found(tmp_path, {"SLACK_APP_TOKEN": APP_TOKEN})
    no_door = await found(tmp_path, {"SLACK_BOT_TOKEN": BOT_TOKEN, "SLACK_API_URL": slack.url})
    over_http = {"SLACK_BOT_TOKEN": BOT_TOKEN, "SLACK_API_URL": slack.url, "SLACK_SIGNING_SECRET": "s"}
    http = await found(tmp_path, over_http)

    assert [each.check for each in no_bot if each.state == "bad"] == ["slack"]
    assert said(no_bot, "slack") == ["Slack: SLACK_BOT_TOKEN is not set"]
    assert [each.check for each in no_door if each.state == "bad"] == ["socket"]
    assert "SLACK_SIGNING_SECRET" in said(no_door, "socket")[0]
    assert not any(each.state == "bad" for each in http if each.check == "socket")
    assert "signed HTTP" in said(http, "socket")[0]


async def test_a_token_that_slack_does_not_know_is_named(tmp_path: Path, slack: FakeSlack) -> None:
    wrong = tokens(slack, SLACK_BOT_TOKEN="xoxb-wrong", SLACK_APP_TOKEN="xapp-wrong")  # noqa: S106 -- a false one
    findings = await found(tmp_path, wrong)

    assert said(findings, "slack") == ["Slack: Slack does not know the token: check SLACK_BOT_TOKEN."]
    assert "SLACK_APP_TOKEN" in said(findings, "socket")[0]
    assert [each.check for each in findings if each.state == "bad"] == ["slack", "socket"]
    assert not any("wrong" in told(each, catalogue("en")) for each in findings)


async def test_slack_being_away_is_bad_and_not_a_crash(tmp_path: Path, slack: FakeSlack) -> None:
    slack.script("apps.connections.open", dropped)
    cut_off = await found(tmp_path, tokens(slack))
    nowhere = await found(tmp_path, {**tokens(slack), "SLACK_API_URL": "http://127.0.0.1:9/"})

    assert [each.check for each in cut_off if each.state == "bad"] == ["socket"]
    assert [each.check for each in nowhere if each.state == "bad"] == ["slack", "socket"]


@pytest.mark.parametrize("seconds", [-61, 61, 86_400])
async def test_a_clock_that_is_more_than_a_minute_off_is_bad(tmp_path: Path, seconds: int) -> None:
    async with FakeSlack() as slack:
        slack.script("auth.test", answered(PRESENT + timedelta(seconds=seconds)))
        findings = await found(tmp_path, tokens(slack))

    assert [each.check for each in findings if each.state == "bad"] == ["clock"]
    assert f"{abs(seconds):,} s away" in said(findings, "clock")[0]


@pytest.mark.parametrize("seconds", [-60, 60])
async def test_a_clock_that_is_a_minute_off_is_good(tmp_path: Path, seconds: int) -> None:
    async with FakeSlack() as slack:
        slack.script("auth.test", answered(PRESENT + timedelta(seconds=seconds)))
        findings = await found(tmp_path, tokens(slack))

    assert said(findings, "clock") == ["clock: good"]


async def test_what_slack_does_not_say_is_not_held_against_anybody(tmp_path: Path) -> None:
    async with FakeSlack() as slack:
        slack.script("auth.test", answered(None, None))
        findings = await found(tmp_path, tokens(slack))

    assert not any(each.state == "bad" for each in findings)
    assert "did not say" in said(findings, "clock")[0]
    assert "did not say" in said(findings, "scopes")[0]


async def test_a_missing_scope_is_bad_and_a_surplus_one_is_named(tmp_path: Path) -> None:
    async with FakeSlack() as slack:
        slack.script("auth.test", answered(PRESENT, SCOPES - {"users:read", "im:write"}))
        slack.script("auth.test", answered(PRESENT, SCOPES | {"files:write"}))
        missing, surplus = [await found(tmp_path, tokens(slack)) for _ in range(2)]

    assert [each.check for each in missing if each.state == "bad"] == ["scopes"]
    assert "im:write, users:read" in said(missing, "scopes")[0]
    assert not any(each.state == "bad" for each in surplus)
    assert "files:write" in said(surplus, "scopes")[0]


def test_the_scopes_are_read_from_the_manifest() -> None:
    assert wanted_scopes() == SCOPES


async def test_settings_that_cannot_be_read_end_it(tmp_path: Path) -> None:
    (tmp_path / "consensus.toml").write_text("nonsense = 1\n", encoding="utf-8")

    findings = await found(tmp_path, {})

    assert [(each.check, each.state == "bad") for each in findings] == [("settings", True)]
    assert "nonsense" in said(findings, "settings")[0]


async def test_a_database_that_cannot_be_used_is_bad_and_the_rest_is_still_looked_at(tmp_path: Path) -> None:
    findings = await found(tmp_path, {"DATABASE_URL": f"sqlite:///{tmp_path}/nowhere/record.db"})

    assert [each.check for each in findings if each.state == "bad"] == ["database"]
    assert [each.check for each in findings][-3:] == ["models", "slack", "github"]


async def test_messages_that_no_place_took_are_told(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/record.db", clock=HandClock())
    await keep(store, JUST_OPENED, "Which?", PUBLIC)
    [post] = await store.outbox.due(START)
    claimed = await store.outbox.start(post)
    assert isinstance(claimed, posts.Post)
    await store.outbox.gone(claimed, "is_archived")
    store.close()

    findings = await found(tmp_path, {})

    assert (
        "One message could not be shown, the newest of D-1 in slack:T1:C1: (is_archived)" in said(findings, "posts")[0]
    )
    assert not any(each.state == "bad" for each in findings)


async def test_what_was_refused_in_the_last_day_is_counted(tmp_path: Path) -> None:
    clock = HandClock(START - 90_000_000_000)
    with closing(Store.open(f"sqlite:///{tmp_path}/record.db", clock=clock)) as store:
        for seconds in (0, 10_000, 10_000):
            clock.advance(seconds)
            await store.refuse("ann", "approve", "approve-not-approver", platform="slack")

    findings = await found(tmp_path, {})

    assert "2 acts were refused in the last 24 hours" in said(findings, "attempts")[0]
    assert not any(each.state == "bad" for each in findings)


async def test_a_model_without_a_key_and_a_panel_of_one_are_bad(tmp_path: Path) -> None:
    (tmp_path / "consensus.toml").write_text(PANEL.format(model="anthropic/x"), encoding="utf-8")

    findings = await found(tmp_path, {})

    told_of = said(findings, "models")
    assert "ANTHROPIC_API_KEY" in told_of[0]
    assert "3, 5 or 7" in told_of[1]
    assert all(each.state == "bad" for each in findings if each.check == "models")


@pytest.fixture
def switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of prices that knows when some models end, in a package called litellm."""
    days = {"soon": 60, "later": 61, "gone": 0}
    ends = {name: {"deprecation_date": str(PRESENT.date() + timedelta(days=left))} for name, left in days.items()}
    package = tmp_path / "site" / "litellm"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    known = {**ends, "sample_spec": {"deprecation_date": "when it ends"}, "lasting": {}}
    (package / lifetimes.LIST).write_text(json.dumps(known), encoding="utf-8")
    monkeypatch.delitem(sys.modules, "litellm", raising=False)
    monkeypatch.syspath_prepend(tmp_path / "site")
    return tmp_path


@pytest.mark.usefixtures("switched_off")
def test_the_last_day_of_a_model_is_known_by_its_name_with_or_without_its_provider() -> None:
    days = lifetimes.last_days(["openai/soon", "gone", "lasting", "sample_spec", "unheard/of"])

    assert days == {"openai/soon": PRESENT.date() + timedelta(days=60), "gone": PRESENT.date()}


def test_the_list_that_is_installed_can_be_read() -> None:
    assert lifetimes.last_days(["rehearsal/agent"]) == {}


async def test_a_model_that_ends_within_two_months_is_named_and_one_that_ended_is_bad(switched_off: Path) -> None:
    models = ("openai/soon", "mistral/later", "openai/gone")
    roles = ("risk analyst", "optimist", "neutral analyst")
    tables = (f'[[agents]]\nrole = "{role}"\nmodel = "{model}"\n' for role, model in zip(roles, models, strict=True))
    (switched_off / "consensus.toml").write_text("\n".join(tables), encoding="utf-8")

    findings = await found(switched_off, {"OPENAI_API_KEY": "sk-1", "MISTRAL_API_KEY": "sk-2"})

    ending = {told(each, catalogue("en")): each.state == "bad" for each in findings if each.check == "models"}
    assert [("soon" in each, "gone" in each, is_bad) for each, is_bad in ending.items()] == [
        (True, False, False),
        (False, True, True),
    ]


def run_doctor(env: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch, lang: str = "en") -> int:
    monkeypatch.chdir(folder)
    return checking.doctor(argparse.Namespace(), env, catalogue("fr" if lang == "fr" else "en"))


def test_the_exit_code_is_one_as_soon_as_something_is_bad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = run_doctor({}, tmp_path, monkeypatch)
    printed = capsys.readouterr().out
    bad = run_doctor({"DATABASE_URL": "mysql://x"}, tmp_path, monkeypatch, "fr")

    assert (good, bad) == (0, 1)
    assert printed.splitlines()[:3] == ["settings: good", "database: good", "messages: good"]
    assert "base de données\u00a0: DATABASE_URL" in capsys.readouterr().out


def test_a_finding_says_its_sentence_in_both_languages() -> None:
    bad = Finding(check="scopes", state="bad", line=line("doctor-scopes-missing", scopes="users:read"))

    assert told(bad, catalogue("en")).startswith("Slack permissions: The app lacks users:read")
    assert told(bad, catalogue("fr")).startswith("permissions Slack\u00a0: Il manque")
