"""Search finds a decision by what was asked and said, whatever is typed."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from consensus.decision import Decision
from consensus.events import Draft, OutcomeRecorded, Reason, VoteCast
from integrations.store import engine
from integrations.store.search import match_terms, searched
from integrations.store.store import Store
from tests.integrations.store.conftest import asking, said
from tests.scenes import VOTERS, act, carry_on, panel, put_to_a_vote


@pytest.fixture
async def filled(store: Store) -> Store:
    decision = await store.create(asking("Which cache do we use?"), open_key="one")
    outcome = Draft(actor="ann", facts=OutcomeRecorded(outcome="held"), words=Reason(reason="Kept for a year"))
    await store.append(decision, said("s1", rationale="Eviction is tunable"), outcome)
    await store.create(asking("Quel café pour l'équipe ?", places=("slack:C1",)), open_key="two")
    return store


async def found(store: Store, words: str, limit: int = 20) -> list[str]:
    return [row.id for row in await store.search(words, limit)]


@pytest.mark.parametrize(
    "words", ["cache", "CACHE use", "tunable", "kept year", "cache eviction", "evict", "which-cache?"]
)
async def test_a_decision_is_found_by_its_question_rationales_and_reasons(filled: Store, words: str) -> None:
    assert await found(filled, words) == ["D-1"]


async def test_accents_may_be_left_out(filled: Store) -> None:
    assert await found(filled, "cafe equipe") == ["D-2"]


async def test_the_newest_decision_comes_first_and_the_list_is_as_long_as_asked(filled: Store) -> None:
    assert await found(filled, "redis") == ["D-2", "D-1"]
    assert await found(filled, "redis", limit=1) == ["D-2"]


@pytest.mark.parametrize("words", ["hushed", "raw", "evi", "achen", "cache café", "", "  ", "?!", '"'])
async def test_what_was_not_said_is_not_found(filled: Store, words: str) -> None:
    assert await found(filled, words) == []


@pytest.mark.parametrize(
    "words", ["cache AND use", "cache NOT use", "NEAR(cache use)", "words:cache", "question:cache"]
)
async def test_the_language_of_the_index_is_only_words(filled: Store, words: str) -> None:
    assert await found(filled, words) == []


async def test_a_line_of_the_list_says_where_it_may_be_shown(filled: Store) -> None:
    [row] = await filled.search("café")

    assert (row.question, row.status, row.places) == ("Quel café pour l'équipe ?", "deliberating", ("slack:C1",))


@pytest.mark.usefixtures("filled")
def test_no_input_is_a_syntax_error(path: Path) -> None:
    reading = engine.reader(engine.address(f"sqlite:///{path}"))

    @given(st.text())
    @example('" OR "')
    @example("a* ^b {c}: -d + NEAR(")
    @example("\0")
    @example("\ud800")
    @example("_ ª ª² ൠ ﷺ")
    @example("cache " * 1_000)
    def search(words: str) -> None:
        with reading.connect() as connection:
            statement = "SELECT rowid FROM decision_words WHERE decision_words MATCH ?"
            terms = match_terms(words)
            rows = connection.exec_driver_sql(statement, (terms,)).fetchall() if terms else []
        assert len(rows) <= 2

    search()
    reading.dispose()


def reasoned(*, hidden: bool) -> Decision:
    """An open vote in which somebody gave a reason."""
    vote = put_to_a_vote(carry_on(panel("AB---", 2)), hidden=hidden)
    facts = VoteCast(choice="o1", via="slack")
    return act(vote, Draft(actor=VOTERS[0], facts=facts, words=Reason(reason="Cheaper backups")))


def test_a_reason_in_a_hidden_vote_cannot_be_searched_while_it_is_open() -> None:
    assert "Cheaper backups" in searched(reasoned(hidden=False))
    assert "Cheaper backups" not in searched(reasoned(hidden=True))


def test_a_reason_in_a_hidden_vote_can_be_searched_once_it_is_closed() -> None:
    decision = reasoned(hidden=True)
    vote = decision.people.open_vote
    assert vote

    assert "Cheaper backups" in searched(carry_on(decision, vote.deadline))
