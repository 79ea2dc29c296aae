"""What an answer of GitHub means, by its status and its headers: its words are looked at last, for they change."""

import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Annotated, Final, TypeVar

from pydantic import BeforeValidator, ValidationError

from consensus.events import Instant
from integrations.github.errors import DoubtfulError, GitHubError, MovedError, PermanentError, RateLimitedError
from integrations.github.transport import Answer, Json
from integrations.github.wire import Wire

Part = TypeVar("Part", bound=Wire)


def _instant(said: object) -> Instant:
    return int(datetime.fromisoformat(str(said)).timestamp()) * SECOND


When = Annotated[Instant, BeforeValidator(_instant)]
"""A time as GitHub writes it."""

SECOND: Final = 1_000_000
UNSAID_PAUSE: Final = 60
"""Seconds, where GitHub names none: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api."""
LONGEST_PAUSE: Final = 3_600
"""Every limit of GitHub is over within the hour."""
OK, REDIRECTS, UNAUTHORIZED, FORBIDDEN, TOO_MANY, SERVER = range(200, 300), range(300, 400), 401, 403, 429, 500
WHYS: Final[Mapping[int, str]] = {401: "bad_credentials", 404: "not_found", 410: "gone", 422: "invalid"}
WORDED: Final[Mapping[str, str]] = {
    "not accessible by": "not_accessible",
    "suspended": "suspended",
    "archived": "archived",
    "locked": "locked",
}
"""What GitHub's words for a 403 tell apart."""
_LIMIT: Final = re.compile(r"rate limit|abuse detection|wait a few minutes|retry your request", re.IGNORECASE)
_NEXT: Final = re.compile(r'<([^<>]+)>\s*;[^,]*rel="?next"?')


def refusal(answer: Answer, now: Instant) -> GitHubError | None:
    """How the call failed; none if it did not."""
    if answer.status in OK:
        return None
    if answer.status in REDIRECTS:
        return MovedError("moved")
    if is_limit(answer):
        return RateLimitedError(pause(answer, now) or UNSAID_PAUSE)
    if answer.status >= SERVER:
        return DoubtfulError(f"http_{answer.status}")
    why = WHYS.get(answer.status, f"http_{answer.status}")
    if answer.status == FORBIDDEN:
        said = _message(answer)
        why = next((told for words, told in WORDED.items() if words in said), "forbidden")
    return PermanentError(why, needed(answer))


def is_limit(answer: Answer) -> bool:
    """Whether GitHub took nothing because there was too much of it: a 403 may be that, or a missing permission."""
    if answer.status != FORBIDDEN:
        return answer.status == TOO_MANY
    is_spent = answer.headers.get("x-ratelimit-remaining") == "0"
    return is_spent or "retry-after" in answer.headers or bool(_LIMIT.search(_message(answer)))


def pause(answer: Answer, now: Instant) -> int | None:
    """Whole seconds to wait, as far as GitHub says it; its own time counts, not ours."""
    after = _number(answer.headers.get("retry-after"))
    if after is None and answer.headers.get("x-ratelimit-remaining") == "0":
        reset = _number(answer.headers.get("x-ratelimit-reset"))
        there = date(answer) or now
        after = None if reset is None else reset - there // SECOND
    return None if after is None else min(max(1, after), LONGEST_PAUSE)


def needed(answer: Answer) -> str | None:
    """The permission that would have been enough."""
    return answer.headers.get("x-accepted-github-permissions") or None


def date(answer: Answer) -> Instant | None:
    """What time it was at GitHub; none if it does not say."""
    try:
        return int(parsedate_to_datetime(answer.headers.get("date", "")).timestamp()) * SECOND
    except ValueError:
        return None


def understood(kind: type[Part], found: Json) -> Part:
    """What came, as data; what is not built as GitHub builds it is no answer."""
    try:
        return kind.model_validate(found)
    except ValidationError as error:
        raise DoubtfulError("odd_answer") from error


def listed(kind: type[Part], found: Json) -> list[Part]:
    """Each of a list; a list that did not come is not an empty one."""
    if not isinstance(found, list):
        raise DoubtfulError("no_list")
    return [understood(kind, each) for each in found]


def next_page(answer: Answer) -> str | None:
    """The address of the page after this one."""
    found = _NEXT.search(answer.headers.get("link", ""))
    return found[1] if found else None


def _message(answer: Answer) -> str:
    """GitHub's own words, without the address of its documentation; a page of a proxy is all words."""
    try:
        body = answer.json
    except DoubtfulError:
        return answer.text
    return str(body.get("message") or "") if isinstance(body, dict) else ""


def _number(text: str | None) -> int | None:
    found = re.fullmatch(r"[0-9]{1,12}", (text or "").strip())
    return int(found[0]) if found else None
