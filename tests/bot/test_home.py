"""The Home tab holds what waits for one person, and of all decisions only those that they may see."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.home import home, waiting
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import Approved, Cancelled, Draft, VoteCast
from integrations.slack.home import Waiting, home_view
from integrations.slack.limits import check
from integrations.store.store import Store
from tests.fakes import HandClock
from tests.integrations.slack.speaking import Voice, alive
from tests.looking import CROWDED, JUST_OPENED, PRIVATE, PUBLIC, STRONG, TIE, WEAK, keep, viewer
from tests.scenes import DAY


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(f"sqlite:///{tmp_path / 'record.db'}", clock=HandClock())) as opened:
        yield opened


async def waits(store: Store, person: str, *rooms: str) -> tuple[list[str], list[str]]:
    votes, approvals = await waiting(viewer(person, *rooms), store)
    return [each.id for each in votes], [each.id for each in approvals]


async def test_votes_wait_for_those_on_the_list_and_proposals_for_approvers(store: Store) -> None:
    await keep(store, WEAK, "vote?", PUBLIC)
    await keep(store, TIE, "approve?", PUBLIC)

    assert await waits(store, "ann") == (["D-1"], [])
    assert await waits(store, "dan") == ([], ["D-2"])
    assert await waits(store, "stranger") == ([], [])


async def test_what_i_answered_waits_for_me_no_more(store: Store) -> None:
    voting, tied = await keep(store, WEAK, "vote?", PUBLIC), await keep(store, TIE, "approve?", PUBLIC)
    proposal = tied.people.open_proposal
    assert proposal is not None
    approved = Approved(proposal=proposal.made.seq, option=str(proposal.made.facts.option), via="slack")

    await store.append(voting, Draft(actor="ann", facts=VoteCast(choice=None, via="slack")))
    await store.append(tied, Draft(actor="eve", facts=approved))

    assert await waits(store, "ann") == ([], [])
    assert await waits(store, "bob") == (["D-1"], [])
    assert await waits(store, "dan") == ([], [])


async def test_a_vote_by_rule_waits_for_members_who_have_not_voted(store: Store) -> None:
    voting = await keep(store, CROWDED, "all of us?", PUBLIC)
    await store.append(voting, Draft(actor="bob", facts=VoteCast(choice="o1", via="slack")))
    people = (viewer("ann", member_of=(PUBLIC,)), viewer("bob", member_of=(PUBLIC,)), viewer("visitor"))

    found = [[each.id for each in (await waiting(each, store))[0]] for each in people]

    assert found == [["D-1"], [], []]


async def test_a_vote_by_rule_waits_for_nobody_of_whom_it_cannot_be_found_out(store: Store) -> None:
    await keep(store, CROWDED, "all of us?", PUBLIC)

    async def unknown(_: Decision) -> bool:
        raise RequestError("permission-unverified")

    assert await waiting(replace(viewer("ann"), votes=unknown), store) == ((), ())


async def test_what_was_cancelled_waits_for_nobody(store: Store) -> None:
    voting = await keep(store, WEAK, "vote?", PUBLIC)
    await store.append(voting, Draft(actor="asker", facts=Cancelled(via="slack")))

    assert await waits(store, "ann") == ([], [])


async def test_who_has_left_a_private_channel_finds_nothing_of_it(store: Store) -> None:
    await keep(store, WEAK, "secret?", PRIVATE)
    await keep(store, STRONG, "secret plan?", PRIVATE)

    gone, present = await home(viewer("ann"), store), await home(viewer("ann", PUBLIC, PRIVATE), store)

    assert (gone.votes, gone.latest) == ((), ())
    assert ([each.id for each in present.votes], [each.id for each in present.latest]) == (["D-1"], ["D-2", "D-1"])


async def test_the_tab_shows_the_time_left_and_the_newest_decision_first(store: Store) -> None:
    await keep(store, STRONG, "settled?", PUBLIC)
    voting = await keep(store, WEAK, "vote?", PUBLIC)
    await keep(store, JUST_OPENED, "new?", PUBLIC)
    vote = voting.people.open_vote
    assert vote is not None

    found = await home(viewer("ann"), store)

    view = home_view(found, Voice(), now=vote.deadline - DAY)
    check(view)
    assert found.votes == (Waiting(id="D-2", question="vote?", deadline=vote.deadline, about=vote.opened.seq),)
    assert any("24 hours left" in said for said in alive(view["blocks"]))
    assert [(each.id, each.status, each.winner) for each in found.latest] == [
        ("D-3", "deliberating", None),
        ("D-2", "awaiting_vote", None),
        ("D-1", "decided", "option o1"),
    ]


async def test_a_broken_record_does_not_close_the_tab(store: Store, tmp_path: Path) -> None:
    await keep(store, WEAK, "broken?", PUBLIC)
    await keep(store, WEAK, "whole?", PUBLIC)
    with closing(sqlite3.connect(tmp_path / "record.db")) as raw, raw:
        raw.execute("DROP TRIGGER event_is_only_erased")
        raw.execute("UPDATE event SET facts = '{}' WHERE decision = 'D-1' AND seq = 2")

    assert await waits(store, "ann") == (["D-2"], [])
