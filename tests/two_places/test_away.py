"""One platform is away or off while the other works: nothing is held up, and nothing is lost."""

import asyncio
import json
from pathlib import Path

import aiohttp
import pytest

from integrations.store.deliveries import Body
from tests import fake_slack, github_turns, slack_payloads
from tests.conversations.talking import WatchedSlack
from tests.pull_requests.talking import WatchedGitHub
from tests.slack_workspace import BOT_USER
from tests.two_places.talking import Both, Places, served

pytestmark = pytest.mark.virtual_time
OPTIONS = "\n- Redis\n- in-process LRU"
LONG = 40


@pytest.fixture
def places(tmp_path: Path, slack: WatchedSlack, github: WatchedGitHub) -> Places:
    slack.workspace.add_channel("C2", members=["U1", "U2", BOT_USER])
    return Places(tmp_path, slack, github)


async def unready(both: Both) -> list[str]:
    host, port = both.team.sender.address
    async with aiohttp.ClientSession() as session, session.get(f"http://{host}:{port}/readyz") as response:
        return list(json.loads(await response.text())["unready"])


async def test_github_works_while_slack_is_away_and_slack_shows_it_when_it_is_back(places: Places) -> None:
    async with served(places) as both:
        await both.link("U1", "asker")
    places.slack.script("auth.test", *[fake_slack.dropped] * LONG)
    async with served(places) as both:
        await both.crew.comment(f"/consensus Which cache?{OPTIONS}")
        await both.crew.sees("verdict", "Redis")
        away = await unready(both)
        await both.crew.comment(f"/consensus Which queue? --in #c2{OPTIONS}")
        refused = await both.team.sender.send(slack_payloads.mention(places.slack.workspace, "Redis or LRU?"))
        await both.team.sees("verdict", "Redis")
        await both.crew.sees("verdict", "Redis", count=2)
        back = await unready(both)

    assert (away, back) == (["slack"], [])
    assert refused.status == 503


async def test_slack_works_while_github_is_away_and_what_github_could_not_deliver_is_fetched(places: Places) -> None:
    places.github.script("app", *[github_turns.dropped] * LONG)
    async with served(places) as both:
        await both.team.command("Redis or LRU?")
        await both.team.sees("verdict", "Redis")
        away = await unready(both)
        refused = await both.crew.sender.send(both.crew.people.comment(f"/consensus Which cache?{OPTIONS}", number=1))
        await both.crew.sees("verdict", "Redis")
        back = await unready(both)

    assert (away, back) == (["github"], [])
    assert refused == 503


async def test_what_came_from_a_platform_that_was_switched_off_waits_until_it_is_on_again(places: Places) -> None:
    places.off = ("GITHUB_",)
    async with served(places) as both:
        event = both.crew.people.comment(f"/consensus Which cache?{OPTIONS}", number=1)
        body: Body = {"event": event.name, "payload": event.payload}
        await both.store.receive("github:kept", body, source="github", thread="github:100:1")
        await both.team.command("Redis or LRU?")
        await both.team.sees("verdict", "Redis")
        await asyncio.sleep(600)
        meanwhile = len(await both.decisions())
    places.off = ()
    async with served(places) as both:
        await both.crew.sees("verdict", "Redis")

    assert meanwhile == 1


async def test_a_decision_goes_on_where_it_was_asked_while_its_other_place_is_off(places: Places) -> None:
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.crew.comment(f"/consensus Which cache? --human --in #c2{OPTIONS}")
        await both.team.sees("card", "Votes are taken there")
    places.off = ("SLACK_",)
    async with served(places) as both:
        for user in ("asker", "voter", "voter2"):
            await both.crew.comment("/consensus vote D-1 Redis", user=user)
        await both.crew.is_done()
        await both.crew.comment("/consensus close D-1")
        await both.crew.sees("verdict", "Redis")
        before = len(both.team.posted("verdict"))
    places.off = ()
    async with served(places) as both:
        await both.team.sees("verdict", "Redis")

    assert before == 0
    assert len(both.team.posted("card")) == 1
