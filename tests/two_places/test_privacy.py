"""What is private in one place is shown in a more public one only when somebody who approves asks for it."""

from pathlib import Path

import pytest

from tests.conversations.talking import WatchedSlack
from tests.github_events import People
from tests.github_world import INSTALLATION, Repo
from tests.pull_requests.talking import WatchedGitHub
from tests.slack_workspace import BOT_USER
from tests.two_places.talking import Both, Places, served

pytestmark = pytest.mark.virtual_time
SECRET, OPTIONS = 101, "\n- Redis\n- in-process LRU"
APPROVES_ON_GITHUB = '[approval]\napprovers = ["@asker"]\n'
APPROVES_IN_SLACK = '[approval]\napprovers = ["@U1"]\n'


@pytest.fixture
def places(tmp_path: Path, slack: WatchedSlack, github: WatchedGitHub) -> Places:
    """A private channel, a public one where the bot is, and a private repository."""
    slack.workspace.add_channel("C2", members=["U1", "U2", BOT_USER])
    slack.workspace.add_channel("C3", members=["U2", BOT_USER])
    slack.workspace.add_channel("G1", kind="private", members=["U1", "U2", BOT_USER])
    world = github.world
    world.repos[SECRET] = Repo(SECRET, "acme/secret", private=True, roles={"asker": "write", "voter": "write"})
    world.installations[INSTALLATION].repos.append(SECRET)
    world.add_issue(5, author="voter", repo=SECRET)
    return Places(tmp_path, slack, github)


def settings(places: Places, text: str) -> None:
    (places.folder / "consensus.toml").write_text(text)


async def in_secret(both: Both, text: str) -> None:
    both.crew.people = People(both.crew.world, repo=SECRET)
    await both.crew.comment(f"{text}{OPTIONS}", number=5)


async def test_a_private_repository_is_not_shown_in_slack_unless_an_approver_asks(places: Places) -> None:
    async with served(places) as both:
        await both.link("U1", "asker")
        await in_secret(both, "/consensus Which cache? --in #c2")
        await both.crew.reads("More people could read it there", number=5)
        ids = await both.store.ids()
    settings(places, APPROVES_ON_GITHUB)
    async with served(places) as both:
        await in_secret(both, "/consensus Which cache? --in #c2")
        await both.team.sees("verdict", "Redis")

    assert ids == []


async def test_a_private_channel_is_not_shown_on_github_unless_an_approver_asks(places: Places) -> None:
    asked = "Redis or LRU for the cache? --in acme/secret#5"
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.team.command(asked, channel="G1")
        await both.team.reads("More people could read it there")
        ids = await both.store.ids()
    settings(places, APPROVES_IN_SLACK)
    async with served(places) as both:
        await both.team.command(asked, channel="G1")
        await both.crew.sees("verdict", "Redis", number=5)

    assert ids == []


async def test_a_public_channel_may_be_shown_in_a_private_repository_but_not_to_the_world(places: Places) -> None:
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.team.command("Redis or LRU for the cache? --in acme/widgets#1")
        await both.team.reads("More people could read it there")
        await both.team.command("Redis or LRU for the cache? --in acme/secret#5")
        await both.crew.sees("verdict", "Redis", number=5)

    assert both.crew.ours("card") == []


async def test_a_private_channel_is_not_shown_in_a_public_one_unless_an_approver_asks(places: Places) -> None:
    asked = "Redis or LRU for the cache? --in #c2"
    async with served(places) as both:
        await both.team.command(asked, channel="G1")
        await both.team.reads("More people could read it there")
    settings(places, APPROVES_IN_SLACK)
    async with served(places) as both:
        await both.team.command(asked, channel="G1", user="U2")
        await both.team.reads("More people could read it there", user="U2")
        await both.team.command(asked, channel="G1")
        await both.team.sees("verdict", "Redis", count=2)
        [decision] = [await both.decision()]

    assert [place.split(":")[2] for place in decision.opened.places] == ["G1", "C2"]


async def test_who_names_another_platform_must_be_known_there_and_may_ask_there(places: Places) -> None:
    async with served(places) as both:
        await both.crew.comment(f"/consensus Which cache? --in #c2{OPTIONS}")
        await both.crew.reads("cannot tell who you are there")
        await both.link("U1", "asker")
        await both.crew.comment(f"/consensus Which cache? --in #c3{OPTIONS}")
        await both.crew.reads("not a member")
        await both.crew.comment(f"/consensus Which cache? --in #nowhere{OPTIONS}")
        await both.crew.reads("nowhere")
        await both.team.command("Redis or LRU? --in acme/nothing#1")
        await both.team.reads("There is no place")
        ids = await both.store.ids()

    assert ids == []


async def test_the_settings_of_a_repository_show_its_decisions_in_a_channel(places: Places) -> None:
    settings(places, '[github]\nalso_show = "slack:#c2"\n')
    async with served(places) as both:
        await both.crew.comment(f"/consensus Which cache?{OPTIONS}")
        await both.team.sees("verdict", "Redis")
        await in_secret(both, "/consensus Which cache?")
        await both.crew.sees("verdict", "Redis", number=5)
        secret = await both.decision(2)

    assert len(secret.opened.places) == 1
    assert len(both.team.posted("card")) == 1


async def test_the_settings_alone_never_show_a_private_repository_more_widely(places: Places) -> None:
    settings(places, f'{APPROVES_ON_GITHUB}[github]\nalso_show = "slack:#c2"\n')
    async with served(places) as both:
        await both.link("U1", "asker")
        await in_secret(both, "/consensus Which cache?")
        await both.crew.sees("verdict", "Redis", number=5)
        await in_secret(both, "/consensus Which store? --in #c2")
        await both.team.sees("verdict", "Redis")
        silent, named = await both.decision(1), await both.decision(2)

    assert len(silent.opened.places) == 1
    assert len(named.opened.places) == 2
