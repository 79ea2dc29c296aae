"""Every kind of request that we make of GitHub, held against GitHub's own description of its interface."""

import shutil
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final, get_args

from bot.app import wall_clock
from consensus.channel import Marker
from consensus.notices import PostKind
from consensus.panel.agents import Language
from integrations.github.app import Account, AppAccount, PersonalAccount
from integrations.github.channel import REACTED, GitHubChannel, Reaction
from integrations.github.checks import check_of
from integrations.github.client import GitHubClient, github_client
from integrations.github.errors import PermanentError
from integrations.github.markdown import sticky, turn, verdict
from tests.end_to_end.contract.described import DESCRIPTION, PRISM, Described, described
from tests.end_to_end.github.stand_in import APP, fresh_key
from tests.end_to_end.proving import passed, told_as
from tests.integrations.github.speaking import AROUND, HEAD, Voice
from tests.integrations.slack.speaking import STATES, WEAK

MODE: Final = "contract"
REPO, PLACE = 1, "github:1:7"
Claim = Callable[[Described, GitHubClient], Awaitable[None]]


def why_not() -> str:
    """Why it cannot be held here; empty if it can."""
    if not (PRISM.is_file() and DESCRIPTION.is_file()):
        return "the description is not installed, it has 475 MB: npm ci --prefix tests/end_to_end/contract"
    return "" if shutil.which("node") else "prism needs Node, and there is none"


async def played(folder: Path) -> list[bool]:
    """As an App, and what an App does otherwise as a person."""
    app, person = AppAccount(str(APP), fresh_key(), clock=wall_clock), PersonalAccount("ghp_person")
    claims: tuple[tuple[Account, Claim], ...] = (
        (app, a_reaction_to_everything_that_can_have_one),
        (app, a_check_in_every_state),
        (person, a_commit_status_in_every_state),
        (app, a_comment_in_every_state),
        (app, a_wrong_reaction_is_refused),
    )
    async with described(folder) as seen:
        return [
            await passed(f"{MODE}: {told_as(claim)}", _held(seen, account, partial(claim, seen)))
            for account, claim in claims
        ]


async def a_reaction_to_everything_that_can_have_one(seen: Described, client: GitHubClient) -> None:
    channel = GitHubChannel(client)
    for kind in REACTED:
        for sign in get_args(Reaction):
            await channel.react(REPO, kind, 7, sign)
    _accepted(seen, "/reactions", len(REACTED) * len(get_args(Reaction)))


async def a_check_in_every_state(seen: Described, client: GitHubClient) -> None:
    """Drawn from real decisions, with their buttons, in both languages; then edited."""
    channel = GitHubChannel(client)
    for decision in STATES.values():
        for lang in get_args(Language):
            check = check_of(decision, Voice(lang), AROUND, head=HEAD, has_gate=True)
            remote = await channel.send(PLACE, check, _marker(decision.id, "check"))
            await channel.edit(PLACE, remote, check)
    _accepted(seen, "/check-runs", 4 * len(STATES))


async def a_commit_status_in_every_state(seen: Described, client: GitHubClient) -> None:
    channel = GitHubChannel(client)
    for decision in STATES.values():
        check = check_of(decision, Voice(), AROUND, head=HEAD, has_gate=True)
        await channel.send(PLACE, check, _marker(decision.id, "check"))
    _accepted(seen, f"/statuses/{HEAD}", len(STATES))


async def a_comment_in_every_state(seen: Described, client: GitHubClient) -> None:
    channel = GitHubChannel(client)
    for decision in STATES.values():
        for drawn in (sticky(decision, Voice(), AROUND), verdict(decision, Voice(), AROUND)):
            remote = await channel.send(PLACE, drawn, _marker(decision.id, "card"))
            await channel.edit(PLACE, remote, drawn)
            await channel.delete(PLACE, remote)
    called = turn(WEAK, Voice(), AROUND, "turn")
    await channel.reply(PLACE, "comment:7", called)
    _accepted(seen, "/comments", 2 * len(STATES))


async def a_wrong_reaction_is_refused(seen: Described, client: GitHubClient) -> None:
    """So that all the others were held against something."""
    try:
        await client.write(REPO, "POST", "issues/comments/7/reactions", {"content": "applause"})
    except PermanentError:
        seen.forget()
    else:
        raise AssertionError("a reaction that GitHub does not have was taken")


async def _held(seen: Described, account: Account, claim: Callable[[GitHubClient], Awaitable[None]]) -> None:
    """Nothing of it was refused."""

    async def at_once(_: int) -> None:
        """The description sets no pace."""

    seen.forget()
    async with github_client(account, seen.url, clock=wall_clock, wait=at_once) as client:
        client.repositories.know(REPO, "acme/widgets", None if account.app_id is None else 100, private=False)
        try:
            await claim(client)
        except PermanentError as error:
            raise AssertionError("\n".join(seen.refused) or str(error)) from error
    if seen.refused:
        raise AssertionError("\n".join(seen.refused))


def _accepted(seen: Described, what: str, count: int) -> None:
    found = [each for each in seen.taken if what in each and not each.startswith("GET")]
    if len(found) < count:
        raise AssertionError(f"{len(found)} requests for {what} were taken, not {count}")


def _marker(decision: str, kind: PostKind) -> Marker:
    return Marker(decision=decision, kind=kind, about_seq=1)
