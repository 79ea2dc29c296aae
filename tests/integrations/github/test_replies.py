"""Answers in comments: short, complete or saying where the rest is, and never a request of their own."""

from typing import get_args

import pytest
from hypothesis import given, settings

from bot.export import as_markdown
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.panel.agents import Language
from integrations.github.lines import commands_in
from integrations.github.replies import Entry, decided_already, document, help_reply, listing, refusal, sentence
from integrations.github.text import GUARD
from tests.integrations.github.speaking import ALLOWED, HOSTILE, LONG, REQUEST, SMUGGLED, Voice
from tests.integrations.slack.speaking import STATES, hostile, spoken
from tests.markdown import comment_problems, shape
from tests.scenes import carry_on

STRONG = STATES["strong"]
ENTRY = Entry(id="D-7", question="Which cache?", status="decided", winner="Redis", band="strong")


def assert_harmless(body: str) -> None:
    assert comment_problems(body, **ALLOWED) == []
    assert commands_in(body, "consensus").requests == ()


def test_a_list_is_a_table_of_decisions_with_their_state() -> None:
    waits = Entry(id="D-8", question="Ship it?", status="awaiting_vote")

    assert listing("Decisions", [ENTRY, waits], Voice(), total=2).body == (
        "**Decisions**\n\n"
        "| decision | question | state |\n|---|---|---|\n"
        "| D-7 | Which cache? | Redis · strong |\n"
        "| D-8 | Ship it? | waiting for votes |\n\n"
        "1–2 of 2"  # noqa: RUF001
    )


def test_a_long_list_says_how_to_find_the_rest() -> None:
    body = listing("Decisions", [ENTRY] * 40, Voice(), total=200).body

    assert shape(body).count("tr_open") == 21
    assert "of 200 · There is more: `/consensus search`" in body


def test_a_list_of_nothing_says_so() -> None:
    assert listing("Decisions", [], Voice(), total=0).body == "**Decisions**\n\nNothing found."


@pytest.mark.parametrize("text", SMUGGLED)
def test_hard_case_60_a_list_keeps_its_columns(text: str) -> None:
    body = listing("Decisions", [Entry(id="D-1", question=text, status="decided", winner=text)], Voice(), total=1).body

    assert_harmless(body)
    assert shape(body).count("td_open") == 3


def test_a_refusal_shows_what_was_named_and_brings_nothing_to_life() -> None:
    body = refusal(RequestError("no-such-decision", id="@octocat"), Voice()).body

    assert_harmless(body)
    assert f"@{GUARD}octocat" in body


@pytest.mark.parametrize("lang", get_args(Language))
def test_hard_case_19_help_shows_commands_that_ask_nothing(lang: Language) -> None:
    body = help_reply([("vote", "casts a ballot"), ("help", "this")], [("--human", "people decide")], Voice(lang)).body

    assert_harmless(body)
    assert "- `vote` casts a ballot\n- `help` this" in body
    assert "- `--human` people decide" in body


def test_help_about_one_verb_lists_no_flags() -> None:
    assert "What can be said" not in help_reply([("vote", "casts a ballot")], [], Voice()).body


@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_a_document_is_folded_away_as_it_stands(decision: Decision) -> None:
    written = as_markdown(decision, Voice())

    body = document(written, decision.id, Voice()).body

    assert_harmless(body)
    assert written.strip().replace("<!--", f"<{GUARD}!--") in body
    assert shape(body) == ["html_block", "fence", "html_block"]


def test_hard_case_49_a_document_that_is_too_long_is_cut_between_paragraphs_and_says_where_it_is_whole() -> None:
    written = as_markdown(hostile(LONG * 3), Voice())

    body = document(written, "D-1", Voice()).body

    assert_harmless(body)
    assert body.endswith("`python -m bot export D-1` prints all of it where the bot runs.")
    assert shape(body)[:3] == ["html_block", "fence", "html_block"]


@settings(max_examples=20)
@given(HOSTILE)
def test_whatever_is_in_a_document_it_stays_in_its_block(text: str) -> None:
    body = document(f"# {text}\n\n{text}", "D-1", Voice()).body

    assert_harmless(body)


def test_a_document_full_of_markers_keeps_its_limit() -> None:
    assert_harmless(document("<!--" * 40_000, "D-1", Voice()).body)
    assert_harmless(document("`" * 90_000, "D-1", Voice()).body)


def test_an_earlier_decision_is_offered_with_one_reason_and_one_objection() -> None:
    assert decided_already(STRONG, Voice(), REQUEST).body == (
        "**Decided 2027-01-15 08:00 UTC: option o1 · strong · 4 of 5 agents**\n\n"
        "Why: because\n\n"
        'Against, for option o2 (user advocate): "because" – what would change its mind: because\n\n'  # noqa: RUF001
        f"Read it in [the earlier comment]({REQUEST}). · Ask again: `/consensus rerun D-1`"
    )


def test_an_earlier_decision_without_a_comment_is_named() -> None:
    assert "D-1 · Ask again" in decided_already(STRONG, Voice(), "").body


@pytest.mark.parametrize("text", [*SMUGGLED, LONG])
def test_an_earlier_decision_brings_nothing_to_life(text: str) -> None:
    assert_harmless(decided_already(carry_on(spoken("AAAAB", text)), Voice(), REQUEST).body)


def test_a_sentence_is_said_as_it_is() -> None:
    assert sentence("Done; it stands in D-1.").body == "Done; it stands in D-1."
