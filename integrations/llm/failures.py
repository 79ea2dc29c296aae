"""What went wrong with one request, and whether asking again can help."""

import re
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from itertools import islice
from typing import Literal

from consensus.model import Model
from integrations.llm.redaction import first_line

Param = Literal["temperature", "response_format"]
FailureCause = Literal["timeout", "rate_limited", "provider_error", "refused", "empty"]

REFUSED_PARAMS: tuple[tuple[Param, re.Pattern[str]], ...] = (
    ("temperature", re.compile(r"\btemperature\b", re.IGNORECASE)),
    ("response_format", re.compile(r"response_?(format|schema)|json_schema|structured output", re.IGNORECASE)),
)
REFUSAL_WORDS = re.compile(
    r"support|unrecognized|unknown|unexpected|not allowed|not permitted|invalid|extra input|deprecated", re.IGNORECASE
)
POLICY = re.compile(r"content[ _](policy|filter|management)|safety (policy|system)|usage policies", re.IGNORECASE)
NEVER_SENT = re.compile(r"missing.{0,20}(credentials|api.?key)|provider not provided", re.IGNORECASE)
"""What litellm and the clients below it say when they refuse before a request is made."""

NO_CONNECTION = {"ConnectError", "ConnectTimeout"}
TIMEOUTS = {408, 504}
RATE_LIMITED = 429
FIRST_SERVER_ERROR = 500
DEEPEST = 12
"""Links of a chain of causes that are looked at."""


class Failure(Model):
    """One request without an answer."""

    cause: FailureCause
    detail: str = ""
    http: int | None = None
    sent: bool = True
    """Whether the request left the machine."""
    is_free: bool = False
    """Whether it surely was not paid for."""
    may_retry: bool = False
    retry_after: float | None = None
    """Seconds that the provider asked us to wait."""
    param: Param | None = None
    """The parameter that the model does not take."""


def classify(error: BaseException) -> Failure:
    """The failure behind an exception: litellm's own statuses are partly invented, so the wire's are looked for."""
    links = tuple(islice(_links(error), DEEPEST))
    detail = first_line(str(error))
    for link in links:
        kinds = {kind.__name__ for kind in type(link).__mro__}
        if "HTTPStatusError" in kinds:
            response = link.response  # type: ignore[attr-defined]  # httpx's, which stays unimported
            return _by_status(response.status_code, response.headers, str(error))
        if "TransportError" in kinds:
            return _by_connection(kinds, detail)
    return _without_wire(error, detail)


def _links(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _by_status(status: int, headers: Mapping[str, str], text: str) -> Failure:
    cause = _cause(status, text)
    may_retry = status in {RATE_LIMITED, *TIMEOUTS} or status >= FIRST_SERVER_ERROR
    return Failure(
        cause=cause,
        detail=first_line(text),
        http=status,
        is_free=status not in TIMEOUTS,
        may_retry=may_retry,
        retry_after=retry_after(headers) if may_retry else None,
        param=refused_param(text) if not may_retry and cause != "refused" else None,
    )


def _cause(status: int, text: str) -> FailureCause:
    if status == RATE_LIMITED:
        return "rate_limited"
    if status in TIMEOUTS:
        return "timeout"
    return "refused" if status < FIRST_SERVER_ERROR and POLICY.search(text) else "provider_error"


def _by_connection(kinds: set[str], detail: str) -> Failure:
    sent = not kinds & NO_CONNECTION
    cause: FailureCause = "timeout" if "TimeoutException" in kinds else "provider_error"
    return Failure(cause=cause, detail=detail, sent=sent, is_free=not sent, may_retry=True)


def _without_wire(error: BaseException, detail: str) -> Failure:
    """Refused by litellm before the request, or a reply that litellm could not read."""
    if type(error).__name__ == "UnsupportedParamsError":
        param = refused_param(str(error))
        return Failure(cause="provider_error", detail=detail, sent=False, is_free=True, param=param)
    sent = not NEVER_SENT.search(str(error))
    return Failure(cause="provider_error", detail=detail, sent=sent, is_free=not sent)


def refused_param(text: str) -> Param | None:
    """The parameter that an error says the model does not take."""
    if not REFUSAL_WORDS.search(text):
        return None
    return next((param for param, pattern in REFUSED_PARAMS if pattern.search(text)), None)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, stated as a number or as a date beside the reply's own date."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", value):
        return float(value)
    try:
        due, now = parsedate_to_datetime(value), parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, (due - now).total_seconds())
    except (TypeError, ValueError):
        return None
