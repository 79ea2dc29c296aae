"""A verified payload of GitHub becomes something we know, or nothing to do with its reason; it never fails."""

import re
from typing import Final, TypedDict

from pydantic import ValidationError

from integrations.github import wire
from integrations.github.incoming import (
    Account,
    CheckAction,
    Ignored,
    Incoming,
    Inline,
    Installed,
    Kind,
    Own,
    Pushed,
    Repository,
    Retargeted,
    Spoken,
)

MARKER: Final = re.compile(r"^ {0,3}<!-- consensus:", re.MULTILINE)
"""Begins a line of each text of ours."""
SAID: Final[dict[tuple[str, str], Kind]] = {
    ("issue_comment", "created"): "comment",
    ("issue_comment", "edited"): "comment",
    ("pull_request_review", "submitted"): "review",
    ("pull_request_review", "edited"): "review",
    ("pull_request_review_comment", "created"): "review_comment",
    ("pull_request_review_comment", "edited"): "review_comment",
}
"""The events, with their actions, by which somebody says something."""


def parse(event: str, payload: object, own: Own) -> Incoming:
    """What a payload means for us; one that is not built as GitHub builds them is `malformed`."""
    try:
        return _parse(event, payload, own)
    except ValidationError:
        return Ignored(reason="malformed")


def _parse(event: str, payload: object, own: Own) -> Incoming:
    action = wire.Named.model_validate(payload).action
    if kind := SAID.get((event, action)):
        return _spoken(kind, wire.Said.model_validate(payload), own)
    match event, action:
        case "check_run", "requested_action":
            return _pressed(wire.Requested.model_validate(payload), own)
        case "pull_request", "synchronize":
            return _pushed(wire.Synchronized.model_validate(payload))
        case "pull_request", "edited":
            return _edited(wire.Edited.model_validate(payload))
        case "installation", "deleted" | "suspend":
            return _gone(wire.Installation.model_validate(payload))
        case ("installation", "created" | "unsuspend" | "new_permissions_accepted") | ("installation_repositories", _):
            return _installed(wire.Installation.model_validate(payload))
    return Ignored(reason="not-for-us")


def _spoken(kind: Kind, sent: wire.Said, own: Own) -> Incoming:
    """An edit is passed on though it starts nothing: a vote is read again, and a slip may be mended."""
    words, subject, before = sent.words, sent.subject, sent.changes.body if sent.changes else None
    is_edit, body = sent.action == "edited", words.body or ""
    if words.user is None:
        return Ignored(reason="malformed")
    if ignored := _ignored(sent.sender, words.user, words, own):
        return ignored
    if is_edit and (before is None or (before.value or "") == body):
        return Ignored(reason="unchanged")
    if not is_edit and not body:
        return Ignored(reason="not-for-us")
    return Spoken(
        **_common(sent),
        key=None if is_edit else f"{kind}:{words.id}",
        number=subject.number,
        is_pull=kind != "comment" or subject.pull_request is not None,
        title=subject.title,
        opener=subject.user.id if subject.user else None,
        author=_account(words.user),
        comment=words.id,
        kind=kind,
        body=body,
        url=words.html_url,
        inline=_inline(words) if kind == "review_comment" else None,
        head=subject.head.sha if subject.head else None,
        edited_from=(before.value or "") if is_edit and before else None,
    )


def _ignored(sender: wire.User, author: wire.User, words: wire.Words, own: Own) -> Ignored | None:
    """Why words are nothing that a person asks of us; with a personal token its owner may ask, too."""
    if is_ours(words, author, own):
        return Ignored(reason="own")
    return Ignored(reason="bot") if is_bot(sender) or is_bot(author) else None


def is_ours(words: wire.Words, author: wire.User, own: Own) -> bool:
    """Whether we wrote them: by the account where that is an App's, else by our marker."""
    app = words.performed_via_github_app
    is_apps = own.app is not None and (author.login == own.user or (app is not None and app.id == own.app))
    return is_apps or bool(MARKER.search(words.body or ""))


def is_bot(user: wire.User) -> bool:
    return user.type == "Bot" or user.login.endswith("[bot]")


def _inline(words: wire.Words) -> Inline:
    return Inline(path=words.path, line=words.line, hunk=words.diff_hunk, thread=words.in_reply_to_id or words.id)


def _pressed(sent: wire.Requested, own: Own) -> Incoming:
    check = sent.check_run
    if check.app is None or check.app.id != own.app:
        return Ignored(reason="not-for-us")
    if is_bot(sent.sender):
        return Ignored(reason="bot")
    return CheckAction(
        **_common(sent),
        check=check.id,
        external_id=check.external_id or "",
        head=check.head_sha,
        identifier=sent.requested_action.identifier,
        pulls=tuple(pull.number for pull in check.pull_requests if pull.base.repo.id == sent.repository.id),
    )


def _pushed(sent: wire.Synchronized) -> Incoming:
    """Whoever pushed: the head of a pull request moves by bots as well."""
    return Pushed(**_common(sent), number=sent.number, before=sent.before, after=sent.after)


def _edited(sent: wire.Edited) -> Incoming:
    """Of a pull request's own words nothing follows."""
    if sent.changes.base is None:
        return Ignored(reason="not-for-us")
    return Retargeted(**_common(sent), number=sent.number)


def _installed(sent: wire.Installation) -> Incoming:
    gained = (*(sent.repositories or ()), *(sent.repositories_added or ()))
    return Installed(
        installation=sent.installation.id,
        gained=tuple(map(_repository, gained)),
        lost=tuple(map(_repository, sent.repositories_removed or ())),
    )


def _gone(sent: wire.Installation) -> Incoming:
    lost = tuple(map(_repository, sent.repositories or ()))
    return Installed(installation=sent.installation.id, lost=lost, is_gone=True)


class _Common(TypedDict):
    repo: int
    full_name: str
    private: bool
    installation: int | None
    sender: Account


def _common(sent: wire.Event) -> _Common:
    return {
        "repo": sent.repository.id,
        "full_name": sent.repository.full_name,
        "private": sent.repository.private,
        "installation": sent.installation.id if sent.installation else None,
        "sender": _account(sent.sender),
    }


def _account(user: wire.User) -> Account:
    return Account(login=user.login, id=user.id, type=user.type)


def _repository(repo: wire.Repo) -> Repository:
    return Repository(id=repo.id, full_name=repo.full_name, private=repo.private)
