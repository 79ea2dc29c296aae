"""Asking a model over the wire: what is sent, what comes back, and what each fault is called."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from integrations.llm import Models
from tests.fake_models import FakeModels, Turn, answers, fails, resets, sends
from tests.integrations.llm.asking import FORM, LATE_TYPES, Pauses, failure, request, spent


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


@pytest.fixture
def usual_ollama(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is asked of the Ollama that litellm knows by itself, on a thread: litellm would block the loop."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as usual:
        monkeypatch.setenv("OLLAMA_API_BASE", f"http://127.0.0.1:{usual.server_port}")
        threading.Thread(target=usual.serve_forever, args=(0.01,)).start()
        yield asked
        usual.shutdown()


@pytest.mark.filterwarnings(LATE_TYPES)
async def test_a_local_model_costs_nothing_and_is_asked_nothing_else(
    server: FakeModels, ask: Models, usual_ollama: list[str]
) -> None:
    server.usual = sends(b'{"model": "llama3.2", "response": "{}", "done": true, "prompt_eval_count": 7}')

    reply = await ask(request("ollama/llama3.2", family="meta"))

    assert (reply.text, reply.model, reply.flags) == ("{}", "llama3.2", ())
    assert (reply.usage.cost, reply.usage.tokens_in) == (0, 7)
    assert (server.calls, usual_ollama) == (1, [])


@pytest.mark.filterwarnings(LATE_TYPES)
async def test_a_local_model_that_fails_costs_nothing_either(server: FakeModels, ask: Models) -> None:
    server.usual = resets

    error = await failure(ask, request("ollama/llama3.2", family="meta"))

    assert (spent(error).calls, spent(error).cost) == (3, 0)


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (fails(429), ("rate_limited", 429, 3)),
        (fails(500), ("provider_error", 500, 3)),
        (fails(503), ("provider_error", 503, 3)),
        (fails(529), ("provider_error", 529, 3)),
        (fails(504), ("timeout", 504, 3)),
        (resets, ("provider_error", None, 3)),
        (fails(400), ("provider_error", 400, 1)),
        (fails(401), ("provider_error", 401, 1)),
        (fails(404), ("provider_error", 404, 1)),
        (fails(400, "flagged by our content policy"), ("refused", 400, 1)),
        (answers(None), ("empty", None, 1)),
        (answers("  "), ("empty", None, 1)),
        (answers("", finish="length"), ("empty", None, 1)),
        (answers(None, refusal="I cannot help with that."), ("refused", None, 1)),
        (answers("half a", finish="content_filter"), ("refused", None, 1)),
    ],
)
async def test_hard_case_67_each_fault_has_its_cause_and_its_number_of_requests(
    server: FakeModels, ask: Models, turn: Turn, expected: tuple[str, int | None, int]
) -> None:
    server.usual = turn

    error = await failure(ask, request())

    assert (error.cause, error.http, server.calls) == expected
    assert spent(error).calls == server.calls


@pytest.mark.filterwarnings(LATE_TYPES)
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


@pytest.mark.parametrize("body", [b"", b"<html>Bad gateway</html>", b"{oops", b'{"choices": null}', b'{"choices": []}'])
async def test_a_reply_that_is_none_is_a_call_of_unknown_cost(server: FakeModels, ask: Models, body: bytes) -> None:
    server.usual = sends(body)

    error = await failure(ask, request())

    assert error.cause in {"provider_error", "empty"}
    assert (server.calls, spent(error).calls, spent(error).cost) == (1, 1, None)
