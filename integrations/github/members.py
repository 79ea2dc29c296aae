"""Who may do what in a repository, asked at that moment: the facts that permissions are made of."""

from collections.abc import Mapping
from typing import Final, Literal
from urllib.parse import quote

from consensus.model import Model
from integrations.github.answers import listed, understood
from integrations.github.client import GitHubClient
from integrations.github.errors import DoubtfulError, PermanentError
from integrations.github.wire import User, Wire

Standing = Literal["admin", "maintain", "write", "triage", "read", "none"]

FINER: Final[Mapping[tuple[str, str], Standing]] = {("write", "maintain"): "maintain", ("read", "triage"): "triage"}
"""GitHub names two of its levels by their role alone."""
COARSE: Final[Mapping[str, Standing]] = {"admin": "admin", "write": "write", "read": "read", "none": "none"}


class _Level(Wire):
    permission: str
    role_name: str = ""
    user: User


class _Rights(Wire):
    push: bool = False


class _Collaborator(User):
    permissions: _Rights


class Someone(Model):
    """An account on GitHub: its number is for ever, its login may change."""

    id: int
    login: str
    is_bot: bool


async def permission(client: GitHubClient, repo: int, login: str, user_id: int) -> Standing:
    """What this very account may do now; raises GitHubError when that cannot be verified."""
    try:
        found = await client.read(repo, f"collaborators/{_segment(login)}/permission")
    except PermanentError as error:
        if error.why != "not_found":
            raise
        return "none"
    told = understood(_Level, found)
    if told.user.id != user_id:
        raise PermanentError("other_user")
    return _standing(told.permission, told.role_name)


async def collaborators(client: GitHubClient, repo: int) -> tuple[Someone, ...]:
    """Everybody with write access or more; raises GitHubError if that cannot be read to the end."""
    pages = client.pages(repo, "collaborators", permission="push")
    found = [each async for page in pages for each in listed(_Collaborator, page)]
    return tuple({each.id: _someone(each) for each in found if each.permissions.push}.values())


async def team(client: GitHubClient, repo: int, slug: str) -> tuple[Someone, ...]:
    """The members of a team of the repository's organisation, those of its child teams among them."""
    owner = (await client.repositories.of(repo)).owner
    path = f"orgs/{owner}/teams/{_segment(slug)}/members"
    return tuple([_someone(each) async for page in client.get_pages(path, repo=repo) for each in listed(User, page)])


async def someone(client: GitHubClient, repo: int, who: str | int) -> Someone:
    """An account by its login or its number, asked through the repository's installation."""
    path = f"user/{who}" if isinstance(who, int) else f"users/{_segment(who)}"
    return _someone(understood(User, await client.get(path, repo=repo)))


def _standing(level: str, role: str) -> Standing:
    """A role of the organisation's own counts by the level it is made from; an unheard-of level is no answer."""
    known = FINER.get((level, role)) or COARSE.get(level)
    if known is None:
        raise DoubtfulError("no_permission")
    return known


def _someone(found: User) -> Someone:
    return Someone(id=found.id, login=found.login, is_bot=found.type != "User")


def _segment(name: str) -> str:
    """One part of a path, whatever it was typed as: a slash or a dot must not lead elsewhere."""
    return quote(name, safe="") if name.strip(".") else "-"
