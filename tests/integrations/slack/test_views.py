"""The forms hold what was typed, say what is wrong where it is wrong, and give back a question."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.units import read_duration
from consensus.card import Speaker
from consensus.panel.agents import Language
from integrations.slack.incoming import Fields
from integrations.slack.limits import Json, check
from integrations.slack.views import (
    ASK,
    DURATIONS,
    OUTCOME,
    REJECT,
    Asked,
    Origin,
    ask_modal,
    errors_shown,
    outcome_modal,
    read_ask,
    read_origin,
    read_reason,
    reason_modal,
    reject_modal,
)
from tests.integrations.slack.speaking import HOSTILE, Voice

THREAD = Origin(channel="C1", thread_ts="1.1")
FILLED = Asked(
    question="Which database?",
    options=("Postgres", "MySQL"),
    safest_first=True,
    hide=True,
    stakes="high",
    reads="paste",
    pasted="what we know",
    voters=("U1", "U2"),
    close="48h",
)


def typed(view: Json) -> Fields:
    """What Slack sends back of a form that nobody touched."""
    found: Fields = {}
    for block in view["blocks"]:
        element = block["element"]
        if "initial_options" in element:
            found[block["block_id"]] = tuple(each["value"] for each in element["initial_options"])
        elif "initial_users" in element:
            found[block["block_id"]] = tuple(element["initial_users"])
        elif "initial_option" in element:
            found[block["block_id"]] = element["initial_option"]["value"]
        elif "initial_value" in element:
            found[block["block_id"]] = element["initial_value"]
    return found


def keys(found: object) -> dict[str, str]:
    assert isinstance(found, dict)
    return {field: each.key for field, each in found.items()}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("filled", [None, FILLED, Asked(stakes="low", reads="none")])
@pytest.mark.parametrize("origin", [THREAD, Origin(channel="C1"), Origin(replaces="D-1")])
def test_slack_takes_the_form(lang: Language, filled: Asked | None, origin: Origin) -> None:
    check(ask_modal(Voice(lang), origin, filled))


def test_nothing_typed_is_lost_when_a_form_opens_again() -> None:
    assert read_ask(typed(ask_modal(Voice(), THREAD, FILLED))) == FILLED


def test_a_form_remembers_where_it_was_opened() -> None:
    origin = Origin(channel="C1", thread_ts="1.1", replaces="D-7")

    assert read_origin(ask_modal(Voice(), origin)["private_metadata"]) == origin
    assert read_origin("no json") == Origin()


def test_in_a_thread_the_thread_is_read_unless_somebody_chooses_otherwise() -> None:
    in_thread, outside = (typed(ask_modal(Voice(), origin)) for origin in (THREAD, Origin(channel="C1")))

    assert (in_thread["reads"], outside["reads"]) == ("thread", "none")


def test_outside_a_thread_none_can_be_chosen() -> None:
    view = ask_modal(Voice(), Origin(channel="C1"), Asked(reads="thread"))

    (reads,) = (block["element"] for block in view["blocks"] if block["block_id"] == "reads")
    assert [option["value"] for option in reads["options"]] == ["paste", "none"]
    assert reads["initial_option"]["value"] == "none"


def test_a_duration_that_is_not_in_the_list_is_added_to_it() -> None:
    view = ask_modal(Voice(), THREAD, Asked(close="2d"))

    check(view)
    assert typed(view)["close"] == "2d"


@pytest.mark.parametrize("duration", DURATIONS)
def test_the_durations_of_the_form_are_understood(duration: str) -> None:
    assert read_duration(duration) > 0


def test_an_empty_form_wants_a_question() -> None:
    assert keys(read_ask({})) == {"question": "question-empty"}


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"question": "  "}, {"question": "question-empty"}),
        ({"question": "?" * 2001}, {"question": "question-too-long"}),
        ({"question": "Which?", "options": "a\nA\n"}, {"options": "options-all-the-same"}),
        ({"question": "Which?", "options": "\n".join("abcdefghijk")}, {"options": "too-many-options"}),
        ({"question": "Which?", "options": "x" * 201 + "\ny"}, {"options": "option-too-long"}),
        ({"question": "Which?", "options": "\u200b\ny"}, {"options": "option-empty"}),
        ({"question": "Which?", "reads": "paste", "pasted": " "}, {"pasted": "slack-pasted-empty"}),
        ({"question": "", "reads": "paste"}, {"question": "question-empty", "pasted": "slack-pasted-empty"}),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_wrong_stands_at_its_field(fields: Fields, wrong: dict[str, str], lang: Language) -> None:
    found = read_ask(fields)

    assert keys(found) == wrong
    assert isinstance(found, dict)
    shown = errors_shown(found, Voice(lang))
    assert shown["response_action"] == "errors"
    assert all(shown["errors"][field] for field in wrong)
    assert set(wrong) <= {block["block_id"] for block in ask_modal(Voice(), THREAD)["blocks"]}


def test_options_are_lines_without_the_empty_ones() -> None:
    found = read_ask({"question": " Which? ", "options": " a \r\n\n b\n"})

    assert isinstance(found, Asked)
    assert (found.question, found.options) == ("Which?", ("a", "b"))


def test_values_that_the_form_does_not_offer_count_as_none() -> None:
    found = read_ask({"question": "Which?", "stakes": "huge", "reads": "all", "voters": "U1", "options": ("a",)})

    assert found == Asked(question="Which?")


@pytest.mark.parametrize("make", [reason_modal, reject_modal, outcome_modal])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_slack_takes_the_forms_for_reasons(make: object, lang: Language) -> None:
    assert callable(make)
    view = make(Voice(lang), "D-42|o1|7")

    check(view)
    assert view["private_metadata"] == "D-42|o1|7"
    assert view["blocks"][0]["optional"] is False


def test_a_reason_is_what_was_written() -> None:
    assert read_reason({"reason": " ops runs it "}) == "ops runs it"


def test_a_form_without_its_reason_is_refused() -> None:
    assert keys(read_reason({"reason": " \n"}, REJECT)) == {"reason": "reject-needs-reason"}
    assert keys(read_reason({}, OUTCOME)) == {"reason": "slack-outcome-empty"}
    assert keys(read_reason({})) == {"reason": "slack-reason-empty"}


def test_forms_are_told_apart() -> None:
    voice: Speaker = Voice()
    made = [ask_modal(voice, THREAD), reason_modal(voice, ""), reject_modal(voice, ""), outcome_modal(voice, "")]

    assert len({view["callback_id"] for view in made}) == len(made)
    assert made[0]["callback_id"] == ASK


@settings(max_examples=25)
@given(HOSTILE, st.sampled_from(["en", "fr"]))
def test_whatever_was_typed_slack_takes_the_form_again(text: str, lang: Language) -> None:
    check(ask_modal(Voice(lang), THREAD, Asked(question=text, options=(text, text), pasted=text, reads="paste")))


def test_what_has_no_field_is_shown_in_the_form_and_travels_with_it() -> None:
    origin = Origin(channel="C1", flags="--rule borda --profile <!channel>")

    view = ask_modal(Voice(), origin, also=origin.flags)

    check(view)
    assert view["blocks"][-1]["elements"][0]["text"].startswith("Also said: --rule borda --profile &lt;")
    assert read_origin(view["private_metadata"]) == origin
