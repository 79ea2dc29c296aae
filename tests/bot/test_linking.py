"""Whoever shows a code is told what came of it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.linking import CODE_FOR, link
from consensus.errors import RequestError
from integrations.store.store import Store
from tests.fakes import START, HandClock
from tests.looking import JUST_OPENED, PUBLIC, keep


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(f"sqlite:///{tmp_path}/record.db", clock=HandClock())) as opened:
        yield opened


async def code_for(store: Store, user: str) -> str:
    return await store.issue_code(await store.person("slack", user), START + CODE_FOR)


async def refusal(store: Store, code: str) -> str:
    with pytest.raises(RequestError) as caught:
        await link(store, code, "github", "7")
    return str(caught.value)


async def test_a_good_code_joins_two_accounts(store: Store) -> None:
    await link(store, await code_for(store, "T1:U1"), "github", "7")

    assert await store.person("github", "7") == await store.person("slack", "T1:U1")


async def test_each_reason_why_nothing_was_joined_has_its_sentence(store: Store) -> None:
    await keep(store, JUST_OPENED, "Which?", PUBLIC, asker=await store.person("github", "7"))
    busy = await refusal(store, await code_for(store, "T1:U1"))
    await link(store, await code_for(store, "T1:U2"), "github", "8")
    already = await refusal(store, await code_for(store, "T1:U2"))
    wrong = [await refusal(store, "WRONG") for _ in range(5)]
    limited = await refusal(store, "WRONG")

    assert (busy, already, wrong) == ("link-busy id=D-1", "link-already", ["link-unknown"] * 5)
    assert limited == "link-limited"
