"""Slack's payloads as they come: the fields that we read, of the types that we rely on, the rest passed over."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict

from consensus.text import whole

Text = Annotated[str, AfterValidator(whole)]
"""What somebody wrote."""


class Wire(BaseModel):
    """A part of a payload; unlike our own data it may hold more than we know."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Envelope(Wire):
    """What comes over a socket; only what has an id is acknowledged."""

    type: str = ""
    envelope_id: str = ""
    payload: dict[str, Any] = {}
    num_connections: int = 1
    """In a greeting: how many sockets of this app are open, this one included."""


class Id(Wire):
    id: str


class Edit(Wire):
    user: str = ""
    ts: str = ""


class Said(Wire):
    """A message, by itself or inside the event that tells of its change."""

    subtype: str | None = None
    user: str | None = None
    bot_id: str | None = None
    app_id: str | None = None
    text: Text | None = None
    ts: str = ""
    thread_ts: str | None = None
    edited: Edit | None = None
    hidden: bool = False


class Event(Said):
    type: str
    channel: str = ""
    channel_type: str | None = None
    tab: str | None = None
    message: Said | None = None
    previous_message: Said | None = None


class EventPayload(Wire):
    team_id: str
    event_id: str
    event: Event


class CommandPayload(Wire):
    team_id: str
    channel_id: str
    user_id: str
    command: str
    text: Text = ""
    trigger_id: str
    response_url: str = ""


class Person(Wire):
    id: str
    team_id: str | None = None


class Message(Wire):
    ts: str = ""
    thread_ts: str | None = None
    text: Text | None = None


class Container(Wire):
    message_ts: str | None = None
    channel_id: str | None = None
    thread_ts: str | None = None


class Choice(Wire):
    value: str


class Action(Wire):
    action_id: str
    action_ts: str
    value: str | None = None
    selected_option: Choice | None = None


class StateValue(Wire):
    value: Text | None = None
    selected_option: Choice | None = None
    selected_options: list[Choice] | None = None
    selected_users: list[str] | None = None


class State(Wire):
    values: dict[str, dict[str, StateValue]] = {}


class View(Wire):
    id: str
    hash: str = ""
    callback_id: str = ""
    private_metadata: str = ""
    state: State | None = None


class Interaction(Wire):
    """What all answers to our surfaces share."""

    type: Literal["block_actions", "view_submission", "message_action"]
    team: Id
    user: Person


class ActionsPayload(Interaction):
    channel: Id | None = None
    container: Container = Container()
    message: Message | None = None
    view: View | None = None
    actions: list[Action]
    trigger_id: str = ""
    response_url: str = ""


class SubmissionPayload(Interaction):
    view: View


class ShortcutPayload(Interaction):
    callback_id: str
    action_ts: str
    channel: Id
    message: Message
    trigger_id: str
    response_url: str = ""
