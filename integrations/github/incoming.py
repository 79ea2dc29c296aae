"""What reaches us from GitHub, as data: only what we use of it."""

from typing import Literal

from consensus.model import Model

Why = Literal["own", "bot", "not-for-us", "unchanged", "malformed"]
Kind = Literal["comment", "review", "review_comment"]
"""A comment of the conversation, the body of a review, or a comment on a line of the diff."""


class Own(Model):
    """Who we are on GitHub."""

    app: int | None
    """None with a personal token."""
    slug: str
    """What people mention: `@slug`."""
    user: str
    """The login that we act as: `slug[bot]`, or the token's user."""
    id: int | None = None
    """The account behind a personal token; of an app the account is a bot anyway."""


class Account(Model):
    login: str
    id: int
    type: str = "User"


class Repository(Model):
    id: int
    full_name: str
    private: bool


class Received(Model):
    """`key` is shared by all deliveries of one and the same thing, so that it is done once; none if each counts."""

    key: str | None = None
    repo: int
    full_name: str
    private: bool
    installation: int | None = None
    """None for a hook of a repository, which belongs to no app."""
    sender: Account
    """Who did it; for an edit not always who wrote the words."""


class Inline(Model):
    """The line of the diff that a review comment stands at; an outdated one has lost its line."""

    path: str
    line: int | None
    hunk: str
    thread: int
    """The comment that its thread began with; replies go there."""


class Spoken(Received):
    """Somebody wrote something, or changed it: then `edited_from` is what stood there before."""

    number: int
    is_pull: bool
    title: str
    opener: int | None
    """Who opened the issue or the pull request; unknown if that account is gone."""
    author: Account
    comment: int
    kind: Kind
    body: str
    url: str
    inline: Inline | None = None
    head: str | None = None
    """The newest commit of the pull request, where GitHub says it along."""
    edited_from: str | None = None

    @property
    def ref(self) -> str:
        """The same before and after an edit."""
        return f"{self.kind}:{self.comment}"

    @property
    def is_edited_by_another(self) -> bool:
        """Whether these are no longer the author's own words."""
        return self.edited_from is not None and self.sender.id != self.author.id


class CheckAction(Received):
    """A button of one of our check runs was pressed."""

    check: int
    external_id: str
    head: str
    identifier: str
    pulls: tuple[int, ...]
    """The pull requests of this repository with that commit; empty for those from forks."""


class Pushed(Received):
    """The head of a pull request moved."""

    number: int
    before: str
    after: str


class Retargeted(Received):
    """A pull request is to be merged into another branch."""

    number: int


class Installed(Model):
    """Which repositories an installation gained or lost; one that is gone lost all, named here or not."""

    installation: int
    gained: tuple[Repository, ...] = ()
    lost: tuple[Repository, ...] = ()
    is_gone: bool = False


class Ignored(Model):
    """Nothing to do, and why."""

    reason: Why


Incoming = Spoken | CheckAction | Pushed | Retargeted | Installed | Ignored
