"""What GitHub sent while we were away is learnt once, the oldest first."""

from integrations.github.client import GitHubClient
from integrations.github.hooks import Missed, failed_deliveries
from tests.fake_github import FakeGitHub
from tests.fakes import START
from tests.github_clients import Waiting
from tests.github_events import People
from tests.github_sender import note


async def missed(client: GitHubClient, since: int = 0) -> list[Missed]:
    return [each async for each in failed_deliveries(client, since)]


async def test_what_was_never_taken_comes_with_its_payload_the_oldest_first(
    github: FakeGitHub, client: GitHubClient, waiting: Waiting
) -> None:
    people = People(github.world)
    first, taken, last = [people.comment(text) for text in ("one", "two", "three")]
    for event, status in ((first, 502), (taken, 202), (last, 504)):
        waiting.clock.advance(1)
        note(github.world, event, status)

    found = await missed(client)

    assert [(each.guid, each.event) for each in found] == [(e.guid, "issue_comment") for e in (first, last)]
    assert [each.payload["comment"]["body"] for each in found] == ["one", "three"]


async def test_what_was_taken_in_another_attempt_is_not_missed_and_two_failures_are_one(
    github: FakeGitHub, client: GitHubClient
) -> None:
    again, twice = People(github.world).comment("again"), People(github.world).comment("twice")
    for event, status in ((again, 500), (again, 202), (twice, 500), (twice, 404)):
        note(github.world, event, status)

    assert [each.guid for each in await missed(client)] == [twice.guid]


async def test_what_is_older_is_neither_asked_for_nor_read_past(
    github: FakeGitHub, client: GitHubClient, waiting: Waiting
) -> None:
    people = People(github.world)
    for number in range(250):
        waiting.clock.advance(1)
        note(github.world, people.comment(str(number)))

    found = await missed(client, START + 200 * 1_000_000)

    assert [each.payload["comment"]["body"] for each in found] == [str(number) for number in range(199, 250)]
    assert len(github.called("deliveries")) == 1


async def test_a_personal_token_is_told_of_none(github: FakeGitHub, personal: GitHubClient) -> None:
    assert await missed(personal) == []
    assert github.calls == []
