"""What Slack refuses in blocks and views, by its published limits; written apart from the limits the program knows."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Body = Mapping[str, Any]

TEXTS = {"plain_text", "mrkdwn"}
MESSAGE_BLOCKS = {
    "section", "header", "divider", "context", "actions", "image", "input", "rich_text", "markdown", "table", "card",
    "carousel", "video", "file", "context_actions", "plan", "task_card",
}  # fmt: skip
VIEW_BLOCKS = MESSAGE_BLOCKS - {"markdown", "card", "carousel", "plan", "task_card"}
CHOICES = {"static_select": 100, "multi_static_select": 100, "overflow": 5, "radio_buttons": 10, "checkboxes": 10}
OTHER_ELEMENTS = {
    "button", "users_select", "multi_users_select", "conversations_select", "channels_select", "datepicker",
    "datetimepicker", "timepicker", "plain_text_input", "number_input", "image", "external_select",
}  # fmt: skip
MOST_BLOCKS = {"message": 50, "modal": 100, "home": 100}
MARKDOWN = 12_000


def message_problems(blocks: Sequence[Body]) -> list[str]:
    """Why Slack would refuse these blocks in a message; empty if it would take them."""
    found = list(_blocks(blocks, "message"))
    texts = sum(len(str(text)) for text in _strings(blocks))
    return [*found, *_too_many(texts, MARKDOWN, "characters in all texts")]


def view_problems(view: Body) -> list[str]:
    """Why Slack would refuse this modal or Home."""
    kind = view.get("type")
    if kind not in {"modal", "home"}:
        return [f"view type {kind!r}"]
    found = list(_blocks(view.get("blocks", ()), str(kind)))
    found += _too_many(len(view.get("private_metadata", "")), 3000, "private_metadata")
    for name in ("callback_id", "external_id"):
        found += _too_many(len(view.get(name, "")), 255, name)
    if kind == "modal":
        found += [problem for name in ("title", "submit", "close") for problem in _label(view, name)]
    return found


def _label(view: Body, name: str) -> Iterator[str]:
    if name in view:
        yield from _text(view[name], 24, name, plain=True)
    elif name == "title":
        yield "a modal without a title"
    elif name == "submit" and any(block.get("type") == "input" for block in view.get("blocks", ())):
        yield "inputs without submit"


def _blocks(blocks: Sequence[Body], surface: str) -> Iterator[str]:
    known = MESSAGE_BLOCKS if surface == "message" else VIEW_BLOCKS | ({"alert"} if surface == "modal" else set())
    yield from _too_many(len(blocks), MOST_BLOCKS[surface], "blocks")
    names = Counter(block["block_id"] for block in blocks if "block_id" in block)
    yield from (f"block_id {name!r} twice" for name, times in names.items() if times > 1)
    for block in blocks:
        if block.get("type") not in known:
            yield f"block type {block.get('type')!r} in a {surface}"
        yield from _too_many(len(block.get("block_id", "")), 255, "block_id")
        yield from _inside(block)


def _inside(block: Body) -> Iterator[str]:
    inside = INSIDE.get(str(block.get("type")))
    if inside:
        yield from inside(block)


def _header(block: Body) -> Iterator[str]:
    yield from _text(block.get("text"), 150, "header", plain=True)


def _context(block: Body) -> Iterator[str]:
    yield from _count(block.get("elements"), 10, "context elements")
    for element in block.get("elements", ()):
        if element.get("type") != "image":
            yield from _text(element, 3000, "context")


def _actions(block: Body) -> Iterator[str]:
    yield from _count(block.get("elements"), 25, "actions elements")
    yield from _elements(block.get("elements", ()))


def _input(block: Body) -> Iterator[str]:
    yield from _text(block.get("label"), 2000, "label", plain=True)
    yield from _elements([block.get("element") or {}])


def _markdown(block: Body) -> Iterator[str]:
    yield from _too_many(len(block.get("text", "")), MARKDOWN, "markdown")


def _card(block: Body) -> Iterator[str]:
    yield from _too_many(len(block.get("actions", ())), 3, "card actions")
    yield from _text(block.get("body"), 200, "card body")


def _carousel(block: Body) -> Iterator[str]:
    yield from _count(block.get("elements"), 10, "carousel elements")


def _section(block: Body) -> Iterator[str]:
    if "text" in block:
        yield from _text(block["text"], 3000, "section")
    elif not block.get("fields"):
        yield "a section without text"
    yield from _too_many(len(block.get("fields", ())), 10, "fields")
    for field in block.get("fields", ()):
        yield from _text(field, 2000, "field")
    if "accessory" in block:
        yield from _elements([block["accessory"]])


def _elements(elements: Sequence[Body]) -> Iterator[str]:
    names = Counter(element["action_id"] for element in elements if "action_id" in element)
    yield from (f"action_id {name!r} twice in a block" for name, times in names.items() if times > 1)
    for element in elements:
        kind = element.get("type")
        if kind not in OTHER_ELEMENTS and kind not in CHOICES:
            yield f"element type {kind!r}"
        yield from _too_many(len(element.get("action_id", "")), 255, "action_id")
        if kind == "button":
            yield from _button(element)
        if kind in CHOICES:
            yield from _options(element, CHOICES[kind])
        if "placeholder" in element:
            yield from _text(element["placeholder"], 150, "placeholder", plain=True)
        if "confirm" in element:
            yield from _confirm(element["confirm"])


def _button(button: Body) -> Iterator[str]:
    yield from _text(button.get("text"), 75, "button", plain=True)
    yield from _too_many(len(button.get("value", "")), 2000, "button value")
    yield from _too_many(len(button.get("url", "")), 3000, "button url")
    if button.get("style") not in {None, "primary", "danger"}:
        yield f"button style {button['style']!r}"


def _options(element: Body, most: int) -> Iterator[str]:
    options = [*element.get("options", ())]
    options += [option for group in element.get("option_groups", ()) for option in group.get("options", ())]
    yield from _count(options, most, f"{element['type']} options")
    for option in options:
        yield from _text(option.get("text"), 75, "option")
        yield from _too_many(len(option.get("value", "")), 150, "option value")


def _confirm(confirm: Body) -> Iterator[str]:
    yield from _text(confirm.get("title"), 100, "confirm title", plain=True)
    yield from _text(confirm.get("text"), 300, "confirm text")
    for name in ("confirm", "deny"):
        yield from _text(confirm.get(name), 30, f"confirm {name}", plain=True)


def _text(text: Body | None, most: int, where: str, *, plain: bool = False) -> Iterator[str]:
    if not isinstance(text, Mapping) or text.get("type") not in TEXTS:
        yield f"no text object in {where}"
        return
    if plain and text["type"] != "plain_text":
        yield f"{where} must be plain_text"
    if not text.get("text"):
        yield f"empty text in {where}"
    yield from _too_many(len(text.get("text", "")), most, where)


def _count(items: Sequence[Body] | None, most: int, what: str) -> Iterator[str]:
    if not items:
        yield f"no {what}"
    yield from _too_many(len(items or ()), most, what)


def _too_many(count: int, most: int, what: str) -> list[str]:
    return [f"{count} {what}, at most {most}"] if count > most else []


def _strings(value: object) -> Iterator[str]:
    """Every text that is shown, wherever it stands."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name == "text" and isinstance(inner, str):
                yield inner
            else:
                yield from _strings(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _strings(inner)


INSIDE: dict[str, Callable[[Body], Iterator[str]]] = {
    "section": _section,
    "header": _header,
    "context": _context,
    "actions": _actions,
    "input": _input,
    "markdown": _markdown,
    "card": _card,
    "carousel": _carousel,
}
