"""A GitHub without an account: emulate as a process of its own, with people in two organisations and our App in both.

emulate (https://github.com/vercel-labs/emulate) has repositories, pull requests, comments, checks, an App with its key,
its tokens and its signed webhooks. It tells no App that a pull request got new commits: this is said here in its stead.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import aiohttp
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from bot.server import github_signature
from integrations.github.app import wanted_events, wanted_permissions
from tests.end_to_end.github.untold import HOOK, Between, as_github_answers
from tests.end_to_end.serving import HERE, free_port
from tests.end_to_end.waiting import eventually

PROGRAM: Final = HERE / "node_modules" / "emulate" / "dist" / "index.js"
APP, SLUG, SECRET = 12345, "consensus", "test-webhook-secret"
OURS: Final = f"{SLUG}[bot]"
LEAD, SECOND, STRANGER = "lead", "second", "stranger"
WIDGETS, GADGETS = "acme/widgets", "lesser/gadgets"
"""The App may do in the one what it asks for; in the other it was not given the checks."""
REPOSITORIES: Final = (WIDGETS, GADGETS)
BRANCH: Final = "faster"

Body = dict[str, Any]


def fresh_key() -> str:
    """A key of this run alone."""
    key = generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()).decode()


def seed(key: str, webhook: str) -> Body:
    """Two people who may write in both repositories, one who may not, and the App."""
    people = [{"login": login, "name": login.title(), "email": f"{login}@example.com"} for login in TOKENS]
    members = [{"login": LEAD, "role": "admin"}, {"login": SECOND, "role": "admin"}]
    lesser = {name: level for name, level in wanted_permissions().items() if name != "checks"}
    app = {
        "app_id": APP,
        "slug": SLUG,
        "name": "Consensus",
        "private_key": key,
        "permissions": wanted_permissions(),
        "events": sorted(wanted_events()),
        "webhook_url": webhook,
        "webhook_secret": SECRET,
        "installations": [
            {"installation_id": 100, "account": "acme", "repository_selection": "all"},
            {"installation_id": 200, "account": "lesser", "repository_selection": "all", "permissions": lesser},
        ],
    }
    owners = [full_name.split("/") for full_name in REPOSITORIES]
    return {
        "tokens": {token: {"login": login, "scopes": ["repo", "user"]} for login, token in TOKENS.items()},
        "github": {
            "users": people,
            "orgs": [{"login": owner, "name": owner.title(), "members": members} for owner, _ in owners],
            "repos": [{"owner": owner, "name": name, "auto_init": True, "private": False} for owner, name in owners],
            "apps": [app],
        },
    }


TOKENS: Final = {login: f"ghp_{login}" for login in (LEAD, SECOND, STRANGER)}


@dataclass(frozen=True)
class GitHub:
    """What people do in the repositories, and what stands in them."""

    url: str
    key: str
    webhook: str
    session: aiohttp.ClientSession

    async def open_pull(self, repo: str, title: str, user: str) -> int:
        """Its number; the repository must have none yet, and its branch is there whoever opens it."""
        main = await self.ask("GET", f"/repos/{repo}/git/ref/heads/main")
        ref = {"ref": f"refs/heads/{BRANCH}", "sha": main["object"]["sha"]}
        await self.ask("POST", f"/repos/{repo}/git/refs", LEAD, ref)
        await self._commit(repo, BRANCH, LEAD)
        pull = {"title": title, "body": "It is measured in the description.", "head": BRANCH, "base": "main"}
        return int((await self.ask("POST", f"/repos/{repo}/pulls", user, pull))["number"])

    async def push(self, repo: str, number: int, user: str = LEAD) -> None:
        """New commits for a pull request, and the webhook with which GitHub would say so."""
        before = await self.head(repo, number)
        await self._commit(repo, "main", user)
        await self.ask("PUT", f"/repos/{repo}/pulls/{number}/update-branch", user, {})
        pull = await self.ask("GET", f"/repos/{repo}/pulls/{number}")
        moved = {"action": "synchronize", "number": number, "before": before, "after": pull["head"]["sha"]}
        told = {"repository": await self.ask("GET", f"/repos/{repo}"), "sender": await self.ask("GET", "/user", user)}
        await self.tell("pull_request", moved | told | {"pull_request": pull}, f"push-{moved['after']}")

    async def head(self, repo: str, number: int) -> str:
        return str((await self.ask("GET", f"/repos/{repo}/pulls/{number}"))["head"]["sha"])

    async def say(self, repo: str, number: int, text: str, user: str = LEAD) -> None:
        """A comment in the conversation."""
        await self.ask("POST", f"/repos/{repo}/issues/{number}/comments", user, {"body": text})

    async def ours(self, repo: str, number: int) -> list[str]:
        """Everything that the bot has written there, the oldest first."""
        found = await self.ask("GET", f"/repos/{repo}/issues/{number}/comments?per_page=100")
        return [str(each["body"]) for each in found if each["user"]["login"] == OURS]

    async def checks(self, repo: str, sha: str) -> list[Body]:
        found = await self.ask("GET", f"/repos/{repo}/commits/{sha}/check-runs?filter=all")
        return list(found["check_runs"])

    async def tell(self, event: str, payload: Body, delivery: str) -> None:
        """A webhook, signed as those that emulate sends."""
        body = json.dumps(payload).encode()
        headers = {
            "Content-Type": "application/json",
            "X-GitHub-Event": event,
            "X-GitHub-Delivery": delivery,
            "X-Hub-Signature-256": github_signature(SECRET, body).decode(),
        }
        async with self.session.post(self.webhook, data=body, headers=headers) as response:
            if not response.ok:
                raise AssertionError(f"the bot refused {event} with {response.status}")

    async def ask(self, verb: str, path: str, user: str = LEAD, body: Body | None = None) -> Any:  # noqa: ANN401 - JSON
        """Raises AssertionError for whatever emulate refuses."""
        headers = {"Authorization": f"Bearer {TOKENS[user]}"}
        async with self.session.request(verb, f"{self.url}{path}", json=body, headers=headers) as response:
            if not response.ok:
                raise AssertionError(f"emulate refused {verb} {path}: {response.status} {await response.text()}")
            return await response.json()

    async def _commit(self, repo: str, branch: str, user: str) -> None:
        path = f"/repos/{repo}/contents/{branch}-{os.urandom(4).hex()}.md"
        await self.ask("PUT", path, user, {"message": "Measure", "content": "NDIK", "branch": branch})


@asynccontextmanager
async def github(folder: Path, bot_port: int, port: int = 0) -> AsyncIterator[GitHub]:
    """Two repositories that live as long as the context."""
    port, behind = port or free_port(), free_port()
    url, key, webhook = f"http://localhost:{port}", fresh_key(), f"http://127.0.0.1:{bot_port}/github/webhook"
    settings = folder / "seed.json"
    settings.write_text(json.dumps(seed(key, f"{url}{HOOK}")), encoding="utf-8")
    with (folder / "emulate.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *("node", str(PROGRAM), "start", "--service", "github", "--seed", str(settings)),
            *("--port", str(behind), "--base-url", url),
            cwd=folder,
            stdout=log,
            stderr=log,
            env={"PATH": os.environ["PATH"], "HOME": str(folder)},
        )
    async with aiohttp.ClientSession() as session:
        opened = GitHub(url, key, webhook, session)
        try:
            await _answers(session, f"http://localhost:{behind}", process)
            between = Between(f"http://localhost:{behind}", REPOSITORIES, webhook, SECRET)
            async with as_github_answers(session, port, between):
                await _let_vote(opened)
                yield opened
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _answers(session: aiohttp.ClientSession, url: str, process: asyncio.subprocess.Process) -> None:
    async def look() -> bool | None:
        if process.returncode is not None:
            raise AssertionError(f"emulate ended with {process.returncode}")
        try:
            async with session.get(f"{url}/repos/{WIDGETS}") as response:
                return response.ok or None
        except aiohttp.ClientConnectionError:
            return None

    await eventually("emulate answers", look)


async def _let_vote(opened: GitHub) -> None:
    """Emulate lists as collaborators only whom somebody added."""
    for repo in REPOSITORIES:
        for login in (LEAD, SECOND):
            await opened.ask("PUT", f"/repos/{repo}/collaborators/{login}", LEAD, {"permission": "push"})
