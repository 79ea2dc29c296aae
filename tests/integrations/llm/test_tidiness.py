"""What the door leaves behind: no key, no prompt, no open connection."""

import asyncio
import sys

import pytest

from integrations.llm import Models
from tests.fake_models import FakeModels, Turn, fails, resets
from tests.integrations.llm.asking import KEY, LATE_TYPES, failure, models, request
from tests.voting_models import Agents, Vote, served


async def test_hard_case_74_no_key_leaves_in_an_error_or_a_log(
    server: FakeModels, ask: Models, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    server.usual = fails(401, f"Incorrect API key provided: {KEY}. See http://me:secret@host/v1?key=AIzaSyA123456789")
    caplog.set_level("DEBUG")

    error = await failure(ask, request())

    assert error.detail
    for said in (error.detail, str(error), caplog.text, "".join(capfd.readouterr())):
        assert not any(secret in said for secret in (KEY, "secret", "AIzaSyA", "averysecret"))


@pytest.mark.filterwarnings(LATE_TYPES)
@pytest.mark.parametrize("turn", [fails(400), fails(401), fails(503), resets])
async def test_hard_case_74_the_key_in_the_address_of_a_provider_leaves_in_no_error_and_no_log(
    server: FakeModels, ask: Models, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, turn: Turn
) -> None:
    """Gemini's key stood in the address; litellm 1.110 sends it as a header, so this stays as a regression test."""
    key = "AIzaSyD-9tSrke72PouQMnMX"
    monkeypatch.setenv("GEMINI_API_KEY", key)
    server.usual = turn
    caplog.set_level("DEBUG")

    error = await failure(ask, request("gemini/gemini-3.1-flash-lite", temperature=1000))

    assert server.calls
    assert key not in f"{error.detail} {error} {caplog.text}"


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


def test_hard_case_69_two_event_loops_in_turn_ask_at_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not reproduced with litellm 1.110, so it stays as a regression test."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    async def once(asked: Models) -> str:
        reply = await asked(request())
        await asked.close()
        return reply.text

    with served(Agents(votes=(Vote("b"),))) as url:
        asked = models(url)
        said = [asyncio.run(once(asked)) for _ in range(3)]

    assert said == ['{"choice": "b"}'] * 3


async def test_the_proxy_is_never_imported(ask: Models) -> None:
    await ask(request())

    assert "litellm.proxy" not in sys.modules


async def test_warming_up_sends_nothing(server: FakeModels, ask: Models) -> None:
    await ask.warm_up()

    assert server.calls == 0
