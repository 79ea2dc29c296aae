"""Measures what people wait for: the first sign that a question was heard, *Stop*, and the end of the program.

    python tests/benchmarks/slack_moments.py

From the first second on people ask, two a second, and see within 1.5 s (95 of 100) that they were heard. While all 25
panels wait for models that say nothing, *Stop* is pressed on five cards: each card says so, and no call of its panel is
open any more, within 2 s. Then the program is told to end, and has ended within 10 s. Exit 1 where that is not so.
"""

import asyncio
import re
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

import aiohttp

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests import slack_payloads
from tests.benchmarks.slack_ack import PANELS, USERS, cards, verdict, workspace
from tests.end_to_end.serving import free_port, is_ready, running, told, wrote
from tests.end_to_end.waiting import eventually
from tests.fake_models import FakeModels, Line
from tests.fake_slack import FakeSlack
from tests.slack_sender import Sender
from tests.slack_workspace import BOT_TOKEN, SECRET, Body

SIGN_MS, STOP_MS, END_MS = 1_500, 2_000, 10_000
STOPS = 5
ASKED = PANELS + STOPS
PAUSE = 0.5
LOOK = 0.005


class SilentModels(FakeModels):
    """Models that say nothing; the panels that wait for them, by their question."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[int] = []
        self.usual = self._wait

    async def _wait(self, line: Line) -> None:
        found = re.search(r"for part (\d+)", str(line.body["messages"]))
        number = int(found[1]) if found else -1
        self.waiting.append(number)
        await line.hung_up_within(None)
        self.waiting.remove(number)


@dataclass(frozen=True)
class Bot:
    """The program at work, with Slack and the models on the other side."""

    process: asyncio.subprocess.Process
    slack: FakeSlack
    sender: Sender
    models: SilentModels


@asynccontextmanager
async def bot() -> AsyncIterator[Bot]:
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as named:
        folder = Path(named)
        async with FakeSlack(workspace(ASKED)) as slack, SilentModels() as models, aiohttp.ClientSession() as session:
            reached = {"SLACK_BOT_TOKEN": BOT_TOKEN, "SLACK_SIGNING_SECRET": SECRET, "SLACK_API_URL": slack.url}
            asked = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": models.url}
            environment = told(folder, port, **reached, **asked)
            async with (
                running(folder, environment, partial(is_ready, session, port)) as process,
                Sender(f"http://127.0.0.1:{port}/slack/events") as sender,
            ):
                try:
                    yield Bot(process, slack, sender, models)
                except AssertionError:
                    print(wrote(folder))
                    raise


async def until(holds: Callable[[], Any], seconds: float = 60) -> float:
    """Milliseconds until it is so."""
    started = perf_counter()
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - another process sets no event of ours
            await asyncio.sleep(LOOK)
    return (perf_counter() - started) * 1000


async def asked(at: Bot, number: int) -> float:
    """Milliseconds from a question until its asker sees that it was heard."""
    await asyncio.sleep(number * PAUSE)
    channel = f"C{number + 10}"
    sent = slack_payloads.mention(
        at.slack.workspace, f"Postgres or MySQL for part {number}?", channel=channel, user=USERS[number % len(USERS)]
    )

    def is_seen() -> bool:
        has_card = any(card["channel"] == channel for card in cards(at.slack.workspace))
        return has_card or any(reaction[0] == channel for reaction in at.slack.workspace.reactions)

    sending = asyncio.create_task(at.sender.send(sent))
    took = await until(is_seen)
    await sending
    return took


def stop_of(card: Body) -> str:
    """The action of its *Stop* button."""
    elements = [element for block in card["blocks"] for element in block.get("elements", ())]
    return next(str(each["action_id"]) for each in elements if "cancel" in each.get("action_id", ""))


async def stopped(at: Bot, number: int) -> float:
    """Milliseconds from the click until the card says so and nobody is asked any more."""
    card = next(card for card in cards(at.slack.workspace) if card["channel"] == f"C{number + 10}")
    click = slack_payloads.click(at.slack.workspace, card["ts"], stop_of(card), user=USERS[number % len(USERS)])

    def has_ended() -> bool:
        shown = next(each for each in cards(at.slack.workspace) if each["ts"] == card["ts"])
        return number not in at.models.waiting and "cancelled" in str(shown).lower()

    sending = asyncio.create_task(at.sender.send(click))
    took = await until(has_ended)
    await sending
    return took


async def ended(at: Bot) -> float:
    """Milliseconds from the signal to the end."""
    started = perf_counter()
    at.process.send_signal(signal.SIGTERM)
    code = await at.process.wait()
    assert code == 0, code
    return (perf_counter() - started) * 1000


def told_of(what: str, took: float, bound: int) -> bool:
    print(f"{what:38} {took:8.0f} ms   bound {bound:6} ms   {verdict(took < bound)}")
    return took < bound


async def main() -> int:
    async with bot() as at:
        signs = await asyncio.gather(*(asked(at, number) for number in range(ASKED)))

        async def all_wait() -> bool | None:
            return len(set(at.models.waiting)) == ASKED or None

        await eventually("every panel at work", all_wait)
        stops = [await stopped(at, number) for number in range(STOPS)]
        end = await ended(at)
    held = [
        told_of(f"first sign, p95 of {ASKED}", quantiles(signs, n=20)[-1], SIGN_MS),
        told_of(f"Stop, slowest of {STOPS}", max(stops), STOP_MS),
        told_of(f"SIGTERM with {PANELS} panels at work", end, END_MS),
    ]
    print("passed" if all(held) else "failed")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
