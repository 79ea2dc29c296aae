"""Two accounts become one person by a code that works once, and older events still have their names."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from consensus.decision import Decision
from consensus.events import Cancelled, Draft, VoteCast
from integrations.store.links import ALPHABET, LinkResult
from integrations.store.store import Store
from integrations.store.visible import Wanted, page, room_of
from tests.fakes import SECOND, HandClock
from tests.integrations.store.conftest import Connect
from tests.looking import CROWDED, JUST_OPENED, PUBLIC, STRONG, TIE, WEAK, keep

MINUTES_10 = 600 * SECOND
LINKED, UNKNOWN = LinkResult(outcome="linked"), LinkResult(outcome="unknown")


@pytest.fixture
async def ann(store: Store) -> str:
    """Somebody on Slack."""
    return await store.person("slack", "T1:U1")


async def issued(store: Store, clock: HandClock, person: str) -> str:
    return await store.issue_code(person, clock() + MINUTES_10)


async def test_a_code_makes_another_account_that_of_the_same_person(store: Store, clock: HandClock, ann: str) -> None:
    earlier = await store.person("github", "7", "ann-on-github")
    linked = await store.link(await issued(store, clock, ann), "github", "7")

    assert (earlier != ann, linked) == (True, LINKED)
    assert await store.person("github", "7") == ann
    assert await store.names("github", [ann]) == {ann: "7"}


async def test_what_was_done_under_the_earlier_id_still_has_a_name(store: Store, clock: HandClock, ann: str) -> None:
    earlier = await store.person("github", "7", "ann-on-github")
    await store.link(await issued(store, clock, ann), "github", "7")

    assert await store.formers(ann) == {earlier}
    assert await store.names("slack", [earlier]) == {earlier: "T1:U1"}
    assert await store.names("github", [earlier]) == {earlier: "7"}
    assert await store.labels([earlier]) == {earlier: "ann-on-github"}


async def test_an_earlier_id_leads_to_the_person_and_to_what_they_asked(
    store: Store, clock: HandClock, ann: str
) -> None:
    earlier = await store.person("github", "7")
    decision = await keep(store, STRONG, "Which?", PUBLIC, asker=earlier)
    await store.link(await issued(store, clock, ann), "github", "7")
    mine = await store.look(page(Wanted(rooms=frozenset({room_of(PUBLIC)}), asker=ann), 10))

    assert (await store.present(earlier), await store.present(ann)) == (ann, ann)
    assert [row.id for row in mine.rows] == [decision.id]


async def test_an_account_that_did_nothing_yet_can_be_linked(store: Store, clock: HandClock, ann: str) -> None:
    assert await store.link(await issued(store, clock, ann), "github", "7") == LINKED
    assert await store.person("github", "7") == ann


async def test_a_code_is_read_however_it_is_typed_and_kept_as_a_digest(
    store: Store, clock: HandClock, ann: str, path: Path
) -> None:
    code = await issued(store, clock, ann)
    with closing(sqlite3.connect(path)) as connection:
        kept = "\n".join(connection.iterdump())
    typed = f" {code[:4].lower()}-{code[4:]} "

    assert len(code) == 8
    assert set(code) <= set(ALPHABET)
    assert code not in kept
    assert await store.link(typed, "github", "7") == LINKED


async def test_a_code_works_once(store: Store, clock: HandClock, ann: str) -> None:
    code = await issued(store, clock, ann)
    first = await store.link(code, "github", "7")

    assert (first, await store.link(code, "github", "8")) == (LINKED, UNKNOWN)


async def test_of_two_accounts_that_show_one_code_at_once_one_is_linked(
    connect: Connect, clock: HandClock, ann: str
) -> None:
    stores = [connect() for _ in range(5)]
    code = await issued(stores[0], clock, ann)

    results = await asyncio.gather(*(store.link(code, "github", str(number)) for number, store in enumerate(stores)))

    assert sorted(result.outcome for result in results) == ["linked", *["unknown"] * 4]


async def test_a_code_works_until_it_expires(store: Store, clock: HandClock, ann: str) -> None:
    code = await issued(store, clock, ann)
    clock.advance(600)

    assert await store.link(code, "github", "7") == UNKNOWN


async def test_a_new_code_replaces_the_last(store: Store, clock: HandClock, ann: str) -> None:
    first, second = await issued(store, clock, ann), await issued(store, clock, ann)

    assert await store.link(first, "github", "7") == UNKNOWN
    assert await store.link(second, "github", "7") == LINKED


async def test_who_is_linked_already_is_not_linked_again(store: Store, clock: HandClock, ann: str) -> None:
    bob = await store.person("slack", "T1:U2")
    await store.link(await issued(store, clock, ann), "github", "7")

    same = await store.link(await issued(store, clock, ann), "github", "7")
    second = await store.link(await issued(store, clock, ann), "github", "8")
    stolen = await store.link(await issued(store, clock, bob), "github", "7")

    assert {result.outcome for result in (same, second, stolen)} == {"already"}
    assert await store.person("github", "7") == ann
    assert await store.names("github", [bob]) == {}


async def test_who_voted_by_rule_is_not_linked_before_the_vote_closes(store: Store, clock: HandClock, ann: str) -> None:
    earlier = await store.person("github", "7")
    await keep(store, CROWDED, "All of us?", PUBLIC)
    voting = await keep(store, CROWDED, "And this?", PUBLIC)
    await store.append(voting, Draft(actor=earlier, facts=VoteCast(choice="o1", via="github")))

    result = await store.link(await issued(store, clock, ann), "github", "7")

    assert (result.outcome, result.decision) == ("busy", voting.id)


async def test_a_code_that_others_may_have_read_is_spent_when_nothing_came_of_it(
    store: Store, clock: HandClock, ann: str
) -> None:
    await keep(store, JUST_OPENED, "Which?", PUBLIC, asker=await store.person("github", "7"))
    code = await issued(store, clock, ann)
    shown = await store.link(code, "github", "7")

    assert (shown.outcome, await store.link(code, "github", "8")) == ("busy", UNKNOWN)


async def test_after_five_wrong_codes_an_account_waits_an_hour(store: Store, clock: HandClock, ann: str) -> None:
    wrong = [await store.link("WRONG234", "github", "7") for _ in range(5)]
    limited = await store.link(await issued(store, clock, ann), "github", "7")
    other = await store.link(await issued(store, clock, ann), "github", "8")
    clock.advance(3_601)
    bob = await store.person("slack", "T1:U2")
    later = await store.link(await issued(store, clock, bob), "github", "7")

    assert wrong == [UNKNOWN] * 5
    assert (limited.outcome, other, later) == ("limited", LINKED, LINKED)
    assert [(each.act, each.why) for each in await store.attempts()] == [("link", "link-unknown")] * 5


@pytest.mark.parametrize(
    ("decision", "earlier"), [(WEAK, "ann"), (TIE, "dan"), (JUST_OPENED, "asker"), (WEAK, "asker")]
)
async def test_who_takes_part_in_an_open_decision_is_linked_only_after_its_end(
    store: Store, clock: HandClock, path: Path, decision: Decision, earlier: str
) -> None:
    bob = await account(store, path, earlier)
    kept = await keep(store, decision, "Which?", PUBLIC)
    early = await store.link(await issued(store, clock, bob), "github", "7")
    await store.append(kept, Draft(actor="asker", facts=Cancelled(via="slack")))
    late = await store.link(await issued(store, clock, bob), "github", "7")

    assert early == LinkResult(outcome="busy", decision="D-1")
    assert late == LINKED
    assert await store.formers(bob) == {earlier}


async def test_whoever_takes_no_part_in_what_is_open_can_be_linked(store: Store, clock: HandClock, path: Path) -> None:
    bob = await account(store, path, "ann")
    await keep(store, TIE, "For dan and eve?", PUBLIC)
    await keep(store, STRONG, "Over?", PUBLIC, asker="ann")

    assert await store.link(await issued(store, clock, bob), "github", "7") == LINKED


async def account(store: Store, path: Path, person: str) -> str:
    """GitHub's number 7 is that person so far; somebody else, whose id is the answer, is on Slack."""
    await store.person("github", "7")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE identity SET person = ?", (person,))
    return await store.person("slack", "T1:U2")
