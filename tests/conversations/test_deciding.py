"""People decide in Slack: votes until the close, an approval by the first who gives it, and refusals that say why."""

import asyncio
import random
from pathlib import Path

import pytest

from tests import slack_payloads as payloads
from tests.conversations.talking import Team, WatchedSlack, said, served
from tests.fake_slack import held
from tests.slack_workspace import TEAM
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
QUESTION = "Postgres or MySQL for billing?"


def agreed() -> Agents:
    return Agents((Vote("Postgres"),))


def tied() -> Agents:
    """Two against two, the fifth is silent, and the moderator is asked."""
    votes = (
        Vote("Postgres", ("risk_analyst", "devils_advocate")),
        Vote("MySQL", ("optimist", "neutral_analyst")),
        Vote("none_of_these"),
    )
    return Agents(votes, moderator=("MySQL", "MySQL"))


async def voting(team: Team) -> None:
    """A decision that people are asked about."""
    await team.command(f"{QUESTION} --human")
    await team.sees("turn", "can vote")
    await team.slack.until(lambda: team.has_button("Postgres"))


async def test_three_people_vote_one_changes_their_mind_and_an_outsider_is_refused(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    slack.workspace.add_user("U9")
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.vote("Postgres", "U1")
        await team.reads("Your vote: Postgres")
        await team.vote("MySQL", "U1")
        await team.reads("Your vote: MySQL")
        await team.vote("MySQL", "U2")
        await team.vote("Postgres", "U9")
        await team.reads("not on the list|not a member", user="U9")
        await team.vote("MySQL", "U3")
        await team.sees("verdict", "MySQL")
        [decision] = await team.decisions()

    assert decision.people.votes[0].closed is not None
    assert dict(decision.people.votes[0].closed.facts.tally) == {"o1": 0, "o2": 3}
    assert decision.people.votes[0].closed.facts.why == "complete"


async def test_a_vote_is_recorded_before_it_is_acknowledged(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.vote("Postgres", "U2")
        [decision] = await team.decisions()

    assert [cast.facts.choice for cast in decision.people.votes[0].standing] == ["o1"]


async def test_hard_case_37_ten_clicks_on_the_same_option_are_one_event(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        clicked = await team.vote("Postgres", "U2")
        for _ in range(9):
            clicked = payloads.once_more(clicked)
            await team.send(clicked)
        [decision] = await team.decisions()

    assert len(decision.people.votes[0].cast) == 1


async def test_hard_case_39_a_vote_delivered_again_after_a_change_of_mind_changes_nothing(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        first = await team.vote("Postgres", "U2")
        await team.vote("MySQL", "U2")
        for retry in range(50):
            await team.sender.send(first, retry=retry)
        [decision] = await team.decisions()

    assert [cast.facts.choice for cast in decision.people.votes[0].cast] == ["o1", "o2"]


async def test_hard_case_33_two_hundred_clicks_by_forty_people_are_forty_votes_each_the_last_one(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    people = [f"U{number}" for number in range(100, 140)]
    for user in people:
        slack.workspace.add_user(user)
        slack.workspace.channels["C1"].members.append(user)
    dice = random.Random(7)  # noqa: S311 -- the same clicks in each run
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        last: dict[str, str] = {}
        for _ in range(5):
            choices = {user: dice.choice(["Postgres", "MySQL"]) for user in people}
            await asyncio.gather(*(team.vote(choice, user) for user, choice in choices.items()))
            last |= choices
        [decision] = await team.decisions()
        names = await team.store.names("slack", [cast.actor for cast in decision.people.votes[0].standing])

    options = {"o1": "Postgres", "o2": "MySQL"}
    standing = decision.people.votes[0].standing
    assert {names[cast.actor].removeprefix(f"{TEAM}:"): options[cast.facts.choice or ""] for cast in standing} == last


async def test_close_now_needs_the_quorum_and_ends_the_vote(tmp_path: Path, slack: WatchedSlack) -> None:
    for number in range(10, 20):
        slack.workspace.add_user(f"U{number}")
        slack.workspace.channels["C1"].members.append(f"U{number}")
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.command("close D-1")
        await team.reads("Closing now needs 3 votes")
        for user in ("U1", "U2", "U3"):
            await team.vote("MySQL", user)
        await team.slack.until(lambda: team.has_button("Close now"))
        await team.click(team.action("Close now"))
        await team.sees("verdict", "MySQL")
        await team.sees("turn", "The vote on .* is over")
        [decision] = await team.decisions()

    assert decision.people.votes[0].closed is not None
    assert decision.people.votes[0].closed.facts.why == "closed_early"


async def test_hard_case_46_a_vote_closes_a_minute_after_the_last_one_who_can_vote(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        before = said(team.posted("card")[0])
        assert not team.has_button("Close now")
        for user in ("U1", "U2", "U3"):
            await team.vote("MySQL", user)
        begun = slack.workspace.clock()
        await team.slack.until(lambda: team.has_button("Close now"))
        await team.sees("verdict", "MySQL")
        took = round(slack.workspace.clock() - begun)

    assert "open until" in before
    assert 60 <= took < 75


async def test_hard_case_47_who_is_in_a_group_is_frozen_and_shown_when_the_vote_opens(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    slack.workspace.add_user("U4", is_restricted=True)
    slack.workspace.add_user("U5")
    slack.workspace.channels["C1"].members += ["U4", "U5"]
    slack.workspace.groups["S7"] = ["U2", "U3", "U4", "U5"]
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human --voters <!subteam^S7|@ops>")
        await team.sees("turn", "3 people can vote")
        await team.slack.until(lambda: team.has_button("Postgres"))
        slack.workspace.groups["S7"] = ["U1", "U2"]
        await team.vote("Postgres", "U1")
        await team.reads("not on the list of voters that was frozen")
        await team.vote("MySQL", "U3")
        await team.reads("Your vote: MySQL", user="U3")
        await team.click(team.action("Details"), user="U2")
        await slack.until(lambda: any("Who can vote" in said(view) for view in slack.workspace.views.values()))
        [shown] = [said(view) for view in slack.workspace.views.values() if "Who can vote" in said(view)]

    assert "Who can vote: <@U2>, <@U3>, <@U5>" in shown


async def test_hard_case_40_a_double_click_opens_one_vote(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION)
        await team.slack.until(lambda: team.has_button("Put it to a vote"))
        clicked = await team.click(team.action("Put it to a vote"))
        await team.send(payloads.once_more(clicked))
        await team.sees("turn", "can vote")
        await team.reads("Vote 1 on this decision is still open")
        [decision] = await team.decisions()

    assert len(decision.people.votes) == 1


async def test_a_reason_is_asked_for_in_a_form_and_kept(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.vote("MySQL", "U2")
        await team.click(team.action("Add a reason…"), user="U2")
        await slack.until(lambda: any("reason" in view["callback_id"] for view in slack.workspace.views.values()))
        [view_id] = slack.workspace.views
        empty = payloads.submission(slack.workspace, view_id, field("reason", ""), user="U2")
        answered = await team.send(empty)
        await team.send(payloads.submission(slack.workspace, view_id, field("reason", "Runbooks."), user="U2"))
        await team.reads("Your vote: MySQL", user="U2")
        await slack.until(lambda: len(team.told("U2")) > 1)
        [decision] = await team.decisions()

    assert answered.body["response_action"] == "errors"
    assert "Runbooks." in str(decision.events[-1].words)


def field(name: str, text: str) -> dict[str, object]:
    return {name: {name: {"type": "plain_text_input", "value": text}}}


async def test_hard_case_38_the_first_of_two_approvers_decides_and_the_other_reads_who_it_was(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, tied()) as team:
        await team.command(QUESTION)
        await team.sees("turn", "approval")
        await team.slack.until(lambda: team.has_button("Approve MySQL"))
        approve = team.action("Approve MySQL")
        await asyncio.gather(team.click(approve, user="U2"), team.click(approve, user="U3"))
        await team.sees("verdict", "MySQL")
        await slack.until(lambda: [*team.told("U2"), *team.told("U3")])
        [decision] = await team.decisions()

    assert [event.facts.kind for event in decision.events].count("approved") == 1
    assert "Already approved by <@U" in "".join(said(each) for each in [*team.told("U2"), *team.told("U3")])


async def test_hard_case_33_of_an_approval_and_a_rejection_at_once_one_holds_and_the_other_reads_which(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    slack.workspace.add_user("U9")
    async with served(tmp_path, slack, tied()) as team:
        await team.command(QUESTION)
        await team.slack.until(lambda: team.has_button("Approve MySQL"))
        approve = team.action("Approve MySQL")
        late = payloads.click(slack.workspace, team.posted("card")[0]["ts"], approve, user="U9")
        await team.click(team.action("Reject…"), user="U3")
        await slack.until(lambda: any("reject" in view["callback_id"] for view in slack.workspace.views.values()))
        [view_id] = slack.workspace.views
        rejected = payloads.submission(slack.workspace, view_id, field("reason", "Too slow."), user="U3")
        await asyncio.gather(team.click(approve, user="U2"), team.send(rejected))
        await slack.until(lambda: [*team.told("U2"), *team.told("U3")])
        [decision] = await team.decisions()
        await team.send(late)
        outsider = said(await team.reads("has been answered already", user="U9"))

    answers = [event.facts.kind for event in decision.events if event.facts.kind in {"approved", "rejected"}]
    assert len(answers) == 1
    loser = "U3" if answers == ["approved"] else "U2"
    assert f"Already {answers[0]} by <@U" in said(team.told(loser)[0])
    assert "<@U" not in outsider


async def test_an_approval_is_recorded_before_it_is_acknowledged_and_its_copies_do_nothing(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, tied()) as team:
        await team.command(QUESTION)
        await team.slack.until(lambda: team.has_button("Approve MySQL"))
        clicked = await team.click(team.action("Approve MySQL"), user="U2")
        [decision] = await team.decisions()
        for retry in range(50):
            assert (await team.sender.send(clicked, retry=retry)).status == 200
        await team.sees("verdict", "MySQL")
        [after] = await team.decisions()

    assert [event.facts.kind for event in decision.events].count("approved") == 1
    assert [event.facts.kind for event in after.events].count("approved") == 1
    assert team.told("U2") == []


async def test_an_approval_whose_approver_slack_is_slow_to_name_is_acknowledged_in_time(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    gate = asyncio.Event()
    async with served(tmp_path, slack, tied()) as team:
        await team.command(QUESTION)
        await team.slack.until(lambda: team.has_button("Approve MySQL"))
        slack.script("users.info", held(gate))
        begun = slack.workspace.clock()
        await team.click(team.action("Approve MySQL"), user="U2")
        took = slack.workspace.clock() - begun
        gate.set()
        await team.sees("verdict", "MySQL")

    assert took < 1


async def test_hard_case_44_the_asker_may_not_approve_their_own_deadlock(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, tied()) as team:
        await team.command(QUESTION)
        await team.sees("turn", "approval")
        await team.slack.until(lambda: team.has_button("Approve MySQL"))
        await team.click(team.action("Approve MySQL"), user="U1")
        await team.reads("somebody else has to answer")
        [decision] = await team.decisions()

    assert decision.people.open_proposal is not None


async def test_hard_case_43_a_click_from_another_workspace_does_nothing(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        clicked = payloads.click(slack.workspace, team.posted("card")[0]["ts"], team.action("Postgres"), user="U2")
        await team.send(clicked | {"user": {"id": "U2", "team_id": "T9"}})
        [decision] = await team.decisions()

    assert decision.people.votes[0].cast == ()


async def test_a_proposal_is_rejected_with_a_reason_and_goes_to_a_vote(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, tied()) as team:
        await team.command(QUESTION)
        await team.sees("turn", "approval")
        await team.slack.until(lambda: team.has_button("Approve MySQL"))
        await team.click(team.action("Reject…"), user="U2")
        await slack.until(lambda: any("reject" in view["callback_id"] for view in slack.workspace.views.values()))
        [view_id] = slack.workspace.views
        await team.send(payloads.submission(slack.workspace, view_id, field("reason", "Too slow."), user="U2"))
        await team.sees("turn", "can vote", count=2)
        [decision] = await team.decisions()

    assert decision.people.votes[0].opened.facts.why == "rejected"


async def test_a_deadline_that_passed_while_the_program_was_down_is_kept_at_the_start(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.vote("MySQL", "U2")
    async with served(tmp_path, slack, agreed(), later=5 * 86_400) as team:
        await team.slack.until(lambda: not team.has_button("Postgres"))
        [decision] = await team.decisions()

    assert decision.people.votes[0].closed is not None
    assert decision.people.votes[0].closed.facts.why == "deadline"


async def test_a_deadline_closes_the_vote_while_the_program_runs(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human --close 6m")
        await team.sees("turn", "can vote")
        await team.sees("reminder", "3 votes are still missing", seconds=1_000)
        await team.slack.until(lambda: not team.has_button("Postgres"))
        [decision] = await team.decisions()

    assert decision.people.votes[0].closed is not None
    assert decision.people.votes[0].closed.facts.why == "deadline"


async def test_the_deadline_can_be_moved_by_who_asked(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        [before] = await team.decisions()
        await team.command("extend D-1 24h", user="U1")
        await team.reads("Done; it stands in D-1")
        [after] = await team.decisions()

    assert after.people.votes[0].deadline - before.people.votes[0].deadline == 24 * 3_600_000_000


async def test_an_approver_records_what_came_of_it(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION)
        await team.sees("verdict", "Postgres")
        await team.command("outcome D-1 held", user="U2")
        await team.reads("Done; it stands in D-1")
        [decision] = await team.decisions()

    assert decision.end.outcome is not None
    assert decision.end.outcome.facts.outcome == "held"


async def test_an_approver_says_by_button_that_the_team_decided_otherwise(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION)
        await team.sees("verdict", "Postgres")
        await team.slack.until(lambda: team.has_button("We decided otherwise…"))
        await team.click(team.action("We decided otherwise…"), user="U2")
        await slack.until(lambda: any("outcome" in view["callback_id"] for view in slack.workspace.views.values()))
        [view_id] = slack.workspace.views
        typed = field("reason", "The licence ran out, so MySQL.")
        await team.send(payloads.submission(slack.workspace, view_id, typed, user="U2"))
        card = await team.sees("card", "The team decided otherwise.*The licence ran out, so MySQL")
        [decision] = await team.decisions()

    assert decision.end.outcome is not None
    assert decision.end.outcome.facts.outcome == "overridden"
    assert "We decided otherwise…" not in said(card)


async def test_who_approves_nothing_cannot_say_that_the_team_decided_otherwise(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(QUESTION)
        await team.sees("verdict", "Postgres")
        await team.slack.until(lambda: team.has_button("We decided otherwise…"))
        await team.click(team.action("We decided otherwise…"), user="U1")
        await slack.until(lambda: any("Only an approver" in str(view) for view in slack.workspace.views.values()))
        [decision] = await team.decisions()

    assert decision.end.outcome is None


async def test_who_was_called_to_a_vote_hears_that_it_is_off(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.command("cancel D-1", user="U1")
        told = await team.sees("verdict", "Cancelled by.*nobody needs to vote any more")
        await team.sees("card", "Cancelled by")

    assert told["thread_ts"] == team.posted("card")[0]["ts"]
    assert len(team.posted("verdict")) == 1


async def test_in_a_direct_message_the_electorate_is_who_asked(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.send(payloads.direct(slack.workspace, f"{QUESTION} --human"))
        await team.sees("turn", "can vote")
        await team.slack.until(lambda: team.has_button("MySQL"))
        await team.vote("MySQL", "U1")
        await team.sees("verdict", "MySQL")
        [decision] = await team.decisions()

    assert len(decision.people.votes[0].opened.facts.voters) == 1


async def test_in_a_direct_message_a_tie_can_only_be_put_to_a_vote(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, tied()) as team:
        await team.send(payloads.direct(slack.workspace, QUESTION))
        await team.sees("turn", "Nobody may approve this; put it to a vote")
        await team.slack.until(lambda: team.has_button("Put it to a vote"))

    assert not team.has_button("Approve MySQL")
    assert not team.has_button("Reject…")


async def test_who_may_vote_can_be_narrowed_to_people_and_groups(tmp_path: Path, slack: WatchedSlack) -> None:
    slack.workspace.scopes.add("usergroups:read")
    slack.workspace.groups["S7"] = ["U1", "U3"]
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human --voters <@U2|lead> <!subteam^S7|@ops>")
        await team.sees("turn", "3 people can vote")
        await team.command("Tea or coffee? --voters @nobody")
        await team.reads("I cannot tell who .*nobody")
        [decision] = await team.decisions()
        named = [await team.store.person("slack", f"{TEAM}:{user}") for user in ("U1", "U2", "U3")]

    assert sorted(decision.people.votes[0].opened.facts.voters) == sorted(named)


async def test_who_may_vote_cannot_be_narrowed_to_so_few_that_they_decide_for_all(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await team.command(f"{QUESTION} --human --voters <@U1|asker>, <@U2|lead>")
        await team.reads("2 people could vote here, and 3 are needed")

        assert await team.decisions() == []


async def test_votes_by_word_name_the_option(tmp_path: Path, slack: WatchedSlack) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        card = team.posted("card")[0]["ts"]
        await team.mention("vote MySQL because of the runbooks", thread=card, user="U3")
        await team.reads("Your vote: MySQL", user="U3")
        await team.command("vote D-1 Oracle", user="U2")
        await team.reads("not an option")
        [decision] = await team.decisions()

    assert [cast.facts.choice for cast in decision.people.votes[0].standing] == ["o2"]


async def test_asking_the_panel_again_replaces_the_decision_and_keeps_its_terms(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    async with served(tmp_path, slack, agreed()) as team:
        await voting(team)
        await team.command("rerun D-1")
        await team.sees("turn", "can vote", count=2)
        first, second = await team.decisions()

    assert (first.end.superseded_by, second.opened.supersedes) == ("D-2", "D-1")
    assert second.opened.policy.human == "always"


async def test_asked_again_a_decision_keeps_the_approvers_and_voters_of_its_profile(
    tmp_path: Path, slack: WatchedSlack
) -> None:
    profile = '[profiles.security.approval]\napprovers = ["@U2"]\n[profiles.security.vote]\nvoters = "@U2 @U3"\n'
    (tmp_path / "consensus.toml").write_text(profile)
    async with served(tmp_path, slack, tied()) as team:
        await team.command(f"{QUESTION} --profile security")
        await team.slack.until(lambda: team.has_button("Approve MySQL"))
        await team.command("rerun D-1")
        await team.sees("card", "replaces|D-2", count=2)
        first, again = await team.decisions()

    assert again.opened.policy == first.opened.policy
    assert again.opened.policy.approval.approvers == "@U2"
