"""What a team does on GitHub from the first comment to the look-up, and what it must see at each turn."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from tests.end_to_end.github.stand_in import LEAD, REPOSITORIES, SECOND, STRANGER, Body, GitHub
from tests.end_to_end.waiting import eventually

TAKEN_OVER: Final = 120
"""Seconds after which at the latest everything is as if nothing had happened."""


@dataclass(frozen=True)
class Pull:
    """One pull request for the whole day."""

    hub: GitHub
    repo: str
    number: int

    async def say(self, text: str, user: str = LEAD) -> None:
        await self.hub.say(self.repo, self.number, text, user)

    async def ours(self, kind: str, *said: str, seconds: int = 20) -> str:
        """A comment of ours of that kind, as it stands in its marker, with all of these words."""

        async def look() -> str | None:
            return next((each for each in await self.of(kind) if all(word in each for word in said)), None)

        return await eventually(f"a {kind} with {said}", look, seconds)

    async def of(self, kind: str) -> list[str]:
        return [each for each in await self.hub.ours(self.repo, self.number) if kind in each.partition("\n")[0]]

    async def check(self, sha: str, conclusion: str, *said: str) -> Body:
        """The check of that commit, once it says so."""

        async def look() -> Body | None:
            found = await self.hub.checks(self.repo, sha)
            is_so = [each for each in found if each["conclusion"] == conclusion]
            return next((each for each in is_so if all(word in str(each["output"]) for word in said)), None)

        return await eventually(f"a check with {conclusion} and {said}", look)


Story = Callable[[Pull, Pull], Awaitable[None]]
"""In a repository where we have all that we need, and in one that gave us less."""


async def a_comment_becomes_a_verdict_with_a_check_on_the_commit(pull: Pull, _: Pull) -> None:
    head = await pull.hub.head(pull.repo, pull.number)
    await pull.say("/consensus Postgres or MySQL for billing? rehearse: agree")

    card = await pull.ours(":card:", "### Postgres · moderate · 2 of 2 agents", "@lead")
    verdict = await pull.ours(":verdict:", "### Postgres · moderate · 2 of 2 agents")
    check = await pull.check(head, "neutral", "Postgres")

    claim(head[:7] in card and head[:7] in verdict, "card and verdict name the commit that they are about")
    claim("pull" in verdict and "files" in verdict, "the pull request and its files were read")
    claim(
        check["name"] == "consensus D-1" and check["external_id"].startswith("D-1:check:"), "the check is found again"
    )
    claim(len(await pull.of("D-1:")) == 2, "one card, one verdict: what we say ourselves starts nothing")


async def people_vote_by_command_and_close_the_vote(pull: Pull, _: Pull) -> None:
    head = await pull.hub.head(pull.repo, pull.number)
    await pull.say("/consensus vote D-1", SECOND)
    await pull.ours(":turn:", "2 people can vote", "/consensus vote D-1 Postgres because …")
    await pull.check(head, "action_required")

    await pull.say("/consensus vote D-1 Postgres")
    await pull.say("/consensus vote D-1 MySQL", SECOND)
    await pull.say("/consensus vote D-1 MySQL", STRANGER)
    await pull.say("/consensus vote D-1 Postgres because we run it already", SECOND)
    await pull.ours(":card:", "| Postgres | 2 | 2 |", "advisory")
    await pull.say("/consensus close D-1")

    verdict = await pull.ours(":verdict:", "### Postgres · moderate · 2 of 2 votes")
    await pull.ours(":card:", "### Postgres · moderate · 2 of 2 votes")
    await pull.check(head, "neutral", "2 of 2 votes")
    claim("we run it already" in verdict, "the verdict holds what people gave as their reasons")
    claim(len(await pull.hub.checks(pull.repo, head)) == 1, "one check, edited")
    claim(len(await pull.of("D-1:")) == 4, "a card, a verdict, a call to vote and a verdict, nothing twice")


async def what_was_decided_is_found_again(pull: Pull, _: Pull) -> None:
    await pull.say("/consensus show D-1", SECOND)
    await pull.ours("reply:", "Postgres or MySQL for billing?", "2 of 2 votes")
    await pull.say("@consensus search billing")
    await pull.ours("reply:", "billing", "D-1")
    await pull.say("/consensus verify D-1")
    await pull.ours("reply:", "D-1: whole")


async def a_push_makes_the_verdict_stale(pull: Pull, _: Pull) -> None:
    before = await pull.hub.head(pull.repo, pull.number)
    await pull.hub.push(pull.repo, pull.number)
    after = await pull.hub.head(pull.repo, pull.number)

    await pull.ours(":card:", before[:7], after[:7], "/consensus rerun D-1")

    stale = await pull.check(after, "neutral", "rerun D-1")
    claim(before != after and stale["head_sha"] == after, "the newest commit says that nothing was decided about it")


async def a_stranger_and_a_fence_are_passed_over_in_silence(pull: Pull, _: Pull) -> None:
    before = len(await pull.hub.ours(pull.repo, pull.number))
    await pull.say("/consensus Tabs or spaces? rehearse: agree", STRANGER)
    await pull.say("```\n/consensus Tabs or spaces?\n```\nis what you would write, and\n> /consensus cancel D-1")
    await pull.say("/consensus status", SECOND)
    await pull.ours("reply:", "Open here")

    found = await pull.hub.ours(pull.repo, pull.number)
    claim(not any("Tabs or spaces?" in each for each in found), "neither a stranger nor a fence asks")
    claim(len(found) == before + 2, "one answer to who asked something, one hint about the fence")


async def a_deadlock_is_approved_by_somebody_else_than_the_asker(pull: Pull, _: Pull) -> None:
    await pull.say(
        '/consensus --safest-first --option "Keep the monolith" --option "Split it" Split the monolith? rehearse: tie',
        SECOND,
    )
    await pull.ours(":turn:", "Split the monolith?", "/consensus approve D-2")
    await pull.say("/consensus approve D-2", SECOND)
    await pull.ours("reply:", "somebody else has to answer")
    claim(not await pull.of("D-2:verdict"), "who asked does not approve")

    await pull.say("/consensus approve D-2")
    await pull.ours("D-2:verdict:", "Keep the monolith · by a person's approval", LEAD)


async def a_bare_command_asks_about_the_pull_request(_: Pull, lesser: Pull) -> None:
    """Where the App has no checks, that is said once, and all the rest goes on."""
    await lesser.say("/consensus", SECOND)

    await lesser.ours(":card:", "Should this pull request be merged as it is?", "agents")
    await lesser.ours(":verdict:", "agents")
    await lesser.ours("reply:check:", "Checks: read and write")

    claim(len(await lesser.of("reply:check:")) == 1, "one plain sentence")
    head = await lesser.hub.head(lesser.repo, lesser.number)
    claim(not await lesser.hub.checks(lesser.repo, head), "no check was made")


async def answered_once(pull: Pull, question: str) -> None:
    """One card and one verdict; of a bot that is gone without a word, its work is taken over after half a minute."""
    await pull.ours(":verdict:", question, seconds=TAKEN_OVER)
    for kind in (":card:", ":verdict:"):
        found = [each for each in await pull.of(kind) if question in each]
        claim(len(found) == 1, f"one {kind} not {len(found)}")


STORIES: Final[tuple[Story, ...]] = (
    a_comment_becomes_a_verdict_with_a_check_on_the_commit,
    people_vote_by_command_and_close_the_vote,
    what_was_decided_is_found_again,
    a_push_makes_the_verdict_stale,
    a_stranger_and_a_fence_are_passed_over_in_silence,
    a_deadlock_is_approved_by_somebody_else_than_the_asker,
    a_bare_command_asks_about_the_pull_request,
)


def claim(holds: bool, said: str) -> None:  # noqa: FBT001 - an assertion with its sentence
    if not holds:
        raise AssertionError(f"not so: {said}")


async def opened(hub: GitHub) -> tuple[Pull, Pull]:
    """The pull requests of the day; who opened them is none of those who ask."""
    ours, lesser = [Pull(hub, repo, await hub.open_pull(repo, "Cache in memory", STRANGER)) for repo in REPOSITORIES]
    return ours, lesser
