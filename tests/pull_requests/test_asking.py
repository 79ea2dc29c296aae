"""People ask in pull requests and issues: what starts a panel, what it reads, and what is answered at once."""

from pathlib import Path

import pytest

from tests.github_world import ISSUE, PULL
from tests.pull_requests.talking import WatchedGitHub, agreed, served, settle

pytestmark = pytest.mark.virtual_time
CACHE = "Which cache?\n- Redis\n- in-process LRU"


async def test_a_bare_request_asks_whether_to_merge_and_ends_in_a_verdict_and_a_check(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        verdict = await crew.sees("verdict", "merge as is")
        await crew.check("neutral")
        await crew.reacts("rocket")

    assert "In response to" in verdict
    assert len(crew.ours("card")) == 1
    assert ("comment", "eyes") in {(kind, sign) for kind, _, _, sign in github.world.reactions}


@pytest.mark.parametrize("number", [PULL, ISSUE])
@pytest.mark.parametrize("call", ["/consensus", "@consensus", "  /Consensus", "@consensus[bot]"])
async def test_a_question_with_its_options_below_is_decided_where_it_stands(
    tmp_path: Path, github: WatchedGitHub, call: str, number: int
) -> None:
    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.comment(f"Thanks for this!\n\n{call} {CACHE}", number=number)
        verdict = await crew.sees("verdict", "Redis", number=number)

    assert "Which cache?" in verdict
    assert len(crew.ours("verdict", number)) == 1


async def test_an_issue_has_no_check_and_nothing_to_merge(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.comment("/consensus", number=ISSUE)
        await crew.reads("Nothing was asked", number=ISSUE)
        await crew.comment(f"/consensus {CACHE}", number=ISSUE)
        await crew.sees("verdict", "Redis", number=ISSUE)

    assert github.world.check_runs == []


async def test_hard_case_21_a_request_in_the_body_of_a_review_is_seen(tmp_path: Path, github: WatchedGitHub) -> None:
    github.world.mentions.add("voter")
    async with served(tmp_path, github, agreed()) as crew:
        await crew.send(crew.people.review("Looks good, but:\r\n\r\n/consensus"))
        await crew.sees("verdict", "merge as is")

    assert not crew.replies()


async def test_hard_case_21_a_request_at_a_line_of_the_diff_is_read_with_its_hunk(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    agents = agreed("yes")
    github.world.mentions.add("voter")
    hunk = "@@ -1 +1 @@\n-a\n+eviction_by_age"
    async with served(tmp_path, github, agents) as crew:
        await crew.send(crew.people.review_comment("/consensus Is this safe?", diff_hunk=hunk))
        await crew.sees("verdict", "yes")
        await crew.reacts("rocket")

    assert "eviction_by_age" in agents.log[0].prompt
    assert "review_comment" in {kind for kind, *_ in github.world.reactions}


async def test_the_agents_read_the_title_the_conversation_and_the_change(tmp_path: Path, github: WatchedGitHub) -> None:
    agents = agreed()
    github.world.say(PULL, "The drill of last week went badly.", user="reader")
    github.world.change("cache.py", "@@ -1 +1 @@\n-old_line\n+new_line")
    async with served(tmp_path, github, agents) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")

    for text in ("Add a cache", "drill of last week", "new_line"):
        assert text in agents.log[0].prompt


async def test_of_two_requests_in_one_comment_the_first_runs_and_the_reply_names_the_rest(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.comment(f"/consensus {CACHE}\n\n/consensus status\n/consensus list")
        told = await crew.reads("2 more requests")
        await crew.sees("verdict", "Redis")
        decisions = await crew.decisions()

    assert len(decisions) == 1
    assert "`/consensus status`" in told
    assert "`/consensus list`" in told


async def test_hard_case_29_a_request_in_code_gets_one_hint_and_runs_not(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        sent = await crew.comment("```\n/consensus\n```")
        await crew.reads("in code is not run")
        await crew.sender.redeliver(sent.guid)
        await crew.comment("`/consensus`", user="reader")
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []
    assert len(crew.replies()) == 1


@pytest.mark.parametrize(
    "body", ["> /consensus", "    /consensus", "<!--\n/consensus\n-->", "see /consensus", "/consensusx", "/consensus/a"]
)
async def test_hard_case_28_what_is_quoted_hidden_or_somebody_elses_asks_nothing(
    tmp_path: Path, github: WatchedGitHub, body: str
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment(f"{body}\n\nAnd more words.", user="author")
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []
    assert crew.replies() == []


async def test_a_profile_is_named_behind_our_name(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[profiles.security]\nhuman = "always"')
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus-security")
        await crew.sees("turn", "3 of|can vote")
        await crew.comment("/consensus-nothing Which one?")
        await crew.reads('no profile "nothing"')

        assert len(await crew.decisions()) == 1


async def test_a_flag_that_loosens_is_refused_and_says_which(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[policy]\nhuman = "always"\n[vote]\nquorum = 3')
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --quorum 1")
        await crew.reads("--quorum")
        await crew.reacts("confused")
        decisions = await crew.decisions()

    assert decisions == []


async def test_an_unknown_verb_of_a_writer_is_answered_with_the_nearest(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus aprove D-1")
        told = await crew.reads("approve")
        await crew.comment("/consensus serch cache", user="reader")
        await crew.is_done()

    assert "aprove" in told
    assert len(crew.replies()) == 1


async def test_a_question_that_is_open_already_is_pointed_at(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment("/consensus --human", user="voter")
        await crew.reads("already open here as D-1")
        decisions = await crew.decisions()

    assert len(decisions) == 1


async def test_what_was_decided_before_is_shown_with_how_to_ask_again(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.comment(f"/consensus {CACHE}", number=ISSUE)
        await crew.sees("verdict", "Redis", number=ISSUE)
        await crew.comment(f"/consensus {CACHE}")
        told = await crew.reads("Decided .*Redis")
        await crew.comment("/consensus rerun D-1", number=ISSUE)
        await crew.sees("verdict", "Redis", number=ISSUE, count=2)
        decisions = await crew.decisions()

    assert "Ask again there: `/consensus rerun D-1`" in told
    assert f"/issues/{ISSUE}#issuecomment-" in told
    assert [each.id for each in decisions] == ["D-1", "D-2"]
    assert decisions[0].end.superseded_by == "D-2"


async def test_the_limits_of_a_day_are_said(tmp_path: Path, github: WatchedGitHub) -> None:
    (tmp_path / "consensus.toml").write_text("[limits]\nper_person = 1\n")
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.comment("/consensus Tabs or spaces?", number=ISSUE)
        await crew.reads("24 hours|day", number=ISSUE)
        decisions = await crew.decisions()

    assert len(decisions) == 1
