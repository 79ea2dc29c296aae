"""Slack's payloads become what they mean for us; what we must not answer is ignored with its reason."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from integrations.slack.elements import button, value
from integrations.slack.incoming import (
    Click,
    DirectMessage,
    Edited,
    HomeOpened,
    Ignored,
    Incoming,
    Mention,
    Own,
    Shortcut,
    SlashCommand,
    Submission,
)
from integrations.slack.parse import parse

OWN = Own(team="T1", user="U0BOT", bot="B0BOT", app="A0APP")
Json = dict[str, Any]
EDIT = {"user": "U1", "ts": "9.9"}


def event(event_id: str = "Ev1", team: str = "T1", **changes: object) -> Json:
    said = {"type": "app_mention", "user": "U1", "channel": "C1", "ts": "1.1", "text": "<@U0BOT> ship?"}
    return {"type": "event_callback", "team_id": team, "event_id": event_id, "event": said | changes}


def command(**changes: object) -> Json:
    sent = {
        "command": "/consensus",
        "text": "A &lt; B or C?",
        "team_id": "T1",
        "channel_id": "C1",
        "user_id": "U1",
        "trigger_id": "1.2.x",
        "response_url": "https://hooks.example/1",
        "token": "old",
    }
    return sent | changes


def click(**changes: object) -> Json:
    action = button("cast", value("D-42", "o1", 7), "Postgres", 2) | {"action_ts": "5.5", "block_id": "x"}
    sent = {
        "type": "block_actions",
        "team": {"id": "T1", "domain": "acme"},
        "user": {"id": "U1", "team_id": "T1", "name": "lead"},
        "channel": {"id": "C1"},
        "container": {"type": "message", "message_ts": "2.2", "channel_id": "C1"},
        "message": {"ts": "2.2", "thread_ts": "1.1", "text": "card"},
        "actions": [action],
        "trigger_id": "t",
        "response_url": "https://hooks.example/2",
    }
    return sent | changes


def submission(values: Json, **changes: object) -> Json:
    view = {
        "id": "V1",
        "hash": "h1",
        "callback_id": "consensus_ask",
        "private_metadata": "{}",
        "state": {"values": values},
        "blocks": [],
    }
    sent = {"type": "view_submission", "team": {"id": "T1"}, "user": {"id": "U1", "team_id": "T1"}, "view": view}
    return sent | changes


def shortcut(**changes: object) -> Json:
    sent = {
        "type": "message_action",
        "callback_id": "consensus_decide",
        "action_ts": "6.6",
        "team": {"id": "T1"},
        "user": {"id": "U1"},
        "channel": {"id": "C1"},
        "message": {"ts": "3.3", "thread_ts": "1.1", "text": "<@U2> A &amp; B?"},
        "trigger_id": "t",
        "response_url": "https://hooks.example/3",
    }
    return sent | changes


def reason(found: Incoming) -> str:
    assert isinstance(found, Ignored)
    return found.reason


def test_a_command_is_read() -> None:
    assert parse(command(), OWN) == SlashCommand(
        key="T1:1.2.x",
        team="T1",
        user="U1",
        channel="C1",
        text="A < B or C?",
        command="/consensus",
        trigger="1.2.x",
        response_url="https://hooks.example/1",
    )


def test_a_mention_in_a_thread_is_read_without_our_name() -> None:
    found = parse(event(thread_ts="0.5", text="hey <@U0BOT>, ask <@U2> about A &amp; B"), OWN)

    assert found == Mention(
        key="T1:Ev1",
        also_key="T1:C1:1.1",
        team="T1",
        user="U1",
        channel="C1",
        thread_ts="0.5",
        text="hey ask @U2 about A & B",
        ts="1.1",
    )


def test_a_mention_at_the_top_of_a_channel_has_no_thread_yet() -> None:
    found = parse(event(text="<@U0BOT|consensus>: ship?\n- now\n- later"), OWN)

    assert isinstance(found, Mention)
    assert (found.thread_ts, found.text) == (None, "ship?\n- now\n- later")


def test_hard_case_3_a_mention_and_its_message_share_a_key() -> None:
    mention = parse(event("Ev1"), OWN)
    message = parse(event("Ev2", type="message", channel_type="channel"), OWN)

    assert isinstance(mention, Mention)
    assert isinstance(message, Mention)
    assert mention.key != message.key
    assert mention.also_key == message.also_key


def test_hard_case_2_a_copy_of_an_event_has_the_same_key() -> None:
    assert parse(event() | {"retry": 1}, OWN) == parse(event(), OWN)


def test_a_direct_message_needs_no_mention() -> None:
    found = parse(event(type="message", channel_type="im", channel="D1", text="should we ship?"), OWN)

    assert isinstance(found, DirectMessage)
    assert (found.channel, found.text, found.also_key) == ("D1", "should we ship?", "T1:D1:1.1")


@pytest.mark.parametrize("subtype", ["file_share", "thread_broadcast", "me_message"])
def test_a_message_with_a_file_or_sent_to_the_channel_too_is_one(subtype: str) -> None:
    assert isinstance(parse(event(subtype=subtype), OWN), Mention)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"type": "message", "subtype": "message_changed", "message": {"text": "<@U0BOT> ship?"}}, "edited"),
        ({"edited": EDIT, "user": "U2"}, "edited"),
        ({"edited": EDIT, "text": "ship?"}, "edited"),
        ({"type": "message", "subtype": "message_deleted", "hidden": True}, "subtype"),
        ({"type": "message", "subtype": "channel_join"}, "subtype"),
        ({"type": "message", "hidden": True}, "subtype"),
    ],
)
def test_hard_case_6_an_edit_starts_nothing(changes: Json, why: str) -> None:
    assert reason(parse(event(**changes), OWN)) == why


def changed(new: Json, old: str | None = "<@U0BOT> ship?", **more: object) -> Json:
    message = {"user": "U1", "ts": "1.1", "text": "<@U0BOT> hold?", "edited": EDIT} | new
    before = {"previous_message": {"user": "U1", "ts": "1.1", "text": old}} if old is not None else {}
    shape: Json = {
        "type": "message",
        "subtype": "message_changed",
        "hidden": True,
        "user": None,
        "text": None,
        "ts": "2.2",
    }
    return event(**(shape | {"message": message} | before | more))


def test_hard_case_6_an_edit_by_its_author_is_told_from_a_request() -> None:
    found = parse(changed({"thread_ts": "1.0"}), OWN)

    assert found == Edited(
        key="T1:Ev1",
        also_key="T1:C1:1.1:9.9",
        team="T1",
        user="U1",
        channel="C1",
        thread_ts="1.0",
        text="hold?",
        ts="1.1",
        before="ship?",
    )


def test_an_edit_that_comes_as_a_mention_is_the_same_one() -> None:
    found = parse(event(edited=EDIT, text="<@U0BOT> hold?"), OWN)

    assert isinstance(found, Edited)
    assert (found.also_key, found.text, found.before) == ("T1:C1:1.1:9.9", "hold?", None)


def test_an_edit_of_the_first_message_of_a_thread_is_answered_where_that_stands() -> None:
    found = parse(changed({"thread_ts": "1.1"}), OWN)

    assert isinstance(found, Edited)
    assert found.thread_ts is None


@pytest.mark.parametrize(
    ("new", "old", "why"),
    [
        ({"text": "<@U0BOT> ship?"}, "<@U0BOT> ship?", "edited"),
        ({"edited": None}, "<@U0BOT> ship?", "edited"),
        ({"text": "hold?"}, "ship?", "edited"),
        ({"user": "U2"}, "<@U0BOT> ship?", "edited"),
        ({"user": "U0BOT", "edited": {"user": "U0BOT", "ts": "9.9"}}, None, "own"),
        ({"bot_id": "B9"}, None, "bot"),
        ({"subtype": "tombstone"}, None, "subtype"),
        ({"ts": ""}, None, "malformed"),
    ],
)
def test_hard_case_6_other_changes_of_a_message_are_none(new: Json, old: str | None, why: str) -> None:
    assert reason(parse(changed(new, old), OWN)) == why


@pytest.mark.parametrize(
    "changes",
    [
        {"user": "U0BOT"},
        {"user": None, "bot_id": "B0BOT", "subtype": "bot_message"},
        {"bot_id": "B9", "app_id": "A0APP"},
    ],
)
def test_hard_case_15_our_own_words_are_no_request(changes: Json) -> None:
    own = OWN.model_copy(update={"bots": frozenset({"B9", "B0BOT"})})

    assert reason(parse(event(**changes), own)) == "own"


@pytest.mark.parametrize("changes", [{"bot_id": "B2"}, {"subtype": "bot_message", "user": None, "bot_id": "B2"}])
def test_hard_case_16_another_bot_is_ignored_unless_it_is_listed(changes: Json) -> None:
    listed = OWN.model_copy(update={"bots": frozenset({"B2"})})

    found = parse(event(**changes), listed)

    assert reason(parse(event(**changes), OWN)) == "bot"
    assert isinstance(found, Mention)
    assert found.by_bot


def test_a_message_that_does_not_name_us_is_not_for_us() -> None:
    assert reason(parse(event(type="message", channel_type="channel", text="ship <@U0BOTX>?"), OWN)) == "not-for-us"


def test_opening_our_home_is_seen_and_the_other_tabs_are_not() -> None:
    opened = {"type": "app_home_opened", "channel": "D1"}

    assert parse(event(**opened, tab="home"), OWN) == HomeOpened(key="T1:Ev1", team="T1", user="U1")
    assert reason(parse(event(**opened, tab="messages"), OWN)) == "not-for-us"


def test_a_click_is_read() -> None:
    assert parse(click(), OWN) == Click(
        key="T1:5.5:U1:consensus:cast:2",
        team="T1",
        user="U1",
        channel="C1",
        thread_ts="1.1",
        verb="cast",
        place=2,
        decision="D-42",
        option="o1",
        about=7,
        ts="2.2",
        trigger="t",
        response_url="https://hooks.example/2",
    )


def test_a_choice_from_a_list_is_the_click_on_its_option() -> None:
    action = {
        "type": "static_select",
        "action_id": "consensus:cast:0",
        "action_ts": "5.5",
        "selected_option": {"value": value("D-42", "o9", 7), "text": {"type": "plain_text", "text": "nine"}},
    }

    found = parse(click(actions=[action]), OWN)

    assert isinstance(found, Click)
    assert (found.verb, found.option) == ("cast", "o9")


def test_a_click_in_a_view_has_no_place_but_its_view() -> None:
    sent = click(view={"id": "V1", "hash": "h"}, container={"type": "view", "view_id": "V1"})
    found = parse({key: sent[key] for key in sent if key not in {"channel", "message", "response_url"}}, OWN)

    assert isinstance(found, Click)
    assert (found.view, found.channel, found.ts, found.thread_ts) == ("V1", "", "", None)


def test_an_ephemeral_message_is_known_by_its_container() -> None:
    sent = click(container={"type": "message", "message_ts": "8.8", "channel_id": "C8", "thread_ts": "7.7"})
    found = parse({key: sent[key] for key in sent if key not in {"channel", "message"}}, OWN)

    assert isinstance(found, Click)
    assert (found.channel, found.ts, found.thread_ts) == ("C8", "8.8", "7.7")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"actions": []}, "malformed"),
        ({"actions": [{"action_id": "other", "action_ts": "1"}]}, "not-for-us"),
        ({"actions": [{"action_id": "consensus:obey:0", "action_ts": "1"}]}, "not-for-us"),
        ({"actions": [{"action_id": "consensus:cast:0", "action_ts": "1"}]}, "malformed"),
        ({"actions": [{"action_id": "consensus:cast:0", "action_ts": "1", "value": "D-1|o1"}]}, "malformed"),
        ({"actions": [{"action_id": "consensus:cast:0", "action_ts": "1", "value": "D-1|o1|one"}]}, "malformed"),
        ({"team": None}, "malformed"),
    ],
)
def test_a_click_on_something_else_does_nothing(changes: Json, why: str) -> None:
    assert reason(parse(click(**changes), OWN)) == why


def test_hard_case_39_copies_of_a_click_share_a_key_and_a_second_click_has_its_own() -> None:
    again = [click()["actions"][0] | {"action_ts": "5.6"}]

    first, copy, second = (parse(sent, OWN) for sent in (click(), click(), click(actions=again)))

    assert isinstance(first, Click)
    assert isinstance(second, Click)
    assert first == copy
    assert first.key != second.key


@pytest.mark.parametrize("verb", ["share", "use"])
def test_a_second_click_on_what_everybody_reads_is_a_copy_of_the_first(verb: str) -> None:
    pressed = click()["actions"][0] | {"action_id": f"consensus:{verb}:0"}

    first, second = (parse(click(actions=[pressed | {"action_ts": at}]), OWN) for at in ("5.5", "5.6"))

    assert isinstance(first, Click)
    assert isinstance(second, Click)
    assert first.also_key == second.also_key == f"T1:2.2:U1:D-42:{verb}"


def test_a_form_is_read_field_by_field() -> None:
    typed = {
        "question": {"question": {"type": "plain_text_input", "value": "A &lt; <B>?"}},
        "stakes": {"stakes": {"type": "radio_buttons", "selected_option": {"value": "high", "text": {}}}},
        "extras": {"extras": {"type": "checkboxes", "selected_options": [{"value": "safest"}, {"value": "hide"}]}},
        "voters": {"voters": {"type": "multi_users_select", "selected_users": ["U1", "U2"]}},
        "options": {"options": {"type": "plain_text_input", "value": None}},
        "none": {"none": {"type": "radio_buttons", "selected_option": None}},
    }

    found = parse(submission(typed), OWN)

    assert found == Submission(
        key="T1:V1:h1",
        team="T1",
        user="U1",
        view="V1",
        callback="consensus_ask",
        metadata="{}",
        fields={
            "question": "A &lt; <B>?",
            "stakes": "high",
            "extras": ("safest", "hide"),
            "voters": ("U1", "U2"),
        },
    )


def test_a_form_without_state_has_no_fields() -> None:
    found = parse(submission({}, view={"id": "V1"}), OWN)

    assert isinstance(found, Submission)
    assert found.fields == {}


def test_a_shortcut_brings_its_message() -> None:
    assert parse(shortcut(), OWN) == Shortcut(
        key="T1:6.6:U1:consensus_decide",
        team="T1",
        user="U1",
        channel="C1",
        thread_ts="1.1",
        text="@U2 A & B?",
        ts="3.3",
        callback="consensus_decide",
        trigger="t",
        response_url="https://hooks.example/3",
    )


@pytest.mark.parametrize(
    "payload",
    [
        event(team="T2"),
        command(team_id="T2"),
        click(team={"id": "T2"}),
        click(user={"id": "U9", "team_id": "T2"}),
        submission({}, team={"id": "T2"}),
        shortcut(user={"id": "U9", "team_id": "T2"}),
    ],
)
def test_hard_case_43_what_comes_from_another_workspace_is_ignored(payload: Json) -> None:
    assert reason(parse(payload, OWN)) == "foreign-team"


@pytest.mark.parametrize(
    "payload",
    [
        None,
        "text",
        [],
        {},
        {"type": 1},
        {"type": "event_callback"},
        {"command": "/consensus"},
        command(user_id=None),
        event(user=7),
        event(ts=""),
        event(user=None),
        submission({"a": {"b": 1}}),
        submission({"a": []}),
        click(actions={}),
        shortcut(message=None),
    ],
)
def test_what_slack_would_not_send_is_malformed(payload: object) -> None:
    assert reason(parse(payload, OWN)) == "malformed"


def test_half_a_character_is_read_as_one_that_is_missing() -> None:
    typed = submission({"reason": {"reason": {"type": "plain_text_input", "value": "\ud83d"}}})

    said, form = parse(event(text="<@U0BOT> a\ud800b \ud83e\udde8"), OWN), parse(typed, OWN)

    assert isinstance(said, Mention)
    assert isinstance(form, Submission)
    assert said.text == "a\ufffdb \U0001f9e8"
    assert form.fields == {"reason": "\ufffd"}


def test_what_we_do_not_know_is_not_for_us() -> None:
    assert reason(parse({"type": "view_closed"}, OWN)) == "not-for-us"
    assert reason(parse(event(type="reaction_added"), OWN)) == "not-for-us"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
PATHS = (
    "type",
    "event",
    "event.type",
    "event.user",
    "event.text",
    "event.channel",
    "team",
    "team.id",
    "user",
    "actions",
    "actions.0",
    "actions.0.value",
    "container",
    "message",
    "view",
    "view.state",
    "view.state.values",
    "view.id",
    "text",
)


@given(JUNK)
def test_no_payload_makes_us_fail(payload: object) -> None:
    assert isinstance(parse(payload, OWN), Ignored)


@given(st.sampled_from([event, command, click, shortcut, submission]), st.sampled_from(PATHS), JUNK)
def test_no_broken_part_makes_us_fail(make: Any, path: str, junk: object) -> None:  # noqa: ANN401 -- any of five makers
    sent: Any = make({"a": {"a": {"value": "x"}}}) if make is submission else make()
    place = sent
    *above, last = path.split(".")
    for step in above:
        place = place[int(step)] if isinstance(place, list) else place.get(step) or {}
    place[int(last) if isinstance(place, list) else last] = junk

    assert isinstance(parse(sent, OWN), Incoming)
