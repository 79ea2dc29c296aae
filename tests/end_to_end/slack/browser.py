"""A headless Chromium that looks at the page of the stand-in as a person would, and takes pictures of it."""

import asyncio
import base64
import json
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import aiohttp

from tests.end_to_end.waiting import eventually

SECONDS: Final = 30
ADDRESS: Final = re.compile(r"DevTools listening on (ws://\S+)")
FLAGS: Final = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio",
    "--no-first-run", "--remote-debugging-port=0", "--window-size=1400,1100",
)  # fmt: skip


def chromium() -> str | None:
    """Where it is installed, if it is."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Page:
    """One tab, spoken to in the protocol of its developer tools: https://chromedevtools.github.io/devtools-protocol."""

    def __init__(self, connection: aiohttp.ClientWebSocketResponse, session: str) -> None:
        self._connection, self._session = connection, session
        self._numbers = count(100)

    async def open(self, url: str) -> None:
        await self._ask("Page.navigate", url=url)
        await self.until("document.readyState === 'complete' && document.querySelector('.status.ok')")

    async def act_as(self, user: str) -> None:
        await self.run(
            "const all = document.querySelectorAll('.actas select'); const one = all[all.length - 1];"
            f"one.value = {json.dumps(user)}; one.dispatchEvent(new Event('change', {{bubbles: true}}))"
        )

    async def click(self, css: str, text: str = "") -> None:
        """The first element that is named so."""
        named = (
            f"[...document.querySelectorAll({json.dumps(css)})].find(e => e.textContent.includes({json.dumps(text)}))"
        )
        await self.until(named)
        await self.run(f"{named}.click()")

    async def until(self, condition: str) -> None:
        async def look() -> bool | None:
            return True if await self.run(f"Boolean({condition})") else None

        await eventually(condition, look)

    async def run(self, script: str) -> object:
        answer = await self._ask("Runtime.evaluate", expression=script, returnByValue=True)
        return answer["result"].get("value")

    async def picture(self) -> bytes:
        """What is on the screen once fonts and layout have settled."""
        await asyncio.sleep(0.3)
        answer = await self._ask("Page.captureScreenshot", format="png")
        return base64.b64decode(answer["data"])

    async def _ask(self, method: str, **params: object) -> dict[str, Any]:
        return await ask(self._connection, next(self._numbers), method, params, self._session)


async def ask(
    connection: aiohttp.ClientWebSocketResponse, number: int, method: str, params: dict[str, object], session: str = ""
) -> dict[str, Any]:
    """One call and its answer; what happens in between is passed over."""
    await connection.send_json(
        {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
    )
    while True:
        frame = await connection.receive_json(timeout=SECONDS)
        if frame.get("id") == number:
            result: dict[str, Any] = frame["result"]
            return result


@asynccontextmanager
async def browser(program: str, folder: Path) -> AsyncIterator[Page]:
    """An empty tab of a fresh browser."""
    process = await asyncio.create_subprocess_exec(
        program, *FLAGS, f"--user-data-dir={folder}/chromium", "about:blank", stderr=asyncio.subprocess.PIPE
    )
    try:
        address = await _address(process)
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(address, max_msg_size=0) as connection,
        ):
            target = (await ask(connection, 1, "Target.createTarget", {"url": "about:blank"}))["targetId"]
            attached = await ask(connection, 2, "Target.attachToTarget", {"targetId": target, "flatten": True})
            yield Page(connection, attached["sessionId"])
    finally:
        process.terminate()
        await process.wait()


async def _address(process: asyncio.subprocess.Process) -> str:
    """Where it can be spoken to, as it says itself."""
    stream = process.stderr
    if stream is None:
        raise AssertionError("Chromium says nothing")
    async with asyncio.timeout(SECONDS):
        while line := (await stream.readline()).decode(errors="replace"):
            if found := ADDRESS.search(line):
                return found[1]
    raise AssertionError("Chromium ended without an address")
