"""The routes of GitHub that the program calls, as GitHub answers them: one function each."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.github_world import APP_ID, Body, Repo, Token, World
from tests.markdown import comment_problems

PAGE = 30
LEVELS = ("none", "read", "write", "admin")
SIGNS = ("+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes")


class RefusedError(Exception):
    """A status that is no success, with GitHub's words."""

    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"message": message, "documentation_url": "https://docs.github.com/rest", "status": str(status)}
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


@dataclass
class Reply:
    body: Any = None
    status: int = 200
    items: list[Any] | None = None
    """Of a list all that there is; the server gives a page of it."""
    within: str = ""
    """The field that holds the page where it is no bare list."""


@dataclass
class Given:
    """One request as a route sees it."""

    world: World
    token: Token | None
    query: dict[str, str]
    body: Any
    path: dict[str, str]
    repo: Repo = field(default_factory=lambda: Repo(0, ""))

    def at(self, name: str) -> int:
        """A number in the path."""
        if not self.path[name].isdecimal():
            raise RefusedError(404, "Not Found")
        return int(self.path[name])

    @property
    def user(self) -> Body:
        assert self.token
        return self.world.users[self.token.user]

    @property
    def app(self) -> int | None:
        return APP_ID if self.token and self.token.installation is not None else None

    def text(self, name: str = "body") -> str:
        """A text that must be given."""
        value = self.body.get(name) if isinstance(self.body, dict) else None
        if not isinstance(value, str) or not value.strip():
            raise RefusedError(422, "Validation Failed")
        return value

    def issue(self) -> Body:
        return self._one(self.world.issues.get((self.repo.id, self.at("n"))))

    def pull(self) -> Body:
        return self._one(self.world.pulls.get((self.repo.id, self.at("n"))))

    def item(self, items: Iterable[Body]) -> Body:
        """What has the number of the path in this repository."""
        return self._one(next((x for x in items if (x["repo"], x["id"]) == (self.repo.id, self.at("id"))), None))

    def of_issue(self, items: Iterable[Body]) -> Reply:
        return Reply(items=[x for x in items if (x["repo"], x["issue"]) == (self.repo.id, self.at("n"))])

    @staticmethod
    def _one(found: Body | None) -> Body:
        if found is None:
            raise RefusedError(404, "Not Found")
        return found


Act = Callable[[Given], Reply]


def comment_text(given: Given) -> str:
    """What is to be shown, looked through by the same rules in every test."""
    text = given.text()
    given.world.problems += comment_problems(text, mentions=given.world.mentions, links=given.world.links)
    return text


def comment(given: Given) -> Reply:
    found = given.item(given.world.comments)
    signs = [each[3] for each in given.world.reactions if each[:2] == ("comment", found["id"])]
    return Reply({**found, "reactions": {"total_count": len(signs), **{sign: signs.count(sign) for sign in SIGNS}}})


def create_comment(given: Given) -> Reply:
    issue = given.issue()
    if issue["locked"]:
        raise RefusedError(403, "Unable to create comment because issue is locked.")
    made = given.world.say(
        issue["number"], comment_text(given), user=given.user["login"], repo=given.repo.id, app=given.app
    )
    return Reply(made, 201)


def edit_comment(given: Given) -> Reply:
    comment = given.item(given.world.comments)
    comment.update(body=comment_text(given), edits=comment.get("edits", 0) + 1)
    return Reply(comment)


def delete_comment(given: Given) -> Reply:
    comment = given.item(given.world.comments)
    given.world.comments.remove(comment)
    given.world.deleted.append(comment)
    return Reply(status=204)


def reply_to_review(given: Given) -> Reply:
    first = given.item(given.world.review_comments)
    made = given.world.review_comment(comment_text(given), user=given.user["login"], in_reply_to_id=first["id"])
    return Reply(made, 201)


def react(kind: str, items: Callable[[Given], Body]) -> Act:
    def route(given: Given) -> Reply:
        content = given.text("content")
        if content not in SIGNS:
            raise RefusedError(422, "Validation Failed")
        reaction = (kind, int(items(given)["id"]), given.user["login"], content)
        is_new = reaction not in given.world.reactions
        if is_new:
            given.world.reactions.append(reaction)
        return Reply({"id": 1, "content": content, "user": given.user}, 201 if is_new else 200)

    return route


def reactions(given: Given) -> Reply:
    comment = given.item(given.world.comments)
    of_it = [each for each in given.world.reactions if each[:2] == ("comment", comment["id"])]
    return Reply(items=[{"id": at, "user": given.world.users[x[2]], "content": x[3]} for at, x in enumerate(of_it)])


def compare(given: Given) -> Reply:
    base, _, head = given.path["basehead"].partition("...")
    for key, pull in given.world.pulls.items():
        if key[0] == given.repo.id and head in given.world.commits[key]:
            ahead = len(given.world.commits[key]) - given.world.commits[key].index(head)
            facts = {"status": "ahead", "ahead_by": ahead, "behind_by": 0, "base_commit": {"sha": base}}
            return Reply(
                {**facts, "files": given.world.files[key][:300], "commits": [{"sha": head}], "title": pull["title"]}
            )
    raise RefusedError(404, "Not Found")


def permission(given: Given) -> Reply:
    user = given._one(given.world.users.get(given.path["login"]))  # noqa: SLF001 - of this module
    role = given.repo.roles.get(user["login"]) or ("none" if given.repo.private else "read")
    level = {"maintain": "write", "triage": "read"}.get(role, role if role in LEVELS else "write")
    return Reply({"permission": level, "role_name": role, "user": user})


def collaborators(given: Given) -> Reply:
    levels = {"read": 1, "triage": 1, "none": 0}
    people = [
        {**given.world.users[login], "role_name": role, "permissions": {"pull": True, "push": levels.get(role, 2) > 1}}
        for login, role in given.repo.roles.items()
    ]
    wanted = given.query.get("permission")
    return Reply(items=[x for x in people if wanted is None or x["permissions"][wanted]])


def team_members(given: Given) -> Reply:
    members = given.world.teams.get(f"{given.path['org']}/{given.path['slug']}")
    if members is None:
        raise RefusedError(404, "Not Found")
    return Reply(items=[given.world.users[login] for login in members])


def contents(given: Given) -> Reply:
    found = given.world.content(given.repo.id, given.query.get("ref", given.repo.default_branch), given.path["path"])
    return Reply(given._one(found))  # noqa: SLF001 - of this module


def commits_of(given: Given) -> Reply:
    given.pull()
    return Reply(items=[{"sha": sha} for sha in given.world.commits[given.repo.id, given.at("n")]])


def files_of(given: Given) -> Reply:
    given.pull()
    return Reply(items=given.world.files[given.repo.id, given.at("n")])
