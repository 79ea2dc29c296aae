"""A decision in each state as GitHub shows it: within limits, alive only where we made it so, answered by command."""

from typing import get_args

import pytest
from hypothesis import given, settings

from consensus.card import Verb, make_card
from consensus.channel import Marker
from consensus.decision import Decision
from consensus.events import OpenedWords
from consensus.panel.agents import Language
from integrations.github.lines import commands_in
from integrations.github.markdown import Comment, marked, sticky, turn, verdict
from integrations.github.marker import carries, marker_line
from integrations.github.offers import Around
from integrations.github.text import GUARD
from tests.fakes import after, opened, start
from tests.integrations.github.speaking import ALLOWED, AROUND, HEAD, HOSTILE, LONG, SMUGGLED, Voice
from tests.integrations.slack.speaking import STATES, STUCK, TIE, WEAK, hostile, spoken, written
from tests.markdown import comment_problems, shape
from tests.scenes import (
    argue,
    by_engine,
    carry_on,
    cast,
    close_early,
    closed,
    debated,
    hear,
    put_to_a_vote,
    silence,
    take_context,
)

FOLDED = "<details>"


def comments(decision: Decision, lang: Language = "en", around: Around = AROUND) -> list[Comment]:
    """All that can be posted about a decision."""
    say = Voice(lang)
    return [
        sticky(decision, say, around),
        turn(decision, say, around, "turn"),
        turn(decision, say, around, "reminder"),
        verdict(decision, say, around),
    ]


def first_screen(comment: Comment) -> str:
    return comment.body.partition(FOLDED)[0].strip()


def shown(decision: Decision, around: Around = AROUND, lang: Language = "en") -> str:
    return first_screen(sticky(decision, Voice(lang), around))


def assert_harmless(decision: Decision, *langs: Language) -> None:
    for lang in langs or get_args(Language):
        for comment in comments(decision, lang):
            assert comment_problems(comment.body, **ALLOWED) == []
            assert commands_in(comment.body, "consensus").requests == ()
            assert comment.body.splitlines()[0].startswith(
                ("In response to", "En réponse à", "rehearsal", "répétition")
            )


@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_every_state_is_a_comment_that_may_go_out(decision: Decision) -> None:
    assert_harmless(decision)


@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_the_comment_that_is_edited_begins_like_the_verdict(decision: Decision) -> None:
    edited, ended = (each.body.split("\n\n")[:3] for each in (comments(decision)[0], comments(decision)[3]))

    assert edited == ended


@pytest.mark.parametrize(
    ("state", "offered"),
    [
        ("just opened", ["cancel D-1"]),
        ("strong", ["vote D-1"]),
        ("weak, vote open", ["vote D-1 option o1 because …", "vote D-1 abstain"]),
        ("hidden vote", []),
        ("deadlock", ["approve D-1", "vote D-1", "reject D-1 because …"]),
        ("no quorum", ["rerun D-1", "vote D-1", "cancel D-1"]),
        ("not needed", ["run D-1"]),
        ("undecided", ["reopen D-1", "rerun D-1"]),
        ("cancelled", ["rerun D-1"]),
    ],
)
def test_a_state_offers_what_can_be_done_in_it_by_command(state: str, offered: list[str]) -> None:
    said = shown(STATES[state])

    assert [part.removeprefix("/consensus ") for part in said.split("`")[1::2]][: len(offered)] == offered
    assert said.count("`/consensus ") >= len(offered)


@pytest.mark.parametrize("lang", get_args(Language))
@pytest.mark.parametrize("verb", [verb for verb in get_args(Verb) if verb != "show"])
def test_whatever_can_be_done_has_its_command(lang: Language, verb: str) -> None:
    assert "`/consensus " in Voice(lang)(f"github-do-{verb}", id="D-1", option="A", choice="A")


def test_a_vote_with_quorum_can_be_closed_now() -> None:
    assert "`/consensus close D-1`" in shown(cast(WEAK, "o1", "o1", "o2"))


def test_an_option_that_cannot_be_typed_is_called_by_its_id() -> None:
    odd = put_to_a_vote(closed(debated_with("Redis | LRU", "because it is there")), why="weak")

    said = shown(odd)

    assert "`/consensus vote D-1 o1 because …`" in said
    assert "| o1: Redis &#124; LRU |" in said
    assert "| o2: because it is there |" in said


def debated_with(*options: str) -> Decision:
    decision = start(opened(len(options)), OpenedWords(question="Which cache?", options=options))
    return hear(argue(hear(decision, "ABA--")), "ABA--", 3)


def test_while_a_vote_is_open_agents_and_people_stand_side_by_side_with_the_reasons() -> None:
    opened_vote = put_to_a_vote(closed(spoken("AABBC", "it is known", options=3)), why="weak")

    said = shown(cast(opened_vote, "o1"))

    assert "| option | agents | people |\n|---|---|---|\n| option o1 | 2 | 1 |\n| option o2 | 2 | 0 |" in said
    assert "- For option o1 (2): it is known" in said
    assert "votes of others: advisory" in said


def test_who_approves_reads_what_speaks_for_and_against_each_tied_option() -> None:
    heard = after(spoken("AABB", "it is known", safety_order=("o2", "o1")), by_engine(silence("s5")))

    said = shown(carry_on(heard))

    assert "- For option o1 (2): it is known\n- Against option o1: it is known" in said
    assert "- For option o2 (2): it is known\n- Against option o2: it is known" in said


def test_a_vote_that_is_taken_elsewhere_is_read_only_here() -> None:
    said = shown(WEAK, Around(elsewhere="#billing"))

    assert "Answers are taken in another place: \\#\u200bbilling" in said
    assert "/consensus vote" not in said
    assert "/consensus approve" not in shown(TIE, Around(elsewhere="#billing"))


def test_a_hidden_vote_is_not_taken_in_public() -> None:
    said = shown(STATES["hidden vote"])

    assert "it is taken in Slack" in said
    assert "/consensus vote" not in said
    assert "| option o1 | 1 | — |" in said


def test_reactions_are_a_mood_and_not_counted() -> None:
    around = Around(mood=(("+1", 3), ("-1", 0), ("rocket", 1), ("unheard-of", 9)))

    assert "Mood by reactions, not counted: 👍 3 · 🚀 1" in shown(STATES["strong"], around)
    assert "Mood" not in shown(STATES["strong"])


def test_a_request_that_has_no_address_is_not_linked() -> None:
    assert shown(STATES["strong"], Around()).startswith("### option o1")


def test_the_commit_that_was_discussed_is_named() -> None:
    read = take_context(start(opened(wants_context=True)), head_sha=HEAD)

    assert shown(read).startswith(
        "In response to [this comment](https://github.com/acme/widgets/pull/7#issuecomment-1) at `abc1234`"
    )
    assert shown(read, Around()).startswith("About `abc1234`")


def test_the_strongest_objection_stands_first_with_the_number_of_all() -> None:
    said = shown(STATES["several against"])

    assert "**Against (2, neutral analyst, for option o2):** because" in said
    assert "One more objection is among the ballots." in said
    assert "against it" in shown(STATES["unanimous"])


def test_the_verdict_folds_everything_behind_it() -> None:
    body = verdict(STATES["strong"], Voice(), AROUND).body

    folded = body.partition(FOLDED)[2]
    assert folded.count("> because") == 5
    assert folded.count("Risk: because") == 5
    assert "record `" in folded
    assert "Sent to: m1, n1" in folded
    assert FOLDED not in sticky(STATES["strong"], Voice(), AROUND).body


def test_what_is_behind_an_open_vote_is_folded_into_the_comment_that_is_edited() -> None:
    assert FOLDED in sticky(WEAK, Voice(), AROUND).body
    assert FOLDED not in sticky(STATES["being heard"], Voice(), AROUND).body


def test_hard_case_47_who_can_vote_is_listed_when_the_vote_opens() -> None:
    body = turn(WEAK, Voice(), AROUND, "turn").body

    assert '3 people can vote on "Which one?" until 2027-01-18 08:00 UTC' in body
    assert "<summary>Who can vote</summary>\n\nann, bob, cid\n" in body
    assert "Who can vote" not in turn(WEAK, Voice(), AROUND, "reminder").body


def test_a_large_vote_has_no_names_but_a_rule() -> None:
    body = turn(STATES["by rule"], Voice(), AROUND, "turn").body

    assert "812 people can vote on" in body
    assert "Voted: 1 of 812 people (3 needed) · Who can vote: " in body
    assert "<summary>Who can vote</summary>" not in body


def test_a_reminder_says_how_many_votes_are_missing() -> None:
    assert "3 votes are still missing" in turn(WEAK, Voice(), AROUND, "reminder").body


def test_an_approval_is_asked_of_those_who_are_named() -> None:
    said = turn(TIE, Voice(), AROUND, "turn").body

    assert 'An approval is asked for "Which one?"' in said
    assert "Approvers: dan, eve" in said


def test_people_are_no_longer_called_once_it_is_over() -> None:
    over = carry_on(close_early(cast(WEAK, "o2", "o2", "o1")))

    assert "can vote" not in turn(over, Voice(), AROUND, "turn").body
    assert "Who can vote" not in turn(over, Voice(), AROUND, "turn").body


def test_a_vote_of_nobody_offers_no_ballot_and_says_so() -> None:
    empty = put_to_a_vote(STUCK, voters=(), quorum=1)

    said = turn(empty, Voice(), AROUND, "turn").body

    assert "Nobody here may vote" in said
    assert "can vote on" not in said
    assert "/consensus vote" not in said


def test_a_marker_is_the_first_line_and_only_there() -> None:
    marker = Marker(decision="D-1", kind="verdict", about_seq=31)

    body = marked(sticky(STATES["strong"], Voice(), AROUND), marker).body

    assert body.startswith("<!-- consensus:D-1:verdict:31 -->\nIn response")
    assert comment_problems(body, **ALLOWED) == []
    assert carries(body, marker)
    assert carries(body.replace("\n", "\r\n"), marker)
    assert not carries(body, marker.model_copy(update={"about_seq": 3}))
    assert not carries(f"see\n{marker_line(marker)}", marker)


@pytest.mark.parametrize("text", SMUGGLED)
def test_hard_case_57_what_was_smuggled_in_is_shown_and_does_nothing(text: str) -> None:
    assert_harmless(hostile(text))


@pytest.mark.parametrize("text", SMUGGLED)
def test_hard_case_59_words_cannot_imitate_us(text: str) -> None:
    said, tame = (verdict(hostile(each), Voice(), AROUND).body for each in (text, "word"))

    assert set(shape(said)) <= set(shape(tame))
    assert shape(said).count("heading_open") == 1


def test_hard_case_58_a_name_that_holds_a_mention_rings_nobody() -> None:
    said = verdict(hostile("@octocat"), Voice(), AROUND).body

    assert "@octocat" not in said
    assert f"@{GUARD}octocat" in said


@settings(max_examples=15)
@given(HOSTILE)
def test_whatever_the_texts_every_comment_may_go_out(text: str) -> None:
    assert_harmless(hostile(text), "en")
    assert_harmless(carry_on(spoken("AAABB", text)), "fr")
    assert_harmless(written(text), "en")


@settings(max_examples=15)
@given(HOSTILE)
def test_hard_case_60_a_table_keeps_its_columns(text: str) -> None:
    kinds = shape(turn(hostile(text), Voice(), AROUND, "turn").body)

    assert kinds.count("th_open") == 3
    assert kinds.count("td_open") == 2 * 3


@pytest.mark.parametrize("text", [LONG, "|" * 9_000, "é" * 9_000, "🧨 " * 3_000])
def test_hard_case_49_a_text_of_any_length_is_cut_under_the_limit_and_says_so(text: str) -> None:
    for decision in (hostile(text), carry_on(spoken("AAABB", text)), written(text, 10)):
        assert_harmless(decision, "en")
    body = verdict(carry_on(spoken("AAAAB", text)), Voice(), AROUND).body

    assert "### option o1 · strong · 4 of 5 agents" in body
    assert "`/consensus vote D-1`" in body
    assert body.endswith("`/consensus export D-1` gives the whole record.")


def test_hard_case_49_what_fits_is_not_called_shortened() -> None:
    assert all("shortened" not in comment.body for state in STATES.values() for comment in comments(state))


def test_many_options_fit() -> None:
    many = put_to_a_vote(closed(debated("ABCD-", "ABCD-", 10)), why="weak")

    assert shape(turn(many, Voice(), AROUND, "turn").body).count("td_open") == 30
    assert make_card(many).status == "awaiting_vote"


def test_erased_words_leave_no_empty_reason() -> None:
    assert "**Against" not in shown(STATES["approved"])
