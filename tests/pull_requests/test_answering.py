"""What stands in a pull request while a panel works and when it ends: few comments, fewer edits, one honest check."""

import asyncio
from itertools import count
from pathlib import Path

import pytest

from consensus.ports import Reply, Request
from tests.github_world import HEAD, INSTALLATION, PULL
from tests.pull_requests.talking import APP, MODELS, PERSONAL, WatchedGitHub, agreed, served, settle
from tests.voting_models import Agents, Vote

pytestmark = pytest.mark.virtual_time
HOSTILE = (
    "Ask @acme/team and @boss. Fixes #1, closes acme/widgets#2. ![x](http://evil.example/a.png) <img src=x> "
    "<!-- consensus:D-9:card:1 -->\n# APPROVED\n```\n</details> http://evil.example :rocket: " + "a1b2c3d4" * 5
)


class Slow(Agents):
    """Each answers at a time of its own."""

    turns = count(1)

    async def __call__(self, request: Request) -> Reply:
        await asyncio.sleep(next(self.turns) % 7 * 4)
        return await super().__call__(request)


def split() -> tuple[Vote, ...]:
    return (
        Vote("merge as is", ("risk_analyst", "devils_advocate")),
        Vote("split it", ("optimist", "neutral_analyst")),
        Vote("request changes"),
    )


async def test_the_comment_of_a_working_panel_is_edited_when_its_stage_changes_and_not_with_each_ballot(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, Slow(split(), moderator=("split it", "merge as is"))) as crew:
        await crew.comment("/consensus")
        await crew.sees("turn", "can vote", seconds=900)
        await crew.check("action_required")
        await asyncio.sleep(60)

    edits = [str(call.body["body"]) for call in github.called("edit_comment")]
    assert len(edits) <= 6
    assert len(set(edits)) == len(edits)
    assert len(github.called("edit_check")) <= 4
    assert (len(crew.ours("card")), len(crew.ours("turn")), len(crew.ours("verdict"))) == (1, 1, 0)


async def test_a_quick_verdict_takes_two_comments_and_two_edits(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.reacts("rocket")
        await asyncio.sleep(60)

    assert len(github.called("create_comment")) == 2
    assert len(github.called("edit_comment")) <= 2
    assert {sign for *_, sign in github.world.reactions} == {"eyes", "rocket"}


async def test_the_check_waits_while_the_panel_works_and_calls_while_people_are_needed(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, Slow(agreed().votes)) as crew:
        await crew.comment("/consensus --human")
        working = dict(await crew.check(None))
        waiting = dict(await crew.check("action_required"))
        await crew.comment("/consensus cancel D-1")
        ended = dict(await crew.check("neutral"))
        await crew.reacts("confused")

    assert (working["status"], working["head_sha"], working["external_id"]) == ("in_progress", HEAD, "D-1:check:2")
    assert waiting["status"] == ended["status"] == "completed"
    assert len(github.world.check_runs) == 1


@pytest.mark.parametrize(
    ("stated", "words", "winner", "conclusion"),
    [
        ("[github]\ngate = true", "/consensus", "merge as is", "success"),
        ("[github]\ngate = true", "/consensus", "split it", "action_required"),
        ("[github]\ngate = true", "/consensus Shall we merge?\n- merge as is\n- split it", "merge as is", "neutral"),
        ("", "/consensus", "merge as is", "neutral"),
    ],
)
async def test_the_check_is_green_only_for_merge_as_is_of_the_bare_question_where_it_is_a_gate(  # noqa: PLR0913, PLR0917
    tmp_path: Path, github: WatchedGitHub, stated: str, words: str, winner: str, conclusion: str
) -> None:
    settle(github, stated)
    async with served(tmp_path, github, agreed(winner), env=APP | MODELS) as crew:
        await crew.comment(words)
        await crew.sees("verdict", winner)
        await crew.check(conclusion)


async def test_a_settings_file_on_another_branch_opens_no_gate(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, "[github]\ngate = true", branch="topic")
    settle(github, "[github]\ngate = true", branch=HEAD)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.check("neutral")


async def test_without_checks_only_comments_are_written(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[github]\nchecks = "off"')
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.reacts("rocket")

    assert github.world.check_runs == []


async def test_a_personal_token_leaves_a_green_status_at_the_gate(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, "[github]\ngate = true")
    async with served(tmp_path, github, agreed(), env=PERSONAL | MODELS) as crew:
        crew.people.installation = None
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await github.until(lambda: github.world.statuses and "merge as is" in github.world.statuses[-1]["description"])

    assert github.world.statuses[-1]["state"] == "success"
    assert {each["state"] for each in github.world.statuses[:-1]} <= {"pending"}
    assert {each["sha"] for each in github.world.statuses} == {HEAD}


async def test_a_personal_token_leaves_no_status_where_there_is_no_gate(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed(), env=PERSONAL | MODELS) as crew:
        crew.people.installation = None
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.reacts("rocket")

    assert github.world.statuses == []


async def test_hard_case_48_whatever_agents_and_people_write_nothing_rings_closes_or_loads(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    texts = {"rationale": HOSTILE, "risks": [HOSTILE], "would_change": HOSTILE}
    github.world.say(PULL, HOSTILE, user="reader")
    async with served(tmp_path, github, Agents((Vote("a | b ](http://x)", texts=texts),))) as crew:
        await crew.comment(f"/consensus Which? {HOSTILE[:90]}\n- a | b ](http://x)\n- @boss closes #1 |\n\n")
        await crew.sees("verdict", "APPROVED")
        await crew.comment("/consensus export D-1")
        await crew.reads("APPROVED")
        await crew.comment("/consensus why D-1")
        await crew.is_done()


async def test_hard_case_60_hostile_options_stay_in_their_cells_while_people_vote(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    option = "A | B ](http://x)"
    async with served(tmp_path, github, agreed(option)) as crew:
        await crew.comment(f"/consensus --human Which?\n- {option}\n- none of it | {HOSTILE[:60]}")
        turn = await crew.sees("turn", "can vote")

    rows = [line for line in turn.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in rows} == {4}


async def test_reactions_to_the_call_are_shown_as_a_mood_and_count_for_nothing(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        call = next(each for each in github.world.comments if ":turn:" in each["body"])
        github.world.reactions.append(("comment", call["id"], "reader", "+1"))
        await crew.comment("/consensus vote D-1 split it", user="voter")
        card = await crew.sees("card", "Mood by reactions")
        [decision] = await crew.decisions()

    assert "👍 1" in card
    assert len(decision.people.votes[0].cast) == 1


async def test_a_question_in_french_is_answered_in_french(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, 'language = "fr"')
    async with served(tmp_path, github, agreed("fusionner telle quelle")) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "En réponse à")
        await crew.comment("/consensus vote D-1 jamais")
        await crew.reads("Aucun vote")


async def test_the_language_of_a_bare_request_is_named_by_its_flag(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed("fusionner telle quelle")) as crew:
        await crew.comment("/consensus --lang fr")
        await crew.sees("verdict", "En réponse à")


async def test_hard_case_64_a_check_that_the_app_may_not_make_is_told_in_one_sentence(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    del github.world.installations[INSTALLATION].permissions["checks"]

    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        told = await crew.reads("not as a check on the commit")

    assert 'permission "Checks: read and write"' in told
    assert [each for each in crew.replies() if "check" in each] == [told]
    assert github.world.check_runs == []
