"""The fake GitHub is strict where GitHub is: who asks, how fast the clock runs, and what goes out."""

import pytest
from aiohttp import ClientSession

from integrations.github.incoming import CheckAction, Installed, Own, Pushed, Spoken
from integrations.github.parse import parse
from tests.fake_github import FakeGitHub
from tests.github_events import People
from tests.github_sender import Sender
from tests.github_world import APP_ID, HEAD, PULL, REPO, TOKEN, Body, Repo, World

OWN = Own(app=APP_ID, slug="consensus", user="consensus[bot]")
COMMENTS = f"/repos/acme/widgets/issues/{PULL}/comments"


async def asked(github: FakeGitHub, path: str, *, token: str = TOKEN, body: Body | None = None) -> int:
    """The status of one request."""
    headers = {"Authorization": f"Bearer {token}"}
    verb = "GET" if body is None else "POST"
    async with ClientSession() as session, session.request(verb, github.url + path, headers=headers, json=body) as told:
        return told.status


async def test_nobody_is_answered_without_a_token_that_is_good_now() -> None:
    nonsense = "no.jwt.here"
    async with FakeGitHub() as github:
        name, _ = github.world.new_token(7, {"metadata": "read"})
        good = await asked(github, "/repos/acme/widgets", token=name)
        github.world.expire_tokens()

        assert good == 200
        assert await asked(github, "/repos/acme/widgets", token=name) == 401
        assert await asked(github, "/repos/acme/widgets", token="") == 401
        assert await asked(github, "/app", token=nonsense) == 401


async def test_a_private_repository_is_not_found_by_who_is_not_in_it() -> None:
    async with FakeGitHub() as github:
        github.world.repos[200] = Repo(200, "acme/secret", private=True)

        assert await asked(github, "/repos/acme/secret") == 404
        assert await asked(github, "/repositories/200") == 404
        assert await asked(github, f"/repositories/{REPO}") == 200


@pytest.mark.parametrize("text", ["hello @everybody", "closes #1", "![x](https://evil.example)"])
async def test_what_should_not_have_been_written_is_told_at_the_end(text: str) -> None:
    with pytest.raises(AssertionError):
        async with FakeGitHub() as github:
            assert await asked(github, COMMENTS, body={"body": text}) == 201


async def test_a_mention_that_the_test_allows_is_no_problem() -> None:
    async with FakeGitHub() as github:
        github.world.mentions.add("asker")

        assert await asked(github, COMMENTS, body={"body": "hello @asker"}) == 201


def test_what_people_do_is_told_as_github_tells_it() -> None:
    world = World()
    people = People(world)
    first = people.comment("/consensus", number=PULL)
    check = {
        "id": 5,
        "external_id": "D-1:check:1",
        "head_sha": HEAD,
        "repo": REPO,
        "actions": [{"identifier": "run:3"}],
    }
    told = [
        first,
        people.edit(world.comments[0], "/consensus now"),
        people.review("/consensus"),
        people.review_comment("/consensus"),
        people.press(check, "run:3"),
        people.push("c" * 40),
        people.install(REPO, lost=True),
    ]

    understood = [parse(event.name, event.payload, OWN) for event in told]

    assert [type(each) for each in understood] == [Spoken, Spoken, Spoken, Spoken, CheckAction, Pushed, Installed]
    [new, edited, _, inline, pressed, *_] = understood
    assert isinstance(new, Spoken)
    assert (new.is_pull, new.installation, new.edited_from) == (True, 7, None)
    assert isinstance(edited, Spoken)
    assert (edited.body, edited.edited_from) == ("/consensus now", "/consensus")
    assert isinstance(inline, Spoken)
    assert inline.inline is not None
    assert isinstance(pressed, CheckAction)
    assert (pressed.identifier, pressed.pulls) == ("run:3", (PULL,))
    assert world.pulls[REPO, PULL]["head"]["sha"] == "c" * 40


async def test_a_delivery_that_nobody_takes_is_kept_and_can_be_sent_again_under_its_number() -> None:
    world = World()
    event = People(world).comment("/consensus")

    async with Sender(world, "http://127.0.0.1:9/github/webhook") as sender:
        statuses = [await sender.send(event), await sender.redeliver(event.guid)]

    assert statuses == [504, 504]
    assert [(each["guid"], each["redelivery"]) for each in world.deliveries] == [
        (event.guid, False),
        (event.guid, True),
    ]
