"""A Slack workspace in memory: people, channels, messages, views; what it accepted can be asked for."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal

Body = dict[str, Any]

TEAM, BOT_USER, BOT = "T1", "U0BOT", "B0BOT"
BOT_TOKEN, APP_TOKEN, SECRET = "xoxb-fake", "xapp-fake", "fake-signing-secret"
TRIGGER_SECONDS = 3
RESPONSE_USES = 5
RESPONSE_SECONDS = 30 * 60
SCOPES = frozenset(
    {
        "app_mentions:read", "channels:history", "channels:read", "chat:write", "commands", "groups:history",
        "groups:read", "im:history", "im:write", "reactions:write", "usergroups:read", "users:read",
    }
)  # fmt: skip


class RefusedError(Exception):
    """Slack says `ok: false` with a code, and sometimes more."""

    def __init__(self, code: str, **more: object) -> None:
        super().__init__(code)
        self.body: Body = {"ok": False, "error": code, **more}


@dataclass
class Channel:
    id: str
    kind: Literal["public", "private", "direct"] = "public"
    members: list[str] = field(default_factory=list)
    is_archived: bool = False
    is_shared: bool = False

    @property
    def prefix(self) -> str:
        """How the scopes for this kind of conversation begin."""
        return {"public": "channels", "private": "groups", "direct": "im"}[self.kind]


class Workspace:
    """One team; times are seconds of the injected clock."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.scopes = set(SCOPES)
        self.needed: set[str] = set()
        """Every scope that a call has needed."""
        self.users: dict[str, Body] = {}
        self.channels: dict[str, Channel] = {}
        self.groups: dict[str, list[str]] = {}
        self.messages: list[Body] = []
        self.deleted: list[Body] = []
        self.ephemerals: list[Body] = []
        self.responses: list[Body] = []
        self.reactions: list[tuple[str, str, str]] = []
        self.views: dict[str, Body] = {}
        self.homes: dict[str, Body] = {}
        self._numbers = count(1)
        self._triggers: dict[str, float] = {}
        self._used: set[str] = set()
        self._response_uses: dict[str, list[float]] = {}
        self.add_user(BOT_USER, is_bot=True)
        for user in ("U1", "U2", "U3"):
            self.add_user(user)
        self.add_channel("C1", members=["U1", "U2", "U3", BOT_USER])

    def add_user(self, user: str, **facts: object) -> None:
        usual = dict.fromkeys(("deleted", "is_bot", "is_restricted", "is_ultra_restricted"), False)
        self.users[user] = {"id": user, "team_id": TEAM, "name": user.lower(), **usual, **facts}

    def add_channel(self, channel: str, **facts: Any) -> Channel:  # noqa: ANN401 - the fields of Channel
        self.channels[channel] = Channel(channel, **facts)
        return self.channels[channel]

    def say(self, channel: str, text: str, *, thread: str | None = None, user: str = "U1", **more: object) -> str:
        """Somebody writes something; its timestamp."""
        message = {"type": "message", "channel": channel, "user": user, "text": text, "ts": self.new_ts(), **more}
        if thread:
            message["thread_ts"] = thread
        self.messages.append(message)
        return str(message["ts"])

    def new_ts(self) -> str:
        number = next(self._numbers)
        return f"{1_800_000_000 + number}.{number:06d}"

    def in_thread(self, thread: str) -> list[Body]:
        """What stands in a thread now, with its root."""
        return [message for message in self.messages if thread in {message["ts"], message.get("thread_ts")}]

    def message(self, channel: str, ts: str) -> Body:
        for message in self.messages:
            if (message["channel"], message["ts"]) == (channel, ts):
                return message
        raise RefusedError("message_not_found")

    def channel(self, channel: str, *, post: bool = False) -> Channel:
        """The channel as the bot finds it: what it is not in and cannot see does not exist."""
        found = self.channels.get(channel)
        if found is None or (found.kind != "public" and BOT_USER not in found.members):
            raise RefusedError("channel_not_found")
        if post and found.is_archived:
            raise RefusedError("is_archived")
        if post and BOT_USER not in found.members:
            raise RefusedError("not_in_channel")
        return found

    def need(self, scope: str) -> None:
        """Refuses unless the token has the scope."""
        self.needed.add(scope)
        if scope not in self.scopes:
            raise RefusedError("missing_scope", needed=scope, provided=",".join(sorted(self.scopes)))

    def new_trigger(self) -> str:
        """A trigger_id: for three seconds, and for one view."""
        trigger = f"{next(self._numbers)}.trigger"
        self._triggers[trigger] = self.clock()
        return trigger

    def use_trigger(self, trigger: str) -> None:
        if trigger not in self._triggers:
            raise RefusedError("invalid_trigger_id")
        if trigger in self._used:
            raise RefusedError("exchanged_trigger_id")
        if self.clock() - self._triggers[trigger] > TRIGGER_SECONDS:
            raise RefusedError("expired_trigger_id")
        self._used.add(trigger)

    def new_response(self) -> str:
        """The last part of a response_url: for half an hour, and for five messages."""
        name = f"r{next(self._numbers)}"
        self._response_uses[name] = [self.clock()]
        return name

    def respond(self, name: str, body: Body) -> bool:
        """Whether the response was taken."""
        uses = self._response_uses.get(name, [])
        if not uses or len(uses) > RESPONSE_USES or self.clock() - uses[0] > RESPONSE_SECONDS:
            return False
        uses.append(self.clock())
        self.responses.append({"name": name, **body})
        return True

    def number(self) -> int:
        return next(self._numbers)
