"""What a fake GitHub holds: an App, its installations, repositories, people, and all that was written."""

import base64
import secrets
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import count
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.fakes import START

Body = dict[str, Any]

APP_ID, SLUG, INSTALLATION = 4242, "consensus", 7
REPO, ORG, PULL, ISSUE = 100, 1, 1, 2
TOKEN = "ghp_fake"  # noqa: S105 - of nobody
TOKEN_USER = "machine"  # noqa: S105 - a login
HOOK_SECRET = "fake-webhook-secret"  # noqa: S105 - of nobody
TOKEN_SECONDS = 3_600
HEAD, BASE = "a" * 40, "b" * 40
PERMISSIONS = {
    "checks": "write",
    "contents": "read",
    "issues": "write",
    "members": "read",
    "metadata": "read",
    "pull_requests": "write",
}
EVENTS = ["check_run", "issue_comment", "pull_request", "pull_request_review", "pull_request_review_comment"]
PEOPLE = {"asker": 21, "voter": 22, "voter2": 23, "author": 26, "maintainer": 27, "boss": 28, "reader": 24}
ROLES = {"asker": "write", "voter": "write", "voter2": "write", "maintainer": "maintain", "boss": "admin"}


@cache
def key_pair() -> tuple[str, Any]:
    """The App's private key as it is given to a program, and the public half that GitHub keeps."""
    key = rsa.generate_private_key(public_exponent=65_537, key_size=2_048)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    return pem.decode(), key.public_key()


@dataclass
class Repo:
    id: int
    full_name: str
    private: bool = False
    archived: bool = False
    default_branch: str = "main"
    roles: dict[str, str] = field(default_factory=dict)
    files: dict[tuple[str, str], str] = field(default_factory=dict)
    """Text by branch or commit, and path."""

    def body(self) -> Body:
        owner, _, name = self.full_name.partition("/")
        facts = {
            "id": self.id,
            "name": name,
            "full_name": self.full_name,
            "private": self.private,
            "archived": self.archived,
        }
        account = {"login": owner, "id": ORG, "type": "Organization"}
        return {**facts, "owner": account, "default_branch": self.default_branch, "fork": False}


@dataclass
class Installation:
    id: int
    repos: list[int]
    permissions: dict[str, str]
    account: str = "acme"
    account_type: str = "Organization"
    suspended_at: str | None = None

    def body(self) -> Body:
        account = {"login": self.account, "id": ORG, "type": self.account_type}
        facts = {"id": self.id, "app_id": APP_ID, "account": account, "target_type": self.account_type}
        return {**facts, "permissions": self.permissions, "suspended_at": self.suspended_at, "events": EVENTS}


@dataclass
class Token:
    """Whose a token is: an installation's with these permissions, or a person's."""

    installation: int | None
    user: str
    permissions: dict[str, str]
    until: float


class World:
    """Times are seconds of GitHub's own clock."""

    def __init__(self, clock: Callable[[], float] = lambda: START / 1_000_000) -> None:
        self.clock = clock
        self.numbers = count(1_000)
        self.events = list(EVENTS)
        self.users: dict[str, Body] = {}
        self.teams: dict[str, list[str]] = {}
        self.repos = {REPO: Repo(REPO, "acme/widgets", roles=dict(ROLES))}
        self.former_names: dict[str, int] = {}
        self.installations = {INSTALLATION: Installation(INSTALLATION, [REPO], dict(PERMISSIONS))}
        self.tokens = {TOKEN: Token(None, TOKEN_USER, {}, float("inf"))}
        self.issues: dict[tuple[int, int], Body] = {}
        self.pulls: dict[tuple[int, int], Body] = {}
        self.files: dict[tuple[int, int], list[Body]] = defaultdict(list)
        self.commits: dict[tuple[int, int], list[str]] = defaultdict(list)
        self.comments: list[Body] = []
        self.reviews: list[Body] = []
        self.review_comments: list[Body] = []
        self.reactions: list[tuple[str, int, str, str]] = []
        """What was reacted to, its number, who did, and how."""
        self.statuses: list[Body] = []
        self.check_runs: list[Body] = []
        self.deleted: list[Body] = []
        self.deliveries: list[Body] = []
        self.problems: list[str] = []
        """Why what was written here should not have been: nobody but us would have been refused."""
        self.mentions: set[str] = set()
        """Whom what is written may call."""
        self.links = ["https://github.com/"]
        """How what it may link to begins."""
        for login, number in PEOPLE.items():
            self.add_user(login, number)
        self.add_user(TOKEN_USER, 29)
        self.repos[REPO].roles[TOKEN_USER] = "write"
        self.add_user(f"{SLUG}[bot]", 900, kind="Bot")
        self.add_pull(PULL, author="author")
        self.add_issue(ISSUE, author="asker")

    def number(self) -> int:
        return next(self.numbers)

    def add_user(self, login: str, number: int, *, kind: str = "User") -> None:
        self.users[login] = {"id": number, "login": login, "type": kind, "site_admin": False}

    def add_issue(
        self, number: int, *, author: str, title: str = "Which cache?", body: str = "", repo: int = REPO
    ) -> Body:
        issue = {"number": number, "id": self.number(), "title": title, "body": body, "state": "open", "locked": False}
        self.issues[repo, number] = {**issue, "user": self.users[author]}
        return self.issues[repo, number]

    def add_pull(
        self, number: int, *, author: str, head: str = HEAD, title: str = "Add a cache", repo: int = REPO
    ) -> Body:
        issue = self.add_issue(number, author=author, title=title, repo=repo)
        issue["pull_request"] = {"url": f"/repos/{self.repos[repo].full_name}/pulls/{number}"}
        at = {"sha": BASE, "ref": self.repos[repo].default_branch, "repo": self.repos[repo].body()}
        mine = {"sha": head, "ref": "topic", "repo": self.repos[repo].body()}
        self.pulls[repo, number] = {**issue, "head": mine, "base": at, "merged": False, "draft": False}
        self.commits[repo, number] = [head]
        return self.pulls[repo, number]

    def change(
        self, path: str, patch: str | None = "@@ -1 +1 @@\n-a\n+b", *, pull: int = PULL, repo: int = REPO
    ) -> None:
        """One more changed file of a pull request."""
        lines = (patch or "").splitlines()
        counts = {
            "additions": sum(x.startswith("+") for x in lines),
            "deletions": sum(x.startswith("-") for x in lines),
        }
        facts = {"filename": path, "status": "modified", "changes": sum(counts.values()), **counts}
        self.files[repo, pull].append({**facts, **({} if patch is None else {"patch": patch})})

    def rename(self, full_name: str, repo: int = REPO) -> None:
        self.former_names[self.repos[repo].full_name] = repo
        self.repos[repo].full_name = full_name

    def new_token(self, installation: int, permissions: dict[str, str]) -> tuple[str, Token]:
        name = f"ghs_{secrets.token_hex(8)}"
        self.tokens[name] = Token(installation, f"{SLUG}[bot]", permissions, self.clock() + TOKEN_SECONDS)
        return name, self.tokens[name]

    def expire_tokens(self) -> None:
        """Every installation's token is over from now on."""
        for token in self.tokens.values():
            if token.installation is not None:
                token.until = self.clock()

    def say(self, number: int, text: str, *, user: str = "asker", repo: int = REPO, app: int | None = None) -> Body:
        """Somebody comments."""
        made_by = {"performed_via_github_app": None if app is None else {"id": app, "slug": SLUG}}
        facts = {"id": self.number(), "body": text, "user": self.users[user], "author_association": "NONE", **made_by}
        comment = {
            **facts,
            "issue": number,
            "repo": repo,
            "created_at": self.stamp(),
            "html_url": self.url(repo, number),
        }
        self.comments.append(comment)
        return comment

    def review(self, text: str, *, user: str = "voter", pull: int = PULL, repo: int = REPO) -> Body:
        facts = {"id": self.number(), "body": text, "user": self.users[user], "state": "commented", "commit_id": HEAD}
        self.reviews.append({**facts, "issue": pull, "repo": repo, "submitted_at": self.stamp(), "html_url": ""})
        return self.reviews[-1]

    def review_comment(
        self, text: str, *, user: str = "voter", pull: int = PULL, repo: int = REPO, **more: object
    ) -> Body:
        place = {"path": "cache.py", "line": 3, "diff_hunk": "@@ -1 +1 @@\n-a\n+b", "commit_id": HEAD, **more}
        facts = {"id": self.number(), "body": text, "user": self.users[user], "created_at": self.stamp(), **place}
        self.review_comments.append({**facts, "issue": pull, "repo": repo, "html_url": self.url(repo, pull)})
        return self.review_comments[-1]

    def url(self, repo: int, number: int) -> str:
        return f"https://github.com/{self.repos[repo].full_name}/issues/{number}"

    def stamp(self) -> str:
        return datetime.fromtimestamp(self.clock(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def content(self, repo: int, ref: str, path: str) -> Body | None:
        text = self.repos[repo].files.get((ref, path))
        if text is None:
            return None
        encoded = base64.encodebytes(text.encode()).decode()
        return {
            "type": "file",
            "encoding": "base64",
            "size": len(text),
            "path": path,
            "content": encoded,
            "sha": "c" * 40,
        }
