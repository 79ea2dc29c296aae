"""One post of ours on GitHub: a comment or the check of a commit, sent, edited, found again by its marker, deleted."""

import re
from collections.abc import AsyncIterator
from typing import Final, Literal

from consensus.channel import Marker
from integrations.github.answers import listed, understood
from integrations.github.checks import Check, status_of
from integrations.github.client import GitHubClient
from integrations.github.errors import PermanentError
from integrations.github.markdown import Comment, marked
from integrations.github.marker import carries, marker_id
from integrations.github.place import Place, parse_place
from integrations.github.transport import Json
from integrations.github.wire import Id, Sha, Text, Wire, Words

Message = Comment | Check
Reaction = Literal["+1", "confused", "eyes", "rocket"]

REACTED: Final = {"comment": "issues/comments", "review_comment": "pulls/comments", "issue": "issues"}
"""What can be reacted to; GitHub's REST interface takes no reaction to the body of a review."""
CHECK, STATUS = "check:", "status:"
"""How the remote ids of a check run and of a commit status begin; that of a comment is its number."""
LOOKED_AT: Final = 20
"""So many of a pull request's newest commits are looked at for a check of ours."""
_ABOUT: Final = re.compile(r"[a-z_]+:[0-9]+")
_MARKED: Final = re.compile(r"<!-- consensus:[^\n]* -->")


class _Commit(Wire):
    sha: Sha


class _CheckRun(Wire):
    id: int
    external_id: Text | None = None
    app: Id | None = None


class _CheckRuns(Wire):
    check_runs: list[_CheckRun]


class GitHubChannel:
    """The Channel port for GitHub; whatever it is asked may raise RateLimitedError, DoubtfulError or PermanentError."""

    def __init__(self, client: GitHubClient) -> None:
        self._client = client
        self._at_work: dict[str, Check] = {}

    async def send(self, place: str, message: Message, marker: Marker) -> str:
        """The remote id of the new comment or check; a personal token leaves a commit status instead of a check."""
        at = _parsed(place)
        if isinstance(message, Comment):
            return await self._comment(at, message if carries(message.body, marker) else marked(message, marker))
        if not self._client.is_app:
            return await self._status(at, message)
        body = {"name": message.name, "head_sha": message.head_sha, "external_id": marker_id(marker), **_drawn(message)}
        remote_id = CHECK + _id(await self._client.write(at.repo, "POST", "check-runs", body))
        if message.conclusion is None:
            self._at_work[remote_id] = message
        return remote_id

    async def edit(self, place: str, remote_id: str, message: Message) -> None:
        """What stands there already is not written again."""
        at = _parsed(place)
        if isinstance(message, Comment):
            await self._edit_comment(at, f"issues/comments/{remote_id}", message.body)
        elif remote_id.startswith(CHECK):
            await self._edit_check(at, remote_id, message)
        else:
            await self._status(at, message)

    async def find(self, place: str, marker: Marker) -> list[str]:
        """Our comments that carry this marker, the oldest first."""
        at = _parsed(place)
        if marker.kind == "check":
            return await self._check(at, marker)
        return [str(each.id) async for each in self._ours(at) if carries(each.body or "", marker)]

    async def delete(self, place: str, remote_id: str) -> None:
        """A comment that is gone already is as good as deleted; a check cannot be."""
        if not remote_id.isdecimal():
            return
        try:
            await self._client.write(_parsed(place).repo, "DELETE", f"issues/comments/{remote_id}")
        except PermanentError as error:
            if error.why != "not_found":
                raise

    async def reply(self, place: str, about: str, comment: Comment) -> str:
        """An answer in the conversation, once for what it is about, as `comment:12`; its remote id."""
        at = _parsed(place)
        known = about if _ABOUT.fullmatch(about) else None
        mark = f"<!-- consensus:reply:{known or 'any:0'} -->"
        found = [each async for each in self._ours(at) if (each.body or "").startswith(mark)] if known else []
        if found:
            return str(found[0].id)
        return await self._comment(at, Comment(body=f"{mark}\n{comment.body}"))

    async def react(self, repo: int, kind: str, number: int, name: Reaction) -> None:
        """Puts a sign on somebody's words, once; nothing where GitHub knows none."""
        if kind in REACTED:
            await self._client.write(repo, "POST", f"{REACTED[kind]}/{number}/reactions", {"content": name})

    async def _comment(self, at: Place, comment: Comment) -> str:
        return _id(await self._client.write(at.repo, "POST", f"issues/{at.number}/comments", {"body": comment.body}))

    async def _edit_comment(self, at: Place, path: str, body: str) -> None:
        """The new text below the marker that the comment carries: without it nobody would find it again."""
        there = understood(Words, await self._client.read(at.repo, path)).body or ""
        if not _MARKED.match(body) and (found := _MARKED.match(there)):
            body = f"{found[0]}\n{body}"
        if body != there:
            await self._client.write(at.repo, "PATCH", path, {"body": body})

    async def _edit_check(self, at: Place, remote_id: str, check: Check) -> None:
        """GitHub does not tell the buttons of a check, so while a panel works it is remembered what was drawn."""
        if self._at_work.get(remote_id) == check:
            return
        await self._client.write(at.repo, "PATCH", f"check-runs/{remote_id.removeprefix(CHECK)}", _drawn(check))
        self._at_work.pop(remote_id, None)
        if check.conclusion is None:
            self._at_work[remote_id] = check

    async def _ours(self, at: Place) -> AsyncIterator[Words]:
        """Every comment there that we wrote: anybody can write a marker."""
        us = await self._client.whoami()
        async for page in self._client.pages(at.repo, f"issues/{at.number}/comments"):
            for each in sorted(listed(Words, page), key=lambda words: words.id):
                if each.user is not None and each.user.login == us.user:
                    yield each

    async def _status(self, at: Place, check: Check) -> str:
        """A newer status of the same name takes the place of the older, so it may be made twice."""
        status = status_of(check, "")
        body = {"state": status.state, "description": status.description, "context": status.context}
        await self._client.write(at.repo, "POST", f"statuses/{check.head_sha}", body)
        return STATUS + check.head_sha

    async def _check(self, at: Place, marker: Marker) -> list[str]:
        """The newest alone: GitHub shows the newest of a name, and deletes none."""
        if not self._client.is_app:
            return []
        us = await self._client.whoami()
        pages = self._client.pages(at.repo, f"pulls/{at.number}/commits")
        commits = [each.sha async for page in pages for each in listed(_Commit, page)]
        for sha in commits[: -LOOKED_AT - 1 : -1]:
            found = [
                run.id
                async for page in self._client.pages(at.repo, f"commits/{sha}/check-runs", filter="all")
                for run in understood(_CheckRuns, page).check_runs
                if run.external_id == marker_id(marker) and run.app is not None and run.app.id == us.app
            ]
            if found:
                return [f"{CHECK}{max(found)}"]
        return []


def _parsed(place: str) -> Place:
    """A place of another platform is a mistake of ours that no second try mends."""
    try:
        return parse_place(place)
    except ValueError as error:
        raise PermanentError("not_found") from error


def _drawn(check: Check) -> Json:
    conclusion = {} if check.conclusion is None else {"conclusion": check.conclusion}
    output = {"title": check.title, "summary": check.summary}
    actions = [button.model_dump() for button in check.actions]
    return {"status": check.status, **conclusion, "output": output, "actions": actions}


def _id(found: Json) -> str:
    return str(understood(Id, found).id)
