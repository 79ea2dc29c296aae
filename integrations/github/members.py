"""Who may do what in a repository, asked at that moment: the facts that permissions are made of."""

from collections.abc import Mapping
from typing import Final, Literal
from urllib.parse import quote

from consensus.model import Model
from integrations.github.client import GitHubClient
from integrations.github.errors import DoubtfulError, PermanentError
from integrations.github.transport import Json

Standing = Literal["admin", "maintain", "write", "triage", "read", "none"]

FINER: Final[Mapping[tuple[str, str], Standing]] = {("write", "maintain"): "maintain", ("read", "triage"): "triage"}
"""GitHub names two of its levels by their role alone."""
COARSE: Final[Mapping[str, Standing]] = {"admin": "admin", "write": "write", "read": "read", "none": "none"}


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
    if _object(found.get("user")).get("id") != user_id:
        raise PermanentError("other_user")
    return _standing(str(found.get("permission")), str(found.get("role_name")))


async def collaborators(client: GitHubClient, repo: int) -> tuple[Someone, ...]:
    """Everybody with write access or more; raises GitHubError if that cannot be read to the end."""
    listed: dict[int, Someone] = {}
    async for page in client.pages(repo, "collaborators", permission="push"):
        for found in _list(page):
            if _object(found.get("permissions")).get("push") is True:
                person = _someone(found)
                listed[person.id] = person
    return tuple(listed.values())


async def team(client: GitHubClient, repo: int, slug: str) -> tuple[Someone, ...]:
    """The members of a team of the repository's organisation, those of its child teams among them."""
    owner = (await client.repositories.of(repo)).owner
    path = f"orgs/{owner}/teams/{_segment(slug)}/members"
    return tuple([_someone(found) async for page in client.get_pages(path, repo=repo) for found in _list(page)])


async def someone(client: GitHubClient, repo: int, who: str | int) -> Someone:
    """An account by its login or its number, asked through the repository's installation."""
    path = f"user/{who}" if isinstance(who, int) else f"users/{_segment(who)}"
    return _someone(await client.get(path, repo=repo))


def _standing(level: str, role: str) -> Standing:
    """A role of the organisation's own counts by the level it is made from; an unheard-of level is no answer."""
    known = FINER.get((level, role)) or COARSE.get(level)
    if known is None:
        raise DoubtfulError("no_permission")
    return known


def _someone(found: Json) -> Someone:
    facts = _object(found)
    if not isinstance(facts.get("id"), int) or not facts.get("login"):
        raise DoubtfulError("no_user")
    return Someone(id=facts["id"], login=str(facts["login"]), is_bot=facts.get("type") != "User")


def _segment(name: str) -> str:
    """One part of a path, whatever it was typed as: a slash or a dot must not lead elsewhere."""
    return quote(name, safe="") if name.strip(".") else "-"


def _object(found: Json) -> dict[str, Json]:
    return found if isinstance(found, dict) else {}


def _list(found: Json) -> list[Json]:
    """A list that did not come is not an empty one."""
    if not isinstance(found, list):
        raise DoubtfulError("no_list")
    return found
