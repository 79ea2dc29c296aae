"""What can be seen in the stand-in: sentences, buttons, threads and forms."""

from collections.abc import Iterator

from tests.end_to_end.slack.stand_in import BOT, CHANNEL, LEAD, Body, StandIn
from tests.end_to_end.waiting import eventually


def words(shown: object) -> str:
    """Everything that can be read in a message or a view, one text a line."""
    return "\n".join(_texts(shown))


def buttons(shown: object) -> Iterator[Body]:
    """Everything that can be pressed, with the block it stands in."""
    blocks = shown.get("blocks") or () if isinstance(shown, dict) else ()
    for block in blocks:
        inside = [*block.get("elements", ()), *([block["accessory"]] if "accessory" in block else ())]
        yield from ({"block_id": block.get("block_id", "")} | each for each in inside if "action_id" in each)


def button(shown: object, verb: str, label: str = "") -> Body:
    """The button of that verb, of several the one that says so."""
    found = [each for each in buttons(shown) if each["action_id"].split(":")[1] == verb and label in words(each)]
    if not found:
        offered = ", ".join(each["action_id"] for each in buttons(shown))
        raise AssertionError(f"no button {verb} {label!r}; there are: {offered or 'none'} in\n{words(shown)}")
    return found[0]


def has_button(shown: object, verb: str) -> bool:
    return any(each["action_id"].split(":")[1] == verb for each in buttons(shown))


async def ours(slack: StandIn, *, channel: str = CHANNEL, thread: str | None = None) -> list[Body]:
    """What the bot has posted for all to see, in the channel or in one of its threads."""
    posted = [each for each in await slack.messages(channel) if each.get("user") == BOT]
    return [
        each
        for each in posted
        if each.get("subtype") != "ephemeral" and (thread is None or each.get("thread_ts") == thread)
    ]


async def card(slack: StandIn, *said: str, channel: str = CHANNEL, seconds: int = 20) -> Body:
    """The card whose words hold all of this; a reply that notifies has no button for the details."""

    async def look() -> Body | None:
        cards = [each for each in await ours(slack, channel=channel) if has_button(each, "details")]
        return next((each for each in cards if all(word in words(each) for word in said)), None)

    return await eventually(f"a card with {said}", look, seconds)


async def reply(slack: StandIn, thread: str, *said: str, channel: str = CHANNEL) -> Body:
    """A message of the bot in this thread, other than the card."""

    async def look() -> Body | None:
        replies = [
            each for each in await ours(slack, channel=channel, thread=thread) if not has_button(each, "details")
        ]
        return next((each for each in replies if all(word in words(each) for word in said)), None)

    return await eventually(f"a reply with {said}", look)


async def whisper(slack: StandIn, *said: str, user: str = LEAD, channel: str = CHANNEL) -> Body:
    """The newest message that only one person sees, with these words."""

    async def look() -> Body | None:
        alone = [each for each in await slack.messages(channel) if each.get("ephemeral_to") == user]
        return next((each for each in reversed(alone) if all(word in words(each) for word in said)), None)

    return await eventually(f"a message to {user} alone with {said}", look)


async def form(slack: StandIn, title: str) -> Body:
    """The form that is open on the screen."""

    async def look() -> Body | None:
        views: list[Body] = (await slack.snapshot())["modalStack"]
        return next((each for each in views if title in words(each["title"])), None)

    return await eventually(f"a form {title!r}", look)


def filled(view: Body, **typed: str) -> Body:
    """What a form sends: what stood in its fields, with what was typed over it."""
    values: Body = {}
    for block in view["blocks"]:
        if block["type"] == "input":
            element = block["element"]
            values[block["block_id"]] = {element["action_id"]: _value(element, typed.get(block["block_id"]))}
    return values


def _value(element: Body, typed: str | None) -> Body:
    match element["type"]:
        case "plain_text_input":
            return {"type": element["type"], "value": typed if typed is not None else element.get("initial_value")}
        case "checkboxes":
            return {"type": element["type"], "selected_options": element.get("initial_options", [])}
        case "multi_users_select":
            return {"type": element["type"], "selected_users": element.get("initial_users", [])}
    chosen = next((each for each in element["options"] if each["value"] == typed), element.get("initial_option"))
    return {"type": element["type"], "selected_option": chosen}


def _texts(shown: object) -> Iterator[str]:
    if isinstance(shown, list):
        for each in shown:
            yield from _texts(each)
    if isinstance(shown, dict):
        for name, inner in shown.items():
            if name == "text" and isinstance(inner, str):
                yield inner
            elif name not in {"value", "private_metadata"}:
                yield from _texts(inner)
