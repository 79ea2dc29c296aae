"""emulate as GitHub is: a proxy in front of it tells what emulate leaves out of its answers and its webhooks.

What emulate does not have at all stays missing here: reactions, statuses, missed webhooks, accounts by their number.
"""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
from aiohttp import web

from bot.server import github_signature

Json = Any
Mended = tuple[int, Json]
Mend = Callable[["re.Match[str]", int, Json, dict[str, str]], Awaitable[Mended]]
LARGEST: Final = 2**24
PASSED_ON: Final = ("Authorization", "Content-Type", "Accept")
PASSED_BACK: Final = ("Link", "Date")
OK, NOT_FOUND, UNREACHED = 200, 404, 502
HOOK: Final = "/hook"
"""Where emulate sends its webhooks."""
SIGNATURE: Final = "X-Hub-Signature-256"
HOOKED: Final = ("Content-Type", "X-GitHub-Event", "X-GitHub-Delivery", SIGNATURE)


@dataclass(frozen=True)
class Between:
    """emulate with its repositories on the one side, the bot with its signed door on the other."""

    url: str
    repos: tuple[str, ...]
    webhook: str
    secret: str


class Untold:
    """Forwards every request and mends the answers that GitHub's own documentation describes otherwise."""

    def __init__(self, session: aiohttp.ClientSession, between: Between) -> None:
        self._session, self._url, self._between = session, between.url, between
        self._accounts: dict[str, str] = {}
        """By installation token: whose repositories it opens."""
        self._mends: tuple[tuple[re.Pattern[str], Mend], ...] = (
            (re.compile(r"GET (/repos/[^/]+/[^/]+)/issues/([0-9]+)"), self._pull_as_issue),
            (re.compile(r"GET /repos/[^/]+/[^/]+/collaborators"), self._with_rights),
            (re.compile(r"GET (/repos/[^/]+/[^/]+)/collaborators/([^/]+)/permission"), self._level),
            (re.compile(r"POST (/app/installations/[0-9]+)/access_tokens"), self._remembered),
            (re.compile(r"GET /installation/repositories"), self._repositories),
        )

    async def forward(self, request: web.Request) -> web.Response:
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        asked = self._session.request(
            request.method, f"{self._url}{request.rel_url}", data=await request.read(), headers=headers
        )
        async with asked as response:
            status, body = response.status, await response.read()
            back = {name: response.headers[name] for name in PASSED_BACK if name in response.headers}
            answer = await response.json() if response.content_type == "application/json" else None
        for pattern, mend in self._mends:
            if match := pattern.fullmatch(f"{request.method} {request.path}"):
                status, answer = await mend(match, status, answer, headers)
                return web.json_response(answer, status=status, headers=back)
        return web.Response(body=body, status=status, headers=back, content_type=response.content_type)

    async def hand_on(self, request: web.Request) -> web.Response:
        """A webhook as it came, but that an issue says when it is a pull request; one that nobody takes is lost."""
        body, headers = await request.read(), {name: request.headers[name] for name in HOOKED}
        payload = json.loads(body)
        issue = payload.get("issue")
        if issue and await self._is_pull(payload["repository"]["full_name"], issue["number"]):
            body = json.dumps(payload | {"issue": issue | {"pull_request": {}}}).encode()
            headers[SIGNATURE] = github_signature(self._between.secret, body).decode()
        try:
            async with self._session.post(self._between.webhook, data=body, headers=headers) as response:
                return web.Response(status=response.status)
        except aiohttp.ClientConnectionError:
            return web.Response(status=UNREACHED)

    async def _is_pull(self, repo: str, number: int) -> bool:
        status, _ = await self._also(f"/repos/{repo}/pulls/{number}", {})
        return status == OK

    async def _pull_as_issue(self, at: re.Match[str], status: int, answer: Json, sent: dict[str, str]) -> Mended:
        """https://docs.github.com/en/rest/issues/issues: every pull request is an issue."""
        if status != NOT_FOUND:
            return status, answer
        status, pull = await self._also(f"{at[1]}/pulls/{at[2]}", sent)
        return status, pull | {"pull_request": {"url": pull.get("url")}}

    async def _with_rights(self, _: re.Match[str], status: int, answer: Json, __: dict[str, str]) -> Mended:
        """https://docs.github.com/en/rest/collaborators/collaborators#list-repository-collaborators."""
        return status, [each | {"permissions": {"pull": True, "push": True}} for each in answer]

    async def _level(self, at: re.Match[str], status: int, answer: Json, sent: dict[str, str]) -> Mended:
        """Everybody may read what is public, and what emulate calls push is called write."""
        if status == NOT_FOUND:
            status, user = await self._also(f"/users/{at[2]}", sent)
            return status, {"permission": "read", "role_name": "read", "user": user}
        return status, answer | ({"permission": "write"} if answer.get("permission") == "push" else {})

    async def _remembered(self, at: re.Match[str], status: int, answer: Json, sent: dict[str, str]) -> Mended:
        _, installation = await self._also(at[1], sent)
        if "token" in answer:
            self._accounts[answer["token"]] = installation["account"]["login"]
        return status, answer

    async def _repositories(self, _: re.Match[str], __: int, ___: Json, sent: dict[str, str]) -> Mended:
        """https://docs.github.com/en/rest/apps/installations#list-repositories-accessible-to-the-app-installation."""
        account = self._accounts.get(sent.get("Authorization", "").removeprefix("Bearer "))
        theirs = [full_name for full_name in self._between.repos if full_name.partition("/")[0] == account]
        found = [(await self._also(f"/repos/{full_name}", sent))[1] for full_name in theirs]
        return OK, {"total_count": len(found), "repositories": found}

    async def _also(self, path: str, headers: dict[str, str]) -> Mended:
        async with self._session.get(f"{self._url}{path}", headers=headers) as response:
            return response.status, await response.json()


@asynccontextmanager
async def as_github_answers(session: aiohttp.ClientSession, port: int, between: Between) -> AsyncIterator[None]:
    """Serves the mended answers while it is open, and hands webhooks on."""
    untold, app = Untold(session, between), web.Application(client_max_size=LARGEST)
    app.router.add_post(HOOK, untold.hand_on)
    app.router.add_route("*", "/{path:.*}", untold.forward)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        yield
    finally:
        await runner.cleanup()
