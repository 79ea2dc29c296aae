"""One decision in two places: taken in one of them, shown in both, whatever happens in between."""

from pathlib import Path

import pytest

from tests.conversations.talking import WatchedSlack, said
from tests.pull_requests.talking import WatchedGitHub, agreed, settle
from tests.slack_payloads import once_more
from tests.slack_workspace import BOT_USER, Body
from tests.two_places.talking import Both, Places, served

pytestmark = pytest.mark.virtual_time
OPTIONS = "\n- Redis\n- in-process LRU"


@pytest.fixture
def places(tmp_path: Path, slack: WatchedSlack, github: WatchedGitHub) -> Places:
    slack.workspace.add_channel("C2", members=["U1", "U2", BOT_USER])
    return Places(tmp_path, slack, github)


def verbs_on(card: Body) -> set[str]:
    """What the buttons of a card ask for."""
    elements = [each for block in card["blocks"] for each in block.get("elements", ())]
    return {each["action_id"].split(":")[1] for each in elements if "action_id" in each}


async def asked_on_github(both: Both) -> None:
    await both.link("U1", "asker")
    await both.crew.comment(f"/consensus Which cache? --human --in #c2{OPTIONS}")
    await both.crew.sees("turn", "vote")
    await both.team.sees("card", "Votes are taken there")


async def test_a_decision_of_a_pull_request_is_voted_on_there_and_shown_in_slack_through_restarts(
    places: Places,
) -> None:
    async with served(places) as both:
        await asked_on_github(both)
    async with served(places) as both:
        await both.crew.comment("/consensus vote D-1 Redis", user="voter")
        await both.crew.is_done()
        await both.team.sees("card", "1")
    async with served(places) as both:
        await both.crew.comment("/consensus vote D-1 Redis", user="voter2")
        await both.crew.comment("/consensus vote D-1 in-process LRU")
        await both.crew.is_done()
        await both.crew.comment("/consensus close D-1")
        on_github = await both.crew.sees("verdict", "Redis")
        in_slack = said(await both.team.sees("verdict", "Redis"))
        decision = await both.decision()
        card = said(await both.team.sees("card", "2"))
        sticky = await both.crew.sees("card", "Redis")

    [vote] = decision.people.votes
    assert vote.closed is not None
    assert dict(vote.closed.facts.tally) == {"o1": 2, "o2": 1}
    assert len(both.crew.ours("card")) == len(both.crew.ours("verdict")) == 1
    assert [len(both.team.posted(kind)) for kind in ("card", "verdict", "turn")] == [1, 1, 0]
    assert "Votes are taken there" not in card
    for shown in (on_github, in_slack, card, sticky):
        assert "Redis" in shown


async def test_what_stands_in_slack_of_a_vote_on_github_has_no_button_to_vote_with(places: Places) -> None:
    async with served(places) as both:
        await asked_on_github(both)
        card = both.team.posted("card")[-1]
        await both.team.command("vote D-1 Redis", user="U2", channel="C2")
        await both.team.reads("answers to D-1 are taken on GitHub", user="U2")
        await both.team.command("show D-1", user="U2", channel="C2")
        shown = await both.team.reads("Votes are taken there", user="U2")
        await both.team.command("cancel D-1", user="U1", channel="C2")
        await both.team.reads("D-1 was asked on GitHub")
        decision = await both.decision()

    assert "acme/widgets#1" in said(card)
    assert verbs_on(card) == {"details", "export"}
    assert verbs_on(shown) <= {"details", "export", "share"}
    assert decision.people.votes[0].cast == ()


async def test_a_decision_of_slack_is_voted_on_there_and_shown_in_the_pull_request(places: Places) -> None:
    (places.folder / "consensus.toml").write_text('[approval]\napprovers = ["@U1"]\n')
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.team.command("Redis or LRU for the cache? --human --in acme/widgets#1", user="U1")
        await both.team.sees("turn", "can vote")
        sticky = await both.crew.sees("card", "Answers are taken in another place: Slack")
        await both.crew.comment("/consensus vote D-1 Redis", user="voter")
        await both.crew.reads("answers to D-1 are taken in Slack")
    async with served(places) as both:
        for user in ("U1", "U2", "U3"):
            await both.team.vote("Redis", user)
        await both.team.sees("verdict", "Redis")
        await both.crew.sees("verdict", "Redis")
        decision = await both.decision()

    assert "/consensus vote" not in sticky
    assert not both.crew.ours("turn")
    assert len(both.crew.ours("verdict")) == 1
    assert places.github.world.check_runs == []
    [vote] = decision.people.votes
    assert vote.closed is not None
    assert dict(vote.closed.facts.tally) == {"o1": 3, "o2": 0}


async def test_a_vote_that_is_opened_in_slack_is_taken_there(places: Places) -> None:
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.crew.comment(f"/consensus Which cache? --in #c2{OPTIONS}")
        await both.crew.sees("verdict", "Redis")
        await both.team.command("reopen D-1", user="U2", channel="C2")
        await both.team.sees("turn", "can vote")
        await both.crew.sees("card", "Answers are taken in another place: Slack")
        await both.crew.comment("/consensus vote D-1 Redis", user="voter")
        await both.crew.reads("answers to D-1 are taken in Slack")
        await both.team.vote("in-process LRU", "U1")
        await both.team.vote("in-process LRU", "U2")
        await both.crew.sees("verdict", "in-process LRU", count=2)
        await both.team.sees("verdict", "in-process LRU", count=2)


async def test_what_opens_a_gate_is_voted_on_where_the_gate_is(places: Places) -> None:
    settle(places.github, "[github]\ngate = true\n")
    places.agents = agreed()
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.crew.comment("/consensus --in #c2")
        await both.crew.sees("verdict", ".")
        await both.team.command("reopen D-1", user="U2", channel="C2")
        await both.team.reads("D-1 was asked on GitHub", user="U2")
        decision = await both.decision()

    assert decision.people.votes == ()


async def test_what_is_looked_up_on_github_of_a_vote_in_slack_offers_no_vote_there(places: Places) -> None:
    (places.folder / "consensus.toml").write_text('[approval]\napprovers = ["@U1"]\n')
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.team.command("Redis or LRU for the cache? --human --in acme/widgets#1", user="U1")
        await both.team.sees("turn", "can vote")
        await both.crew.comment("/consensus show D-1")
        shown = await both.crew.reads("Answers are taken in another place: Slack")
        await both.crew.comment("/consensus rerun D-1")
        await both.crew.reads("D-1 was asked in Slack")

    assert "/consensus vote" not in shown
    assert "/consensus cancel" not in shown


async def test_a_vote_that_is_opened_on_github_is_not_cast_by_a_button_that_still_stands_in_slack(
    places: Places,
) -> None:
    (places.folder / "consensus.toml").write_text('[approval]\napprovers = ["@U1"]\n')
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.team.command("Redis or LRU for the cache? --human --in acme/widgets#1")
        await both.team.sees("turn", "can vote")
        await both.team.slack.until(lambda: both.team.has_button("Redis"))
        for user in ("U3", "U2"):
            await both.team.vote("Redis", user)
        clicked = await both.team.vote("Redis", "U1")
        await both.crew.sees("verdict", "Redis")
        await both.crew.comment("/consensus reopen D-1")
        await both.crew.sees("turn", "vote")
        await both.team.sees("card", "Votes are taken there")
        await both.team.send(once_more(clicked))
        await both.team.reads("answers to D-1 are taken on GitHub")
        decision = await both.decision()

    assert decision.people.open_vote is not None
    assert decision.people.open_vote.cast == ()


async def test_what_is_asked_again_stands_where_it_stood(places: Places) -> None:
    async with served(places) as both:
        await both.link("U1", "asker")
        await both.crew.comment(f"/consensus Which cache? --in #c2{OPTIONS}")
        await both.crew.sees("verdict", "Redis")
        await both.crew.comment("/consensus rerun D-1")
        await both.crew.sees("verdict", "Redis", count=2)
        await both.team.slack.until(lambda: len(both.team.posted("verdict")) == 2)
        first, again = await both.decision(), await both.decision(2)

    assert again.opened.supersedes == "D-1"
    assert again.opened.places == first.opened.places


async def test_a_hidden_vote_about_a_pull_request_is_taken_in_slack(places: Places) -> None:
    async with served(places) as both:
        for user, login in (("U1", "asker"), ("U2", "voter"), ("U3", "voter2")):
            await both.link(user, login)
        await both.crew.comment(f"/consensus Which cache? --human --hide --in #c2{OPTIONS}")
        await both.team.sees("turn", "can vote")
        await both.crew.sees("card", "so it is taken in Slack")
        await both.crew.comment("/consensus vote D-1 Redis", user="voter")
        await both.crew.reads("answers to D-1 are taken in Slack")
        for user in ("U1", "U2", "U3"):
            await both.team.vote("in-process LRU", user)
        await both.team.command("close D-1", channel="C2")
        await both.crew.sees("verdict", "in-process LRU")
        decision = await both.decision()

    assert not both.crew.ours("turn")
    assert [each.facts.via for each in decision.people.votes[0].cast] == ["slack"] * 3


async def test_a_vote_that_nobody_could_hide_is_refused_before_anything_is_spent(places: Places) -> None:
    async with served(places) as both:
        await both.crew.comment(f"/consensus Which cache? --human --hide{OPTIONS}")
        await both.crew.reads("name a Slack channel")
        await both.link("U1", "asker")
        await both.crew.comment(f"/consensus Which cache? --human --hide --in #c2{OPTIONS}")
        await both.crew.reads("1 of its voters are known and 3 are needed")
        ids = await both.store.ids()

    assert ids == []
