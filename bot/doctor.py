"""Whether the program could serve: one check after another, each with a finding; nothing is mended."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, Literal

from bot.app import open_store
from bot.roster import Roster, make_roster
from bot.settings import Settings, SlackSettings, missing_keys, read_settings
from consensus.card import Line
from consensus.card.lines import line
from consensus.errors import ConfigurationError, ConsensusError, RecordError
from consensus.events import Instant
from consensus.model import Model
from consensus.panel.agents import Language
from consensus.ports import Clock

Check = Literal["settings", "database", "posts", "attempts", "models", "slack", "scopes", "clock", "socket"]
SECOND: Final = 1_000_000
DAY: Final = 86_400 * SECOND
MOST_SKEW: Final = 60
"""Seconds: Slack signs its requests with the time, and refuses older ones to be played again."""
WARNED_DAYS: Final = 60
"""So long before a model is switched off it is named."""


class Finding(Model):
    """One check; the line says what is bad, why something is off, or what is worth knowing of what is good."""

    check: Check
    state: Literal["good", "note", "off", "bad"] = "good"
    line: Line | None = None


async def examine(env: Mapping[str, str], cwd: Path, clock: Clock, lang: Language) -> AsyncIterator[Finding]:
    """Everything that can be told from here, in the order in which it is needed."""
    try:
        settings = read_settings(env, cwd)
    except ConfigurationError as error:
        yield _bad("settings", error)
        return
    yield Finding(check="settings")
    async for finding in _record(settings, clock()):
        yield finding
    async for finding in _models(settings, env, clock(), lang):
        yield finding
    async for finding in _slack(settings.slack, clock):
        yield finding


async def _record(settings: Settings, now: Instant) -> AsyncIterator[Finding]:
    """The database, created if there is none, the messages that no place would take, and what was refused to whom."""
    try:
        with closing(open_store(settings)) as store:
            lost, refused = await store.outbox.lost(), await store.attempts_since(now - DAY)
    except (ConfigurationError, RecordError) as error:
        yield _bad("database", error)
        return
    yield Finding(check="database")
    if lost:
        post, why = lost[0]
        yield _note("posts", line("doctor-posts-lost", count=len(lost), id=post.decision, place=post.place, why=why))
    else:
        yield Finding(check="posts")
    yield _note("attempts", line("doctor-refused", count=refused)) if refused else Finding(check="attempts")


async def _models(settings: Settings, env: Mapping[str, str], now: Instant, lang: Language) -> AsyncIterator[Finding]:
    findings = [_bad("models", error) for error in missing_keys(settings)]
    try:
        roster = await make_roster(settings, env, lang)
    except ConfigurationError as error:
        findings.append(_bad("models", error))
    else:
        findings += [_note("models", line(warning)) for warning in roster.warnings]
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
        yield _bad("slack", error)
    else:
        yield Finding(check="slack")
        yield _scopes(greeting.scopes)
        yield _clock(greeting.date, clock())
    yield await _socket(slack)


def _scopes(granted: frozenset[str] | None) -> Finding:
    from integrations.slack.checkup import wanted_scopes

    if granted is None:
        return _note("scopes", line("doctor-scopes-unsaid"))
    missing, surplus = wanted_scopes() - granted, granted - wanted_scopes()
    if missing:
        names = ", ".join(sorted(missing))
        return Finding(check="scopes", state="bad", line=line("doctor-scopes-missing", scopes=names))
    if surplus:
        return _note("scopes", line("doctor-scopes-surplus", scopes=", ".join(sorted(surplus))))
    return Finding(check="scopes")


def _clock(there: Instant | None, here: Instant) -> Finding:
    if there is None:
        return _note("clock", line("doctor-clock-unsaid"))
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
        return _bad("socket", error)
    return Finding(check="socket")


def _note(check: Check, told: Line) -> Finding:
    return Finding(check=check, state="note", line=told)


def _bad(check: Check, error: ConsensusError) -> Finding:
    return Finding(check=check, state="bad", line=line(error.key, **error.params))
