"""The forms that people fill in, for a question and for reasons; what they typed comes back as data."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from pydantic import ValidationError

from consensus.card import Line, Speaker, render
from consensus.card.lines import line
from consensus.errors import QuestionError
from consensus.model import Model
from consensus.question import LONGEST_OPTION, LONGEST_QUESTION, MOST_OPTIONS, make_question
from integrations.slack.elements import choice, context, entry, plain_text, select, writing
from integrations.slack.incoming import Fields
from integrations.slack.limits import INPUT, TITLE, Json
from integrations.slack.text import inline

ASK: Final = "consensus_ask"
REASON: Final = "consensus_reason"
REJECT: Final = "consensus_reject"
OUTCOME: Final = "consensus_outcome"
EMPTY: Final = {REASON: "slack-reason-empty", REJECT: "reject-needs-reason", OUTCOME: "slack-outcome-empty"}
"""What is said of each form that was sent without its reason."""
SHOWN: Final = 3_000
"""Characters that a field of Slack can be filled with beforehand."""
Stakes = Literal["low", "medium", "high"]
Reads = Literal["thread", "paste", "none"]
Errors = dict[str, Line]
"""What is wrong, by the field that it stands at."""
DURATIONS: Final = ("4h", "24h", "48h", "72h", "168h")


class Origin(Model):
    """Where a form was opened, and the decision that it replaces, if any; travels inside the form."""

    channel: str = ""
    thread_ts: str | None = None
    replaces: str | None = None
    is_again: bool = False
    """The same question was decided before, and is to be asked all the same."""
    flags: str = ""
    """What was said of it that has no field in the form."""


class Asked(Model):
    """A question as it was filled in."""

    question: str = ""
    options: tuple[str, ...] = ()
    safest_first: bool = False
    hide: bool = False
    stakes: Stakes | None = None
    reads: Reads = "none"
    pasted: str = ""
    voters: tuple[str, ...] = ()
    """Slack's ids of people; nobody means the members of the place."""
    close: str = "24h"


def ask_modal(say: Speaker, origin: Origin, filled: Asked | None = None, *, also: str = "") -> Json:
    """The form for a question; what is `filled` in already stands in its fields, `also` is what else was said."""
    known = filled or Asked(reads="thread" if origin.thread_ts else "none")
    options = "\n".join(known.options)
    longest = min(MOST_OPTIONS * (LONGEST_OPTION + 1), INPUT)
    blocks = [
        entry("question", say("slack-ask-question"), writing(known.question, LONGEST_QUESTION)),
        entry(
            "options",
            say("slack-ask-options"),
            writing(options, longest),
            say("slack-ask-options-hint"),
            is_optional=True,
        ),
        entry("extras", say("slack-ask-extras"), _extras(known, say), is_optional=True),
        entry("stakes", say("slack-ask-stakes"), _stakes(known, say), is_optional=True),
        entry("reads", say("slack-ask-reads"), _reads(known, origin, say)),
        entry("pasted", say("slack-ask-pasted"), writing(known.pasted, INPUT), is_optional=True),
        entry("voters", say("slack-ask-voters"), _voters(known), say("slack-ask-voters-hint"), is_optional=True),
        entry("close", say("slack-ask-close"), _close(known, say)),
        *([context(say("slack-ask-also", flags=inline(also)))] if also else []),
    ]
    return _form(ASK, say, "slack-ask", origin.model_dump_json(), blocks)


def reason_modal(say: Speaker, carries: str) -> Json:
    """Asks for the reason of a vote; `carries` is the value of the button."""
    field = entry("reason", say("slack-reason-label"), writing("", INPUT))
    return _form(REASON, say, "slack-reason", carries, [field])


def reject_modal(say: Speaker, carries: str) -> Json:
    """Asks why a proposal is rejected; `carries` is the value of the button."""
    field = entry("reason", say("slack-reject-label"), writing("", INPUT))
    return _form(REJECT, say, "slack-reject", carries, [field])


def outcome_modal(say: Speaker, carries: str) -> Json:
    """Asks what was decided instead; `carries` is the value of the button."""
    field = entry("reason", say("slack-outcome-label"), writing("", INPUT))
    return _form(OUTCOME, say, "slack-outcome", carries, [field])


def read_origin(metadata: str) -> Origin:
    """Where the form was opened; nowhere if that was lost."""
    try:
        return Origin.model_validate_json(metadata)
    except ValidationError:
        return Origin()


def read_ask(fields: Fields) -> Asked | Errors:
    """The question, or what is wrong with it; the form stays open with all that was typed."""
    asked = _asked(fields)
    errors: Errors = {}
    try:
        make_question(asked.question, asked.options, safest_first=asked.safest_first)
    except QuestionError as error:
        field = "question" if error.key.startswith("question") else "options"
        errors[field] = line(error.key, **error.params)
    if asked.reads == "paste" and not asked.pasted:
        errors["pasted"] = line("slack-pasted-empty")
    return errors or asked


def read_reason(fields: Fields, form: str = REASON) -> str | Errors:
    """The reason; an empty one is an error."""
    reason = _text(fields, "reason").strip()
    return reason or {"reason": line(EMPTY[form])}


def errors_shown(errors: Mapping[str, Line], say: Speaker) -> Json:
    """The answer to a form that leaves it open, each sentence at its field."""
    return {"response_action": "errors", "errors": {field: render(each, say) for field, each in errors.items()}}


def _asked(fields: Fields) -> Asked:
    extras, voters, stakes = fields.get("extras", ()), fields.get("voters", ()), _text(fields, "stakes")
    reads = _text(fields, "reads")
    return Asked(
        question=_text(fields, "question").strip(),
        options=tuple(option.strip() for option in _text(fields, "options").splitlines() if option.strip()),
        safest_first="safest" in extras,
        hide="hide" in extras,
        stakes=next((each for each in get_args(Stakes) if each == stakes), None),
        reads=next((each for each in get_args(Reads) if each == reads), "none"),
        pasted=_text(fields, "pasted").strip(),
        voters=voters if isinstance(voters, tuple) else (),
        close=_text(fields, "close") or Asked().close,
    )


def _text(fields: Fields, name: str) -> str:
    entered = fields.get(name, "")
    return entered if isinstance(entered, str) else ""


def _form(callback: str, say: Speaker, name: str, metadata: str, blocks: list[Json]) -> Json:
    return {
        "type": "modal",
        "callback_id": callback,
        "title": plain_text(say(f"{name}-title"), TITLE),
        "submit": plain_text(say(f"{name}-submit"), TITLE),
        "close": plain_text(say("slack-close"), TITLE),
        "private_metadata": metadata,
        "blocks": blocks,
    }


def _extras(known: Asked, say: Speaker) -> Json:
    made = {name: choice(say(f"slack-ask-{name}"), name) for name in ("safest", "hide")}
    chosen = [made["safest"]] * known.safest_first + [made["hide"]] * known.hide
    field: Json = {"type": "checkboxes", "options": list(made.values())}
    return {**field, "initial_options": chosen} if chosen else field


def _stakes(known: Asked, say: Speaker) -> Json:
    made = {name: choice(say(f"slack-stakes-{name}"), name) for name in get_args(Stakes)}
    field: Json = {"type": "radio_buttons", "options": list(made.values())}
    return {**field, "initial_option": made[known.stakes]} if known.stakes else field


def _reads(known: Asked, origin: Origin, say: Speaker) -> Json:
    """Outside a thread there is none to read."""
    names = [name for name in get_args(Reads) if origin.thread_ts or name != "thread"]
    made = {name: choice(say(f"slack-reads-{name}"), name) for name in names}
    return {
        "type": "radio_buttons",
        "options": list(made.values()),
        "initial_option": made.get(known.reads, made["none"]),
    }


def _voters(known: Asked) -> Json:
    field: Json = {"type": "multi_users_select"}
    return {**field, "initial_users": list(known.voters)} if known.voters else field


def _close(known: Asked, say: Speaker) -> Json:
    """The usual durations; another one that was stated before stays among them."""
    durations = dict.fromkeys((*DURATIONS, known.close))
    made = {each: (_duration(each, say), each) for each in durations}
    field = select("close", list(made.values()), say("slack-choose"))
    return {**field, "initial_option": choice(*made[known.close])}


def _duration(text: str, say: Speaker) -> str:
    hours = text.removesuffix("h")
    return say("slack-hours", count=int(hours)) if hours.isdecimal() else text
