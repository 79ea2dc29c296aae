"""A team in a fake Slack and the served program, so that a test reads like what people do and see."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.serving import serving
from bot.settings import Settings, read_settings
from bot.texts import catalogue
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.ports import Ask, Gather
from integrations.store.store import Store
from tests import slack_payloads as payloads
from tests.desks import gather
from tests.fake_slack import FakeSlack
from tests.fakes import SECOND, START
from tests.slack_sender import Reply, Sender
from tests.slack_workspace import APP_TOKEN, BOT_TOKEN, SECRET, Body, Workspace

HTTP = {"SLACK_SIGNING_SECRET": SECRET}
SOCKET = {"SLACK_APP_TOKEN": APP_TOKEN}


class WatchedSlack(FakeSlack):
    """Wakes whoever waits for something to be said."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._stirred = asyncio.Event()

    async def until(self, holds: Callable[[], Any], seconds: float = 300) -> None:
        """Returns when it is so."""
        async with asyncio.timeout(seconds):
            while not holds():
                self._stirred.clear()
                await self._stirred.wait()

    async def _api(self, request: web.Request) -> web.Response:
        response = await super()._api(request)
        self._stirred.set()
        return response

    async def _respond(self, request: web.Request) -> web.Response:
        response = await super()._respond(request)
        self._stirred.set()
        return response


@dataclass
class Team:
    """What its people do, and what stands in Slack then."""

    slack: WatchedSlack
    sender: Sender
    store: Store
    lines: list[str]

    @property
    def workspace(self) -> Workspace:
        return self.slack.workspace

    async def mention(self, text: str, **where: Any) -> Body:  # noqa: ANN401 -- handed on
        sent = payloads.mention(self.workspace, text, **where)
        await self.send(sent)
        return sent

    async def command(self, text: str, **where: Any) -> Body:  # noqa: ANN401 -- handed on
        sent = payloads.command(self.workspace, text, response_url=self.slack.response_url(), **where)
        await self.send(sent)
        return sent

    async def click(self, action: str, *, user: str = "U1", value: str | None = None, kind: str = "card") -> Body:
        """On a button of the newest message of that kind."""
        sent = payloads.click(self.workspace, self.posted(kind)[-1]["ts"], action, user=user, value=value)
        await self.send(sent)
        return sent

    async def press(self, told: Body, label: str, *, user: str = "U1", channel: str = "C1") -> Body:
        """On a button of what that person was told alone."""
        sent = payloads.press(self.workspace, told, label, user=user, channel=channel)
        await self.send(sent)
        return sent

    async def vote(self, option: str, user: str) -> Body:
        return await self.click(self.action(option), user=user)

    async def send(self, payload: Body) -> Reply:
        reply = await self.sender.send(payload)
        assert reply.status == 200, reply
        return reply

    def action(self, label: str) -> str:
        """The action of the button with that text on the newest card."""
        for block in self.posted("card")[-1]["blocks"]:
            for element in block.get("elements", ()):
                if element.get("type") == "button" and element["text"]["text"] == label:
                    return str(element["action_id"])
        raise LookupError(label)

    def has_button(self, label: str) -> bool:
        try:
            return bool(self.posted("card") and self.action(label))
        except LookupError:
            return False

    def posted(self, kind: str) -> list[Body]:
        """Our messages of that kind, the oldest first."""
        return [each for each in self.workspace.messages if _kind(each) == kind]

    async def sees(self, kind: str, words: str, count: int = 1, seconds: float = 300) -> Body:
        """Waits until so many messages of that kind are there and the newest says these words."""
        await self.slack.until(
            lambda: len(self.posted(kind)) >= count and re.search(words, said(self.posted(kind)[-1]), re.DOTALL),
            seconds,
        )
        return self.posted(kind)[-1]

    async def reads(self, words: str, user: str = "U1") -> Body:
        """Waits until that person was told something with these words, alone."""
        await self.slack.until(lambda: any(re.search(words, said(each), re.DOTALL) for each in self.told(user)))
        return next(each for each in self.told(user) if re.search(words, said(each), re.DOTALL))

    def told(self, user: str) -> list[Body]:
        direct = [each for each in self.workspace.messages if each["channel"] == f"D{user}" and _kind(each) is None]
        alone = [each for each in self.workspace.ephemerals if each["user"] == user]
        return [*alone, *self.workspace.responses, *direct]

    async def decisions(self) -> list[Decision]:
        return [await self.store.load(each) for each in await self.store.ids()]


def said(message: Body) -> str:
    """All words of a message."""
    return "\n".join([str(message.get("text", "")), *_texts(message.get("blocks", []))])


def untouched(view: Body) -> Body:
    """What Slack sends back of a form as it opened."""
    fields: Body = {}
    for block in view["blocks"]:
        element = block.get("element", {})
        filled: Body = {"type": element.get("type")}
        for given, name in (
            ("initial_value", "value"),
            ("initial_option", "selected_option"),
            ("initial_options", "selected_options"),
            ("initial_users", "selected_users"),
        ):
            if given in element:
                filled[name] = element[given]
        if element:
            fields[block["block_id"]] = {element["action_id"]: filled}
    return fields


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("type") in {"mrkdwn", "plain_text"}:
            yield str(value["text"])
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _kind(message: Body) -> str | None:
    kind = (message.get("metadata") or {}).get("event_payload", {}).get("kind")
    return str(kind) if kind else None


def settings_for(folder: Path, slack: FakeSlack, env: dict[str, str]) -> Settings:
    whole = {
        "DATABASE_URL": f"sqlite:///{folder}/talk.db",
        "SLACK_BOT_TOKEN": BOT_TOKEN,
        "SLACK_API_URL": slack.url,
        **env,
    }
    return read_settings(whole, folder).model_copy(update={"port": 0})


@asynccontextmanager
async def served(
    folder: Path, slack: WatchedSlack, agents: Ask, *, env: dict[str, str] | None = None, later: int = 0
) -> AsyncIterator[Team]:
    """The program at work for the team; `later` moves its clock by so many seconds."""
    time = asyncio.get_running_loop().time

    def clock() -> int:
        return START + int((time() + later) * SECOND)

    @asynccontextmanager
    async def opened(settings: Settings, _: Gather) -> AsyncIterator[Desk]:
        with closing(Store.open(settings.database_url.get_secret_value(), clock=clock)) as store:
            stores.append(store)
            yield Desk(store=store, ask=agents, gather=gather, assemble=nobody, clock=clock)

    async def nobody(decision: Decision) -> Any:  # noqa: ANN401 -- never asked
        raise AssertionError(decision)

    stores: list[Store] = []
    lines: list[str] = []
    settings = settings_for(folder, slack, env or HTTP)
    async with (
        serving(settings, {}, catalogue("en"), opened=opened, tell=lines.append) as port,
        Sender(f"http://127.0.0.1:{port}/slack/events", clock=lambda: clock() / SECOND) as sender,
    ):
        yield Team(slack, sender, stores[0], lines)
