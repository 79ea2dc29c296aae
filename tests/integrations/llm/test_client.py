"""Asking a model over the wire: what is sent, what comes back, and what goes wrong."""

import asyncio
import os
import sys

import pytest

from integrations.llm import Models
from tests.fake_models import FakeModels, Turn, answers, fails, hangs, refuses, resets, sends, trickles
from tests.integrations.llm.asking import FORM, KEY, Pauses, failure, models, request, spent


async def test_a_reply_carries_text_model_family_and_cost(server: FakeModels, ask: Models) -> None:
    server.script(answers('{"choice": "b"}', model="gpt-6-luna-2026-08-01"))

    reply = await ask(request("openai/gpt-6-luna", family="openai", temperature=1000))

    assert (reply.text, reply.model, reply.family) == ('{"choice": "b"}', "gpt-6-luna-2026-08-01", "openai")
    assert reply.flags == ()
    assert reply.usage.model_copy(update={"ms": 0}).model_dump() == {
        "calls": 1,
        "tokens_in": 100,
        "tokens_out": 20,
        "cost": 20,
        "ms": 0,
    }


async def test_temperature_and_schema_reach_the_model(server: FakeModels, ask: Models) -> None:
    await ask(request())

    body = server.bodies[0]
    assert body["temperature"] == 0.2
    assert body["max_tokens"] == 1000
    assert body["response_format"]["json_schema"] == {"name": "answer", "strict": True, "schema": FORM}
    assert [message["role"] for message in body["messages"]] == ["system", "user"]


async def test_a_model_without_a_known_price_costs_null(ask: Models) -> None:
    reply = await ask(request("openai/m1"))

    assert reply.usage.cost is None


async def test_a_local_model_costs_nothing(server: FakeModels, ask: Models) -> None:
    server.script(fails(401))

    error = await failure(ask, request("ollama/llama3.2", family="meta"))

    assert spent(error).cost == 0


@pytest.mark.parametrize(
    ("turn", "cause", "http", "calls"),
    [
        (fails(429), "rate_limited", 429, 3),
        (fails(500), "provider_error", 500, 3),
        (fails(503), "provider_error", 503, 3),
        (fails(529), "provider_error", 529, 3),
        (fails(504), "timeout", 504, 3),
        (resets, "provider_error", None, 3),
        (fails(400), "provider_error", 400, 1),
        (fails(401), "provider_error", 401, 1),
        (fails(404), "provider_error", 404, 1),
        (fails(400, "flagged by our content policy"), "refused", 400, 1),
        (answers(None), "empty", None, 1),
        (answers("  "), "empty", None, 1),
        (answers("", finish="length"), "empty", None, 1),
        (answers(None, refusal="I cannot help with that."), "refused", None, 1),
        (answers("half a", finish="content_filter"), "refused", None, 1),
    ],
)
async def test_each_fault_has_its_cause_and_its_number_of_requests(
    server: FakeModels, ask: Models, turn: Turn, cause: str, http: int | None, calls: int
) -> None:
    server.usual = turn

    error = await failure(ask, request())

    assert (error.cause, error.http, server.calls) == (cause, http, calls)
    assert spent(error).calls == calls


@pytest.mark.parametrize("model", ["anthropic/claude-haiku-5-5", "gemini/gemini-3.1-flash-lite"])
async def test_other_dialects_retry_no_more_often(server: FakeModels, ask: Models, model: str) -> None:
    server.usual = fails(503)

    error = await failure(ask, request(model, temperature=1000))

    assert (error.cause, error.http, server.calls) == ("provider_error", 503, 3)


async def test_a_second_attempt_can_succeed_and_both_are_counted(
    server: FakeModels, ask: Models, pauses: Pauses
) -> None:
    server.script(fails(500), answers("{}"))

    reply = await ask(request())

    assert (reply.usage.calls, server.calls, pauses.seconds) == (2, 2, [0.5])


async def test_the_pauses_are_half_a_second_and_two(server: FakeModels, ask: Models, pauses: Pauses) -> None:
    server.usual = fails(500)

    await failure(ask, request())

    assert pauses.seconds == [0.5, 2.0]


async def test_retry_after_is_obeyed(server: FakeModels, ask: Models, pauses: Pauses) -> None:
    server.script(fails(429, retry_after="7"), fails(429, retry_after="0.25"), answers("{}"))

    reply = await ask(request())

    assert (reply.usage.calls, pauses.seconds) == (3, [7.0, 0.25])


async def test_who_asks_for_a_longer_pause_than_we_have_is_not_asked_again(
    server: FakeModels, ask: Models, pauses: Pauses
) -> None:
    server.usual = fails(429, retry_after="21")

    error = await failure(ask, request())

    assert (error.cause, server.calls, pauses.seconds) == ("rate_limited", 1, [])


async def test_no_pause_goes_beyond_the_deadline(server: FakeModels, pauses: Pauses) -> None:
    server.usual = fails(429, retry_after="15")
    asked = models(server.url, pauses, call_seconds=14)

    error = await failure(asked, request())
    await asked.close()

    assert (error.cause, pauses.seconds) == ("rate_limited", [])


@pytest.mark.parametrize("turn", [hangs, trickles])
async def test_a_reply_that_does_not_end_ends_at_the_deadline(server: FakeModels, turn: Turn) -> None:
    asked = models(server.url)
    await asked.warm_up()
    asked = models(server.url, call_seconds=0.04)
    server.usual = turn

    error = await failure(asked, request())
    await asked.close()

    assert (error.cause, error.http, server.calls) == ("timeout", None, 1)
    assert (spent(error).calls, spent(error).cost) == (1, None)
    assert spent(error).ms >= 40


async def test_the_deadline_holds_for_all_attempts_together(server: FakeModels) -> None:
    asked = models(server.url, call_seconds=0.05)
    server.script(fails(500, retry_after="0.001"), hangs)

    error = await failure(asked, request())
    await asked.close()

    assert (error.cause, server.calls, spent(error).calls) == ("timeout", 2, 2)


async def test_a_cancelled_question_hangs_up(server: FakeModels, ask: Models) -> None:
    server.usual = hangs
    question = asyncio.create_task(ask(request()))
    await server.called(1)

    question.cancel()
    with pytest.raises(asyncio.CancelledError):
        await question

    assert await server.quiet()


async def test_a_refused_temperature_is_left_out_at_once_and_from_then_on(
    server: FakeModels, ask: Models, pauses: Pauses
) -> None:
    server.usual = refuses("temperature")

    first, second = await ask(request()), await ask(request())

    assert (first.flags, second.flags) == (("temperature_dropped",), ("temperature_dropped",))
    assert (first.usage.calls, second.usage.calls, pauses.seconds) == (2, 1, [])
    assert ["temperature" in body for body in server.bodies] == [True, False, False]
    assert all("response_format" in body for body in server.bodies)


async def test_a_refused_schema_is_left_out(server: FakeModels, ask: Models) -> None:
    server.usual = refuses("response_format")

    reply = await ask(request())

    assert (reply.flags, server.calls) == (("schema_dropped",), 2)
    assert "temperature" in server.bodies[1]


async def test_a_temperature_refused_before_the_request_is_no_call(server: FakeModels, ask: Models) -> None:
    reply = await ask(request("openai/gpt-6-luna", family="openai"))

    assert (reply.flags, reply.usage.calls, server.calls) == (("temperature_dropped",), 1, 1)


async def test_what_one_model_refuses_another_still_gets(server: FakeModels, ask: Models) -> None:
    server.script(refuses("temperature"))

    await ask(request("openai/m1"))
    reply = await ask(request("openai/m2"))

    assert reply.flags == ()


async def test_the_fallback_answers_when_the_model_is_exhausted(server: FakeModels, ask: Models) -> None:
    server.script(*[fails(503)] * 3)

    reply = await ask(request("openai/m1", fallback="openai/m2"))

    assert (reply.model, reply.flags, reply.usage.calls) == ("m2", ("fallback_model",), 4)


async def test_both_models_exhausted_is_the_first_ones_failure(server: FakeModels, ask: Models) -> None:
    server.script(fails(401))
    server.usual = fails(503)

    error = await failure(ask, request("openai/m1", fallback="openai/m2"))

    assert (error.cause, error.http, server.calls) == ("provider_error", 401, 4)


async def test_nobody_else_is_asked_after_a_refusal(server: FakeModels, ask: Models) -> None:
    server.script(answers(None, refusal="No."))

    error = await failure(ask, request("openai/m1", fallback="openai/m2"))

    assert (error.cause, server.calls) == ("refused", 1)


async def test_a_fallback_of_another_provider_is_not_asked_at_the_agents_address(
    server: FakeModels, ask: Models
) -> None:
    server.script(fails(401))

    error = await failure(ask, request("openai/m1", fallback="rehearsal/agent"))

    assert (error.http, server.calls) == (401, 1)


async def test_a_reply_of_another_family_counts_as_a_fallback(server: FakeModels, ask: Models) -> None:
    server.script(answers("{}", model="qwen/qwen3-8b"))

    reply = await ask(request("openai/gpt-6-luna", family="openai", temperature=1000))

    assert (reply.model, reply.family, reply.flags) == ("qwen3-8b", "qwen", ("fallback_model",))


async def test_a_missing_key_is_no_call_and_not_retried(
    server: FakeModels, ask: Models, monkeypatch: pytest.MonkeyPatch, pauses: Pauses
) -> None:
    for provider in ("OPENAI", "ANTHROPIC", "GEMINI"):
        monkeypatch.delenv(f"{provider}_API_KEY")

    errors = [
        await failure(ask, request(model, temperature=1000))
        for model in ("openai/m1", "anthropic/claude-haiku-5-5", "gemini/gemini-3.1-flash-lite", "nobody/m1")
    ]

    assert [(error.cause, spent(error).calls, spent(error).cost) for error in errors] == [("provider_error", 0, 0)] * 4
    assert (server.calls, pauses.seconds) == (0, [])


async def test_a_refused_connection_is_tried_three_times_and_is_no_call(pauses: Pauses, server: FakeModels) -> None:
    asked = models("http://127.0.0.1:9/v1", pauses)

    error = await failure(asked, request())
    await asked.close()

    assert (error.cause, spent(error).calls, spent(error).cost) == ("provider_error", 0, 0)
    assert (pauses.seconds, server.calls) == ([0.5, 2.0], 0)


@pytest.mark.parametrize("body", [b"", b"<html>Bad gateway</html>", b"{oops", b'{"choices": null}', b'{"choices": []}'])
async def test_a_reply_that_is_none_is_a_call_of_unknown_cost(server: FakeModels, ask: Models, body: bytes) -> None:
    server.usual = sends(body)

    error = await failure(ask, request())

    assert error.cause in {"provider_error", "empty"}
    assert (server.calls, spent(error).calls, spent(error).cost) == (1, 1, None)


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
    before = len(os.listdir("/proc/self/fd"))

    for _ in range(20):
        await asyncio.gather(*(ask(request()) for _ in range(5)))

    assert abs(len(os.listdir("/proc/self/fd")) - before) <= 5
    assert server.calls == 105


def test_two_event_loops_in_turn_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    async def once(asked: Models | None) -> Models:
        async with FakeModels() as server:
            asked = asked or models(server.url)
            asked._endpoints = models(server.url)._endpoints
            await asked(request())
            await asked.close()
            return asked

    asyncio.run(once(asyncio.run(once(None))))


async def test_close_before_the_first_question_imports_nothing(server: FakeModels) -> None:
    asked = models(server.url)

    await asked.close()

    assert asked._litellm is None


async def test_the_proxy_is_never_imported(ask: Models) -> None:
    await ask(request())

    assert "litellm.proxy.proxy_server" not in sys.modules
    assert "litellm.proxy" not in sys.modules


async def test_warming_up_sends_nothing(server: FakeModels, ask: Models) -> None:
    await ask.warm_up()

    assert server.calls == 0
