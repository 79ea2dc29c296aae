"""The fake's validator refuses what Slack refuses, and nothing else."""

from typing import Any

import pytest

from tests.block_kit import message_problems, view_problems

Body = dict[str, Any]


def text(content: str = "x", kind: str = "plain_text") -> Body:
    return {"type": kind, "text": content}


def section(content: str = "x", **more: object) -> Body:
    return {"type": "section", "text": text(content, "mrkdwn"), **more}


def button(action: str = "a", **more: object) -> Body:
    return {"type": "button", "action_id": action, "text": text(), **more}


def actions(*elements: Body) -> Body:
    return {"type": "actions", "elements": list(elements)}


def select(options: int, kind: str = "static_select") -> Body:
    listed = [{"text": text(), "value": str(number)} for number in range(options)]
    return {"type": kind, "action_id": "s", "options": listed}


def confirm(**more: Body) -> Body:
    return {"title": text(), "text": text(), "confirm": text(), "deny": text(), **more}


def modal(**more: object) -> Body:
    return {"type": "modal", "title": text(), "blocks": [section()], **more}


FINE: list[list[Body]] = [
    [],
    [section("x" * 3000)],
    [section()] * 50,
    [{"type": "section", "fields": [text("x" * 1000)] * 10}],
    [{"type": "header", "text": text("x" * 150)}, {"type": "divider"}],
    [{"type": "context", "elements": [text(kind="mrkdwn")] * 9 + [{"type": "image"}]}],
    [actions(*(button(str(number)) for number in range(25)))],
    [actions(button(text=text("x" * 75), value="x" * 2000, style="primary", confirm=confirm()))],
    [actions(select(100)), actions(select(5, "overflow")), section(accessory=select(10, "radio_buttons"))],
    [{"type": "markdown", "text": "x" * 12_000}],
    [
        {
            "type": "input",
            "label": text(),
            "element": {"type": "plain_text_input", "action_id": "a", "placeholder": text()},
        }
    ],
    [{"type": "card", "body": text("x" * 200), "actions": [button()] * 3}, {"type": "carousel", "elements": [{}] * 10}],
]
REFUSED: list[list[Body]] = [
    [section("x" * 3001)],
    [section("")],
    [{"type": "section"}],
    [section()] * 51,
    [section("x" * 2500)] * 5,
    [{"type": "section", "fields": [text()] * 11}],
    [{"type": "section", "fields": [text("x" * 2001)]}],
    [{"type": "header", "text": text("x" * 151)}],
    [{"type": "header", "text": text(kind="mrkdwn")}],
    [{"type": "context", "elements": [text()] * 11}],
    [{"type": "context", "elements": []}],
    [actions(*(button(str(number)) for number in range(26)))],
    [actions()],
    [actions(button("a"), button("a"))],
    [actions(button(text=text("x" * 76)))],
    [actions(button(value="x" * 2001))],
    [actions(button(url="https://" + "x" * 3000))],
    [actions(button("x" * 256))],
    [actions(button(style="red"))],
    [actions(button(confirm=confirm(title=text("x" * 101))))],
    [actions(button(confirm=confirm(deny=text("x" * 31))))],
    [actions(select(6, "overflow"))],
    [actions(select(0))],
    [actions(select(11, "checkboxes"))],
    [actions({"type": "lever", "action_id": "a"})],
    [{"type": "sektion"}],
    [{"type": "alert"}],
    [section(block_id="b"), section(block_id="b")],
    [section(block_id="b" * 256)],
    [{"type": "markdown", "text": "x" * 12_001}],
    [{"type": "card", "body": text("x" * 201)}],
]


@pytest.mark.parametrize("blocks", FINE)
def test_what_slack_takes_is_taken(blocks: list[Body]) -> None:
    assert message_problems(blocks) == []


@pytest.mark.parametrize("blocks", REFUSED)
def test_what_slack_refuses_is_refused(blocks: list[Body]) -> None:
    assert message_problems(blocks) != []


def test_a_modal_within_its_limits_is_taken() -> None:
    assert view_problems(modal(blocks=[section()] * 100, private_metadata="x" * 3000, submit=text("x" * 24))) == []
    assert view_problems(modal(blocks=[{"type": "alert"}])) == []
    assert view_problems({"type": "home", "blocks": []}) == []


@pytest.mark.parametrize(
    "view",
    [
        modal(title=text("x" * 25)),
        modal(close=text("x" * 25)),
        modal(blocks=[section()] * 101),
        modal(private_metadata="x" * 3001),
        modal(callback_id="x" * 256),
        modal(blocks=[{"type": "input", "label": text(), "element": {"type": "plain_text_input"}}]),
        {"type": "modal", "blocks": []},
        {"type": "home", "blocks": [{"type": "alert"}]},
        {"type": "poster"},
    ],
)
def test_a_view_beyond_its_limits_is_refused(view: Body) -> None:
    assert view_problems(view) != []
