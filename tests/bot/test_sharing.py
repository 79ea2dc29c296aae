"""A decision is shared only where everybody may see it, and offered again instead of asking twice."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.sharing import REMEMBERED, decided_already, decided_before, share
from consensus.question import make_question
from integrations.slack.blocks import Message
from integrations.slack.limits import check
from integrations.store.store import Store
from tests.fakes import START, HandClock
from tests.integrations.slack.speaking import STATES, Voice, alive, buttons
from tests.looking import OTHER, PRIVATE, PUBLIC, STRONG, WEAK, keep, viewer


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(f"sqlite:///{tmp_path / 'record.db'}", clock=HandClock())) as opened:
        yield opened


def text(message: Message) -> str:
    check({"text": message.text, "blocks": list(message.blocks)})
    return "\n".join(alive(message.blocks))


async def test_what_is_shared_says_what_was_decided_and_lets_each_reader_look(store: Store) -> None:
    await keep(store, STATES["strong"], "Which cache?", PUBLIC)

    shared = await share("D-1", viewer("ann", place=OTHER), store, Voice())

    assert shared is not None
    assert "*Decided <!date^1800000000^" in text(shared)
    assert "option o1 · strong · 4 of 5 agents*" in text(shared)
    assert "Which cache?" in text(shared)
    assert "Against, for option o2" in text(shared)
    assert [each["value"] for each in buttons(shared.blocks)] == ["D-1||0"]


async def test_a_private_decision_is_shared_only_among_those_who_see_it(store: Store) -> None:
    await keep(store, STRONG, "secret?", PRIVATE + "1.0")
    member = ("ann", PUBLIC, PRIVATE)

    assert await share("D-1", viewer(*member, place=PRIVATE + "2.0"), store, Voice()) is not None
    assert await share("D-1", viewer(*member, place=PUBLIC), store, Voice()) is None
    assert await share("D-1", viewer("bob", PUBLIC, place=PRIVATE), store, Voice()) is None
    assert await share("D-9", viewer(*member, place=PRIVATE), store, Voice()) is None


async def test_what_is_still_open_is_shared_as_it_stands(store: Store) -> None:
    await keep(store, WEAK, "Which queue?", PUBLIC)

    shared = await share("D-1", viewer(place=PUBLIC), store, Voice("fr"))

    assert shared is not None
    assert "Décidé" not in text(shared)


async def test_ninety_days_long_a_question_that_was_decided_is_remembered(store: Store) -> None:
    await keep(store, STRONG, "Which cache?", PUBLIC + "1.0")

    asked = make_question("which cache?", ("Option O2", "option o1"))
    found = await decided_before(store, PUBLIC + "2.0", asked, START + REMEMBERED - 1)
    other = make_question("which cache?", ("Redis", "Memcached"))

    assert found is not None
    assert found.id == "D-1"
    assert await decided_before(store, PUBLIC + "2.0", asked, START + REMEMBERED) is None
    assert await decided_before(store, PUBLIC + "2.0", other, START + REMEMBERED - 1) is None


async def test_an_earlier_decision_is_offered_with_a_way_on(store: Store) -> None:
    kept = await keep(store, STATES["strong"], "Which cache?", PUBLIC)

    offered = decided_already(kept, Voice())

    assert "*Decided" in text(offered)
    assert [each["action_id"].split(":")[1] for each in buttons(offered.blocks)] == ["show", "again", "use"]
    assert {each["value"].split("|")[0] for each in buttons(offered.blocks)} == {"D-1"}
