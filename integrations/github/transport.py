"""PyGithub as a mere transport: requests made in threads of their own, each once, each with a deadline."""

import asyncio
import json
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import urlsplit

import requests
from github import Auth, Github
from github.Consts import DEFAULT_BASE_URL
from github.Requester import HTTPRequestsConnectionClass, HTTPSRequestsConnectionClass
from pydantic import Field
from urllib3.exceptions import HTTPError, NewConnectionError

from consensus.model import Model
from integrations.github.errors import DoubtfulError, GitHubError, RateLimitedError

Params = Mapping[str, str | int | bool]
Json = Any
"""What GitHub says, before it becomes a model of ours."""

CONNECT_SECONDS: Final = 3
CALL_SECONDS: Final = 9
"""Without a byte from GitHub."""
ANSWER_SECONDS: Final = 9
"""From the first byte of an answer to the last; less than the ten seconds that whoever writes will wait."""
MOST_BYTES: Final = 20_000_000
CHUNK: Final = 65_536
LANES: Final = 8
"""Requests under way at once; GitHub wants fewer than a hundred."""
UNKNOWN_PAUSE: Final = 30
"""Seconds to wait where GitHub cannot be reached."""
ACCEPTED, MOVED = 202, 301
HEADERS: Final = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}


class Call(Model):
    """One request; `path` is GitHub's own, or a whole address that GitHub gave."""

    verb: str
    path: str
    params: Params = Field(default_factory=dict)
    body: Json = None
    token: str = Field(default="", repr=False)


class Answer(Model):
    """What came back; the names of the headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Json:
        """Raises DoubtfulError for what is no JSON; nothing said is none."""
        try:
            return json.loads(self.text) if self.text.strip() else None
        except (ValueError, RecursionError) as error:
            raise DoubtfulError("no_json") from error


class Transport:
    """Threads, each with a PyGithub and a connection of its own, as neither is known to be safe to share."""

    def __init__(self, base_url: str | None = None) -> None:
        self.base_url: Final = base_url or DEFAULT_BASE_URL
        self._threads = ThreadPoolExecutor(LANES, thread_name_prefix="github")
        self._own = threading.local()
        self._lanes: list[_Lane] = []

    async def __call__(self, call: Call) -> Answer:
        """Raises RateLimitedError where nobody listens, DoubtfulError where no answer came."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._exchange, call)

    async def close(self) -> None:
        """A request that is under way ends at its own deadline."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)
        for lane in self._lanes:
            lane.connection.close()

    def _exchange(self, call: Call) -> Answer:
        try:
            return self._lane().exchange(call)
        except (requests.RequestException, HTTPError, OSError) as error:
            raise _classified(error) from error

    def _lane(self) -> "_Lane":
        if not hasattr(self._own, "lane"):
            self._own.lane = _Lane(self.base_url)
            self._lanes.append(self._own.lane)
        lane: _Lane = self._own.lane
        return lane


class _Lane:
    """What one thread works with."""

    def __init__(self, base_url: str) -> None:
        self.bearer = _Bearer()
        github = Github(
            auth=self.bearer,
            base_url=base_url,
            user_agent="consensus-bot",
            timeout=CALL_SECONDS,
            retry=None,
            lazy=True,
            seconds_between_requests=None,
            seconds_between_writes=None,
        )
        self.requester = github.requester
        at = urlsplit(base_url)
        made = _Secure if at.scheme == "https" else _Plain
        self.connection: Final = made(at.hostname or "", at.port)

    def exchange(self, call: Call) -> Answer:
        self.bearer.token = call.token
        try:
            status, headers, text = self.requester.requestJson(
                call.verb, call.path, dict(call.params), dict(HEADERS), call.body, self.connection
            )
        except _UntouchedError as untouched:
            return untouched.answer
        return Answer(status=status, headers=headers, text=text)


class _Bearer(Auth.Auth):
    """The token of the call that is being made; PyGithub masks it in its log."""

    token_type = "Bearer"  # noqa: S105 - a scheme, not a secret
    token = ""


class _UntouchedError(Exception):
    """An answer that PyGithub would not hand over: it would ask again, or follow."""

    def __init__(self, answer: Answer) -> None:
        self.answer: Final = answer


class _Reply:
    """A response as PyGithub reads it."""

    def __init__(self, answer: Answer) -> None:
        self.status = answer.status
        self._answer = answer

    def getheaders(self) -> Any:  # noqa: ANN401 - PyGithub's own
        return self._answer.headers.items()

    def read(self) -> str:
        return self._answer.text


class _Bounded:
    """Reads an answer until the deadline and no further: a timeout of requests begins anew with every byte."""

    session: requests.Session
    protocol: str
    host: str
    port: int
    verb: str
    url: str
    input: Any
    headers: dict[str, str]

    def getresponse(self) -> Any:  # noqa: ANN401 - PyGithub's own
        ends = time.monotonic() + ANSWER_SECONDS
        address = f"{self.protocol}://{self.host}:{self.port}{self.url}"
        with self.session.request(
            self.verb,
            address,
            headers=self.headers,
            data=self.input,
            timeout=(CONNECT_SECONDS, CALL_SECONDS),
            allow_redirects=False,
            stream=True,
        ) as response:
            text = _body(response, ends)
            headers = {name.lower(): value for name, value in response.headers.items()}
            answer = Answer(status=response.status_code, headers=headers, text=text)
        if answer.status == MOVED or (answer.status == ACCEPTED and self.verb == "GET"):
            raise _UntouchedError(answer)
        return _Reply(answer)


class _Plain(_Bounded, HTTPRequestsConnectionClass):
    pass


class _Secure(_Bounded, HTTPSRequestsConnectionClass):
    pass


def _body(response: requests.Response, ends: float) -> str:
    taken = bytearray()
    while chunk := response.raw.read1(CHUNK, decode_content=True):
        taken += chunk
        if len(taken) > MOST_BYTES or time.monotonic() > ends:
            raise DoubtfulError("too_long")
    return taken.decode(errors="replace")


def _classified(error: Exception) -> GitHubError:
    """What could not even be connected was not taken."""
    reason = getattr(error.args[0] if error.args else None, "reason", None)
    if isinstance(error, requests.ConnectTimeout) or isinstance(reason, NewConnectionError):
        return RateLimitedError(UNKNOWN_PAUSE)
    return DoubtfulError(type(error).__name__)
