"""Measures how soon Slack is answered while panels are at work, and what a delivery costs that came before.

    python tests/benchmarks/slack_ack.py

From the first second on the program is sent ten requests a second, of which the first twenty put a question to a panel
of slow models each; 99 of 100 answers must come within 500 ms, every one within a second. Then one request comes a
thousand times more: one decision, and at most 5 ms each. Exit 1 where it does not.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from statistics import mean, quantiles
from time import perf_counter

import aiohttp

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests import slack_payloads
from tests.end_to_end.serving import free_port, is_ready, serving, told, wrote
from tests.end_to_end.waiting import eventually
from tests.fake_slack import FakeSlack
from tests.slack_sender import Sender
from tests.slack_workspace import BOT_TOKEN, BOT_USER, SECRET, Body, Workspace

PANELS, REQUESTS, A_SECOND = 20, 200, 10
MODELS_MS = 15_000
USERS = ("U1", "U2", "U3", "U4", "U5")
GOAL_MS, CONTRACT_MS = 500, 1_000
COPIES, COPY_MS = 1_000, 5


def workspace(channels: int = PANELS) -> Workspace:
    """So many people and channels that nobody reaches a limit of starts, nor a channel one of posts."""
    made = Workspace()
    for user in USERS[3:]:
        made.add_user(user)
    for number in range(channels):
        made.add_channel(f"C{number + 10}", members=[*USERS, BOT_USER])
    return made


@asynccontextmanager
async def bot(slack: FakeSlack, **more: str) -> AsyncIterator[Sender]:
    """The program as it is run over HTTP, and Slack's side of it; it is stopped in the end."""
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as named:
        folder = Path(named)
        reached = {"SLACK_BOT_TOKEN": BOT_TOKEN, "SLACK_SIGNING_SECRET": SECRET, "SLACK_API_URL": slack.url}
        async with aiohttp.ClientSession() as session:
            try:
                async with (
                    serving(folder, told(folder, port, **reached, **more), partial(is_ready, session, port)),
                    Sender(f"http://127.0.0.1:{port}/slack/events") as sender,
                ):
                    yield sender
            except AssertionError:
                print(wrote(folder))
                raise


def request(slack: FakeSlack, number: int) -> Body:
    """The first ask; after them people look things up, talk in threads and open their Home tab."""
    user, channel = USERS[number % len(USERS)], f"C{number % PANELS + 10}"
    type_in = partial(
        slack_payloads.command, slack.workspace, channel=channel, user=user, response_url=slack.response_url()
    )
    if number < PANELS:
        return type_in(f"Postgres or MySQL for part {number}?")
    match number % 4:
        case 0:
            return type_in("list")
        case 1:
            return slack_payloads.home_opened(slack.workspace, user)
        case 2:
            return slack_payloads.mention(slack.workspace, "status", channel=channel, user=user)
    return type_in(f"show D-{number % PANELS + 1}")


async def answered(sender: Sender, payload: Body) -> float:
    """Milliseconds until the answer; raises when it is no 200."""
    started = perf_counter()
    reply = await sender.send(payload)
    if reply.status != 200:
        raise AssertionError(f"answered {reply.status}: {reply.text}")
    return (perf_counter() - started) * 1000


async def under_load(sender: Sender, slack: FakeSlack) -> list[float]:
    """Requests at their times, whether or not the ones before have been answered."""
    started = perf_counter()
    under_way = []
    for number in range(REQUESTS):
        await asyncio.sleep(max(0.0, started + number / A_SECOND - perf_counter()))
        under_way.append(asyncio.create_task(answered(sender, request(slack, number))))
    return await asyncio.gather(*under_way)


def cards(workspace: Workspace) -> list[Body]:
    """The cards that stand in the channels, one for each decision."""
    kinds = ((each, each.get("metadata", {}).get("event_payload", {})) for each in workspace.messages)
    return [message for message, marked in kinds if marked.get("kind") == "card"]


async def decided(workspace: Workspace) -> bool | None:
    """Whether a verdict stands there."""
    return any("moderate" in str(card) for card in cards(workspace)) or None


async def acknowledged() -> bool:
    """Whether everybody is answered in time while the panels are at work."""
    script = Path(__file__).with_name("slow_models.py")
    command = [sys.executable, str(script), str(MODELS_MS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as models:  # noqa: ASYNC220, S603 - our own file
        address = models.stdout.readline().strip() if models.stdout else ""
        try:
            more = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": address}
            async with FakeSlack(workspace()) as slack, bot(slack, **more) as sender:
                times = await under_load(sender, slack)
                working = sum("deliberating" in str(card) for card in cards(slack.workspace))
        finally:
            models.terminate()
    p99, longest = quantiles(times, n=100)[-1], max(times)
    print(f"panels at work at the end    {working:6}      bound {PANELS:5}      {verdict(working >= PANELS)}")
    print(f"answer, p99 of {REQUESTS}            {p99:6.1f} ms   bound {GOAL_MS:5} ms   {verdict(p99 < GOAL_MS)}")
    print(
        f"answer, longest              {longest:6.1f} ms   bound {CONTRACT_MS:5} ms   {verdict(longest < CONTRACT_MS)}"
    )
    return working >= PANELS and p99 < GOAL_MS and longest < CONTRACT_MS


async def redelivered() -> bool:
    """Whether copies of a request are cheap and change nothing."""
    async with FakeSlack() as slack, bot(slack) as sender:
        payload = slack_payloads.mention(slack.workspace, "Postgres or MySQL for billing? rehearse: agree")
        await answered(sender, payload)
        await eventually("a verdict", partial(decided, slack.workspace))
        times = [await answered(sender, payload) for _ in range(COPIES)]
    each, decisions = mean(times), len(cards(slack.workspace))
    print(f"decisions after {COPIES} copies  {decisions:6}      bound     1      {verdict(decisions == 1)}")
    print(f"a copy, mean                 {each:6.2f} ms   bound {COPY_MS:5} ms   {verdict(each <= COPY_MS)}")
    return decisions == 1 and each <= COPY_MS


def verdict(holds: bool) -> str:  # noqa: FBT001 - one word for a bound
    return "ok" if holds else "FAIL"


async def main() -> int:
    results = [await acknowledged(), await redelivered()]
    print("passed" if all(results) else "failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
