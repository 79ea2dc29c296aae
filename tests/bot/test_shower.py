"""The shower: shows what is due while the program runs, holds up no place for another, and stops in time."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.shower import Shower
from bot.showing import Easel
from consensus.channel import Marker
from consensus.decision import Decision
from consensus.events import Cancelled, Draft, OpenedWords
from integrations.store.posts import Post
from integrations.store.store import Store
from tests.fake_channel import FakeChannel
from tests.fakes import SECOND, START, opened

pytestmark = pytest.mark.virtual_time
CANCEL = Draft(actor="ann", facts=Cancelled(via="slack"))


class SlowChannel(FakeChannel):
    """Takes its time in the place `slow`."""

    async def send(self, place: str, message: str, marker: Marker) -> str:
        if place == "slow":
            await asyncio.sleep(9)
        return await super().send(place, message, marker)


async def draw(decision: Decision, post: Post, *, plain: bool) -> str:
    if post.place == "hopeless":
        raise ValueError(plain)
    return f"{post.kind} {decision.seq}"


async def tell(decision: Decision, post: Post, why: str) -> None:
    raise AssertionError(decision.id, post, why)


@pytest.fixture
async def easel(tmp_path: Path) -> AsyncIterator[Easel[str]]:
    time = asyncio.get_running_loop().time

    def clock() -> int:
        return START + int(time() * SECOND)

    with closing(Store.open(f"sqlite:///{tmp_path / 'consensus.db'}", clock=clock)) as store:
        yield Easel(store=store, channel=SlowChannel(clock), draw=draw, tell=tell, clock=clock)


async def ask(easel: Easel[str], *places: str) -> Decision:
    words = OpenedWords(question="Which?", options=("one", "two"))
    asked = Draft(actor="ann", facts=opened(places=places), words=words)
    return await easel.store.create(lambda _: asked, open_key=str(len(await easel.store.ids())))


def shown(easel: Easel[str]) -> list[tuple[str, str]]:
    assert isinstance(easel.channel, FakeChannel)
    return [(message.place, message.text) for message in easel.channel.kept]


async def test_what_is_due_is_shown_at_the_start_and_at_each_ring(easel: Easel[str]) -> None:
    decision = await ask(easel, "here")
    shower = Shower(easel)
    shower.start()
    await asyncio.sleep(1.5)
    at_the_start = shown(easel)
    await easel.store.append(decision, CANCEL)
    shower.ring()
    await asyncio.sleep(0.4)
    rung = shown(easel)
    await shower.stop()

    assert (at_the_start, rung) == ([("here", "card 1")], [("here", "card 2")])


async def test_without_a_ring_it_is_seen_within_a_second(easel: Easel[str]) -> None:
    shower = Shower(easel)
    shower.start()
    await asyncio.sleep(5)
    await ask(easel, "here")
    await asyncio.sleep(1.1)
    await shower.stop()

    assert shown(easel) == [("here", "card 1")]


async def test_a_slow_place_holds_up_no_other(easel: Easel[str]) -> None:
    await ask(easel, "slow", "here")
    shower = Shower(easel)
    shower.start()
    await asyncio.sleep(0.5)
    early = shown(easel)
    await asyncio.sleep(9)
    await shower.stop()

    assert early == [("here", "card 1")]
    assert shown(easel) == [("here", "card 1"), ("slow", "card 1")]


async def test_a_place_is_written_to_by_one_call_at_a_time(easel: Easel[str]) -> None:
    first = await ask(easel, "slow")
    shower = Shower(easel)
    shower.start()
    await asyncio.sleep(10)
    await ask(easel, "slow")
    await asyncio.sleep(2)
    await easel.store.append(first, CANCEL)
    await asyncio.sleep(5)
    meanwhile = shown(easel)
    await asyncio.sleep(5)
    await shower.stop()

    assert meanwhile == [("slow", "card 1")]
    assert shown(easel) == [("slow", "card 2"), ("slow", "card 1")]


async def test_stopping_lets_a_call_end_that_is_nearly_over(easel: Easel[str]) -> None:
    await ask(easel, "slow")
    shower = Shower(easel)
    shower.start()
    await asyncio.sleep(7)
    await shower.stop()

    assert shown(easel) == [("slow", "card 1")]


async def test_stopping_cuts_off_what_takes_longer_and_the_next_start_finishes_it(easel: Easel[str]) -> None:
    await ask(easel, "slow")
    shower = Shower(easel)
    shower.start()
    await asyncio.sleep(0.5)
    began = asyncio.get_running_loop().time()
    await shower.stop()
    took = asyncio.get_running_loop().time() - began
    cut_off = shown(easel)
    again = Shower(easel)
    again.start()
    await asyncio.sleep(60)
    await again.stop()

    assert took < 8.1
    assert cut_off == []
    assert shown(easel) == [("slow", "card 1")]


async def test_stopping_what_was_never_started_is_no_error(easel: Easel[str]) -> None:
    await Shower(easel).stop()

    assert shown(easel) == []


async def test_what_cannot_be_drawn_is_logged_and_holds_up_no_other(
    easel: Easel[str], caplog: pytest.LogCaptureFixture
) -> None:
    await ask(easel, "hopeless", "here")
    shower = Shower(easel)
    shower.start()
    await asyncio.sleep(20)
    await shower.stop()

    assert shown(easel) == [("here", "card 1")]
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR] == [
        "showing failed place=hopeless"
    ]


async def test_a_record_that_is_away_for_a_while_is_looked_at_again(
    easel: Easel[str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await ask(easel, "here")
    with closing(sqlite3.connect(tmp_path / "consensus.db")) as connection:
        connection.execute("ALTER TABLE post RENAME TO elsewhere")
        shower = Shower(easel)
        shower.start()
        await asyncio.sleep(3)
        connection.execute("ALTER TABLE elsewhere RENAME TO post")
    await asyncio.sleep(1.5)
    await shower.stop()

    assert "looking for posts failed" in caplog.text
    assert shown(easel) == [("here", "card 1")]
