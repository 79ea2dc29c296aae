"""Decisions kept in a record for those who look them up: where they were asked, and what became of them."""

from collections.abc import Collection

from bot.viewing import Check, Viewer
from consensus.decision import Decision
from consensus.events import Draft, OpenedWords
from integrations.store.store import Store
from integrations.store.visible import room_of
from tests.fakes import opened, start
from tests.scenes import BY_RULE, FULL, carry_on, closed, debated, panel, put_to_a_vote

PUBLIC, OTHER, PRIVATE = "slack:T1:C1:", "slack:T1:C2:", "slack:T1:G1:"
"""Two channels that everybody sees, and one that only its members see."""
JUST_OPENED = start(opened())
STRONG = carry_on(panel("AAAAA", axes=FULL))
WEAK = carry_on(debated("ABA--", "ABA--"))
"""With an open vote of ann, bob and cid."""
CROWDED = put_to_a_vote(closed(panel("A----")), **BY_RULE)
"""With an open vote of whoever is a member."""
TIE = carry_on(debated("ABAB-", "ABAB-", safety_order=("o2", "o1")))
"""A deadlock with a proposal that dan or eve may approve."""


async def keep(store: Store, decision: Decision, question: str, *places: str, asker: str = "asker") -> Decision:
    """The same decision in the record under the next number, with this question and these places."""
    first, *rest = decision.events
    assert isinstance(first.words, OpenedWords)
    facts = decision.opened.model_copy(update={"places": places, "asker": asker})
    draft = Draft(actor=asker, facts=facts, words=first.words.model_copy(update={"question": question}))
    keys = await store.ids()
    kept = await store.create(lambda _: draft, open_key=str(len(keys)))
    return await store.append(kept, *(Draft(actor=each.actor, facts=each.facts, words=each.words) for each in rest))


def viewer(person: str = "ann", *rooms: str, place: str = "", member_of: Collection[str] = ()) -> Viewer:
    """Somebody who sees what is in these rooms; the public ones are open to everybody."""

    async def votes(decision: Decision) -> bool:
        return room_of(decision.opened.places[0]) in member_of

    return Viewer(
        person=person,
        sees=_in(rooms or (PUBLIC, OTHER)),
        place=place,
        is_public=_in((PUBLIC, OTHER)),
        votes=votes,
    )


def _in(rooms: Collection[str]) -> Check:
    async def check(room: str) -> bool:
        assert room == room_of(room)
        return room in rooms

    return check
