"""A Slack without an account: local-slack as a process of its own, with what it leaves out put in between.

local-slack (https://github.com/parvalabs/local-slack) has people, channels, threads, forms and a web page. It does not
say of a user whether that is a guest, nor of a channel whether it is shared, and shows dates raw: a proxy mends this.
"""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import aiohttp
from aiohttp import web

from tests.end_to_end.serving import HERE, free_port
from tests.end_to_end.waiting import eventually

BINARY: Final = HERE / "node_modules" / "local-slack-linux-x64" / "bin" / "local-slack"
TEAM, BOT, CHANNEL = "T01TEST", "U0BOT", "C01GEN"
LEAD, VOTER, OUTSIDER = "U01LEAD", "U02VOTER", "U03OUT"
BOT_TOKEN, APP_TOKEN, SECRET = "xoxb-test-token", "xapp-test-token", "test-signing-secret"
SECONDS: Final = 30
UNTOLD: Final[dict[str, tuple[str, dict[str, bool]]]] = {
    "users.info": ("user", {"is_restricted": False, "is_ultra_restricted": False}),
    "conversations.info": ("channel", {"is_shared": False, "is_ext_shared": False}),
}
"""By method: the object in the answer, and what Slack says of it: https://docs.slack.dev/reference/objects."""

DATE: Final = re.compile(rb"<!date\^[^|<>]*\|([^<>]*)>")
"""A time as Slack takes it, for each reader's own clock, with the words for programs that cannot show it."""

Body = dict[str, Any]


def workspace(mode: str, bot_port: int) -> Body:
    """Three people, of whom two are in the one channel; the bot hears by socket or over HTTP."""
    names = {LEAD: ("lead", "Team Lead"), VOTER: ("voter", "Second Voter"), OUTSIDER: ("outsider", "Somebody Else")}
    app = {
        "appId": "A01APP",
        "botUserId": BOT,
        "botName": "consensus",
        "botToken": BOT_TOKEN,
        "appToken": APP_TOKEN,
        "signingSecret": SECRET,
        "mode": mode,
    }
    heard = {"requestUrl": f"http://127.0.0.1:{bot_port}/slack/events"} if mode == "events" else {}
    return {
        "workspace": {"name": "Test Workspace", "domain": "test-workspace", "teamId": TEAM},
        "apps": [app | heard],
        "users": [
            {"id": user, "name": name, "real_name": real, "email": f"{name}@example.com"}
            for user, (name, real) in names.items()
        ],
        "channels": [
            {"id": CHANNEL, "name": "general", "members": [LEAD, VOTER, BOT]},
            {"id": "C02OTHER", "name": "elsewhere", "members": [OUTSIDER, BOT]},
        ],
    }


@dataclass(frozen=True)
class StandIn:
    """What people do in the workspace, and what stands in it; `api` is the address for the bot."""

    page: str
    api: str
    session: aiohttp.ClientSession

    async def command(self, text: str, user: str = LEAD, channel: str = CHANNEL) -> None:
        await self._control("command", channel=channel, user=user, command="/consensus", text=text)

    async def say(self, text: str, user: str = LEAD, *, channel: str = CHANNEL, thread: str | None = None) -> str:
        """The ts of the new message."""
        thread_ts = {"thread_ts": thread} if thread else {}
        answer = await self._control("message", channel=channel, user=user, text=text, **thread_ts)
        return str(answer["message"]["ts"])

    async def press(self, message: Body, element: Body, user: str = LEAD) -> None:
        """A click on a button of a message."""
        action = {name: element[name] for name in ("type", "action_id", "block_id", "value", "text") if name in element}
        await self._control(
            "interact",
            channel=message["channel"],
            messageTs=message["ts"],
            user=user,
            action={"type": "button"} | action,
        )

    async def open_home(self, user: str = LEAD) -> None:
        await self._control("open-home", user=user)

    async def messages(self, channel: str = CHANNEL) -> list[Body]:
        async with self.session.get(f"{self.page}/_control/messages/{channel}") as response:
            found: list[Body] = (await response.json())["messages"]
            return found

    async def direct(self, user: str) -> str:
        """The channel in which somebody and the bot are alone."""
        channels = (await self.snapshot())["channels"]
        return next(str(each["id"]) for each in channels if each["is_im"] and set(each["members"]) == {user, BOT})

    async def snapshot(self) -> Body:
        """All that its page is drawn from: messages, the open forms, every Home tab, whether the bot is there."""
        async with self.session.ws_connect(f"{self.page}/ui") as page:
            first = await page.receive_json(timeout=SECONDS)
            state: Body = first["state"]
            return state

    async def has_connected(self) -> bool:
        """Whether the bot hears by socket."""
        return all(app["connected"] for app in (await self.snapshot())["apps"])

    async def submit(self, values: Body, user: str = LEAD) -> Body:
        """Sends the open form off; what came back is wrong with it, by field, nothing if it closed."""
        async with self.session.ws_connect(f"{self.page}/ui") as page:
            await page.receive_json(timeout=SECONDS)
            await page.send_json({"t": "view_submit", "user": user, "values": values})
            while True:
                frame = await page.receive_json(timeout=SECONDS)
                if frame["t"] == "view_errors":
                    errors: Body = frame["errors"]
                    return errors
                if frame["t"] == "view":
                    return {}

    async def _control(self, what: str, **body: object) -> Body:
        async with self.session.post(f"{self.page}/_control/{what}", json=body) as response:
            answer: Body = await response.json()
            if not answer.get("ok"):
                raise AssertionError(f"local-slack refused {what}: {answer}")
            return answer


@asynccontextmanager
async def stand_in(folder: Path, mode: str, bot_port: int, page_port: int = 0) -> AsyncIterator[StandIn]:
    """A workspace that lives as long as the context."""
    port = page_port or free_port()
    settings = folder / "workspace.json"
    settings.write_text(json.dumps(workspace(mode, bot_port)), encoding="utf-8")
    with (folder / "local-slack.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(str(BINARY), "--config", str(settings), "--port", str(port), "--base-host", "127.0.0.1"),
            *("--files-dir", str(folder)),
            stdout=log,
            stderr=log,
            env={"PATH": os.environ["PATH"], "HOME": str(folder)},
        )
    async with aiohttp.ClientSession() as session:
        page = f"http://127.0.0.1:{port}"
        try:
            await _answers(session, page, process)
            async with _with_what_is_untold(session, page) as api:
                yield StandIn(page, api, session)
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _answers(session: aiohttp.ClientSession, page: str, process: asyncio.subprocess.Process) -> None:
    """Waits until the page is served."""

    async def look() -> bool | None:
        if process.returncode is not None:
            raise AssertionError(f"local-slack ended with {process.returncode}")
        try:
            async with session.get(f"{page}/_control/state") as response:
                return response.ok or None
        except aiohttp.ClientConnectionError:
            return None

    await eventually("local-slack answers", look)


@asynccontextmanager
async def _with_what_is_untold(session: aiohttp.ClientSession, page: str) -> AsyncIterator[str]:
    """The address of the Web API as it answers with the missing facts."""

    async def forward(request: web.Request) -> web.Response:
        method = request.match_info["method"]
        headers = {name: request.headers[name] for name in ("Authorization", "Content-Type") if name in request.headers}
        asked = session.request(
            request.method,
            f"{page}/api/{method}",
            params=request.query,
            data=DATE.sub(rb"\1", await request.read()),
            headers=headers,
        )
        async with asked as response:
            answer = await response.json()
        if method in UNTOLD and answer.get("ok"):
            name, facts = UNTOLD[method]
            answer[name] = facts | answer[name]
        return web.json_response(answer)

    app = web.Application()
    app.router.add_route("*", "/api/{method}", forward)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/api/"
    finally:
        await runner.cleanup()
