"""Who somebody is in a repository, and who votes and approves there, as it is at this moment."""

import contextlib
import re
from collections.abc import Iterator
from typing import Final

from bot.electorate import Actor, Circle, Directory, Place, electorate, names_in, narrowed, voters_of
from bot.github.site import PLATFORM, Site, home_of
from bot.permissions import NO_VOTER, Act, Refused, is_attempt, may
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import VotePolicy
from consensus.ports import People
from integrations.github.errors import GitHubError, PermanentError, RateLimitedError
from integrations.github.incoming import Account
from integrations.github.members import Someone, Standing, collaborators, permission, someone, team
from integrations.github.place import Place as Where

WRITERS: Final = frozenset({"admin", "maintain", "write"})
RANK: Final = ("none", "read", "triage", "write", "maintain", "admin")
NEEDS_PEOPLE: Final = frozenset({"put_to_vote", "reopen", "close", "extend", "cancel", "approve", "reject", "outcome"})
VOICES: Final = frozenset({"vote", "approve", "reject"})
"""What our own account never does, whoever holds its token."""
_ID: Final = re.compile(r"@id:(?P<id>[0-9]+)")
_TEAM: Final = re.compile(r"@[\w-]+/(?P<slug>[\w.-]+)")
_LOGIN: Final = re.compile(r"@(?P<login>[\w-]+)")


async def standing_of(site: Site, repo: int, account: Account) -> Standing:
    """What the account may do in the repository; raises RequestError when that cannot be found out."""
    try:
        return await permission(site.client, repo, account.login, account.id)
    except RateLimitedError:
        raise
    except GitHubError as error:
        raise RequestError("permission-unverified") from error


async def require(site: Site, act: Act, who: tuple[Account, Where, Standing], decision: Decision | None = None) -> str:
    """The person, who may do this there now; raises RequestError with the reason why not."""
    account, where, standing = who
    if act in VOICES and account.id == site.own.id:
        raise RequestError("permission-own", login=account.login)
    found = Someone(login=account.login, id=account.id, is_bot=account.type != "User")
    actor = await _actor(site, found, is_member=standing in WRITERS)
    actor = actor.model_copy(update={"formers": await site.store.formers(actor.person)})
    people = await _people(site, decision, where) if decision and act in NEEDS_PEOPLE else None
    # Whoever wrote it there can read it there, so nothing that stands in this place is hidden from them.
    answer = may(act, actor, Place(kind="public", members=None), decision, people)
    if isinstance(answer, Refused):
        # What somebody who may not vote says is kept as advice, so it is no attempt.
        if is_attempt(answer) and answer.key not in NO_VOTER:
            keep_attempt(site, actor.person, act, answer.key, decision)
        raise RequestError(answer.key, **answer.params)
    return actor.person


def keep_attempt(site: Site, person: str, act: Act, why: str, decision: Decision | None = None) -> None:
    """Somebody tried what they may not."""
    about = decision.id if decision else ""
    site.errands.run(site.store.refuse(person, act, why, platform=PLATFORM, decision=about))


async def assemble(site: Site, decision: Decision) -> People:
    """Voters and approvers, resolved now; raises RequestError("github-members-unknown")."""
    where = home_of(decision)
    if where is None:
        raise RequestError("github-members-unknown")
    return await assemble_at(site, decision, where)


async def assemble_at(site: Site, decision: Decision, where: Where) -> People:
    """Those of one repository; who opened the pull request approves nothing about it."""
    policy = decision.opened.policy
    names = names_in(f"{policy.vote.voters} {policy.approval.approvers or ''}")
    directory: Directory = {name: await _circle(site, name, where.repo) for name in names}
    here = Place(kind="public", members=await _members(site, where.repo))
    asker = await site.store.present(decision.opened.asker)
    with _members_told():
        found = electorate(decision, here, directory, asker=asker)
    author = await _author(site, where)
    approvers = () if author is None else tuple(person for person in found.approvers if person != author)
    return found.model_copy(update={"approvers": approvers})


async def require_voters(site: Site, vote: VotePolicy, where: Where) -> None:
    """Raises RequestError when too few could vote there, or when that cannot be found out."""
    directory: Directory = {name: await _circle(site, name, where.repo) for name in names_in(vote.voters)}
    here = Place(kind=None, members=await _members(site, where.repo))
    with _members_told():
        found, needed = narrowed(vote, here, directory)
    if not found:
        raise RequestError("voters-nobody")
    if found < needed:
        raise RequestError("voters-too-few", found=found, needed=needed)


async def voters_at(site: Site, named: str, where: Where) -> tuple[str, ...]:
    """Who could vote there now; raises RequestError when that cannot be found out."""
    directory: Directory = {name: await _circle(site, name, where.repo) for name in names_in(named)}
    here = Place(kind=None, members=await _members(site, where.repo))
    with _members_told():
        return voters_of(named, here, directory)[0]


@contextlib.contextmanager
def _members_told() -> Iterator[None]:
    """What is not known is said in the words of GitHub."""
    try:
        yield
    except RequestError as error:
        raise RequestError(f"github-{error.key}", **error.params) from error


async def with_ids(site: Site, named: str, where: Where) -> str:
    """The voters as somebody named them, people by their immutable ids; raises RequestError for an unknown name."""
    for word in dict.fromkeys(names_in(named)):
        if _ID.fullmatch(word) or _TEAM.fullmatch(word):
            continue
        match = _LOGIN.fullmatch(word)
        try:
            found = await someone(site.client, where.repo, match["login"]) if match else None
        except PermanentError:
            found = None
        if found is None:
            raise RequestError("voters-unknown", name=word.removeprefix("@"))
        named = re.sub(rf"{re.escape(word)}(?![\w/-])", f"@id:{found.id}", named)
    return named


async def listed(site: Site, named: str | None, repo: int) -> frozenset[str]:
    """The people whom a list names, as far as they can be found."""
    circles = [await _circle(site, name, repo) for name in names_in(named or "")]
    return frozenset(actor.person for circle in circles for actor in circle.people or () if actor.is_full)


async def _people(site: Site, decision: Decision, where: Where) -> People | None:
    try:
        return await assemble_at(site, decision, where)
    except RateLimitedError:
        raise
    except (RequestError, GitHubError):
        return None


async def _members(site: Site, repo: int) -> tuple[Actor, ...] | None:
    """Everybody who may write; none when they could not be read."""
    try:
        found = await collaborators(site.client, repo)
    except RateLimitedError:
        raise
    except GitHubError:
        return None
    return tuple([await _actor(site, each, is_member=True) for each in found if each.id != site.own.id])


async def _circle(site: Site, name: str, repo: int) -> Circle:
    """Whom a name stands for: a person, the members of a team, or nobody that we could find."""
    try:
        if match := _TEAM.fullmatch(name):
            members = await team(site.client, repo, match["slug"])
            return Circle(people=tuple([await _actor(site, each) for each in members if each.id != site.own.id]))
        if match := _ID.fullmatch(name):
            return await _one(site, repo, int(match["id"]))
        if match := _LOGIN.fullmatch(name):
            return await _one(site, repo, match["login"])
    except RateLimitedError:
        raise
    except GitHubError:
        return Circle(people=None)
    return Circle(people=None)


async def _one(site: Site, repo: int, who: str | int) -> Circle:
    found = await someone(site.client, repo, who)
    people = () if found.id == site.own.id else (await _actor(site, found),)
    return Circle(people=people, is_person=True)


async def _author(site: Site, where: Where) -> str | None:
    """Who opened the issue or pull request, nobody if the account is gone; none when that cannot be found out."""
    try:
        user = (await site.client.read(where.repo, f"issues/{where.number}"))["user"]
    except RateLimitedError:
        raise
    except (GitHubError, KeyError):
        return None
    return await site.person(Someone(login=user["login"], id=user["id"], is_bot=False)) if user else ""


async def _actor(site: Site, found: Someone, *, is_member: bool | None = None) -> Actor:
    """GitHub lets nobody into a repository whom it calls a guest; a bot is never one of the people."""
    return Actor(
        person=await site.person(found),
        is_member=is_member,
        is_guest=False,
        is_external=False,
        is_bot=found.is_bot,
        is_deactivated=False,
    )
