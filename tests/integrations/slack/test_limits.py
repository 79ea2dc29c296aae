"""Nothing goes out that Slack refuses, and a text that is too long is divided or shortened where people see it."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from integrations.slack.elements import actions, button, choice, context, entry, mrkdwn, plain_text, section, select
from integrations.slack.fitting import fitted, pieces
from integrations.slack.limits import BLOCKS, MESSAGE, SECTION, InvalidPayloadError, Json, check, size
from integrations.slack.text import escape, quoted
from tests.integrations.slack.speaking import HOSTILE

MORE = context("the rest is behind Details")
DETAILS = actions([button("details", "D-1||1", "Details")])


def message(*blocks: Json, text: str = "text") -> Json:
    return {"text": text, "blocks": list(blocks)}


def modal(*blocks: Json, **changes: object) -> Json:
    return {"type": "modal", "title": plain_text("Title", 24), "blocks": list(blocks), **changes}


def field(element: Json) -> Json:
    return entry("name", "Label", element)


def raw(kind: str, text: str) -> Json:
    return {"type": kind, "text": text}


CHOICES = [(str(number), str(number)) for number in range(101)]
OPTIONS = [choice(*each) for each in CHOICES]
REFUSED: dict[str, Json] = {
    "no text": message(section("x"), text=" "),
    "text over 40,000": message(text="x" * 40_001),
    "51 blocks": message(*[section("x")] * 51),
    "12,001 characters": message(*[section("x" * 3000)] * 4, section("x")),
    "101 blocks in a view": modal(*[section("x")] * 101),
    "unknown block": message({"type": "sectoin"}),
    "unknown block in a view": modal({"type": "sectoin"}),
    "an action twice in a block": message(actions([button("cast", "v", "A"), button("cast", "v", "B")])),
    "a block id twice": message(section("x") | {"block_id": "b"}, section("y") | {"block_id": "b"}),
    "formatted header": message({"type": "header", "text": mrkdwn("*x*")}),
    "header over 150": message({"type": "header", "text": raw("plain_text", "x" * 151)}),
    "section over 3,000": message(section("x" * 3001)),
    "empty section": message(section("")),
    "field over 2,000": message({"type": "section", "fields": [mrkdwn("x" * 2001)]}),
    "eleven in a context": message({"type": "context", "elements": [mrkdwn("x")] * 11}),
    "context over 2,000": message(context("x" * 2001)),
    "26 buttons": message(actions([button("cast", "v", "A", place) for place in range(26)])),
    "empty row": message(actions([])),
    "button over 75": message(actions([button("cast", "v", "A") | {"text": raw("plain_text", "x" * 76)}])),
    "button over 75 beside a section": message(
        section("x", button("cast", "v", "A") | {"text": raw("plain_text", "x" * 76)})
    ),
    "empty button": message(actions([button("cast", "v", "A") | {"text": raw("plain_text", "")}])),
    "formatted button": message(actions([button("cast", "v", "A") | {"text": mrkdwn("A")}])),
    "value over 2,000": message(actions([button("cast", "v" * 2001, "A")])),
    "misspelt element": message(actions([{"type": "buton", "action_id": "a"}])),
    "misspelt field": modal(field({"type": "plain_text_imput"})),
    "101 to choose from": message(actions([select("a", CHOICES, "…")])),
    "none to choose from": message(actions([select("a", [], "…")])),
    "choice over 75": message(
        actions([select("a", CHOICES[:1], "…") | {"options": [{"text": raw("plain_text", "x" * 76), "value": "1"}]}])
    ),
    "eleven radio buttons": modal(field({"type": "radio_buttons", "options": OPTIONS[:11]})),
    "eleven checkboxes": modal(field({"type": "checkboxes", "options": OPTIONS[:11]})),
    "filled over 3,000": modal(field({"type": "plain_text_input", "initial_value": "x" * 3001})),
    "title over 24": modal(section("x"), title=raw("plain_text", "x" * 25)),
    "metadata over 3,000": modal(section("x"), private_metadata="x" * 3001),
    "a home that can be sent": {"type": "home", "submit": plain_text("x", 24), "blocks": [section("x")]},
    "rings everybody": message(section("<!channel>")),
    "rings a group": message(section("<!subteam^S1>")),
    "links elsewhere": message(section("<https://evil.example|docs>")),
    "links elsewhere behind ours": message(section("<https://evil.example/.slack.com/archives/C1|docs>")),
    "rings in the notification": message(section("x"), text="<!here>"),
    "rings in a view": modal(section("<!everyone>")),
    "half open": message(section("a < b")),
}


@pytest.mark.parametrize("payload", REFUSED.values(), ids=REFUSED)
def test_what_slack_refuses_does_not_go_out(payload: Json) -> None:
    with pytest.raises(InvalidPayloadError):
        check(payload)


@pytest.mark.parametrize(
    "payload",
    [
        message(section("x"), DETAILS, context("y")),
        message(text="x" * 40_000),
        message(*[section("x")] * 50),
        message(*[section("x" * 3000)] * 4),
        message(section("<@U1> by <!date^1^{date_short} {time}|soon>, <https://acme.slack.com/archives/C1/p1?a=b&amp;c|here>")),
        message({"type": "header", "text": plain_text("x", 150)}, actions([select("a", CHOICES[:100], "…")])),
        message({"type": "section", "fields": [mrkdwn("x")] * 10}),
        modal(field({"type": "plain_text_input", "initial_value": "x" * 3000})),
        {"type": "home", "blocks": [section("x", button("show", "v", "Show"))] * 100},
    ],
)  # fmt: skip
def test_what_slack_takes_goes_out(payload: Json) -> None:
    check(payload)


@given(HOSTILE, st.sampled_from([escape, quoted]), st.integers(40, 300))
def test_a_text_is_divided_without_losing_a_letter(text: str, shown: Callable[[str], str], most: int) -> None:
    said = shown(text)
    parts = pieces(said, most)

    assert "".join("".join(parts).split()) == "".join(said.split())
    assert all(0 < len(part) <= most for part in parts)


@given(st.lists(st.sampled_from(["word", "&amp;", "<@U012345>", "<!date^1^{date_short} {time}|soon>", " ", "\n"])))
def test_no_reference_and_no_entity_is_divided(words: list[str]) -> None:
    parts = pieces("".join(words), 50)

    assert all(part.count("<") == part.count(">") for part in parts)
    assert all(part.count("&") == part.count("&amp;") for part in parts)


def test_a_text_is_divided_between_paragraphs_before_lines_before_words() -> None:
    assert pieces("one two\n\nthree four", 15) == ("one two", "three four")
    assert pieces("one two\nthree four", 15) == ("one two", "three four")
    assert pieces("one two three four", 15) == ("one two three", "four")
    assert pieces("onetwothreefour", 8) == ("onetwoth", "reefour")


def test_hard_case_53_long_minority_reports_are_split() -> None:
    report = " ".join(f"word{number}" for number in range(1000))

    blocks = fitted([section("headline"), section(report), DETAILS], MORE)

    check(message(*blocks))
    shown = " ".join(block["text"]["text"] for block in blocks if block["type"] == "section")
    assert shown == f"headline {report}"
    assert MORE not in blocks


def test_hard_case_49_what_does_not_fit_is_announced_before_the_buttons() -> None:
    long, short = " ".join(["long"] * 5000), "until Tuesday"

    blocks = fitted([section("headline"), section(long), section(long), section(short), DETAILS, context("foot")], MORE)

    check(message(*blocks))
    assert blocks[-3:] == [MORE, DETAILS, context("foot")]
    assert section(short) in blocks
    assert sum(block["type"] == "section" and block["text"]["text"].endswith(" …") for block in blocks) == 2


def test_too_many_blocks_lose_the_last_texts_and_no_button() -> None:
    blocks = fitted([*(section(str(number)) for number in range(60)), DETAILS], MORE)

    check(message(*blocks))
    assert len(blocks) == BLOCKS
    assert blocks[-3:] == [section("47"), MORE, DETAILS]


def test_what_fits_stays_as_it_is() -> None:
    blocks = [section("x" * SECTION), DETAILS, context("foot")]

    assert fitted(blocks, MORE) == blocks


def test_without_buttons_the_line_about_the_rest_comes_last() -> None:
    assert fitted([section("word " * 4000)], MORE)[-1] == MORE


@settings(max_examples=40)
@given(st.lists(HOSTILE.map(escape).filter(str.strip), min_size=1, max_size=8), st.booleans())
def test_whatever_the_texts_a_message_fits(said: list[str], has_foot: bool) -> None:  # noqa: FBT001 -- drawn
    foot = [context(said[0])] if has_foot else []

    blocks = fitted([*(section(each) for each in said), DETAILS, *foot], MORE)

    check(message(*blocks))
    assert DETAILS in blocks
    assert size(blocks) <= MESSAGE
