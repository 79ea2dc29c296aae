"""No credential leaves in an error."""

import pytest

from integrations.llm.redaction import LONGEST, first_line, redact


@pytest.mark.parametrize(
    "text",
    [
        "https://host/v1?key=SECRET123&alt=json",
        "api_key=SECRET123",
        "'x-api-key': 'SECRET123'",
        '{"api_key": "SECRET123"}',
        "Authorization: Bearer SECRET123.abc",
        "authorization=SECRET123",
        "Incorrect API key provided: SECRET123.",
        "sk-SECRET123",
        "key sk-ant-SECRET123-x is wrong",
        "sk-SECRET123****wxyz",
        "AIzaSECRET123xyz",
        "http://me:SECRET123@proxy.example/v1",
        "password: SECRET123",
        "token SECRET123abcdefghijklmnopqrst was revoked",
    ],
)
def test_a_credential_is_taken_out(text: str) -> None:
    assert "SECRET123" not in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "The model claude-haiku-4-5-20251001 does not exist.",
        "max_tokens=1000 is above the limit of 512 tokens: 1000",
        "Connection to http://127.0.0.1:11434/api failed",
    ],
)
def test_an_ordinary_sentence_stays(text: str) -> None:
    assert redact(text) == text


def test_only_the_beginning_of_the_first_line_is_kept() -> None:
    text = "x" * 400 + "\nTraceback: the prompt"

    assert first_line(text) == "x" * LONGEST
    assert first_line("  \n ") == ""
