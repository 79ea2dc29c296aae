"""Whose word counts on GitHub: judged where the decision stands, by its frozen list, and never our own account's."""

from pathlib import Path

import pytest

from bot.github.site import PLATFORM
from consensus.events import Draft, OpenedWords, Policy, VotePolicy
from tests.desks import SEATS
from tests.fakes import opened, seat
from tests.github_turns import fails
from tests.github_world import INSTALLATION, ISSUE, PULL, REPO, Repo
from tests.pull_requests.talking import MODELS, PERSONAL, WatchedGitHub, agreed, served

pytestmark = pytest.mark.virtual_time
SECRET = 101


@pytest.mark.parametrize(
    "words", ["outcome D-1 overridden because I say so", "cancel D-1", "close D-1", "extend D-1 24h"]
)
async def test_the_author_of_a_pull_request_gains_nothing_by_speaking_elsewhere(
    tmp_path: Path, github: WatchedGitHub, words: str
) -> None:
    github.world.repos[REPO].roles["author"] = "write"
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment(f"/consensus {words}", user="author", number=ISSUE)
        await crew.is_done()
        [decision] = await crew.decisions()

    assert [event.facts.kind for event in decision.events][-1] == "vote_opened"
    assert len(crew.replies(ISSUE)) == 1


async def test_a_decision_is_asked_again_only_in_its_own_conversation(tmp_path: Path, github: WatchedGitHub) -> None:
    github.world.add_pull(5, author="voter", head="e" * 40)
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")
        await crew.comment("/consensus rerun D-1", user="voter", number=5)
        told = await crew.reads("D-1", number=5)
        [decision] = await crew.decisions()
        await crew.comment("/consensus rerun D-1")
        await crew.sees("verdict", "merge as is", count=2)

    assert f"{github.url}/acme/widgets/issues/{PULL}#issuecomment-" in told
    assert decision.end.superseded_by is None


async def test_a_voter_on_the_list_votes_while_github_does_not_say_who_may_write(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        before = [each.path for each in github.calls if each.path.endswith("/permission")]
        github.script("permission", *[fails(502)] * 9)
        await crew.comment("/consensus vote D-1 merge as is", user="voter")
        await crew.is_done()
        [decision] = await crew.decisions()
        after = [each.path for each in github.calls if each.path.endswith("/permission")]

    assert len(decision.people.votes[0].cast) == 1
    assert after == before
    assert crew.replies() == []


async def test_our_own_account_is_no_voter_and_no_approver(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed(), env=PERSONAL | MODELS) as crew:
        crew.people.installation = None
        github.world.mentions.add("machine")
        own = await crew.store.person(PLATFORM, "29")
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment("/consensus vote D-1 merge as is", user="machine")
        told = await crew.reads("machine")
        [decision] = await crew.decisions()

    assert own not in decision.people.votes[0].opened.facts.voters
    assert len(decision.people.votes[0].opened.facts.voters) == 5
    assert decision.people.votes[0].cast == ()
    assert decision.people.votes[0].advised == ()
    assert "neither votes nor approves" in told


async def test_a_place_that_is_absent_hidden_or_not_allowed_is_refused_in_one_sentence(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    github.world.repos[SECRET] = Repo(SECRET, "acme/secret", private=True, roles={"boss": "admin"})
    github.world.installations[INSTALLATION].repos.append(SECRET)
    github.world.add_issue(1, author="boss", repo=SECRET)
    names = ("acme/secret#1", "acme/secret#77", "acme/nowhere#1")
    async with served(tmp_path, github, agreed()) as crew:
        for name in names:
            await crew.comment(f"/consensus Ship?\n- yes\n- no\n--in {name}")
            await crew.is_done()
        decisions = await crew.decisions()

    told = [reply.rpartition("\n\n")[2] for reply in crew.replies()]
    assert decisions == []
    assert len(told) == 3
    assert len({_nameless(reply, name) for reply, name in zip(told, names, strict=True)}) == 1


def _nameless(reply: str, name: str) -> str:
    escaped = name.replace("#", "\\#\u200b")
    return reply.replace(escaped, "NAME").replace(name, "NAME")


async def test_a_hidden_vote_that_stands_on_github_alone_takes_none(tmp_path: Path, github: WatchedGitHub) -> None:
    roster = tuple(seat(place, seat=name) for place, name in enumerate(SEATS))
    policy = Policy(human="always", vote=VotePolicy(hidden=True))
    facts = opened(2, roster=roster, places=(f"github:{REPO}:{ISSUE}",), policy=policy)
    words = OpenedWords(question="Which one?", options=("Redis", "LRU"))
    async with served(tmp_path, github, agreed("Redis")) as crew:
        await crew.store.create(lambda _: Draft(actor=facts.asker, facts=facts, words=words), open_key="kept before")
        await crew.sees("turn", "hidden", number=ISSUE)
        await crew.comment("/consensus vote D-1 Redis", user="voter", number=ISSUE)
        await crew.reads("hidden tally is not taken here", number=ISSUE)
        [decision] = await crew.decisions()

    assert decision.people.votes[0].cast == ()


async def test_everybody_who_can_vote_is_named(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        card = await crew.sees("card", "Who can vote")

    listed = card.partition("Who can vote")[2].partition("\n\n")[0]
    assert all(login in listed for login in ("asker", "voter", "voter2", "maintainer", "boss", "machine"))
