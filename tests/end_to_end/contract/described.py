"""GitHub's own OpenAPI description, served by prism, which refuses every request that it does not allow."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import aiohttp
from aiohttp import web

from tests.end_to_end.serving import HERE, free_port
from tests.end_to_end.waiting import eventually

MODULES: Final = HERE / "contract" / "node_modules"
PRISM: Final = MODULES / "@stoplight" / "prism-cli" / "dist" / "index.js"
DESCRIPTION: Final = MODULES / "@octokit" / "openapi" / "generated" / "api.github.com.json"
TO_READ_IT: Final = 60
"""Seconds; the description has twelve megabytes."""
PASSED_ON: Final = ("Authorization", "Content-Type")
BAD: Final = 400


@dataclass(frozen=True)
class Described:
    """Where it is served, and what it has said of the requests that were made."""

    url: str
    taken: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def forget(self) -> None:
        self.taken.clear()
        self.refused.clear()


@asynccontextmanager
async def described(folder: Path) -> AsyncIterator[Described]:
    """Answers with the description's own examples."""
    port, behind = free_port(), free_port()
    with (folder / "prism.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *("node", str(PRISM), "mock", "--errors", "--port", str(behind), str(DESCRIPTION)),
            stdout=log,
            stderr=log,
            env={"PATH": os.environ["PATH"], "HOME": str(folder)},
        )
    async with aiohttp.ClientSession() as session:
        try:
            await _answers(session, behind, process)
            seen = Described(f"http://127.0.0.1:{port}")
            async with _listening(session, seen, port, behind):
                yield seen
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


@asynccontextmanager
async def _listening(session: aiohttp.ClientSession, seen: Described, port: int, behind: int) -> AsyncIterator[None]:
    """In between, as prism knows no other name for JSON than the common one, which GitHub itself does."""

    async def forward(request: web.Request) -> web.Response:
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        address = f"http://127.0.0.1:{behind}{request.rel_url}"
        body = await request.read()
        asked = session.request(request.method, address, data=body, headers=headers | {"Accept": "application/json"})
        async with asked as response:
            answer = await response.read()
        line = f"{request.method} {request.path}"
        if response.status < BAD:
            seen.taken.append(line)
        else:
            seen.refused.append(f"{line} {body.decode()[:500]}: {response.status} {answer.decode()[:500]}")
        return web.Response(body=answer, status=response.status, content_type=response.content_type)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", forward)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        yield
    finally:
        await runner.cleanup()


async def _answers(session: aiohttp.ClientSession, port: int, process: asyncio.subprocess.Process) -> None:
    async def look() -> bool | None:
        if process.returncode is not None:
            raise AssertionError(f"prism ended with {process.returncode}")
        try:
            async with session.get(f"http://127.0.0.1:{port}/zen"):
                return True
        except aiohttp.ClientConnectionError:
            return None

    await eventually("prism answers", look, TO_READ_IT)
