"""Look-ups in comments: answered in the conversation, with only what everybody who can read it may see."""

from pathlib import Path

import pytest

from tests.github_events import People
from tests.github_turns import fails, refused
from tests.github_world import INSTALLATION, ISSUE, REPO, Repo
from tests.pull_requests.talking import Crew, WatchedGitHub, agreed, served, settle

pytestmark = pytest.mark.virtual_time
OTHER = 200
WRITERS = {"asker": "write", "voter": "write"}


async def decided(crew: Crew) -> None:
    await crew.comment("/consensus")
    await crew.sees("verdict", "merge as is")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("show D-1", "merge as is.*All ballots"),
        ("show", "merge as is"),
        ("why D-1", "Borda|rule"),
        ("list", "D-1.*merged as it is"),
        ("list mine", "Nothing found"),
        ("list decided", "D-1"),
        ("search merged", "D-1.*merged as it is"),
        ("search nothingofthekind", "Nothing found"),
        ("status", "Nothing found"),
        ("status D-1", "merge as is"),
        ("verify D-1", "D-1"),
        ("export D-1", "as a document.*Should this pull request"),
        ("help", "What it understands"),
        ("help vote", "vote"),
        ("show D-99", "no decision D-99"),
        ("search ?!", "search"),
    ],
)
async def test_what_is_asked_for_is_answered_in_the_conversation(
    tmp_path: Path, github: WatchedGitHub, words: str, answer: str
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await decided(crew)
        await crew.comment(f"/consensus {words}", user="voter")
        await crew.reads(answer)

    assert len(crew.replies()) == 1


@pytest.mark.parametrize("words", ["export D-1", "why D-1"])
async def test_what_a_document_says_of_money_and_names_is_escaped_once(
    tmp_path: Path, github: WatchedGitHub, words: str
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await decided(crew)
        await crew.comment(f"/consensus {words}")
        await crew.is_done()

    [told] = crew.replies()
    assert "&\\#" not in told
    assert "&amp;" not in told
    assert ("$0.0" in told) == ("export" in words)


async def test_a_push_and_what_was_read_are_told_in_french(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, 'language = "fr"')
    github.script("comments", *[refused(404, "Not Found")] * 4)
    async with served(tmp_path, github, agreed("fusionner telle quelle")) as crew:
        await crew.comment("/consensus")
        verdict = await crew.sees("verdict", "fusionner")
        await crew.send(crew.people.push("c" * 40))
        card = await crew.sees("card", "portait sur")

    assert "demande de tirage" in verdict.partition("<details>")[2]
    assert "pas pu être lu\u00a0: commentaires" in verdict
    assert "`/consensus rerun D-1`" in card.partition("###")[0]


async def test_an_equal_open_question_is_pointed_to_before_any_limit(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed("yes")) as crew:
        for number in (0, 1, 2, 0, 3):
            await crew.comment(f"/consensus --human Question {number}?\n- yes\n- no", number=ISSUE)
            await crew.is_done()

    told = crew.replies(ISSUE)
    assert len(told) == 2
    assert "already open here as D-1" in told[0]
    assert "the newest is D-3" in told[1]


async def test_a_private_repositorys_decision_looks_in_another_like_one_that_does_not_exist(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    secret, public = other(github, private=True), People(github.world)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.send(secret.comment("/consensus Shall we buy Initech?", number=ISSUE))
        await crew.is_done()
        for words in ("show D-1", "why D-1", "export D-1", "verify D-1", "status D-1", "vote D-1 yes", "cancel D-1"):
            await crew.send(public.comment(f"/consensus {words}", number=ISSUE))
            await crew.is_done()
        for words in ("show D-77", "search Initech", "list"):
            await crew.send(public.comment(f"/consensus {words}", number=ISSUE))
            await crew.is_done()
        [decision] = await crew.decisions()

    here = [each["body"] for each in github.world.comments if each["repo"] == REPO and "reply:" in each["body"]]
    told = [body.partition("\n\n")[2] for body in here]
    assert decision.end.cancelled is None
    assert len(told) == 10
    assert {body.replace("D-77", "D-1") for body in told[:8]} == {told[0]}
    assert not any("buy" in body for body in told)
    assert "Nothing found" in told[8]
    assert "Nothing found" in told[9]


async def test_a_repository_that_became_private_is_shown_nowhere_else_from_then_on(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    elsewhere, here = other(github, private=False), People(github.world)
    words = ("list", "search Initech", "show D-1", "show D-77")
    async with served(tmp_path, github, agreed()) as crew:
        await crew.send(elsewhere.comment("/consensus Shall we buy Initech?", number=ISSUE))
        await crew.is_done()
        await crew.send(here.comment("/consensus list", number=ISSUE))
        await crew.is_done()
        github.world.repos[OTHER].private = True
        for each in words:
            await crew.send(here.comment(f"/consensus {each}", number=ISSUE))
            await crew.is_done()

    before, *after = crew.replies(ISSUE)
    assert "buy Initech" in before
    assert len(after) == len(words)
    assert not any("buy Initech" in each for each in after)


async def test_where_github_does_not_say_who_reads_a_repository_nothing_of_it_is_shown_elsewhere(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    elsewhere, here = other(github, private=False), People(github.world)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.send(elsewhere.comment("/consensus Shall we buy Initech?", number=ISSUE))
        await crew.is_done()
        github.script("repository", *[fails(502)] * 2)
        await crew.send(here.comment("/consensus show D-1", number=ISSUE))
        await crew.is_done()

    assert "no decision D-1" in github.world.comments[-1]["body"]


async def test_a_public_repositorys_decision_is_shown_in_another(tmp_path: Path, github: WatchedGitHub) -> None:
    elsewhere = other(github, private=False)
    async with served(tmp_path, github, agreed()) as crew:
        await decided(crew)
        await crew.send(elsewhere.comment("/consensus show D-1", number=ISSUE))
        await crew.is_done()
        await crew.send(elsewhere.comment("/consensus cancel D-1", number=ISSUE))
        await crew.is_done()

    there = [each["body"] for each in github.world.comments if each["repo"] == OTHER and "reply:" in each["body"]]
    assert "merge as is" in there[0]
    assert "no decision D-1" in there[1]


def other(github: WatchedGitHub, *, private: bool) -> People:
    """One more repository of the same installation, with an issue of the same number."""
    github.world.repos[OTHER] = Repo(OTHER, "acme/other", private=private, roles=dict(WRITERS))
    github.world.installations[INSTALLATION].repos.append(OTHER)
    github.world.add_issue(ISSUE, author="asker", repo=OTHER)
    github.world.links.append(f"{github.url}/acme/other/")
    return People(github.world, repo=OTHER)
