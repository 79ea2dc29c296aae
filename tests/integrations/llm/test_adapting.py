"""What a model does not take is left out, and another model steps in; both are told."""

import pytest

from integrations.llm import Models
from tests.fake_models import FakeModels, answers, fails, hangs, refuses
from tests.integrations.llm.asking import LATE_TYPES, Pauses, failure, models, request


async def test_hard_case_72_a_refused_temperature_is_left_out_at_once_and_from_then_on(
    server: FakeModels, ask: Models, pauses: Pauses
) -> None:
    server.usual = refuses("temperature")

    first, second = await ask(request()), await ask(request())

    assert (first.flags, second.flags) == (("temperature_dropped",), ("temperature_dropped",))
    assert (first.usage.calls, second.usage.calls, pauses.seconds) == (2, 1, [])
    assert ["temperature" in body for body in server.bodies] == [True, False, False]
    assert all("response_format" in body for body in server.bodies)


async def test_hard_case_71_a_refused_schema_is_left_out(server: FakeModels, ask: Models) -> None:
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


@pytest.mark.filterwarnings(LATE_TYPES)
async def test_a_fallback_of_another_provider_is_not_asked_at_the_agents_address(
    server: FakeModels, ask: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.usual = fails(404)
    async with FakeModels() as other:
        monkeypatch.setenv("ANTHROPIC_API_BASE", other.address)
        other.usual = fails(404)

        await failure(ask, request("openai/m1", fallback="anthropic/claude-haiku-5-5", temperature=1000))

    assert (server.calls, other.calls) == (1, 1)


async def test_hard_case_72_a_reply_of_another_family_counts_as_a_fallback(server: FakeModels, ask: Models) -> None:
    server.script(answers("{}", model="qwen/qwen3-8b"))

    reply = await ask(request("openai/gpt-6-luna", family="openai", temperature=1000))

    assert (reply.model, reply.family, reply.flags) == ("qwen3-8b", "qwen", ("fallback_model",))


async def test_a_hanging_model_leaves_time_for_its_fallback(server: FakeModels, ask: Models) -> None:
    await ask.warm_up()
    server.script(hangs)
    asked = models(server.url, call_seconds=1)

    reply = await asked(request("openai/m1", fallback="openai/m2"))
    await asked.close()

    assert (reply.model, reply.flags, reply.usage.calls) == ("m2", ("fallback_model",), 2)
