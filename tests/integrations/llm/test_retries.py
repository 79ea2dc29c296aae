"""Asking again, and not for ever: pauses, the one deadline, and giving up at once."""

import asyncio

import pytest

from integrations.llm import Models
from integrations.llm.client import CALL_SECONDS
from tests.fake_models import FakeModels, Turn, answers, fails, hangs, trickles
from tests.integrations.llm.asking import LATE_TYPES, Pauses, failure, models, request, spent


@pytest.mark.filterwarnings(LATE_TYPES)
@pytest.mark.parametrize("model", ["anthropic/claude-haiku-5-5", "gemini/gemini-3.1-flash-lite"])
async def test_hard_case_67_other_dialects_retry_no_more_often(server: FakeModels, ask: Models, model: str) -> None:
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


def test_hard_case_66_a_call_has_45_seconds_unless_told_otherwise() -> None:
    assert CALL_SECONDS == 45


@pytest.mark.parametrize("turn", [hangs, trickles])
async def test_hard_case_66_a_reply_that_does_not_end_ends_at_the_deadline(server: FakeModels, turn: Turn) -> None:
    asked = models(server.url)
    await asked.warm_up()
    asked = models(server.url, call_seconds=0.3)
    server.usual = turn

    error = await failure(asked, request())
    await asked.close()

    assert (error.cause, error.http, server.calls) == ("timeout", None, 1)
    assert (spent(error).calls, spent(error).cost) == (1, None)
    assert 300 <= spent(error).ms < 10_000


async def test_hard_case_66_the_deadline_holds_for_all_attempts_together(server: FakeModels) -> None:
    asked = models(server.url, call_seconds=1)
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

    async with asyncio.timeout(1):
        await server.left_alone()
    assert server.calls == 1


async def test_a_refused_connection_is_tried_three_times_and_is_no_call(pauses: Pauses, server: FakeModels) -> None:
    asked = models("http://127.0.0.1:9/v1", pauses)

    error = await failure(asked, request())
    await asked.close()

    assert (error.cause, spent(error).calls, spent(error).cost) == ("provider_error", 0, 0)
    assert (pauses.seconds, server.calls) == ([0.5, 2.0], 0)
