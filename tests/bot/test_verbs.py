"""The grammar of a whole request: verbs, calls, threads, trigger phrases, and what must not start a panel."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.addressing import called, without_thread, without_trigger
from bot.arguments import arguments
from bot.readers import READERS, STATES, VERBS
from bot.spoken import Act, Ask, Form, Search, Thread, Unknown, Vote
from bot.verbs import parse_command
from consensus.errors import RequestError

DATA = Path(__file__).parent.parent / "data"
COMMANDS = [json.loads(line) for line in (DATA / "commands.jsonl").read_text(encoding="utf-8").splitlines()]
REQUESTS = [json.loads(line) for line in (DATA / "requests.jsonl").read_text(encoding="utf-8").splitlines()]
CONTRACT = (
    "help status show list search why verify export run vote approve reject close extend cancel reopen rerun "
    "outcome link"
)
LINK = "https://acme.slack.com/archives/C0123ABC/p1700000000123456"
THREAD = Thread(channel="C0123ABC", ts="1700000000.123456")


def read(text: str) -> dict[str, Any]:
    """What a text is read as, written like a line of the corpus."""
    try:
        command = parse_command(text)
    except RequestError as error:
        return {"text": text, "error": error.key}
    said = json.loads(command.model_dump_json(exclude_defaults=True, exclude={"typed"}))
    if said.get("question") == text:
        del said["question"]
    return {"text": text, "command": type(command).__name__, **said}


@pytest.mark.parametrize("case", COMMANDS, ids=[case["text"] for case in COMMANDS])
def test_a_command_is_read_as_people_mean_it(case: dict[str, Any]) -> None:
    assert read(case["text"]) == case


@pytest.mark.parametrize("case", REQUESTS, ids=[case["text"] for case in REQUESTS])
def test_a_question_is_never_taken_for_a_command(case: dict[str, Any]) -> None:
    command = parse_command(case["text"])

    assert isinstance(command, Ask)
    assert list(command.options) == case["options"]
    assert command.question == case.get("question", case["text"])


def test_the_corpus_is_broad() -> None:
    kinds = {case.get("command", "error") for case in COMMANDS}
    verbs = {case["verb"] for case in COMMANDS if case.get("command") in {"Look", "Act"}}

    assert len({case["text"] for case in COMMANDS}) >= 250
    assert len(kinds) == 14
    assert len(verbs) == 11


def test_every_verb_of_the_contract_can_be_said_alone_in_any_case() -> None:
    said = [parse_command(verb) for verb in CONTRACT.split()]
    shouted = [parse_command(verb.upper()) for verb in CONTRACT.split()]

    assert said == shouted
    assert not any(isinstance(command, Ask | Unknown | Form) for command in said)


def test_every_verb_of_the_contract_has_a_reader() -> None:
    assert " ".join(dict.fromkeys(VERBS.values())) == CONTRACT
    assert set(READERS) == set(CONTRACT.split())


def test_a_question_keeps_its_text_as_it_was_typed() -> None:
    text = "/consensus  Postgres or\u00a0MySQL? —human"

    command = parse_command(text)

    assert isinstance(command, Ask)
    assert command.typed == text
    assert command.question == "Postgres or MySQL?"


def test_the_language_is_that_of_the_flag_else_that_of_the_place() -> None:
    by_place = parse_command("Redis or LRU?", lang_hint="fr")
    by_flag = parse_command("Redis or LRU? --lang en", lang_hint="fr")
    unknown = parse_command("Redis or LRU?")

    assert [command.lang for command in (by_place, by_flag, unknown) if isinstance(command, Ask)] == ["fr", "en", None]


def test_options_of_flags_leave_the_words_of_the_question_alone() -> None:
    command = parse_command('Which of "A" "B"? --option C --option D')
    listed = parse_command("Which?\n- a\n- b\n--option C\n--option D")

    assert isinstance(command, Ask)
    assert (command.question, command.options) == ('Which of "A" "B"?', ("C", "D"))
    assert isinstance(listed, Ask)
    assert (listed.question, listed.options) == ("Which?\n- a\n- b", ("C", "D"))


def test_a_lone_word_is_a_question_only_with_options_beside_it() -> None:
    assert isinstance(parse_command("Database --option Redis --option LRU"), Ask)
    assert isinstance(parse_command("Database"), Unknown)


def test_an_alias_may_name_the_same_profile_as_the_flag() -> None:
    command = parse_command("/consensus-security Ship? --profile security")

    assert isinstance(command, Ask)
    assert command.flags == {"profile": "security"}


@pytest.mark.parametrize(
    "text", ["/consensusx A or B?", "consensus A or B?", "x @consensus A", "> /consensus A", "/con"]
)
def test_a_text_that_does_not_begin_with_the_name_calls_somebody_else(text: str) -> None:
    assert called(text) is None


@pytest.mark.parametrize("text", ["/consensus A", "@Consensus: A", "  /CONSENSUS, A", "/consensus\nA"])
def test_a_text_that_begins_with_the_name_is_a_call(text: str) -> None:
    call = called(text)

    assert call is not None
    assert (call.body, call.profile) == ("A", None)


def test_hard_case_4_a_channel_command_takes_the_link_of_a_thread() -> None:
    plain = parse_command(f"/consensus <{LINK}>")
    reply = parse_command(f"/consensus {LINK[:-16]}1700000999000100?thread_ts=1700000000.123456&cid=C0123ABC")
    asked = parse_command(f"/consensus <{LINK}|the thread> Redis or LRU?")

    assert plain == reply == Form(thread=THREAD)
    assert isinstance(asked, Ask)
    assert (asked.thread, asked.options) == (THREAD, ("Redis", "LRU"))


@pytest.mark.parametrize(
    "text",
    [
        "https://acme.slack.com/archives/C0123ABC/p17000",
        "https://acme.slack.com/archives/c0123abc/p1700000000123456",
        "https://acme.slack.com/docs/C0123ABC/p1700000000123456",
        "https://[bad/archives/C0123ABC/p1700000000123456",
        "ftp://acme.slack.com/archives/C0123ABC/p1700000000123456",
        f"Read {LINK} first",
    ],
)
def test_another_link_or_one_inside_the_question_is_no_reference(text: str) -> None:
    assert without_thread(text) == (text, None)


def test_a_false_thread_in_a_link_is_not_believed() -> None:
    assert without_thread(f"{LINK}?thread_ts=now") == ("", THREAD)


def test_a_search_with_the_link_of_a_thread_looks_for_words_only() -> None:
    assert parse_command(f"search retry {LINK}") == Search(words="retry")


def test_hard_case_26_typographic_quotes_and_dashes_delimit() -> None:
    quoted = parse_command('“Which DB?” “Post\u2019gres” "MySQL" —close 2h')
    lonely = parse_command('Should we say "hi to everybody?')

    assert isinstance(quoted, Ask)
    assert (quoted.options, quoted.flags) == (("Post\u2019gres", "MySQL"), {"close": 7_200_000_000})
    assert isinstance(lonely, Ask)
    assert lonely.notes == ("note-lonely-quote",)


def test_hard_case_28_a_quoted_command_is_none() -> None:
    inside = ["/consensus Redis or LRU?", "approve D-42", "vote D-42 Redis?"]

    read_as = [parse_command(f"> {text}") for text in inside]

    assert read_as == [Unknown(word=text, nearest="help") for text in inside]


@pytest.mark.parametrize(
    "text", ["/consensus\nWhich?\n- a\n- b", "/consensus\n", "vote D-42 a\nbecause b", "show\nD-42"]
)
def test_hard_case_30_crlf_reads_like_lf(text: str) -> None:
    windows = read(text.replace("\n", "\r\n"))

    assert {**windows, "text": text} == read(text)


@pytest.mark.parametrize(
    "phrase",
    [
        "consensus agent",
        "vote agents",
        "décision collective",
        "agent voting",
        "multi-agent decision",
        "majority vote",
        "agent debate",
        "agent deliberation",
        "agent consensus",
        "majority vote between agents",
    ],
)
def test_every_trigger_phrase_calls_the_panel_and_leaves_the_question(phrase: str) -> None:
    alone = parse_command(f"@consensus {phrase.upper()}")
    asked = parse_command(f"{phrase}: Redis or LRU?")

    assert alone == Form()
    assert isinstance(asked, Ask)
    assert asked.question == "Redis or LRU?"


@pytest.mark.parametrize(
    "text",
    ["majority vote for releases?", "agent voting or human voting?", "Is agent debate useful?", "majority voters"],
)
def test_a_question_about_voting_keeps_its_words(text: str) -> None:
    assert without_trigger(text) == text


def test_a_wrong_flag_behind_a_verb_that_takes_flags_is_refused_by_name() -> None:
    with pytest.raises(RequestError) as refused:
        parse_command("rerun D-42 --debat force")

    assert (refused.value.key, refused.value.params) == ("unknown-flag", {"flag": "debat", "nearest": "debate"})


def test_flags_of_a_question_that_only_begins_with_such_a_verb_are_its_own() -> None:
    command = parse_command("rerun the nightly job every hour? --human")

    assert isinstance(command, Ask)
    assert (command.question, command.flags) == ("rerun the nightly job every hour?", {"human": True})


def test_more_than_a_verb_takes_is_refused_with_what_was_too_much() -> None:
    with pytest.raises(RequestError) as refused:
        parse_command("close D-42 tomorrow")

    assert (refused.value.key, refused.value.params) == ("verb-too-much", {"verb": "close", "rest": "tomorrow"})


def test_an_unknown_outcome_is_refused_with_those_there_are() -> None:
    with pytest.raises(RequestError) as refused:
        parse_command("outcome D-42 so-so")

    assert refused.value.key == "outcome-unknown"
    assert refused.value.params == {"value": "so-so", "choices": "held, partly, did_not, too_early, overridden"}


def test_an_unknown_state_is_refused_with_those_there_are() -> None:
    with pytest.raises(RequestError) as refused:
        parse_command("list red")

    assert refused.value.params == {"state": "red", "nearest": "ended", "known": ", ".join(STATES)}
    assert len(set(STATES)) == len(STATES)


def test_because_inside_quotes_belongs_to_the_option() -> None:
    command = parse_command('vote D-42 "Wait because of May" because ops asked')

    assert command == Vote(id="D-42", choice="Wait because of May", reason="ops asked")


@pytest.mark.parametrize(
    "text",
    ["vote every two years for the board of the house", "vote\n- a\n- b", 'vote "a" "b"', "vote D-42 Redis or D-43?"],
)
def test_more_than_one_option_behind_vote_makes_a_question(text: str) -> None:
    assert isinstance(parse_command(text), Ask)


def test_a_reason_that_only_courtesy_says_is_none() -> None:
    assert parse_command("approve D-42, please!") == Act(verb="approve", id="D-42")


def test_arguments_name_no_decision_where_the_number_belongs_to_a_word() -> None:
    named = [arguments(text).id for text in ("D-42x", "D-42-a", "D-0", "D-1234567890", "d-7", "D-42 now")]

    assert named == [None, None, None, None, "D-7", "D-42"]


@pytest.mark.parametrize(
    ("text", "nearest"), [("aprove D-42", "approve"), ("hepl", "help"), ("sho D-1", "show"), ("Wednesday", "help")]
)
def test_a_slip_is_answered_with_the_verb_that_was_meant(text: str, nearest: str) -> None:
    command = parse_command(text)

    assert isinstance(command, Unknown)
    assert command.nearest == nearest


def test_a_slip_whose_arguments_would_be_refused_is_still_a_slip() -> None:
    assert parse_command("exend D-42 soon") == Unknown(word="exend", nearest="extend")


@pytest.mark.parametrize("text", [": :", "#", "-- --", "\U0001f44d\U0001f3fd"])
def test_signs_alone_ask_nothing(text: str) -> None:
    assert parse_command(text) == Unknown(word=text, nearest="help")


def test_code_that_is_no_command_is_a_question() -> None:
    whole = parse_command("`Redis or LRU?`")
    parts = parse_command("`a` or `b`")

    assert isinstance(whole, Ask)
    assert whole.question == "Redis or LRU?"
    assert isinstance(parts, Ask)
    assert parts.question == "`a` or `b`"


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    said = read(text)

    assert said.get("command") != "Ask" or said.get("question", text)


@given(
    st.lists(
        st.sampled_from(
            [
                *CONTRACT.split(),
                "D-42",
                "because",
                "--human",
                "?",
                "it",
                "or",
                "Redis",
                ">",
                "`",
                '"',
                "\n",
                "agent voting",
            ]
        ),
        max_size=10,
    )
)
def test_what_acts_on_a_decision_begins_with_its_verb(tokens: list[str]) -> None:
    said = read(" ".join(tokens))

    first = next((token for token in tokens if token not in {"\n", "agent voting"}), None)
    assert said.get("command") not in {"Act", "Vote"} or first == said.get("verb", "vote")


@pytest.mark.parametrize(
    "piece",
    ["because ", "D-42 ", "please ", "it ", "> ", "https://x/archives/", "agent voting ", "hey ", ":a", "<", "`"],
)
@pytest.mark.parametrize("start", ["vote D-42 ", "approve ", "", "> "])
def test_the_longest_comment_can_be_read(start: str, piece: str) -> None:
    said = read(start + piece * (30_000 // len(piece)))

    assert said.get("error", "verb-too-much") == "verb-too-much"
    assert said.get("command") not in {"Help", "Look"}
