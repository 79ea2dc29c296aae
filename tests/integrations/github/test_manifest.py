"""The manifest asks for exactly what is used."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from integrations.github.app import MANIFEST, wanted_events
from integrations.github.incoming import Ignored, Own
from integrations.github.parse import SAID, parse
from tests.github_events import Event, People
from tests.github_table import ROUTES
from tests.github_world import APP_ID, EVENTS, HEAD, PERMISSIONS, REPO, World

REASONS = {
    "checks": "the result on the commit that was discussed, and its buttons",
    "contents": "the repository's settings, and the diff that the agents read",
    "issues": "hear and answer comments, react to them",
    "members": "an electorate or approvers that are a team",
    "metadata": "find the repositories, and who may do what in them",
    "pull_requests": "read pull requests and reviews, answer and react there",
}
"""One for each permission."""
TOKENS_ONLY = {"statuses"}
"""What only a personal token uses."""


@pytest.fixture
def manifest() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return loaded


def test_the_permissions_are_these_and_no_others(manifest: dict[str, Any]) -> None:
    assert manifest["default_permissions"] == PERMISSIONS
    assert manifest["default_permissions"].keys() == REASONS.keys()
    assert len(set(REASONS.values())) == len(REASONS)


def test_each_permission_is_needed_by_a_call_at_its_level_and_none_is_missing(manifest: dict[str, Any]) -> None:
    needed = {each for route in ROUTES for each in route.needs.split("|") if each}
    highest = {name: level for name, _, level in sorted(each.partition("=") for each in needed)}

    assert {name: level for name, level in highest.items() if name not in TOKENS_ONLY} == manifest[
        "default_permissions"
    ]


def test_each_event_is_heard_and_none_that_is_heard_is_missing(manifest: dict[str, Any]) -> None:
    world = World()
    people = People(world)
    check = {"id": 1, "external_id": "", "head_sha": HEAD, "repo": REPO, "actions": [{"identifier": "approve:3"}]}
    told: list[Event] = [
        people.comment("hello"),
        people.review("hello"),
        people.review_comment("hello"),
        people.push("c" * 40),
        people.press(check, "approve:3"),
    ]
    own = Own(app=APP_ID, slug="consensus", user="consensus[bot]")

    heard = {event.name for event in told if not isinstance(parse(event.name, event.payload, own), Ignored)}

    assert heard == set(EVENTS) == wanted_events()
    assert sorted(manifest["default_events"]) == manifest["default_events"] == sorted(heard)
    assert {name for name, _ in SAID} <= heard


def test_the_app_is_private_and_its_addresses_are_to_be_filled_in(manifest: dict[str, Any]) -> None:
    assert manifest["public"] is False
    assert manifest["hook_attributes"] == {"url": "https://YOUR-HOST/github/webhook", "active": True}


def test_the_link_of_the_readme_asks_for_the_same_as_the_manifest(manifest: dict[str, Any]) -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    address = readme.partition("<!-- github-app -->")[2].split("```text")[1].split("```")[0].strip()
    asked = parse_qs(urlsplit(address).query)

    assert asked.pop("events[]") == manifest["default_events"]
    assert asked.pop("webhook_url") == [manifest["hook_attributes"]["url"]]
    assert asked.pop("public") == ["false"]
    assert {name: level for name, [level] in asked.items() if name in REASONS} == manifest["default_permissions"]
    assert asked.keys() - REASONS.keys() == {"url", "webhook_active"}
