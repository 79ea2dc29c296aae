"""Anybody can count a record again: what follows is accepted, what was altered is named."""

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from consensus.audit import GENESIS, canonical, event_hash, plain, seal
from consensus.decision import Decision
from consensus.errors import BrokenRecordError
from consensus.events import Draft, Erased, Event, Facts, Policy, Reason, VoteCast, VoteOpened
from consensus.recount import recount
from tests.fakes import START, after, opened, start
from tests.scenes import (
    BY_RULE,
    FULL,
    LATER,
    act,
    answer,
    carry_on,
    cast,
    closed,
    debated,
    flagged,
    hear,
    panel,
    put_to_a_vote,
)

ORDER = ("o2", "o1", "o3")
COUNTED = {"panel_closed", "vote_closed", "verdict_reached"}
RECORDS = {
    "a quick vote": carry_on(hear(start(opened()), "AA")),
    "a full vote": carry_on(panel("AABAA", axes=FULL)),
    "a debate": carry_on(debated("ABAB-", "AAAB-", 3)),
    "a vote": carry_on(cast(carry_on(debated("ABA--", "ABA--")), "o2", "o2", "o2"), LATER),
    "a vote in vain": carry_on(cast(carry_on(flagged("AAAAA")), "o2"), LATER),
    "an approval": carry_on(answer(carry_on(debated("ABAB-", "ABAB-", safety_order=("o2", "o1"))), approve=True)),
    "a lot": carry_on(debated("ABAB-", "ABAB-", policy=Policy(human="never", last_resort="draw"))),
    "the safest": carry_on(
        debated("ABAB-", "ABAB-", 3, policy=Policy(human="never", last_resort="safest"), safety_order=ORDER)
    ),
    "a vote by rule": carry_on(
        cast(put_to_a_vote(closed(debated("ABA--", "ABA--")), **BY_RULE), "o2", "o2", "o2"), LATER
    ),
    "a reopened vote": carry_on(cast(put_to_a_vote(carry_on(panel("AABAA", axes=FULL))), "o2", "o2", "o1"), LATER),
}


def resealed(events: tuple[Event, ...]) -> Iterator[Event]:
    """The same events in a chain that fits them."""
    last = GENESIS
    for event in events:
        draft = Draft(actor=event.actor, facts=event.facts, words=event.words)
        sealed = seal(event.decision, event.seq, event.at, last, draft, event.salt or "")
        last = sealed.hash
        yield sealed


def forgeries(facts: Facts) -> Iterator[tuple[str, Facts]]:
    """Each fact altered alone, inside its strength too."""
    for name in type(facts).model_fields:
        value = getattr(facts, name)
        kind = "votes" if (facts.kind, name) == ("vote_closed", "outcome") else name
        if name == "strength":
            for part in type(value).model_fields:
                changed = value.model_copy(update={part: _other(part, getattr(value, part))})
                yield f"strength.{part}", facts.model_copy(update={name: changed})
        else:
            yield name, facts.model_copy(update={name: _other(kind, value)})


OTHERS: dict[str, list[Any]] = {
    "outcome": ["settled", "weak"],
    "votes": ["won", "no_winner"],
    "stage": ["quick_vote", "full_vote"],
    "rule": ["majority", "borda"],
    "band": ["strong", "moderate"],
    "status": ["decided", "undecided"],
    "decided_by": ["random", "human_vote"],
    "proposed_by": ["vote", "moderator"],
    "why": ["complete", "closed_early"],
    "leader": ["o1", "o2"],
    "winner": ["o1", "o2"],
    "condorcet": ["o1", "o2"],
    "draw": [0, 1],
    "runner_up": ["o1", "o2"],
    "counted": [(2,), (3,)],
    "tied": [("o1",), ("o2",)],
    "leaders": [("o1",), ("o2",)],
    "basis": [(2,), (3,)],
    "minority": [(2,), (3,)],
    "degradations": [("budget",), ("one_family",)],
    "scores": [(("o1", 1),), (("o1", 2),)],
    "tally": [(("o1", 1),), (("o1", 2),)],
    "reason": ["tied", "budget"],
    "via": ["slack", "github"],
}


def _other(name: str, value: object) -> object:
    """A value that could stand there and does not."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and name not in OTHERS:
        return value + 1 if value < 1000 else value - 1
    return next(other for other in OTHERS[name] if other != value)


def forged(record: Decision) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Every record that differs in one fact of what was counted, sealed anew."""
    for event in record.events:
        if event.facts.kind in COUNTED:
            for name, facts in forgeries(event.facts):
                changed = event.model_copy(update={"facts": facts})
                chain = tuple(changed if other.seq == event.seq else other for other in record.events)
                yield f"{event.facts.kind}.{name}", tuple(resealed(chain))


def refusal(events: tuple[Event, ...]) -> str:
    with pytest.raises(BrokenRecordError) as caught:
        recount(events)
    return caught.value.key


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_record_that_follows_is_accepted(record: Decision) -> None:
    assert recount(record.events) == record
    assert record.has_ended


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_no_counted_fact_can_be_altered_even_with_a_new_seal(record: Decision) -> None:
    accepted = []
    for name, events in forged(record):
        try:
            recount(events)
        except BrokenRecordError:
            continue
        accepted.append(name)

    assert not accepted


def test_the_refusal_names_the_first_event_that_does_not_follow() -> None:
    _, events = next(forged(RECORDS["a full vote"]))

    with pytest.raises(BrokenRecordError) as caught:
        recount(events)

    assert caught.value.key == "broken-recount"
    assert caught.value.params == {"seq": 7, "why": "illegal-not-now"}


def test_a_changed_row_is_found_by_its_hash() -> None:
    record = RECORDS["a full vote"]
    changed = record.events[1].model_copy(update={"at": START + 1})

    assert refusal((record.events[0], changed, *record.events[2:])) == "broken-hash"


def test_a_left_out_ballot_does_not_add_up() -> None:
    record = RECORDS["a full vote"]
    left = [event for event in record.events if event.seq != 2]
    chain = tuple(event.model_copy(update={"seq": place}) for place, event in enumerate(left, start=1))

    assert refusal(tuple(resealed(chain))) == "broken-recount"


def test_erased_words_change_no_count() -> None:
    decision = cast(put_to_a_vote(closed(panel("A----"))), "o1")
    spoken = Draft(actor="ann", facts=decision.events[-1].facts, words=Reason(reason="cheaper"))
    told = act(decision, spoken)
    erased = act(told, Draft(actor="asker", facts=Erased(seqs=tuple(range(1, told.seq + 1)), scope="all")))
    silent = tuple(
        event.model_copy(update={"words": None, "salt": None}) if event.seq <= told.seq else event
        for event in erased.events
    )

    assert recount(silent).people == erased.people


def test_a_vote_recorded_before_there_was_advice_is_counted_as_it_was() -> None:
    record = cast(put_to_a_vote(closed(panel("A----"))), "o1")
    *before, newest = record.events
    digest = hashlib.sha256(b'salt{"reason":""}').hexdigest()
    facts = '{"choice":"o1","via":"terminal"}'
    sealed = f'[1,"D-1",{newest.seq},{newest.at},"vote_cast","ann",{facts},"{digest}","{newest.prev_hash}"]'
    changes = {"facts": VoteCast.model_validate_json(facts), "hash": hashlib.sha256(sealed.encode()).hexdigest()}
    older = newest.model_copy(update=changes)

    assert older.hash != newest.hash
    assert recount((*before, older)).people == record.people


def test_a_vote_opened_before_there_was_a_rule_is_counted_as_it_was() -> None:
    record = put_to_a_vote(closed(panel("A----")))
    *before, newest = record.events
    known = plain(newest.facts)
    assert isinstance(known, dict)
    written = {name: known[name] for name in known if name not in {"by_rule", "eligible"}}
    facts = VoteOpened.model_validate_json(canonical(written))
    older = newest.model_copy(update={"facts": facts})
    older = older.model_copy(update={"hash": event_hash(older)})

    assert b"by_rule" not in canonical(plain(older.facts))
    assert older.hash != newest.hash
    assert recount((*before, older)).people == record.people


def test_an_erased_rejection_still_counts() -> None:
    rejected = answer(carry_on(debated("ABAB-", "ABAB-", safety_order=("o2", "o1"))), approve=False)
    erased = after(rejected, Draft(actor="asker", facts=Erased(seqs=(rejected.seq,), scope="reason")))
    silent = tuple(
        event.model_copy(update={"words": None, "salt": None}) if event.seq == rejected.seq else event
        for event in erased.events
    )

    assert recount(silent).people == rejected.people
