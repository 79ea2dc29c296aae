"""One person in Slack and on GitHub: joined by a code, once, and one and the same from then on."""

from pathlib import Path

import pytest

from tests.conversations.talking import WatchedSlack, said
from tests.github_world import PEOPLE
from tests.pull_requests.talking import WatchedGitHub
from tests.slack_workspace import BOT_USER, TEAM
from tests.two_places.talking import Both, Places, served
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
OPTIONS = "\n- Redis\n- in-process LRU"


@pytest.fixture
def places(tmp_path: Path, slack: WatchedSlack, github: WatchedGitHub) -> Places:
    slack.workspace.add_channel("C2", members=["U1", "U2", BOT_USER])
    return Places(tmp_path, slack, github)


def tied() -> Agents:
    """Two against two, the fifth is silent, and the moderator is asked."""
    votes = (
        Vote("Redis", ("risk_analyst", "devils_advocate")),
        Vote("in-process LRU", ("optimist", "neutral_analyst")),
        Vote("none_of_these"),
    )
    return Agents(votes, moderator=("Redis", "Redis"))


async def persons(both: Both, user: str, login: str) -> tuple[str, str]:
    in_slack = await both.store.person("slack", f"{TEAM}:{user}")
    return in_slack, await both.store.person("github", str(PEOPLE[login]))


async def test_a_code_of_slack_that_is_posted_on_github_makes_two_accounts_one_person(places: Places) -> None:
    async with served(places) as both:
        await both.link("U1", "asker")
        first, second = await persons(both, "U1", "asker")

    assert first == second
    assert ("comment", "+1") in {(kind, sign) for kind, _, _, sign in places.github.world.reactions}


async def test_a_code_works_once_not_after_ten_minutes_and_not_when_it_is_wrong(places: Places) -> None:
    async with served(places) as both:
        code = await both.code("U1")
        await both.crew.comment("/consensus link WRONGONE", user="voter")
        await both.crew.reads("code")
        await both.crew.comment(f"/consensus link {code}")
        await both.crew.is_done()
        await both.crew.comment(f"/consensus link {code}", user="voter")
        await both.crew.is_done()
        late = await both.code("U2")
    async with served(places, later=700) as both:
        await both.crew.comment(f"/consensus link {late}", user="voter")
        await both.crew.is_done()
        joined, voter = await persons(both, "U1", "asker"), await persons(both, "U2", "voter")

    assert joined[0] == joined[1]
    assert voter[0] != voter[1]
    assert len(both.crew.replies()) == 3


async def test_who_asked_on_github_does_not_approve_by_what_they_are_in_slack(places: Places) -> None:
    places.agents = tied()
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.crew.comment(f"/consensus Which cache? --in #c2{OPTIONS}")
        await both.crew.sees("turn", "approve")
        await both.team.command("approve D-1", channel="C2")
        await both.team.reads("answers to D-1 are taken on GitHub")
        await both.crew.comment("/consensus approve D-1")
        await both.crew.reads("asked")
        proposed = await both.decision()
        asker, _ = await persons(both, "U1", "asker")

    assert proposed.people.open_proposal is not None
    assert asker not in proposed.people.open_proposal.made.facts.approvers


async def test_who_asked_before_they_were_linked_does_not_approve_afterwards(places: Places) -> None:
    async with served(places) as both:
        await both.crew.comment(f"/consensus Which cache?{OPTIONS}")
        await both.crew.sees("verdict", "Redis")
        await both.link("U1", "asker")
        await both.crew.comment("/consensus reopen D-1", user="voter")
        await both.crew.sees("turn", "vote")
        for user, choice in (("voter", "Redis"), ("voter2", "Redis"), ("maintainer", "in-process LRU")):
            await both.crew.comment(f"/consensus vote D-1 {choice}", user=user)
        await both.crew.comment("/consensus vote D-1 in-process LRU", user="boss")
        await both.crew.is_done()
    async with served(places, later=4 * 86_400) as both:
        await both.crew.sees("turn", "approve", count=2)
        await both.crew.comment("/consensus approve D-1")
        await both.crew.is_done()
        decision = await both.decision()
        asker, _ = await persons(both, "U1", "asker")

    assert decision.opened.asker != asker
    proposal = decision.people.open_proposal
    assert proposal is not None
    assert asker not in proposal.made.facts.approvers


async def test_a_linked_person_has_one_vote_where_the_vote_is_taken(places: Places) -> None:
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.crew.comment(f"/consensus Which cache? --human --in #c2{OPTIONS}")
        await both.crew.sees("turn", "vote")
        await both.crew.comment("/consensus vote D-1 Redis")
        await both.team.command("vote D-1 in-process LRU", channel="C2")
        await both.team.reads("answers to D-1 are taken on GitHub")
        await both.crew.is_done()
        decision = await both.decision()
        asker, _ = await persons(both, "U1", "asker")

    assert [(cast.actor, cast.facts.choice) for cast in decision.people.votes[0].cast] == [(asker, "o1")]


async def test_each_place_calls_the_people_of_the_other_by_their_names(places: Places) -> None:
    places.slack.workspace.users["U3"]["real_name"] = "Cleo *Bold*"
    (places.folder / "consensus.toml").write_text('[approval]\napprovers = ["@U1"]\n')
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.crew.comment(f"/consensus Which cache? --human --in #c2{OPTIONS}", user="asker")
        await both.crew.sees("turn", "vote")
        await both.crew.comment("/consensus cancel D-1", user="asker")
        in_slack = said(await both.team.sees("card", "Cancelled by <@U1>"))
        await both.team.command("Redis or LRU? --human --in acme/widgets#1")
        await both.team.sees("turn", "can vote")
        on_github = await both.crew.sees("card", "Redis", count=2)

    assert "asker" not in in_slack
    assert "T1:U" not in on_github
