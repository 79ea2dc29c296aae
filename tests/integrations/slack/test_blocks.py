"""A card in each state as Slack shows it: within every limit, alive only where we made it so, one click to answer."""

import json
import re

import pytest
from hypothesis import given, settings

from consensus.card import make_card
from consensus.card.about import about
from consensus.decision import Decision
from consensus.events import Draft, Superseded
from consensus.panel.agents import Language
from integrations.slack.blocks import Message, card_blocks, marker, turn_message, verdict_message
from integrations.slack.incoming import Click, Own
from integrations.slack.limits import LIVE, OPTION, Json, check, texts
from integrations.slack.parse import parse
from integrations.slack.text import GUARD, link
from tests.fakes import after, opened, start
from tests.integrations.slack.speaking import (
    HOSTILE,
    LONG,
    SMUGGLED,
    STATES,
    STUCK,
    TIE,
    WEAK,
    Voice,
    alive,
    buttons,
    hostile,
    spoken,
    written,
)
from tests.scenes import by_engine, carry_on, cast, closed, hear, put_to_a_vote, silence

MOST_BLOCKS = 12


def card(decision: Decision, lang: Language = "en", *options: str) -> Message:
    return card_blocks(make_card(decision), Voice(lang), about=about(decision), options=options)


def messages(decision: Decision, lang: Language = "en") -> list[Message]:
    """All that can be posted about a decision."""
    shown, voice = make_card(decision), Voice(lang)
    return [
        card(decision, lang, "option o1", "option o2"),
        turn_message(shown, voice, "turn"),
        turn_message(shown, voice, "reminder"),
        verdict_message(shown, voice),
    ]


def payload(message: Message) -> Json:
    return {"text": message.text, "blocks": list(message.blocks)}


def test_a_vote_of_nobody_has_no_buttons_to_vote_and_says_so() -> None:
    empty = put_to_a_vote(STUCK, voters=(), quorum=1)

    called = turn_message(make_card(empty), Voice("en"), "turn")

    assert "Nobody here may vote" in called.text
    assert "can vote on" not in called.text
    assert "cast" not in verbs(card(empty))
    assert "Nobody here may vote" in json.dumps(payload(card(empty)))


def verbs(message: Message) -> list[str]:
    return [element["action_id"].split(":")[1] for element in buttons(message.blocks)]


def words(message: Message) -> str:
    return "\n".join(alive(list(message.blocks)))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_every_state_is_a_card_of_few_blocks_that_slack_takes(decision: Decision, lang: Language) -> None:
    shown = messages(decision, lang)

    for message in shown:
        check(payload(message))
        assert len(message.blocks) <= MOST_BLOCKS


@pytest.mark.parametrize(
    ("state", "offered"),
    [
        ("just opened", ["details", "cancel"]),
        ("strong", ["details", "vote", "outcome", "export"]),
        ("weak, vote open", ["cast", "cast", "abstain", "reason", "details", "export"]),
        ("many options", ["cast", "abstain", "reason", "details", "export"]),
        ("deadlock", ["approve", "vote", "reject", "details", "export"]),
        ("no quorum", ["details", "rerun", "vote", "cancel", "export"]),
        ("not needed", ["details", "run", "export"]),
        ("undecided", ["details", "reopen", "rerun", "outcome", "export"]),
        ("cancelled", ["details", "rerun", "export"]),
        ("approved", ["details", "vote", "outcome", "export"]),
    ],
)
def test_a_card_offers_what_can_be_done_in_its_state(state: str, offered: list[str]) -> None:
    assert verbs(card(STATES[state])) == offered


def test_a_vote_with_quorum_can_be_closed_now() -> None:
    assert "close" in verbs(card(cast(WEAK, "o1", "o1", "o2")))


def test_hard_case_34_a_dead_card_has_no_button_that_votes() -> None:
    live = {"cast", "abstain", "reason", "approve", "reject", "close"}

    ended = [decision for decision in STATES.values() if decision.has_ended]

    assert ended
    assert all(live.isdisjoint(verbs(card(decision))) for decision in ended)


def test_the_first_lines_say_winner_band_base_and_one_why() -> None:
    said = words(card(STATES["strong"])).splitlines()

    assert said[0] == "*option o1 · strong · 4 of 5 agents*"
    assert said[1] == "Which one?"
    assert "D-1 · asked by <@UASKER>" in said
    assert "Why: because" in said
    assert sum(line.startswith("Against, for option o2") for line in said) == 1


def test_more_objections_are_counted_not_shown() -> None:
    said = words(card(STATES["several against"]))

    assert said.count("Against, for") == 1
    assert "One more objection is behind Details." in said


def test_agents_and_people_stand_side_by_side() -> None:
    said = words(card(STATES["weak, vote open"]))

    assert "option o1 (2 agents, 1 vote)" in said
    assert "option o2 (1 agent, 0 votes)" in said


def test_an_approver_reads_what_speaks_for_and_against_each_tied_option() -> None:
    heard = after(spoken("AABB", "it locks a table", safety_order=("o2", "o1")), by_engine(silence("s5")))

    said = words(card(carry_on(heard)))

    assert said.count("agents): it locks a table") == 2
    assert "Against option o1: it locks a table" in said
    assert "Against option o2: it locks a table" in said
    assert 'asked as: "Which one?" (exact words)' in said


def test_a_replaced_card_offers_its_successor() -> None:
    replaced = after(STATES["strong"], Draft(actor="asker", facts=Superseded(successor="D-2")))

    elements = buttons(card(replaced).blocks)

    assert [(each["action_id"].split(":")[1], each["value"].split("|")[0]) for each in elements] == [
        ("details", "D-1"),
        ("show", "D-2"),
        ("export", "D-1"),
    ]
    assert elements[1]["text"]["text"] == "Show D-2"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_where_people_answer_elsewhere_nothing_can_be_answered_here(decision: Decision, lang: Language) -> None:
    where = link("https://github.com/acme/shop/pull/4", "acme/shop#4")
    here = card_blocks(make_card(decision), Voice(lang), about=about(decision))

    shown = card_blocks(make_card(decision), Voice(lang), about=about(decision), elsewhere=where)

    check(payload(shown))
    if make_card(decision).status in {"awaiting_vote", "awaiting_approval"}:
        assert verbs(shown) == ["details", "export"]
        assert f": {where}" in words(shown).replace("\u00a0:", ":")
    else:
        assert shown == here


def test_a_hidden_tally_is_not_shown() -> None:
    said = words(card(STATES["hidden vote"]))

    assert "option o1 (1 agent)" in said
    assert "vote)" not in said


def test_while_the_panel_works_the_options_it_understood_can_be_edited_and_it_can_be_stopped() -> None:
    message = card(STATES["being heard"], "en", "Postgres", "<!channel>")

    assert "Options: Postgres, &lt;!channel&gt;. Wrong?" in words(message)
    assert verbs(message) == ["details", "cancel", "edit"]
    assert [element["text"]["text"] for element in buttons(message.blocks)] == ["Details", "Stop", "Edit"]


@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_a_click_on_any_button_names_the_decision_and_what_the_card_was_about(decision: Decision) -> None:
    for element in buttons(card(decision).blocks):
        chosen = {"selected_option": element["options"][0]} if "options" in element else {}
        sent = {
            "type": "block_actions",
            "team": {"id": "T1"},
            "user": {"id": "U1"},
            "actions": [{**element, "action_ts": "1.1", **chosen}],
        }

        click = parse(sent, Own(team="T1", user="U0BOT"))

        assert isinstance(click, Click)
        assert (click.decision, click.about) == ("D-1", about(decision))


def test_buttons_carry_no_words() -> None:
    decision = put_to_a_vote(closed(hear(written("secret words"), "A-n!-")), why="weak")

    for element in buttons(card(decision).blocks):
        assert "secret" not in json.dumps([element["action_id"], element["value"]])


def test_buttons_are_about_the_open_vote_the_open_proposal_or_the_end() -> None:
    vote, proposal = WEAK.people.open_vote, TIE.people.open_proposal

    assert vote
    assert proposal
    assert about(WEAK) == vote.opened.seq
    assert about(TIE) == proposal.made.seq
    assert about(STATES["strong"]) == STATES["strong"].end.seq
    assert about(STUCK) == STUCK.seq
    assert about(STATES["just opened"]) == 1


def test_hard_case_54_more_than_five_options_are_a_list_to_choose_from() -> None:
    (select, *_) = buttons(card(STATES["many options"]).blocks)

    assert select["type"] == "static_select"
    assert [each["value"].split("|")[1] for each in select["options"]] == [f"o{number}" for number in range(1, 11)]


def test_options_too_long_for_a_button_are_numbered_and_stand_in_full_beside_it() -> None:
    decision = put_to_a_vote(closed(hear(written("long " * 39), "A-n!-")), why="weak")

    message = card(decision)

    labels = [element["text"]["text"] for element in buttons(message.blocks)[:2]]
    assert [label[:7] for label in labels] == ["1. long", "2. long"]
    assert all(len(label) <= OPTION and label.endswith("…") for label in labels)
    assert f"2. {'long ' * 39}".strip() in words(message)


def test_hard_case_49_a_text_of_any_length_leads_to_details() -> None:
    decision = carry_on(spoken("AAAAB", "word " * 6000))

    message = card(decision)

    check(payload(message))
    assert "the whole text is behind Details" in words(message)
    assert "details" in verbs(message)


def test_hard_case_53_a_minority_report_of_9000_characters_is_shown_in_full() -> None:
    report = " ".join(["failover is untested"] * 100)

    said = words(card(carry_on(spoken("AAAAB", report)))).replace("\n", " ")

    assert f"Why: {report}" in said
    assert f'"{report}"' in said


@pytest.mark.parametrize("text", [*SMUGGLED, LONG])
def test_hard_case_48_56_57_59_model_text_is_shown_and_does_nothing(text: str) -> None:
    for message in messages(hostile(text)):
        check(payload(message))
        assert_harmless(message)


@settings(max_examples=25)
@given(HOSTILE)
def test_whatever_the_texts_no_message_breaks_a_limit_rings_or_links(text: str) -> None:
    for decision in (hostile(text), carry_on(spoken("AAAAB", text)), written(text)):
        for message in messages(decision):
            check(payload(message))
            assert_harmless(message)


def assert_harmless(message: Message) -> None:
    """Alive are people and times of ours; nothing opens a quotation, a fence or a heading."""
    for said in (*alive(list(message.blocks)), message.text):
        ours = LIVE.findall(said)
        assert all(each.startswith(("<@UASKER", "<@UANN", "<@UDAN", "<@UEVE", "<!date^")) for each in ours)
        assert "```" not in said
        assert not any(line.lstrip().startswith((">", "&gt;")) for line in said.splitlines())
        assert re.search(rf"(?<!{GUARD})[*`~]", said.removeprefix("*").removesuffix("*")) is None
    assert all(text["verbatim"] for text in texts(list(message.blocks)) if text["type"] == "mrkdwn")


def test_an_opened_vote_is_announced_with_its_deadline() -> None:
    message = turn_message(make_card(WEAK), Voice(), "turn")

    assert message.text.startswith('3 people can vote on "Which one?" until <!date^')
    assert "on the card in this thread" in words(message)


def test_a_large_vote_is_announced_with_how_many_could_vote_when_it_opened() -> None:
    decision = STATES["by rule"]

    assert turn_message(make_card(decision), Voice(), "turn").text.startswith("812 people can vote on")
    assert "Voted: 1 of 812 people (3 needed)  ·  Who can vote: members of this channel" in words(card(decision))
    assert "cast" in verbs(card(decision))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_fresh_card_and_every_reply_say_how_to_ask_in_a_thread(lang: Language) -> None:
    hint = Voice(lang)("slack-threads")
    working, decided = STATES["being heard"], STATES["strong"]

    assert "@consensus" in hint
    assert words(card(working, lang, "option o1", "option o2")).endswith(hint)
    assert hint not in words(card(decided, lang))
    assert all(words(reply).endswith(hint) for reply in messages(decided, lang)[1:])


def test_a_reminder_says_how_many_votes_are_missing() -> None:
    assert "3 votes are still missing" in turn_message(make_card(WEAK), Voice(), "reminder").text


def test_an_approval_is_asked_of_those_who_may_give_it() -> None:
    message = turn_message(make_card(TIE), Voice(), "turn")

    assert message.text.startswith('An approval is asked for "Which one?"')
    assert "<@UDAN>, <@UEVE>" in message.text
    assert "proposal: option o2" in message.text


def test_a_call_that_comes_too_late_says_how_things_stand() -> None:
    decision = STATES["strong"]

    assert (
        turn_message(make_card(decision), Voice(), "turn").text == "option o1 · strong · 4 of 5 agents  ·  Which one?"
    )


def test_a_verdict_notifies_with_its_winner() -> None:
    message = verdict_message(make_card(STATES["strong"]), Voice())

    assert message.text.startswith("option o1 · strong · 4 of 5 agents")
    assert buttons(message.blocks) == []


def test_a_rehearsal_says_so_first_everywhere() -> None:
    shown = messages(STATES["rehearsed"])

    assert "canned answers" in words(shown[0]).splitlines()[0]
    assert "canned answers" in words(shown[3]).splitlines()[0]
    assert all(message.text.startswith("rehearsal") for message in (shown[0], shown[3]))


def test_a_notification_is_short_and_shows_where_it_ends() -> None:
    message = card(written("word " * 400))

    assert len(message.text) < 1_010
    assert message.text.endswith("word …")


def test_an_erased_question_leaves_no_empty_block() -> None:
    decision = start(opened())
    silent = make_card(decision).model_copy(update={"question": ""})

    message = card_blocks(silent, Voice(), about=1)

    check(payload(message))
    assert message.text == "The panel is deliberating"


def test_a_post_is_found_again_by_its_marker() -> None:
    assert marker("D-42", "turn", 7) == {
        "event_type": "consensus_post",
        "event_payload": {"decision": "D-42", "kind": "turn", "about_seq": 7},
    }
