"""Who may start a panel on GitHub: asked of GitHub at that moment, refused in silence, and said where it is unknown."""

from pathlib import Path

import pytest

from tests.github_events import Event
from tests.github_turns import fails, refused
from tests.github_world import APP_ID, ISSUE, PULL, REPO
from tests.pull_requests.talking import OURS, PERSONAL, Crew, WatchedGitHub, agreed, served, settle

pytestmark = pytest.mark.virtual_time
WORDS = ("/consensus", "/consensus Tabs or spaces?", "/consensus aprove D-1", "/consensus help", "/consensus list")


@pytest.mark.parametrize("role", [None, "read", "triage"])
async def test_whoever_may_not_write_is_ignored_in_silence(
    tmp_path: Path, github: WatchedGitHub, role: str | None
) -> None:
    github.world.add_user("stranger", 99)
    if role:
        github.world.repos[REPO].roles["stranger"] = role
    async with served(tmp_path, github, agreed()) as crew:
        for words in WORDS:
            await crew.comment(words, user="stranger")
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []
    assert crew.replies() == []
    assert github.world.reactions == []


async def test_a_writer_may_ask_about_a_strangers_pull_request(tmp_path: Path, github: WatchedGitHub) -> None:
    github.world.add_user("stranger", 99)
    github.world.add_pull(5, author="stranger")
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus", number=5)
        await crew.sees("verdict", "merge as is", number=5)


@pytest.mark.parametrize(("stated", "count"), [("", 0), ("[github]\nallow_author = true", 1)])
async def test_the_author_of_a_pull_request_may_ask_where_the_settings_say_so(
    tmp_path: Path, github: WatchedGitHub, stated: str, count: int
) -> None:
    (tmp_path / "consensus.toml").write_text(stated)
    github.world.mentions.add("author")
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus", user="author")
        await crew.is_done()
        decisions = await crew.decisions()
        if count:
            await crew.sees("verdict", "merge as is")

    assert len(decisions) == count
    assert crew.replies() == []


async def test_a_repository_may_let_only_maintainers_ask(tmp_path: Path, github: WatchedGitHub) -> None:
    settle(github, '[github]\nstart = "maintain"')
    github.world.mentions.add("maintainer")
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        await crew.reads("maintain")
        await crew.comment("/consensus", user="maintainer")
        await crew.sees("verdict", "merge as is")
        decisions = await crew.decisions()

    assert len(decisions) == 1


@pytest.mark.parametrize("status", [403, 500, 502])
async def test_hard_case_22_where_github_does_not_say_who_may_write_nothing_starts_and_that_is_said(
    tmp_path: Path, github: WatchedGitHub, status: int
) -> None:
    once = [refused(403, "Resource not accessible by integration")]
    github.script("permission", *(once if status == 403 else [fails(status)] * 2))
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus")
        told = await crew.reads("cannot|could not")
        await crew.reacts("confused")
        decisions = await crew.decisions()
        await crew.comment("/consensus")
        await crew.sees("verdict", "merge as is")

    assert decisions == []
    assert "again" in told


async def test_hard_case_22_no_permission_is_no_answer_and_the_association_counts_for_nothing(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    github.script("permission", refused(404, "Not Found"))
    async with served(tmp_path, github, agreed()) as crew:
        sent = crew.people.comment("/consensus", number=PULL)
        sent.payload["comment"]["author_association"] = "OWNER"
        await crew.send(sent)
        await crew.is_done()
        decisions = await crew.decisions()
        private = crew.people.comment("/consensus", number=PULL)
        private.payload["comment"]["author_association"] = "CONTRIBUTOR"
        await crew.send(private)
        await crew.sees("verdict", "merge as is")

    assert decisions == []
    assert crew.replies() == []


async def test_hard_case_19_what_we_wrote_and_what_bots_write_starts_nothing(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    github.world.add_user("helper[bot]", 901, kind="Bot")
    github.world.repos[REPO].roles |= {"helper[bot]": "write", OURS: "write"}
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus help")
        await crew.reads("/consensus")
        await crew.comment("/consensus", user="helper[bot]")
        await crew.send(crew.people.of_comment(github.world.say(PULL, "/consensus", user=OURS)))
        await crew.send(crew.people.of_comment(github.world.say(PULL, "/consensus", user="boss", app=APP_ID)))
        await crew.send(crew.people.review("/consensus", user="helper[bot]"))
        await all_come_back(crew)
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []
    assert len(crew.replies()) == 1


async def test_hard_case_19_help_that_somebody_copies_starts_nothing(tmp_path: Path, github: WatchedGitHub) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus help")
        text = (await crew.reads("/consensus")).partition("\n")[2]
        await crew.comment(text, user="voter")
        await crew.comment("\n".join(f"> {line}" for line in text.splitlines()), user="voter")
        await crew.is_done()
        decisions = await crew.decisions()

    assert decisions == []
    assert len(crew.replies()) == 1


async def test_hard_case_19_everything_that_we_write_comes_back_and_starts_nothing(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    async with served(tmp_path, github, agreed()) as crew:
        await crew.comment("/consensus --human")
        await crew.sees("turn", "can vote")
        await crew.comment("/consensus show D-1", user="voter")
        await crew.reads("D-1")
        await crew.is_done()
        before = len(github.world.comments)
        await all_come_back(crew)
        await crew.is_done()
        decisions = await crew.decisions()

    assert len(decisions) == 1
    assert len(github.world.comments) == before


async def test_a_personal_tokens_own_comments_come_back_and_its_owner_may_still_ask(
    tmp_path: Path, github: WatchedGitHub
) -> None:
    github.world.mentions.add("machine")
    async with served(tmp_path, github, agreed(), env=PERSONAL) as crew:
        crew.people.installation = None
        await crew.comment("@machine Tabs or spaces?\n- merge as is\n- spaces", user="machine", number=ISSUE)
        await crew.sees("verdict", "merge as is", number=ISSUE)
        before = len(github.world.comments)
        for comment in [each for each in github.world.comments if each["body"].startswith("<!--")]:
            await crew.send(crew.people.of_comment(comment))
        await crew.is_done()
        decisions = await crew.decisions()

    assert len(decisions) == 1
    assert len(github.world.comments) == before


async def all_come_back(crew: Crew) -> None:
    """GitHub tells us of each comment of ours, new and edited, as it does."""
    for comment in [each for each in crew.world.comments if each["user"]["login"] == OURS]:
        await crew.send(crew.people.of_comment(comment))
        back: Event = crew.people.of_comment(comment, "edited", changes={"body": {"from": "/consensus"}})
        await crew.send(back)
