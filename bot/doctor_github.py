"""Whether GitHub would work: the account, what it may do and hear, its clock, and the way in."""

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

from bot.findings import MOST_SKEW, SECOND, Finding, bad, note
from bot.settings import GitHubSettings
from consensus.card.lines import line
from consensus.errors import ConfigurationError, ConsensusError
from consensus.events import Instant
from consensus.ports import Clock

if TYPE_CHECKING:
    from integrations.github.checkup import Greeting


async def look_at_github(github: GitHubSettings, clock: Clock) -> AsyncIterator[Finding]:
    """Off as long as nothing is set; what is set by halves is bad."""
    from bot.github.joining import account_of
    from integrations.github.checkup import greet
    from integrations.github.client import github_client
    from integrations.github.errors import GitHubError

    if (lacks := _lacking(github)) is not None:
        is_off = github.app_id is None and github.private_key is None
        yield Finding(check="github", state="off" if is_off else "bad", line=line("part-lacks", name=lacks))
        return
    try:
        async with github_client(account_of(github, clock), github.api_url, clock=clock) as client:
            greeting = await greet(client)
    except (ConfigurationError, GitHubError) as error:
        yield bad("github", error)
    else:
        yield Finding(check="github")
        for finding in _account_findings(greeting, is_app=github.app_id is not None, now=clock()):
            yield finding
    yield _way_in(github)


def _lacking(github: GitHubSettings) -> str | None:
    """The variable that should be set; a token alone is enough."""
    if github.app_id is None and github.private_key is None:
        return None if github.token else "GITHUB_APP_ID"
    if github.app_id is None:
        return "GITHUB_APP_ID"
    return None if github.private_key else "GITHUB_PRIVATE_KEY"


def _account_findings(greeting: "Greeting", *, is_app: bool, now: Instant) -> Iterator[Finding]:
    yield _clock(greeting.date, now)
    if is_app:
        yield from _permissions(greeting)
        yield _events(greeting.unheard)


def _permissions(greeting: "Greeting") -> Iterator[Finding]:
    """One for each installation that is not as it should be."""
    findings: list[Finding] = []
    for each in greeting.installations:
        if each.lacks:
            names = ", ".join(f"{name}: {level}" for name, level in sorted(each.lacks.items()))
            told = line("doctor-github-lacks", account=each.account, permissions=names)
            findings.append(Finding(check="github-permissions", state="bad", line=told))
        if each.is_suspended:
            findings.append(note("github-permissions", line("doctor-github-suspended", account=each.account)))
    if not greeting.installations:
        findings.append(note("github-permissions", line("doctor-github-nowhere")))
    yield from findings or [Finding(check="github-permissions")]


def _events(unheard: frozenset[str]) -> Finding:
    if not unheard:
        return Finding(check="github-events")
    names = ", ".join(sorted(unheard))
    return Finding(check="github-events", state="bad", line=line("doctor-github-unheard", events=names))


def _clock(there: Instant | None, here: Instant) -> Finding:
    if there is None:
        return note("github-clock", line("doctor-github-clock-unsaid"))
    apart = abs(here - there) // SECOND
    if apart > MOST_SKEW:
        return bad("github-clock", ConsensusError("github-clock", seconds=apart))
    return Finding(check="github-clock")


def _way_in(github: GitHubSettings) -> Finding:
    if not github.webhook_secrets:
        return bad("github-webhook", ConfigurationError("github-secret-missing"))
    return Finding(check="github-webhook")
