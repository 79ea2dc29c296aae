"""What reaches us from Slack, as data: only what we use of it, its texts decoded."""

from typing import Literal

from consensus.model import Model

Why = Literal["foreign-team", "own", "bot", "edited", "subtype", "not-for-us", "malformed"]
Verb = Literal[
    "cast", "abstain", "reason", "close", "approve", "vote", "reject", "rerun", "cancel", "run", "reopen", "outcome",
    "details", "export", "edit", "show", "share", "use", "again", "ask", "home", "read",
]  # fmt: skip
"""What a button asks for.

`details` and `home` show the page of their place, `ask` opens the form, `read` says whether a thread may be read.
"""
Fields = dict[str, str | tuple[str, ...]]
"""What stands in each field of a form."""


class Own(Model):
    """Who we are in Slack, and which other bots may ask us."""

    team: str
    user: str
    bot: str = ""
    app: str = ""
    bots: frozenset[str] = frozenset()
    """Bot, user or app ids."""


class Received(Model):
    """`key` is the same for each copy of one delivery; `also_key` for both events of one message.

    Clicks that count once have an `also_key`, too: their button's.
    """

    key: str
    also_key: str | None = None
    team: str
    user: str
    channel: str = ""
    thread_ts: str | None = None
    """The thread it stands in, or the message that it is about."""
    text: str = ""


class SlashCommand(Received):
    command: str
    trigger: str
    response_url: str


class Mention(Received):
    """Our name in a channel or in one of its threads."""

    ts: str
    by_bot: bool = False


class DirectMessage(Received):
    ts: str
    by_bot: bool = False


class Edited(Received):
    """A message to us whose author changed its words; `before` is what it said, where Slack tells."""

    ts: str
    before: str | None = None


class Shortcut(Received):
    """Somebody chose us in the menu of a message; `text` is that message."""

    ts: str
    callback: str
    trigger: str
    response_url: str


class Click(Received):
    """A button or a choice of ours; `place` numbers it, `about` is the seq that it was drawn for."""

    verb: str
    place: int
    decision: str
    option: str | None
    about: int
    ts: str = ""
    view: str | None = None
    trigger: str
    response_url: str


class Submission(Received):
    """A form that was sent."""

    view: str
    callback: str
    metadata: str
    fields: Fields


class HomeOpened(Received):
    pass


class Ignored(Model):
    """Nothing to do, and why."""

    reason: Why


Incoming = SlashCommand | Mention | DirectMessage | Edited | Shortcut | Click | Submission | HomeOpened | Ignored
