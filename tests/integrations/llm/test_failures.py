"""What an error means, where no server is needed to see it."""

import pytest

from integrations.llm.failures import Failure, classify, refused_param, retry_after

NOON = "Mon, 30 Nov 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3", 3.0),
        (" 0.5 ", 0.5),
        ("Mon, 30 Nov 2026 12:00:07 GMT", 7.0),
        ("Mon, 30 Nov 2026 11:59:00 GMT", 0.0),
        ("-1", None),
        ("nan", None),
        ("soon", None),
        ("", None),
    ],
)
def test_a_pause_is_stated_in_seconds_or_as_a_date(value: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": value, "date": NOON}) == seconds


def test_a_date_without_the_servers_own_date_is_no_pause() -> None:
    assert retry_after({"retry-after": NOON}) is None


@pytest.mark.parametrize(
    ("text", "param"),
    [
        ("Unsupported value: 'temperature' does not support 0.2 with this model.", "temperature"),
        ("temperature: Extra inputs are not permitted", "temperature"),
        ("`response_format` of type json_schema is not supported", "response_format"),
        ("Invalid parameter: 'response_format'", "response_format"),
        ("The temperature in Berlin is high", None),
        ("max_tokens is not supported", None),
    ],
)
def test_a_refused_parameter_is_named_as_refused(text: str, param: str | None) -> None:
    assert refused_param(text) == param


def test_an_error_without_a_trace_of_the_wire_is_not_tried_again() -> None:
    assert classify(ValueError("odd")) == Failure(cause="provider_error", detail="odd")


def test_a_chain_of_causes_that_bites_its_tail_ends() -> None:
    one, other = ValueError("one"), ValueError("other")
    one.__cause__, other.__cause__ = other, one

    assert classify(one).cause == "provider_error"
