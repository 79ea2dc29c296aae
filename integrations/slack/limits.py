"""What Slack takes at most, and the one check that everything passes before it goes out."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

Json = dict[str, Any]

BLOCKS: Final = 50
VIEW_BLOCKS: Final = 100
MESSAGE: Final = 12_000
"""Characters over all blocks of a message."""
TEXT: Final = 40_000
SECTION: Final = 3_000
FIELD: Final = 2_000
CONTEXT: Final = 2_000
CONTEXT_ELEMENTS: Final = 10
HEADER: Final = 150
ACTIONS: Final = 25
BUTTON: Final = 75
VALUE: Final = 2_000
OPTION: Final = 75
SELECT_OPTIONS: Final = 100
CHOICES: Final = 10
"""Radio buttons or checkboxes of one element."""
TITLE: Final = 24
METADATA: Final = 3_000
IDENTIFIER: Final = 255
INPUT: Final = 3_000
PLACEHOLDER: Final = 150

ELEMENTS: Final = frozenset(
    {"button", "static_select", "multi_users_select", "radio_buttons", "checkboxes", "plain_text_input", "overflow"}
)
"""Those that we use: the SDK lets a misspelt one pass."""
PAGE: Final = r"https?://[\w.-]+(?::\d+)?/[\w.-]+/[\w.-]+/(?:pull|issues)/\d+(?:#[\w-]+)?"
"""Where a decision can stand outside Slack: a pull request or an issue of a repository, or a comment there."""
LIVE: Final = re.compile(
    r"<@[UW][A-Z0-9]+>"
    r"|<!date\^\d+\^[^<>|^]+\|[^<>|]*>"
    r"|<https://[a-z0-9-]+(?:\.enterprise)?\.slack\.com/archives/[\w/?=&;.-]+(?:\|[^<>|]*)?>"
    rf"|<{PAGE}\|[^<>|]*>",
    re.ASCII,
)
"""All that may be alive in a text of ours: a person, a time, a message of Slack, a page of a repository."""


class InvalidPayloadError(ValueError):
    """A fault of ours: Slack would refuse this, or it would ring or link where it must not."""


def check(payload: Mapping[str, Any]) -> None:
    """Raises InvalidPayloadError for a message or a view that may not go out as it is."""
    problem = next(_problems(payload), None)
    if problem:
        raise InvalidPayloadError(problem)


def size(blocks: list[Json]) -> int:
    """The characters of all texts in the blocks."""
    return sum(len(text["text"]) for text in texts(blocks))


def texts(value: object) -> Iterator[Json]:
    """Every text object inside a payload."""
    return (each for each in _objects(value) if each.get("type") in {"mrkdwn", "plain_text"})


def _objects(value: object) -> Iterator[Json]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from _objects(each)


def _problems(payload: Mapping[str, Any]) -> Iterator[str]:
    blocks = list(payload.get("blocks") or ())
    is_view = payload.get("type") in {"modal", "home"}
    yield from _of_sdk(payload, blocks) if is_view else _of_message(payload, blocks)
    if None in Block.parse_all(blocks):
        yield "unknown block type"
    yield from _of_ids(blocks)
    for each in _objects(blocks):
        rules = RULES.get(str(each.get("type")), ())
        yield from (f"{each['type']}: {why}" for why, holds in rules if not holds(each))
    spoken = [text["text"] for text in texts(blocks) if text["type"] == "mrkdwn"]
    if any("<" in LIVE.sub("", text) for text in (*spoken, str(payload.get("text") or ""))):
        yield "something alive that is not ours"


def _of_message(payload: Mapping[str, Any], blocks: list[Json]) -> Iterator[str]:
    if not 0 < len(str(payload.get("text") or "").strip()) <= TEXT:
        yield "text: missing or too long"
    if len(blocks) > BLOCKS:
        yield "too many blocks"
    if size(blocks) > MESSAGE:
        yield "too many characters"
    yield from _of_sdk({"type": "modal", "blocks": blocks}, blocks) if blocks else ()


def _of_sdk(view: Mapping[str, Any], blocks: list[Json]) -> Iterator[str]:
    """What the SDK's own models refuse; they know the limits of a block, not those of a message."""
    try:
        for block in filter(None, Block.parse_all(blocks)):
            block.validate_json()
        View(**view).to_dict()
    except SlackObjectFormationError as error:
        yield str(error)


def _of_ids(blocks: list[Json]) -> Iterator[str]:
    if any(count > 1 for count in Counter(block["block_id"] for block in blocks if "block_id" in block).values()):
        yield "a block_id twice"
    for block in blocks:
        actions = Counter(each["action_id"] for each in _objects(block) if "action_id" in each)
        if any(count > 1 for count in actions.values()):
            yield "an action_id twice in a block"


Rule = tuple[str, Callable[[Json], bool]]


def _between(field: str, least: int, most: int) -> Rule:
    return f"{field}: {least} to {most}", lambda each: least <= len(each.get(field) or ()) <= most


def _is_plain(field: str) -> Rule:
    return f"{field}: plain text only", lambda each: each[field]["type"] == "plain_text"


def _short(field: str, most: int) -> Rule:
    return f"{field}: at most {most} characters each", lambda each: all(
        len(text["text"]) <= most for text in texts(each.get(field))
    )


def _known(field: str) -> Rule:
    return f"{field}: unknown", lambda each: all(
        element["type"] in ELEMENTS for element in _objects(each.get(field)) if "action_id" in element
    )


RULES: Final[dict[str, tuple[Rule, ...]]] = {
    "plain_text": (_between("text", 1, SECTION),),
    "mrkdwn": (_between("text", 1, SECTION),),
    "header": (_is_plain("text"),),
    "section": (_short("fields", FIELD), _known("accessory")),
    "context": (_between("elements", 1, CONTEXT_ELEMENTS), _short("elements", CONTEXT)),
    "actions": (_between("elements", 1, ACTIONS), _known("elements")),
    "input": (_is_plain("label"), _known("element")),
    "button": (_is_plain("text"), _between("action_id", 1, IDENTIFIER)),
    "static_select": (_between("options", 1, SELECT_OPTIONS), _short("options", OPTION)),
    "radio_buttons": (_between("options", 1, CHOICES), _short("options", OPTION)),
    "checkboxes": (_between("options", 1, CHOICES), _short("options", OPTION)),
    "plain_text_input": (_between("initial_value", 0, INPUT),),
}
"""What the SDK lets pass and Slack does not."""
