"""How words are answered: each once, under a link to them, whatever GitHub loses on the way."""

from pathlib import Path

import pytest

from tests.github_turns import fails, lost
from tests.github_world import ISSUE
from tests.pull_requests.talking import APP, MODELS, WatchedGitHub, agreed, served, settle

pytestmark = pytest.mark.virtual_time
AWAY = [fails(502)] * 3
"""So often a call is made before it counts as unanswered."""


@pytest.mark.parametrize("words", ["help", "list", "show D-9", "vote D-9 Redis", "aprove D-9", "link", "status"])
async def test_a_reply_begins_with_a_link_to_the_words_that_it_answers(
    tmp_path: Path, github: WatchedGitHub, words: str
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment(f"/consensus {words}")
        await crew.is_done()

    [said, _] = github.world.comments
    [told] = crew.replies()
    assert (
        told.splitlines()[1]
        == f"Answer to [this comment]({github.url}/acme/widgets/issues/1#issuecomment-{said['id']})"
    )


async def test_a_question_that_was_decided_before_is_answered_under_a_link_to_it(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.comment("/consensus", user="voter")
        told = await crew.reads("Decided")

    said = next(each for each in github.world.comments if each["user"]["login"] == "voter")
    assert f"Answer to [this comment]({github.url}/acme/widgets/issues/1#issuecomment-{said['id']})" in told


@pytest.mark.parametrize(
    ("first", "answer"),
    [
        ("/consensus help", "What it understands"),
        ("/consensus vote D-9 Redis", "no decision D-9"),
        ("/consensus aprove D-9", "did you mean"),
        ("/consensus cancel D-1", ""),
    ],
)
async def test_further_requests_of_the_same_words_are_named_whatever_the_first_is(
    tmp_path: Path, github: WatchedGitHub, first: str, answer: str
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment(f"{first}\n/consensus close D-1\n/consensus list")
        told = await crew.reads("2 more requests")
        await crew.reads(answer)
        await crew.is_done()

    assert "`/consensus close D-1`" in told
    assert len(crew.replies()) == 1 + bool(answer)


async def test_the_further_requests_of_a_reader_are_not_answered(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus vote D-9 Redis\n/consensus list", user="reader")
        await crew.is_done()

    assert crew.replies() == []


async def test_a_lost_reply_about_the_further_requests_does_not_lose_the_first(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    github.script("create_comment", *AWAY)

    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.comment("/consensus Which cache?\n- Redis\n- none\n\n/consensus list", number=ISSUE)
        await crew.sees("verdict", "Redis", number=ISSUE)
        await crew.reads("One more request", number=ISSUE)

    assert len(crew.replies(ISSUE)) == 1


@pytest.mark.parametrize("words", ["/consensus help", "/consensus vote D-9 Redis"])
async def test_a_reply_that_was_kept_although_its_answer_was_lost_is_found_and_not_repeated(
    tmp_path: Path, github: WatchedGitHub, words: str
) -> None:
    github.script("create_comment", lost)

    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment(words)
        await crew.is_done()

    [told] = crew.replies()
    assert "GitHub did not say" not in told


async def test_a_request_waits_while_the_settings_cannot_be_read(tmp_path: Path, github: WatchedGitHub) -> None:
    github.script("contents", *AWAY, *AWAY)

    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")

    assert crew.replies() == []


async def test_a_broken_settings_file_is_told_once_in_a_conversation_until_it_changes(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    settle(github, "[policy]\nbudget = 'much'")
    async with served(tmp_path, github, agreed(), env=APP | MODELS) as crew:
        for user in ("asker", "voter", "boss"):
            await crew.comment("/consensus", user=user)
        await crew.is_done()
        [told] = crew.replies()
        await crew.comment("/consensus Tabs?", number=ISSUE)
        await crew.reads("consensus.toml", number=ISSUE)
        settle(github, "[policy]\nbudget = 'more'")
        await crew.comment("/consensus", user="voter")
        await crew.is_done()

    assert "Line 2" in told
    assert len(crew.replies()) == 2
    assert [sign for *_, sign in github.world.reactions].count("confused") == 5


async def test_a_settings_file_without_end_is_told_as_what_it_is(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, "#" * 70_000)

    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.reads("no text file of at most 64 kB")

        assert await crew.decisions() == []
