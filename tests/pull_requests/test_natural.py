"""Words as people really write them: by mail, with thanks, marks and signatures around what they ask."""

from pathlib import Path

import pytest

from consensus.events import OpenedWords
from tests.github_world import ISSUE
from tests.pull_requests.talking import WatchedGitHub, agreed, served

pytestmark = pytest.mark.virtual_time
MAILED = "\r\n\r\nOn Mon, Nov 30, 2026 at 6:00 PM consensus[bot] wrote:\r\n\r\n> ### Your vote is needed\r\n> vote"


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        (f"merge as is{MAILED}", "o1"),
        ("merge as is\n\nThanks, great work!", "o1"),
        ("**merge as is**", "o1"),
        ("_Merge as is_.", "o1"),
        ("`merge as is`!", "o1"),
        ("merge as is.", "o1"),
        ("o1.", "o1"),
        (f"split it because it is long{MAILED}", "o3"),
        ("abstain.\n\nThanks", None),
    ],
)
async def test_a_vote_counts_whatever_stands_around_the_option(
    tmp_path: Path, github: WatchedGitHub, words: str, choice: str | None
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment(f"/consensus vote D-1 {words}", user="voter")
        await crew.is_done()
        [decision] = await crew.decisions()

    [cast] = decision.people.votes[0].cast
    assert cast.facts.choice == choice
    assert "wrote" not in repr(decision.words(cast.seq))
    assert crew.replies() == []


@pytest.mark.parametrize(
    ("named", "line"), [("merge it", "vote D-1 merge as is"), ("spit it!", "vote D-1 split it"), ("x", "vote D-1 ")]
)
async def test_a_vote_for_no_option_is_told_all_options_and_one_line_to_copy(
    tmp_path: Path, github: WatchedGitHub, named: str, line: str
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment(f"/consensus vote D-1 {named}", user="voter")
        told = await crew.reads("not an option")

    assert "(merge as is · request changes · split it)" in told
    assert f"`/consensus {line}" in told


async def test_an_option_that_cannot_be_copied_is_called_by_its_id(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed("keep_it")) as crew:
        await crew.comment("/consensus --human What now?\n- `drop` it because of Bob\n- keep_it", number=ISSUE)
        await crew.sees("turn", "can vote", number=ISSUE)
        await crew.comment("/consensus vote D-1 keep", user="voter", number=ISSUE)
        told = await crew.reads("not an option", number=ISSUE)

    assert "`/consensus vote D-1 o2`" in told


@pytest.mark.parametrize(
    "below",
    [
        "\r\n\r\n-- \r\nJohn Doe\r\nACME Inc.",
        "\r\n\r\nSent from my iPhone",
        "\n\nThanks a lot, this one is urgent!",
        "\n-- \nJohn Doe",
        " --human\n\nSent from my Pixel",
    ],
)
async def test_what_stands_below_an_empty_line_is_no_question(
    tmp_path: Path, github: WatchedGitHub, below: str
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment(f"/consensus{below}")
        await crew.sees("card", "merged as it is")
        [decision] = await crew.decisions()

    assert len(decision.opened.options) == 3


async def test_a_question_right_below_the_request_is_asked(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.comment("/consensus\nWhich cache?\n- Redis\n- LRU\n\nThanks!")
        await crew.sees("verdict", "Redis")
        [decision] = await crew.decisions()
        words = decision.words(1)

    assert isinstance(words, OpenedWords)
    assert (words.question.splitlines()[0], words.options) == ("Which cache?", ("Redis", "LRU"))


async def test_hard_case_18_a_bare_request_that_was_not_understood_is_mended_once(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --humn")
        await crew.reads("--human")
        comment = github.world.comments[0]
        await crew.send(crew.people.edit(comment, "/consensus --human"))
        await crew.sees("turn", "can vote")
        await crew.send(crew.people.edit(comment, "/consensus --humn"))
        await crew.send(crew.people.edit(comment, "/consensus"))
        await crew.is_done()
        decisions = await crew.decisions()

    assert len(decisions) == 1


async def test_hard_case_18_a_mended_request_that_was_decided_before_says_so(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.comment("/consensus --humn", user="voter")
        await crew.reads("--human")
        mine = next(each for each in github.world.comments if each["user"]["login"] == "voter")
        await crew.send(crew.people.edit(mine, "/consensus"))
        await crew.reads("Decided")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("extend D-1", "`/consensus extend D-1 24h`"),
        ("outcome D-1", "`/consensus outcome D-1 held`"),
        ("search ?!", "`/consensus search retry policy`"),
    ],
)
async def test_a_hint_can_be_copied_as_it_is(tmp_path: Path, github: WatchedGitHub, words: str, hint: str) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment(f"/consensus {words}")
        told = await crew.reads("example")

    assert hint in told
