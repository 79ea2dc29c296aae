"""The pieces of Slack's Block Kit that we use, as plain JSON."""

from collections.abc import Sequence
from typing import Final, Literal

from integrations.slack.limits import BUTTON, OPTION, PLACEHOLDER, Json
from integrations.slack.text import plain

MOST_LABEL: Final = 2_000
"""Characters of an input's label or hint."""
Choices = Sequence[tuple[str, str]]
"""The text and the value of each."""


def value(decision: str, option: str | None = None, about: int = 0) -> str:
    """What a button carries: ids only, never words or rights."""
    return f"{decision}|{option or ''}|{about}"


def mrkdwn(text: str) -> Json:
    """Formatted as we did it; Slack adds no links or mentions of its own."""
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def plain_text(text: str, most: int) -> Json:
    return {"type": "plain_text", "text": plain(text, most), "emoji": False}


def section(text: str, accessory: Json | None = None) -> Json:
    block: Json = {"type": "section", "text": mrkdwn(text)}
    return {**block, "accessory": accessory} if accessory else block


def context(text: str) -> Json:
    return {"type": "context", "elements": [mrkdwn(text)]}


def actions(elements: Sequence[Json]) -> Json:
    return {"type": "actions", "elements": list(elements)}


def button(verb: str, carries: str, label: str, place: int = 0, style: Literal["primary"] | None = None) -> Json:
    made: Json = {
        "type": "button",
        "action_id": f"consensus:{verb}:{place}",
        "text": plain_text(label, BUTTON),
        "value": carries,
    }
    return {**made, "style": style} if style else made


def choice(text: str, carries: str) -> Json:
    return {"text": plain_text(text, OPTION), "value": carries}


def select(action: str, choices: Choices, placeholder: str) -> Json:
    return {
        "type": "static_select",
        "action_id": action,
        "placeholder": plain_text(placeholder, PLACEHOLDER),
        "options": [choice(*each) for each in choices],
    }


def entry(name: str, label: str, element: Json, hint: str = "", *, is_optional: bool = False) -> Json:
    """One field of a form; its name is both block and action."""
    block: Json = {
        "type": "input",
        "block_id": name,
        "label": plain_text(label, MOST_LABEL),
        "element": {"action_id": name, **element},
        "optional": is_optional,
    }
    return {**block, "hint": plain_text(hint, MOST_LABEL)} if hint else block


def writing(initial: str, most: int) -> Json:
    """A field for several lines of text, with what was already typed in it."""
    field: Json = {"type": "plain_text_input", "multiline": True, "max_length": most}
    return {**field, "initial_value": initial[:most]} if initial else field
