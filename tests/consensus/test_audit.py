"""The seal: equal data has equal bytes, and no row can be changed unseen."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.audit import GENESIS, canonical, check_chain, event_hash, payload_digest, plain, seal
from consensus.errors import BrokenRecordError
from consensus.events import Cancelled, Draft, Erased, Event, OpenedWords, Reason, RunAnyway, VoteCast
from tests.fakes import START, after, opened, start

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)
VOTE = Draft(actor="ann", facts=VoteCast(choice="o1", via="terminal"), words=Reason(reason="cheaper"))
CANCELLED = Draft(actor="ann", facts=Cancelled(via="terminal"))


def chain() -> tuple[Event, ...]:
    return after(start(opened()), VOTE, CANCELLED).events


def reseal(event: Event, **changes: object) -> Event:
    """The event with these changes and a hash that fits them."""
    changed = event.model_copy(update=changes)
    return changed.model_copy(update={"hash": event_hash(changed)})


def first_bad(events: tuple[Event, ...]) -> tuple[str, object]:
    with pytest.raises(BrokenRecordError) as caught:
        check_chain(events)
    return caught.value.key, caught.value.params["seq"]


@given(PLAIN)
def test_canonical_bytes_are_json_of_the_same_value(value: object) -> None:
    assert json.loads(canonical(value)) == value


def test_canonical_sorts_keys_and_leaves_letters_as_they_are() -> None:
    assert canonical({"b": [1, None, True], "a": "e\u0301"}) == '{"a":"e\u0301","b":[1,null,true]}'.encode()


@pytest.mark.parametrize("value", [1.0, [0.5], {"share": 0.5}, {1: "one"}, (1,), b"bytes"])
def test_canonical_refuses_what_has_no_single_form(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(value)


def test_an_event_is_sealed_as_published() -> None:
    event = seal("D-7", 2, START, "f" * 64, VOTE, "salt")
    digest = hashlib.sha256(b'salt{"reason":"cheaper"}').hexdigest()
    facts = '{"advisory":false,"choice":"o1","via":"terminal"}'
    sealed = f'[1,"D-7",2,{START},"vote_cast","ann",{facts},"{digest}","{"f" * 64}"]'

    assert event.payload_digest == digest
    assert event.hash == hashlib.sha256(sealed.encode()).hexdigest()


def test_a_sealed_event_is_equal_to_the_one_read_back() -> None:
    for event in chain():
        facts = type(event.facts).model_validate_json(canonical(plain(event.facts)))

        assert facts == event.facts
        assert canonical(plain(facts)) == canonical(plain(event.facts))


def test_a_field_that_a_later_version_adds_changes_no_old_hash() -> None:
    class LaterReason(Reason):
        tone: str = "calm"

    older = Reason(reason="cheaper")
    read_later = LaterReason.model_validate_json(canonical(plain(older)))

    assert payload_digest("salt", read_later) == payload_digest("salt", older)


def test_words_left_out_are_the_empty_words_of_their_kind() -> None:
    assert seal("D-1", 2, START, GENESIS, CANCELLED, "salt").words == Reason()


def test_words_of_another_kind_are_refused() -> None:
    draft = Draft(actor="ann", facts=RunAnyway(via="terminal"), words=Reason(reason="why not"))

    with pytest.raises(TypeError):
        seal("D-1", 2, START, GENESIS, draft, "salt")


def test_equal_words_under_other_salts_have_other_digests() -> None:
    words = Reason(reason="yes")

    assert payload_digest("one", words) != payload_digest("two", words)


def test_a_whole_chain_passes() -> None:
    check_chain(chain())
    check_chain(())


@pytest.mark.parametrize(
    "change",
    [
        {"decision": "D-2"},
        {"at": START + 1},
        {"actor": "bob"},
        {"facts": VoteCast(choice="o2", via="terminal")},
        {"facts": Cancelled(via="terminal")},
        {"prev_hash": "0" * 64},
        {"payload_digest": "0" * 64},
        {"hash": "0" * 64},
    ],
)
def test_a_changed_column_is_found(change: dict[str, object]) -> None:
    one, two, three = chain()

    assert first_bad((one, two.model_copy(update=change), three)) == ("broken-hash", 2)


@pytest.mark.parametrize(
    "change", [{"words": Reason(reason="dearer")}, {"salt": "pepper"}, {"salt": None}, {"words": None}]
)
def test_changed_words_are_found(change: dict[str, object]) -> None:
    one, two, three = chain()

    assert first_bad((one, two.model_copy(update=change), three)) == ("broken-words", 2)


def test_a_changed_row_with_a_fitting_hash_breaks_the_next_one() -> None:
    one, two, three = chain()

    assert first_bad((one, reseal(two, actor="bob"), three)) == ("broken-hash", 3)


def test_a_missing_row_is_named() -> None:
    one, _, three = chain()

    assert first_bad((one, three)) == ("broken-gap", 2)
    assert first_bad((three,)) == ("broken-gap", 1)


def test_a_chain_that_starts_with_another_hash_is_broken() -> None:
    one, *_ = chain()

    assert first_bad((reseal(one, prev_hash="f" * 64),)) == ("broken-hash", 1)


def test_time_that_runs_backwards_is_found() -> None:
    one, two, three = chain()

    assert first_bad((one, reseal(two, at=START - 1), three)) == ("broken-time", 2)


def test_words_may_be_gone_where_an_erasure_says_so() -> None:
    erasure = Draft(actor="ann", facts=Erased(seqs=(2,), scope="event"))
    one, two, three, four = after(start(opened()), VOTE, CANCELLED, erasure).events
    gone = two.model_copy(update={"words": None, "salt": None})

    check_chain((one, gone, three, four))

    assert first_bad((one, gone, three)) == ("broken-erasure", 2)


def test_the_digest_of_the_question_covers_its_options() -> None:
    one, *_ = chain()
    words = OpenedWords(question="Which one?", options=("option o2", "option o1"))

    assert first_bad((one.model_copy(update={"words": words}),)) == ("broken-words", 1)
