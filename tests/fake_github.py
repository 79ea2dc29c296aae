"""A thin GitHub on loopback: keeps what it accepted, can be asked for it, and fails as it is told to, call by call."""

import json
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import formatdate
from typing import Any, Self
from urllib.parse import urlencode

import jwt
from aiohttp import web

from tests.github_app_routes import RANKS
from tests.github_routes import PAGE, Given, RefusedError, Reply
from tests.github_table import ROUTES, Route
from tests.github_turns import Exchange, Turn, plain
from tests.github_world import APP_ID, Body, Repo, Token, World, key_pair

JWT_SECONDS = 600


@dataclass(frozen=True)
class Call:
    """One request as it came, taken or not."""

    name: str
    path: str
    query: dict[str, str]
    body: Any
    peer: object
    """The other end of the connection."""


class FakeGitHub:
    """Serves the REST interface."""

    def __init__(self, world: World | None = None) -> None:
        self.world = world or World()
        self.calls: list[Call] = []
        self._turns: dict[str, deque[Turn]] = defaultdict(deque)

    def script(self, name: str, *turns: Turn) -> None:
        """How the next calls of a route go; then all is plain again."""
        self._turns[name].extend(turns)

    def called(self, name: str) -> list[Call]:
        return [call for call in self.calls if call.name == name]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=20_000_000)
        for route in ROUTES:
            for path in _paths(route):
                app.router.add_route(route.verb, path, self._handler(route))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self._runner.cleanup()
        if kind is None:
            assert not self.world.problems, self.world.problems

    def _handler(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            text = await request.text()
            body = json.loads(text) if text else None
            self.calls.append(Call(route.name, request.path, dict(request.query), body, _peer(request)))
            turn = self._turns[route.name].popleft() if self._turns[route.name] else plain
            response = await turn(Exchange(request, lambda: self._act(route, request, body), self.world.clock))
            if not response.prepared:
                response.headers.setdefault("Date", formatdate(self.world.clock(), usegmt=True))
            return response

        return handle

    def _act(self, route: Route, request: web.Request, body: Any) -> web.Response:  # noqa: ANN401 - any JSON
        try:
            given = self._given(route, request, body)
            return self._response(request, route.act(given))
        except RefusedError as error:
            return web.json_response(error.body, status=error.status, headers=error.headers)

    def _given(self, route: Route, request: web.Request, body: Any) -> Given:  # noqa: ANN401 - any JSON
        token = self._token(request, as_app=route.as_app)
        given = Given(self.world, token, dict(request.query), body, dict(request.match_info))
        if route.is_inside:
            given.repo = self._repo(request, token)
        if token and token.installation is not None and route.needs:
            _require(token, route.needs)
        return given

    def _token(self, request: web.Request, *, as_app: bool) -> Token | None:
        bearer = request.headers.get("Authorization", "").partition(" ")[2]
        if as_app:
            self._check_jwt(bearer)
            return None
        token = self.world.tokens.get(bearer)
        if token is None or token.until <= self.world.clock():
            raise RefusedError(401, "Bad credentials")
        return token

    def _check_jwt(self, bearer: str) -> None:
        options: Any = {"verify_exp": False, "verify_iat": False}
        try:
            claims = jwt.decode(bearer, key_pair()[1], algorithms=["RS256"], options=options)
        except jwt.InvalidTokenError as error:
            raise RefusedError(401, "A JSON web token could not be decoded") from error
        now = self.world.clock()
        if claims["iss"] != str(APP_ID):
            raise RefusedError(404, "Integration not found")
        if claims["iat"] > now:
            raise RefusedError(401, "'Issued at' claim ('iat') must be an Integer representing the time")
        if not now < claims["exp"] <= now + JWT_SECONDS:
            raise RefusedError(401, "'Expiration time' claim ('exp') is too far in the future")

    def _repo(self, request: web.Request, token: Token | None) -> Repo:
        """The repository of the path, if whoever asks may see it."""
        named = f"{request.match_info.get('owner')}/{request.match_info.get('name')}"
        if named in self.world.former_names:
            at = request.path.replace(f"/repos/{named}", f"/repositories/{self.world.former_names[named]}", 1)
            raise RefusedError(301 if request.method == "GET" else 307, "Moved", location=f"{self.url}{at}")
        number = request.match_info.get("repo_id")
        for repo in self.world.repos.values():
            is_meant = str(repo.id) == number or repo.full_name == named
            if is_meant and token and self._sees(token, repo):
                return repo
        raise RefusedError(404, "Not Found")

    def _sees(self, token: Token, repo: Repo) -> bool:
        if token.installation is None:
            return not repo.private or token.user in repo.roles
        found = self.world.installations.get(token.installation)
        return found is not None and repo.id in found.repos

    def _response(self, request: web.Request, reply: Reply) -> web.Response:
        if reply.items is None:
            return (
                web.json_response(reply.body, status=reply.status) if reply.body else web.Response(status=reply.status)
            )
        size, at = int(request.query.get("per_page", PAGE)), int(request.query.get("page", "1"))
        shown = reply.items[(at - 1) * size : at * size]
        headers = {}
        if at * size < len(reply.items):
            headers["Link"] = f'<{self._page(request, at + 1)}>; rel="next", <{self._page(request, 1)}>; rel="first"'
        body: Any = {"total_count": len(reply.items), reply.within: shown} if reply.within else shown
        return web.json_response(body, headers=headers)

    def _page(self, request: web.Request, at: int) -> str:
        return f"{self.url}{request.path}?{urlencode({**request.query, 'page': at})}"


def _peer(request: web.Request) -> object:
    return request.transport and request.transport.get_extra_info("peername")


def _paths(route: Route) -> list[str]:
    if not route.is_inside:
        return [route.path]
    return [f"{start}/{route.path}".rstrip("/") for start in ("/repos/{owner}/{name}", "/repositories/{repo_id}")]


def _require(token: Token, needs: str) -> None:
    """Refuses a token that has none of the permissions that would do."""
    for each in needs.split("|"):
        name, _, level = each.partition("=")
        if RANKS.get(token.permissions.get(name, ""), 0) >= RANKS[level]:
            return
    accepted = needs.replace("|", "; ")
    raise RefusedError(403, "Resource not accessible by integration", x_accepted_github_permissions=accepted)


def body_of(call: Call) -> Body:
    """What a call was given, where that is an object."""
    assert isinstance(call.body, dict)
    return call.body
