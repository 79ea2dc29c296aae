"""Posts: written with their event, claimed by one process, in the order of their place."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from consensus.decision import Decision, fold
from consensus.errors import IllegalEventError
from consensus.events import Cancelled, Draft, Event
from consensus.notices import Intent, PostKind
from integrations.store.posts import Post
from integrations.store.store import Store
from tests.fakes import SECOND, START, HandClock
from tests.integrations.store.conftest import Connect, asking, said

HERE, THERE = "slack:T1:C1:1.0", "slack:T1:C2:2.0"
ASK = asking("Which?", places=(HERE,))
CANCEL = Draft(actor="ann", facts=Cancelled(via="slack"))


def wanted(decision: Decision, news: Sequence[Event]) -> tuple[Intent, ...]:
    """A card at the opening, a turn with the first ballot, and a reminder a minute later that the second puts off."""
    seq = decision.seq
    made = {
        1: [Intent(place=place, kind="card", about_seq=1, at=news[0].at) for place in decision.opened.places],
        2: [
            Intent(place=HERE, kind="turn", about_seq=2, at=news[-1].at),
            Intent(place=HERE, kind="reminder", about_seq=2, at=news[-1].at + 60 * SECOND),
        ],
        3: [Intent(place=HERE, kind="reminder", about_seq=2, at=news[-1].at + 90 * SECOND)],
    }
    return tuple(made.get(seq, []))


@pytest.fixture
def posting(path: Path, clock: HandClock) -> Iterator[Store]:
    """A store that wants more than a decision of ballots calls for; `store` wants its card alone."""
    with closing(Store.open(f"sqlite:///{path}", clock=clock, intents=wanted)) as opened:
        yield opened


def start_of(decision: Decision) -> Decision:
    """The decision as it was just after it was opened."""
    return fold(decision.events[:1])


async def due(store: Store, clock: HandClock) -> list[tuple[str, str]]:
    return [(post.place, post.kind) for post in await store.outbox.due(clock())]


async def start(store: Store, clock: HandClock) -> Post:
    """The first post that is due, claimed."""
    claimed = await store.outbox.start((await store.outbox.due(clock()))[0])
    assert claimed is not None
    return claimed


async def test_an_intent_is_written_with_its_event_or_not_at_all(posting: Store, clock: HandClock) -> None:
    decision = await posting.create(ASK, open_key="one")
    with pytest.raises(IllegalEventError):
        await posting.append(decision, said("s1"), said("s1"))
    with pytest.raises(IllegalEventError):
        await posting.create(ASK, open_key="one")
    refused = await due(posting, clock)
    await posting.outbox.sent(await start(posting, clock), "1", 1)
    await posting.append(decision, said("s1"))

    assert refused == [(HERE, "card")]
    assert await due(posting, clock) == [(HERE, "turn")]


async def test_a_decision_of_a_chat_gets_its_card_without_being_asked_to(store: Store, clock: HandClock) -> None:
    await store.create(asking("Which?", places=(HERE, "terminal")), open_key="")

    assert await due(store, clock) == [(HERE, "card")]


async def test_hard_case_65_one_message_is_wanted_once(path: Path, connect: Connect, clock: HandClock) -> None:
    def always(decision: Decision, _: Sequence[Event]) -> tuple[Intent, ...]:
        return wanted(start_of(decision), decision.events)

    with closing(Store.open(f"sqlite:///{path}", clock=clock, intents=always)) as twice:
        await twice.append(await twice.create(ASK, open_key=""), said("s1"))
    stores = [connect(), connect()]
    [post] = await stores[0].outbox.due(clock())

    claims = await asyncio.gather(*(store.outbox.start(post) for store in stores * 5))

    assert sum(claim is not None for claim in claims) == 1
    assert await due(stores[0], clock) == []


async def test_places_do_not_wait_for_each_other(posting: Store, clock: HandClock) -> None:
    await posting.create(asking("Which?", places=(HERE, THERE)), open_key="")
    await start(posting, clock)

    assert await due(posting, clock) == [(THERE, "card")]


async def test_a_surface_sees_its_own_places(posting: Store, clock: HandClock) -> None:
    await posting.create(asking("Which?", places=(HERE, "github:o/r:1")), open_key="")

    assert [post.place for post in await posting.outbox.due(clock(), "github:")] == ["github:o/r:1"]
    assert await posting.outbox.due(clock(), "g_thub:") == []


async def test_hard_case_50_what_is_limited_holds_up_what_comes_later(posting: Store, clock: HandClock) -> None:
    decision = await posting.create(ASK, open_key="one")
    clock.advance(1)
    await posting.append(decision, said("s1"))
    await posting.create(ASK, open_key="two")
    await posting.outbox.later(await start(posting, clock), clock() + 5 * SECOND)
    clock.advance(4)
    while_limited = await due(posting, clock)
    clock.advance(1)
    card = await start(posting, clock)
    while_sending = await due(posting, clock)
    await posting.outbox.sent(card, "1", 2)
    turn = await start(posting, clock)

    assert (while_limited, while_sending) == ([], [])
    assert (card.decision, card.kind, turn.decision, turn.kind) == ("D-1", "card", "D-1", "turn")


async def test_a_reminder_holds_up_nothing_before_its_time_and_can_be_put_off(posting: Store, clock: HandClock) -> None:
    decision = await posting.create(ASK, open_key="one")
    await posting.outbox.sent(await start(posting, clock), "1", 1)
    decision = await posting.append(decision, said("s1"))
    await posting.outbox.sent(await start(posting, clock), "2", 2)
    clock.advance(30)
    await posting.append(decision, said("s2"))
    card = await start(posting, clock)
    await posting.outbox.sent(card, "1", 3)
    clock.advance(60)
    too_soon = await due(posting, clock)
    clock.advance(30)

    assert card.kind == "card"
    assert too_soon == []
    assert await due(posting, clock) == [(HERE, "reminder")]


async def test_a_reminder_that_was_sent_is_not_sent_again(posting: Store, clock: HandClock) -> None:
    decision = await posting.append(await posting.create(ASK, open_key="one"), said("s1"))
    clock.advance(60)
    for remote_id in "123":
        await posting.outbox.sent(await start(posting, clock), remote_id, 2)
    await posting.append(decision, said("s2"))
    clock.advance(1000)
    await posting.outbox.sent(await start(posting, clock), "1", 3)
    clock.advance(1000)

    assert await due(posting, clock) == []


async def test_a_card_is_due_again_when_the_decision_has_moved(store: Store, clock: HandClock) -> None:
    decision = await store.create(ASK, open_key="")
    await store.outbox.sent(await start(store, clock), "1", 1)
    settled = await due(store, clock)
    clock.advance(60)
    await store.append(decision, said("s1"))

    assert settled == []
    assert await due(store, clock) == [(HERE, "card")]


async def test_a_check_follows_the_decision_like_its_card_and_is_not_its_root(path: Path, clock: HandClock) -> None:
    def checked(decision: Decision, news: Sequence[Event]) -> tuple[Intent, ...]:
        kinds: tuple[PostKind, ...] = ("card", "check") if decision.seq == 1 else ()
        return tuple(Intent(place=HERE, kind=kind, about_seq=1, at=news[0].at) for kind in kinds)

    with closing(Store.open(f"sqlite:///{path}", clock=clock, intents=checked)) as store:
        decision = await store.create(ASK, open_key="")
        for remote_id in ("the card", "the check"):
            await store.outbox.sent(await start(store, clock), remote_id, 1)
        clock.advance(60)
        await store.append(decision, said("s1"))
        card = await start(store, clock)
        await store.outbox.sent(card, "the card", 2)
        check = await start(store, clock)
        await store.outbox.sent(check, "the check", 1)
        behind = await due(store, clock)
        clock.advance(1)

        assert [(post.kind, post.remote_id, post.root) for post in (card, check)] == [
            ("card", "the card", "the card"),
            ("check", "the check", "the card"),
        ]
        assert behind == []
        assert await due(store, clock) == [(HERE, "check")]


async def test_a_card_is_edited_once_a_second_at_most(posting: Store, clock: HandClock) -> None:
    decision = await posting.create(ASK, open_key="")
    card = await start(posting, clock)
    decision = await posting.append(decision, said("s1"))
    await posting.outbox.sent(card, "1", 1)
    await posting.outbox.sent(await start(posting, clock), "2", 2)
    behind = await due(posting, clock)
    clock.advance(1)
    edit = await start(posting, clock)
    await posting.outbox.sent(edit, "1", 2)
    await posting.append(decision, CANCEL)
    moved = await due(posting, clock)
    clock.advance(1)

    assert (behind, moved) == ([], [(HERE, "turn")])
    assert (edit.kind, edit.remote_id, edit.shown_seq) == ("card", "1", 1)
    assert await due(posting, clock) == [(HERE, "card")]


async def test_what_was_limited_is_not_woken_by_a_new_event(store: Store, clock: HandClock) -> None:
    decision = await store.create(ASK, open_key="")
    await store.outbox.sent(await start(store, clock), "1", 0)
    clock.advance(1)
    await store.outbox.later(await start(store, clock), clock() + 60 * SECOND)
    await store.append(decision, CANCEL)
    clock.advance(59)
    too_soon = await due(store, clock)
    clock.advance(1)

    assert too_soon == []
    assert (await start(store, clock)).remote_id == "1"


async def test_a_claim_is_for_one_state_of_the_row(posting: Store, clock: HandClock) -> None:
    await posting.create(ASK, open_key="")
    [stale] = await posting.outbox.due(clock())
    await posting.outbox.later(await start(posting, clock), clock())

    assert await posting.outbox.start(stale) is not None
    assert await posting.outbox.start(stale) is None


async def test_hard_case_52_a_send_without_a_reply_is_looked_for_once_the_old_call_is_over(
    posting: Store, clock: HandClock
) -> None:
    await posting.create(ASK, open_key="")
    doubtful = await start(posting, clock)
    clock.advance(29)
    too_soon = await due(posting, clock)
    clock.advance(1)
    again = await start(posting, clock)
    await posting.outbox.sent(again, "2", 1)
    clock.advance(29)
    settled = await due(posting, clock)
    clock.advance(1)
    check = await start(posting, clock)
    await posting.outbox.sent(check, "1", 1)
    clock.advance(1000)

    assert (doubtful.check_at, too_soon, settled) == (None, [], [])
    assert (again.check_at, again.remote_id) == (START + 30 * SECOND, None)
    assert check.is_to_be_checked
    assert await due(posting, clock) == []


async def test_a_doubt_outlives_a_limit(posting: Store, clock: HandClock) -> None:
    await posting.create(ASK, open_key="")
    await start(posting, clock)
    clock.advance(30)
    await posting.outbox.later(await start(posting, clock), clock())

    assert (await start(posting, clock)).check_at is not None


async def test_an_edit_goes_on_while_a_check_is_still_to_come(store: Store, clock: HandClock) -> None:
    decision = await store.create(ASK, open_key="")
    await start(store, clock)
    clock.advance(30)
    await store.outbox.sent(await start(store, clock), "1", 1)
    await store.append(decision, said("s1"))
    clock.advance(1)
    edit = await start(store, clock)
    await store.outbox.sent(edit, "1", 2)
    clock.advance(28)
    nothing = await due(store, clock)
    clock.advance(1)

    assert not edit.is_to_be_checked
    assert nothing == []
    assert (await start(store, clock)).is_to_be_checked


async def test_an_edit_without_a_reply_is_made_again_and_leaves_no_doubt(posting: Store, clock: HandClock) -> None:
    await posting.create(ASK, open_key="")
    await posting.outbox.sent(await start(posting, clock), "1", 0)
    clock.advance(1)
    await start(posting, clock)
    clock.advance(30)
    again = await start(posting, clock)

    assert (again.remote_id, again.check_at, again.is_to_be_checked) == ("1", None, False)


async def test_who_lost_the_claim_says_nothing_about_the_post(
    posting: Store, connect: Connect, clock: HandClock
) -> None:
    await posting.create(ASK, open_key="")
    lost = await start(posting, clock)
    clock.advance(30)
    newer = await start(connect(), clock)
    concluded = [
        await posting.outbox.sent(lost, "1", 1),
        await posting.outbox.later(lost, 0),
        await posting.outbox.gone(lost, "archived"),
    ]
    await posting.outbox.withdraw(lost)

    assert concluded == [False, False, False]
    assert await posting.outbox.sent(newer, "2", 1)


async def test_a_post_that_is_gone_holds_up_nothing_and_is_told_once_in_a_place(
    posting: Store, clock: HandClock
) -> None:
    decision = await posting.create(asking("Which?", places=(HERE, THERE)), open_key="")
    await posting.append(decision, said("s1"))
    told = [await posting.outbox.gone(await start(posting, clock), "is_archived") for _ in range(3)]
    lost = [(post.place, post.kind, why) for post, why in await posting.outbox.lost()]

    assert told == [True, True, False]
    assert sorted(lost) == [
        (HERE, "card", "is_archived"),
        (HERE, "turn", "is_archived"),
        (THERE, "card", "is_archived"),
    ]
    assert await due(posting, clock) == []


async def test_a_withdrawn_post_is_forgotten(posting: Store, clock: HandClock) -> None:
    await posting.create(ASK, open_key="")
    await posting.outbox.withdraw(await start(posting, clock))
    clock.advance(1000)

    assert await due(posting, clock) == []
    assert await posting.outbox.lost() == []


async def test_a_reply_knows_the_card_above_it(posting: Store, clock: HandClock) -> None:
    decision = await posting.create(ASK, open_key="")
    card = await start(posting, clock)
    await posting.outbox.sent(card, "17.1", 1)
    await posting.append(decision, said("s1"))
    turn = await start(posting, clock)

    assert (card.root, turn.root) == (None, "17.1")
    assert turn.marker.model_dump() == {"decision": "D-1", "kind": "turn", "about_seq": 2}
