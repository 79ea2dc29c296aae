"""What a person looks up is narrowed to the rooms they may see, before anything is counted."""

import pytest

from consensus.decision import Decision
from consensus.events import ENGINE, Cancelled, Draft, Erased, HeadMoved, VoteCast
from integrations.store import visible
from integrations.store.store import Store
from integrations.store.visible import Cursor, Page, Wanted, room_of
from tests.fakes import START
from tests.looking import CROWDED, JUST_OPENED, OTHER, PRIVATE, PUBLIC, STRONG, TIE, WEAK, keep

DAY = 86_400_000_000
OPEN_TO_ALL = frozenset({PUBLIC, OTHER})


@pytest.fixture
async def many(store: Store) -> Store:
    """Eight: those with an even number were asked in private."""
    for number in range(1, 9):
        await keep(store, JUST_OPENED, f"cache number {number}?", (PRIVATE if number % 2 == 0 else PUBLIC) + "1.0")
    return store


async def ids(store: Store, wanted: Wanted, limit: int = 10, cursor: Cursor | None = None) -> list[str]:
    return [row.id for row in (await store.look(visible.page(wanted, limit, cursor))).rows]


@pytest.mark.parametrize(
    ("place", "room"),
    [("slack:T1:C1:17.5", "slack:T1:C1:"), ("slack:T1:C1:", "slack:T1:C1:"), ("terminal", "terminal")],
)
def test_a_room_is_the_place_without_its_thread(place: str, room: str) -> None:
    assert room_of(place) == room


async def test_the_rooms_are_those_that_have_a_decision(many: Store) -> None:
    await keep(many, JUST_OPENED, "where?", "terminal", OTHER, OTHER + "2.0")

    assert await many.look(visible.rooms()) == (PUBLIC, OTHER, PRIVATE, "terminal")


async def test_a_person_has_rooms_where_they_asked(store: Store) -> None:
    await keep(store, JUST_OPENED, "one?", PUBLIC + "1.0", PRIVATE, asker="ann")
    await keep(store, JUST_OPENED, "two?", OTHER, asker="bob")

    assert await store.look(visible.rooms_of("ann")) == {PUBLIC, PRIVATE}
    assert await store.look(visible.rooms_of("cid")) == frozenset()


async def test_limit_and_counts_know_nothing_of_what_is_hidden(many: Store) -> None:
    found = await many.look(visible.page(Wanted(rooms=OPEN_TO_ALL), 3))

    assert [row.id for row in found.rows] == ["D-7", "D-5", "D-3"]
    assert (found.newer, found.older) == (0, 1)


async def test_who_sees_no_room_finds_nothing(many: Store) -> None:
    assert await many.look(visible.page(Wanted(rooms=frozenset()), 3)) == Page()


async def test_pages_go_on_in_both_directions_without_losing_or_repeating_one(many: Store) -> None:
    everything = Wanted(rooms=frozenset({PUBLIC, PRIVATE}))

    first = await many.look(visible.page(everything, 3))
    second = await many.look(visible.page(everything, 3, Cursor(number=6)))
    third = await many.look(visible.page(everything, 3, Cursor(number=3)))
    back = await many.look(visible.page(everything, 3, Cursor(number=5, is_newer=True)))

    shown = [row.id for page in (first, second, third) for row in page.rows]
    assert shown == [f"D-{number}" for number in range(8, 0, -1)]
    assert [(page.newer, page.older) for page in (first, second, third)] == [(0, 5), (3, 2), (6, 0)]
    assert back == first


async def test_a_new_decision_does_not_shift_the_pages(many: Store) -> None:
    await keep(many, JUST_OPENED, "one more?", PUBLIC)

    second = await ids(many, Wanted(rooms=OPEN_TO_ALL), 2, Cursor(number=5))

    assert second == ["D-3", "D-1"]


async def test_a_decision_shown_in_several_places_is_counted_once(store: Store) -> None:
    await keep(store, JUST_OPENED, "which?", PUBLIC + "1.0", PUBLIC + "2.0", OTHER, PUBLIC + "1.0")

    found = await store.look(visible.page(Wanted(rooms=OPEN_TO_ALL), 5))

    assert ([row.id for row in found.rows], found.newer, found.older) == (["D-1"], 0, 0)


async def test_a_search_looks_only_where_it_may(many: Store) -> None:
    assert await ids(many, Wanted(rooms=OPEN_TO_ALL, words="cache")) == ["D-7", "D-5", "D-3", "D-1"]
    assert await ids(many, Wanted(rooms=OPEN_TO_ALL, words="number 3")) == ["D-3"]
    assert await ids(many, Wanted(rooms=OPEN_TO_ALL, words="number 4")) == []
    assert await ids(many, Wanted(rooms=OPEN_TO_ALL, words='"?!')) == []


async def test_a_list_can_be_narrowed_to_a_state_or_to_what_somebody_asked(store: Store) -> None:
    await keep(store, STRONG, "one?", PUBLIC)
    await keep(store, JUST_OPENED, "two?", PUBLIC, asker="bob")
    await keep(store, WEAK, "three?", PUBLIC)

    assert await ids(store, Wanted(rooms=OPEN_TO_ALL, state="open")) == ["D-3", "D-2"]
    assert await ids(store, Wanted(rooms=OPEN_TO_ALL, state="strong")) == ["D-1"]
    assert await ids(store, Wanted(rooms=OPEN_TO_ALL, state="awaiting_vote")) == ["D-3"]
    assert await ids(store, Wanted(rooms=OPEN_TO_ALL, asker="bob")) == ["D-2"]
    assert await ids(store, Wanted(rooms=OPEN_TO_ALL, asker="ann")) == []


async def test_one_row_comes_with_its_places(many: Store) -> None:
    row, absent = await many.look(visible.row("D-2")), await many.look(visible.row("D-99"))

    assert row is not None
    assert row.places == (PRIVATE + "1.0",)
    assert absent is None


async def test_a_person_is_named_by_open_votes_and_proposals(store: Store) -> None:
    await keep(store, WEAK, "vote?", PUBLIC)
    await keep(store, TIE, "approve?", PUBLIC)
    await keep(store, STRONG, "settled?", PUBLIC)
    ended = await keep(store, WEAK, "over?", PUBLIC)
    await store.append(ended, Draft(actor="asker", facts=Cancelled(via="slack")))

    assert await store.look(visible.named("ann")) == ("D-1",)
    assert await store.look(visible.named("dan")) == ("D-2",)
    assert await store.look(visible.named("asker")) == ()


async def test_a_vote_by_rule_may_be_anybodys(store: Store) -> None:
    await keep(store, WEAK, "vote?", PUBLIC)
    await keep(store, CROWDED, "all of us?", PUBLIC)

    assert await store.look(visible.named("stranger")) == ("D-2",)


async def test_a_thread_has_the_newest_decision_that_was_asked_or_stands_at_its_head(store: Store) -> None:
    await keep(store, JUST_OPENED, "one?", PUBLIC + "1.0")
    await keep(store, JUST_OPENED, "two?", PUBLIC + "1.0")
    top = await keep(store, JUST_OPENED, "three?", PUBLIC)
    [post] = [each for each in await store.outbox.due(START) if each.place == PUBLIC]
    claimed = await store.outbox.start(post)
    assert claimed is not None
    await store.outbox.sent(claimed, "9.0", top.seq)

    assert await store.look(visible.of_thread(PUBLIC + "1.0")) == "D-2"
    assert await store.look(visible.of_thread(PUBLIC + "9.0")) == "D-3"
    assert await store.look(visible.of_thread(OTHER + "9.0")) is None
    assert await store.look(visible.of_thread(PUBLIC)) is None
    assert await store.look(visible.of_thread("")) is None


async def before(
    store: Store, question: str = "Which cache?", place: str = PUBLIC, since: int = START - 1
) -> str | None:
    row = await store.look(visible.decided_before(place, question, since))
    return row.id if row else None


async def test_the_same_question_in_the_same_room_is_known_whatever_its_thread_and_writing(store: Store) -> None:
    await keep(store, STRONG, "Which  cache?", PUBLIC + "1.0")
    await keep(store, STRONG, "Which \u201ccache\u201d?", PUBLIC + "2.0")
    await keep(store, JUST_OPENED, "Which cache?", PUBLIC)

    assert await before(store, "which CACHE?", PUBLIC + "7.0") == "D-1"
    assert await before(store, 'Which "cache"?') == "D-2"
    assert await before(store, "Which caches?") is None
    assert await before(store, place=OTHER) is None


async def test_an_old_or_erased_decision_is_not_offered(store: Store) -> None:
    kept = await keep(store, STRONG, "Which cache?", PUBLIC)
    old = await before(store, since=START)
    await store.append(kept, Draft(actor=ENGINE, facts=Erased(seqs=(1,), scope="all")))

    assert old is None
    assert await before(store) is None
    assert await before(store, "") is None


async def test_a_vote_changes_nothing_of_where_a_decision_is_seen(store: Store) -> None:
    kept: Decision = await keep(store, WEAK, "vote?", PUBLIC)
    await store.append(kept, Draft(actor="ann", facts=VoteCast(choice="o1", via="slack")))

    assert await store.look(visible.rooms()) == (PUBLIC,)
    assert (await store.verify("D-1")).id == "D-1"


async def test_a_commit_finds_the_decisions_of_the_other_places_of_a_room(store: Store) -> None:
    head = Draft(actor=ENGINE, facts=HeadMoved(before="a" * 40, after="b" * 40))
    for place in ("github:7:1", "github:7:2", "github:71:1", "github:7:3"):
        kept = await keep(store, JUST_OPENED, f"cache of {place}?", place)
        if place != "github:7:3":
            await store.append(kept, head)

    assert await store.look(visible.about_commit("github:7:1", "b" * 40)) == ("D-2",)
    assert await store.look(visible.about_commit("github:7:3", "b" * 40)) == ("D-2", "D-1")
    assert await store.look(visible.about_commit("github:7:1", "c" * 40)) == ()
