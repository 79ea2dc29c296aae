"""GitHub's payloads as they come: the fields that we read, of the types that we rely on, the rest passed over."""

from typing import Annotated

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field

from consensus.text import whole
from integrations.github.place import Number

Text = Annotated[str, AfterValidator(whole)]
Sha = Annotated[str, Field(pattern=r"^[0-9a-f]{40,64}$")]


class Wire(BaseModel):
    """A part of a payload; unlike our own data it may hold more than we know."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Named(Wire):
    """Of any payload."""

    action: str = ""


class Id(Wire):
    id: Number


class User(Wire):
    id: Number
    login: Text
    type: Text = "User"


class Repo(Wire):
    id: Number
    full_name: Text
    private: bool = True
    archived: bool = False


class Event(Named):
    """What each event of a repository holds."""

    repository: Repo
    installation: Id | None = None
    sender: User


class From(Wire):
    value: Text | None = Field(None, alias="from")


class Changes(Wire):
    body: From | None = None
    base: object = None


class Words(Wire):
    """What somebody wrote, whatever it stands under; the account may be gone, and only some stand at a line."""

    id: Number
    user: User | None = None
    body: Text | None = None
    html_url: Text = ""
    performed_via_github_app: Id | None = None
    path: Text = ""
    line: Number | None = None
    diff_hunk: Text = ""
    in_reply_to_id: Number | None = None


class Commit(Wire):
    sha: Sha


class Subject(Wire):
    """The issue or the pull request that something was said about."""

    number: Number
    title: Text = ""
    user: User | None = None
    pull_request: object = None
    """Stands there if an issue is a pull request."""
    head: Commit | None = None


class Said(Event):
    subject: Subject = Field(validation_alias=AliasChoices("issue", "pull_request"))
    words: Words = Field(validation_alias=AliasChoices("comment", "review"))
    changes: Changes | None = None


class Synchronized(Event):
    number: Number
    before: Sha
    after: Sha


class Edited(Event):
    """A pull request whose title, words or target branch were changed."""

    number: Number
    changes: Changes


class Base(Wire):
    repo: Id


class CheckedPull(Wire):
    number: Number
    base: Base


class CheckRun(Wire):
    id: Number
    external_id: Text | None = None
    head_sha: Sha
    app: Id | None = None
    pull_requests: list[CheckedPull] = []


class Button(Wire):
    identifier: Text


class Requested(Event):
    check_run: CheckRun
    requested_action: Button


class Installation(Wire):
    """Of `installation` and of `installation_repositories`: each holds the lists that it has."""

    installation: Id
    repositories: list[Repo] | None = None
    repositories_added: list[Repo] | None = None
    repositories_removed: list[Repo] | None = None
