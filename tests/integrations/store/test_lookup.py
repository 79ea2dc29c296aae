"""Lists, the sweep and persons: what the record answers without folding."""

import asyncio

import pytest

from consensus.decision import fold
from consensus.errors import NotFoundError
from consensus.events import ENGINE, Abstained, Cancelled, Draft, Usage, VerdictReached
from consensus.steps import Close, ClosePanel, Poll, Step, next_step
from integrations.store.projection import Projection
from integrations.store.store import Store
from tests.fakes import SECOND, START, HandClock, after, opened, start
from tests.integrations.store.conftest import Connect, Opening, asking, said

CANCEL = Draft(actor="ann", facts=Cancelled(via="terminal"))


async def decided(store: Store, question: str) -> None:
    """A decision of a panel of five of one mind."""
    decision = await store.create(asking(question), open_key=question)
    while not decision.has_ended:
        decision = await store.append(decision, *answers(next_step(decision, START)))


def answers(step: Step) -> list[Draft]:
    """What is recorded when all agents say the same."""
    if isinstance(step, Close | ClosePanel):
        return [Draft(actor=ENGINE, facts=step.facts)]
    assert isinstance(step, Poll)
    return [said(seat.seat) for seat in step.seats]


def failed(seat: str) -> Draft:
    return Draft(actor=ENGINE, facts=Abstained(round=1, seat=seat, cause="timeout", usage=Usage()))


@pytest.fixture
async def four(store: Store) -> Store:
    """One decided, one cancelled, two open."""
    await decided(store, "one?")
    await store.append(await store.create(asking("two?"), open_key="two"), CANCEL)
    await store.create(asking("three?"), open_key="three")
    await store.create(asking("four?"), open_key="four")
    return store


@pytest.mark.parametrize(
    ("state", "ids"),
    [
        (None, ["D-4", "D-3", "D-2", "D-1"]),
        ("open", ["D-4", "D-3"]),
        ("ended", ["D-2", "D-1"]),
        ("deliberating", ["D-4", "D-3"]),
        ("decided", ["D-1"]),
        ("cancelled", ["D-2"]),
        ("awaiting_vote", []),
    ],
)
async def test_a_list_shows_the_newest_of_one_state_first(four: Store, state: str | None, ids: list[str]) -> None:
    assert [row.id for row in await four.listing(state)] == ids


async def test_a_list_goes_on_where_the_page_before_ended(four: Store) -> None:
    page = await four.listing(limit=2)
    rest = await four.listing(limit=2, before=page[-1].id)

    assert [row.id for row in (*page, *rest)] == ["D-4", "D-3", "D-2", "D-1"]


@pytest.mark.parametrize("before", ["four", "D-", "D-²", ""])
async def test_a_page_before_no_decision_is_not_found(four: Store, before: str) -> None:
    with pytest.raises(NotFoundError, match="no-such-decision"):
        await four.listing(before=before)


async def test_a_line_names_the_winner_as_people_read_it(four: Store) -> None:
    row = (await four.listing("decided"))[0]

    assert (row.question, row.winner, row.status, row.closed_at) == ("one?", "Redis", "decided", START)
    assert row.band is not None
    assert row.decided_by is not None


async def test_what_has_a_step_to_do_is_due(four: Store) -> None:
    assert await four.due(START - 1) == []
    assert await four.due(START) == ["D-3", "D-4"]


async def test_what_somebody_works_on_is_not_due(four: Store, clock: HandClock) -> None:
    lease = await four.claim("D-3", "one")
    leased = await four.due(clock())
    clock.advance(30)
    expired = await four.due(clock())

    assert lease is not None
    assert leased == ["D-4"]
    assert expired == ["D-3", "D-4"]


async def test_what_waits_for_people_is_due_at_its_deadline(store: Store, opening: Opening) -> None:
    decision = await store.create(opening, open_key="")
    decision = await store.append(decision, *(failed(seat.seat) for seat in decision.opened.roster))
    step = next_step(decision, START)
    assert isinstance(step, ClosePanel)
    await store.append(decision, Draft(actor=ENGINE, facts=step.facts))
    deadline = START + 86_400 * SECOND

    assert [row.status for row in await store.listing()] == ["no_quorum"]
    assert await store.due(deadline - 1) == []
    assert await store.due(deadline) == ["D-1"]


async def test_a_person_is_the_same_on_every_visit(connect: Connect) -> None:
    stores = [connect(), connect()]

    people = await asyncio.gather(*(store.person("slack", "U1") for store in stores * 5))
    other = await stores[0].person("github", "U1")

    assert len(set(people)) == 1
    assert other not in people


def test_a_cancelled_decision_has_no_winner() -> None:
    verdict = Draft(actor=ENGINE, facts=VerdictReached(status="not_needed"))
    refused = after(start(opened()), verdict)

    assert Projection.of(refused).status == "not_needed"
    assert Projection.of(after(start(opened()), CANCEL)).status == "cancelled"
    assert Projection.of(after(refused, CANCEL)).status == "cancelled"


def test_an_erased_question_leaves_ids_in_its_place() -> None:
    verdict = VerdictReached(status="decided", winner="o2", decided_by="full_vote", band="strong")
    decision = after(start(opened()), Draft(actor=ENGINE, facts=verdict))
    silent = decision.events[0].model_copy(update={"words": None, "salt": None})
    erased = fold([silent, *decision.events[1:]])

    assert (Projection.of(decision).winner, Projection.of(decision).question) == ("option o2", "Which one?")
    assert (Projection.of(erased).winner, Projection.of(erased).question) == ("o2", "")
