"""What the door leaves behind: no key, no prompt, no open connection."""

import asyncio
import sys
from pathlib import Path

import pytest

from integrations.llm import Endpoint, Models
from tests.fake_models import FakeModels, fails
from tests.integrations.llm.asking import KEY, ROLE, failure, request


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_no_key_leaves_in_an_error_or_a_log(
    server: FakeModels, ask: Models, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    server.usual = fails(401, f"Incorrect API key provided: {KEY}. See http://me:secret@host/v1?key=AIzaSyA123456789")
    caplog.set_level("DEBUG")

    error = await failure(ask, request())

    assert error.detail
    for said in (error.detail, str(error), caplog.text, "".join(capfd.readouterr())):
        assert not any(secret in said for secret in (KEY, "secret", "AIzaSyA", "averysecret"))


async def test_no_prompt_is_logged_above_debug_and_nothing_is_printed(
    server: FakeModels, ask: Models, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("INFO")
    server.script(fails(400, "You asked: Cats or dogs?"))

    await failure(ask, request())
    await ask(request())

    assert "Cats or dogs?" not in caplog.text
    assert "decision=D-1" in caplog.text
    assert "".join(capfd.readouterr()) == ""


async def test_descriptors_stay_flat_over_many_calls(server: FakeModels, ask: Models) -> None:
    await asyncio.gather(*(ask(request()) for _ in range(5)))
    before = open_descriptors()

    for _ in range(20):
        await asyncio.gather(*(ask(request()) for _ in range(5)))

    assert abs(open_descriptors() - before) <= 5
    assert server.calls == 105


def test_two_event_loops_in_turn_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    endpoints: dict[str, Endpoint] = {}
    asked = Models(endpoints, families={})

    async def once() -> str:
        async with FakeModels() as server:
            endpoints[ROLE] = Endpoint(base_url=server.url)
            reply = await asked(request())
            await asked.close()
            return reply.text

    assert asyncio.run(once()) == asyncio.run(once())


async def test_the_proxy_is_never_imported(ask: Models) -> None:
    await ask(request())

    assert "litellm.proxy" not in sys.modules


async def test_warming_up_sends_nothing(server: FakeModels, ask: Models) -> None:
    await ask.warm_up()

    assert server.calls == 0
