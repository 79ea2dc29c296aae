"""Whether the program could serve: one check after another, each with a finding; nothing is mended."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from bot.app import open_store
from bot.doctor_github import look_at_github
from bot.findings import MOST_SKEW, SECOND, Finding, bad, note
from bot.roster import Roster, make_roster
from bot.settings import Settings, SlackSettings, missing_keys, read_settings
from consensus.card.lines import line
from consensus.errors import ConfigurationError, RecordError
from consensus.events import Instant
from consensus.panel.agents import Language
from consensus.ports import Clock

DAY: Final = 86_400 * SECOND
WARNED_DAYS: Final = 60
"""So long before a model is switched off it is named."""


async def examine(env: Mapping[str, str], cwd: Path, clock: Clock, lang: Language) -> AsyncIterator[Finding]:
    """Everything that can be told from here, in the order in which it is needed."""
    try:
        settings = read_settings(env, cwd)
    except ConfigurationError as error:
        yield bad("settings", error)
        return
    yield Finding(check="settings")
    async for finding in _record(settings, clock()):
        yield finding
    async for finding in _models(settings, env, clock(), lang):
        yield finding
    async for finding in _slack(settings.slack, clock):
        yield finding
    async for finding in look_at_github(settings.github, clock):
        yield finding


async def _record(settings: Settings, now: Instant) -> AsyncIterator[Finding]:
    """The database, created if there is none, the messages that no place would take, and what was refused to whom."""
    try:
        with closing(open_store(settings)) as store:
            lost, refused = await store.outbox.lost(), await store.attempts_since(now - DAY)
    except (ConfigurationError, RecordError) as error:
        yield bad("database", error)
        return
    yield Finding(check="database")
    if lost:
        post, why = lost[0]
        yield note("posts", line("doctor-posts-lost", count=len(lost), id=post.decision, place=post.place, why=why))
    else:
        yield Finding(check="posts")
    yield note("attempts", line("doctor-refused", count=refused)) if refused else Finding(check="attempts")


async def _models(settings: Settings, env: Mapping[str, str], now: Instant, lang: Language) -> AsyncIterator[Finding]:
    findings = [bad("models", error) for error in missing_keys(settings)]
    try:
        roster = await make_roster(settings, env, lang)
    except ConfigurationError as error:
        findings.append(bad("models", error))
    else:
        findings += [note("models", line(warning)) for warning in roster.warnings]
        findings += _lifetimes(roster, datetime.fromtimestamp(now // SECOND, tz=UTC).date())
    for finding in findings or [Finding(check="models")]:
        yield finding


def _lifetimes(roster: Roster, today: date) -> Iterator[Finding]:
    """The models that are switched off soon, or were."""
    from integrations.llm.lifetimes import last_days

    seats = (*roster.seats, roster.moderator)
    models = dict.fromkeys(model for seat in seats for model in (seat.model, seat.fallback) if model)
    for model, day in last_days(models).items():
        if (day - today).days <= WARNED_DAYS:
            told = line("doctor-model-ends", model=model, day=day.isoformat())
            yield Finding(check="models", state="bad" if day <= today else "note", line=told)


async def _slack(slack: SlackSettings, clock: Clock) -> AsyncIterator[Finding]:
    from integrations.slack.checkup import greet
    from integrations.slack.errors import SlackError

    if slack.bot_token is None:
        is_off = slack.app_token is None and slack.signing_secret is None
        why = line("part-lacks", name="SLACK_BOT_TOKEN")
        yield Finding(check="slack", state="off" if is_off else "bad", line=why)
        return
    try:
        greeting = await greet(slack.bot_token.get_secret_value(), slack.api_url)
    except SlackError as error:
        yield bad("slack", error)
    else:
        yield Finding(check="slack")
        yield _scopes(greeting.scopes)
        yield _clock(greeting.date, clock())
    yield await _socket(slack)


def _scopes(granted: frozenset[str] | None) -> Finding:
    from integrations.slack.checkup import wanted_scopes

    if granted is None:
        return note("scopes", line("doctor-scopes-unsaid"))
    missing, surplus = wanted_scopes() - granted, granted - wanted_scopes()
    if missing:
        names = ", ".join(sorted(missing))
        return Finding(check="scopes", state="bad", line=line("doctor-scopes-missing", scopes=names))
    if surplus:
        return note("scopes", line("doctor-scopes-surplus", scopes=", ".join(sorted(surplus))))
    return Finding(check="scopes")


def _clock(there: Instant | None, here: Instant) -> Finding:
    if there is None:
        return note("clock", line("doctor-clock-unsaid"))
    apart = abs(here - there) // SECOND
    if apart > MOST_SKEW:
        return Finding(check="clock", state="bad", line=line("doctor-clock-apart", seconds=apart))
    return Finding(check="clock")


async def _socket(slack: SlackSettings) -> Finding:
    """Over signed HTTP no socket is needed."""
    from integrations.slack.checkup import open_socket
    from integrations.slack.errors import PermanentError, SlackError

    if slack.app_token is None and slack.signing_secret is None:
        return Finding(check="socket", state="bad", line=line("slack-secret-missing"))
    if slack.app_token is None:
        return Finding(check="socket", state="off", line=line("doctor-socket-http"))
    try:
        await open_socket(slack.app_token.get_secret_value(), slack.api_url)
    except PermanentError as error:
        return Finding(check="socket", state="bad", line=line("doctor-socket-refused", why=error.why))
    except SlackError as error:
        return bad("socket", error)
    return Finding(check="socket")
