"""The grammar of a request: options out of a sentence, quotes and lists, and flags out of a text."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import Asked, normalised, parse_question
from bot.flags import FLAGS, IN_CHAT, split_flags
from bot.nearest import nearest
from bot.quotes import quoted
from bot.units import read_axes, read_duration, read_money
from consensus.errors import RequestError
from consensus.events import Axes

REQUESTS = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "requests.jsonl").read_text(encoding="utf-8").splitlines()
]
HOUR = 3_600_000_000


@pytest.mark.parametrize("request_", REQUESTS, ids=[case["text"] for case in REQUESTS])
def test_a_request_is_read_as_people_mean_it(request_: dict[str, object]) -> None:
    asked = parse_question(str(request_["text"]))

    assert list(asked.options) == request_["options"]
    assert asked.question == request_.get("question", request_["text"])


def test_the_corpus_is_broad() -> None:
    french = [case for case in REQUESTS if any(mark in case["text"] for mark in (" ou ", " ?", "é", "à ", "« "))]
    proposals = [case for case in REQUESTS if not case["options"]]

    assert len(REQUESTS) >= 120
    assert min(len(french), len(proposals)) >= 30


def test_crlf_and_no_break_spaces_read_like_plain_ones() -> None:
    plain = parse_question("Quel cache ?\n- Redis\n- LRU en mémoire")

    odd = parse_question("Quel cache\u00a0?\r\n- Redis\r\n- LRU\u202fen mémoire")

    assert odd == plain
    assert plain.options == ("Redis", "LRU en mémoire")


def test_composed_and_decomposed_letters_read_alike() -> None:
    assert parse_question("Cafe\u0301 ou the\u0301 ?") == parse_question("Café ou thé ?")
    assert parse_question("Café ou thé ?").options == ("Café", "thé")


def test_a_quote_without_a_partner_is_literal_and_noted() -> None:
    asked = parse_question('Should we keep the "beta label?')

    assert asked == Asked(question='Should we keep the "beta label?', notes=("note-lonely-quote",))


def test_a_quote_without_a_partner_does_not_hide_the_others() -> None:
    asked = parse_question('Which one, "or what? "A" "B"')

    assert asked.options == ("A", "B")
    assert asked.notes == ("note-lonely-quote",)


def test_an_apostrophe_is_never_a_quote() -> None:
    asked = parse_question("Don't we need the team's 'green light' or a review's?")

    assert asked.options == ()
    assert asked.notes == ()


@pytest.mark.parametrize(("opening", "closing"), ['""', "“”", "„“", "«»", "””"])
def test_every_pair_of_double_quotes_delimits(opening: str, closing: str) -> None:
    asked = parse_question(f"Which? {opening}A, or so{closing} {opening}B{closing}")

    assert asked.options == ("A, or so", "B")


def test_nested_quotes_stay_inside() -> None:
    assert [span.inside for span in quoted('"say "hi"" and "don\'t"')] == ['say "hi"', "don't"]


def test_case_is_kept_in_question_and_options() -> None:
    asked = parse_question("POSTGRES OR mySQL FOR Billing?")

    assert asked == Asked(question="POSTGRES OR mySQL FOR Billing?", options=("POSTGRES", "mySQL"))


def test_two_sentences_that_offer_something_offer_nothing() -> None:
    assert parse_question("Postgres or MySQL? Redis or Memcached?").options == ()


def test_an_option_named_twice_is_no_choice() -> None:
    assert parse_question("Redis or redis?").options == ()


def test_empty_lines_between_items_do_not_end_a_list() -> None:
    assert parse_question("Which?\n\n- a\n\n- b\n").options == ("a", "b")


def test_two_lists_without_a_title_are_no_options() -> None:
    assert parse_question("Compare\n- a\n- b\nwith\n- c\n- d").options == ()


@given(st.text(max_size=200))
def test_any_text_can_be_read_and_options_come_from_it(text: str) -> None:
    asked = parse_question(text)

    flat = " ".join(normalised(text).split())
    assert all(" ".join(option.split()) in flat for option in asked.options)


@given(
    st.lists(
        st.sampled_from(["A", "or", "ou", ",", "we", "vs", "-", '"', "\n", "?", ":", "use", "in", "le"]), max_size=14
    )
)
def test_any_mixture_of_connectors_can_be_read(tokens: list[str]) -> None:
    options = parse_question(" ".join(tokens)).options

    assert all(option.strip() for option in options)


def test_flags_leave_the_question() -> None:
    text, flags = split_flags("Postgres or MySQL? --human --close 24h --budget $0.50 --quorum 4 --stakes high")

    assert text == "Postgres or MySQL?"
    assert flags == {"human": True, "close": 24 * HOUR, "budget": 500_000, "quorum": 4, "stakes": "high"}


def test_a_typographic_dash_leads_a_flag() -> None:
    text, flags = split_flags("—close 2h Postgres or MySQL? \u2013\u2013human \u2013lang=fr")

    assert text == "Postgres or MySQL?"
    assert flags == {"close": 2 * HOUR, "human": True, "lang": "fr"}


def test_a_typographic_dash_before_another_word_is_a_dash() -> None:
    text = "this \u2013really\u2013 matters —a lot"

    assert split_flags(text) == (text, {})


def test_an_option_after_the_question_may_have_several_words() -> None:
    text, flags = split_flags("Which DB? --option Postgres --option Stay on SQLite --human\nThanks")

    assert flags == {"option": ("Postgres", "Stay on SQLite"), "human": True}
    assert text == "Which DB?\nThanks"


def test_an_option_before_the_question_is_one_word_or_quoted() -> None:
    text, flags = split_flags("--option Redis --option “in-process LRU” Which cache?")

    assert flags == {"option": ("Redis", "in-process LRU")}
    assert text == "Which cache?"


def test_several_people_may_vote() -> None:
    assert split_flags("Q? --voters @ana, @ben soon") == ("Q? soon", {"voters": "@ana, @ben"})
    assert split_flags("Q? --voters leads --hide") == ("Q?", {"voters": "leads", "hide": True})


def test_flags_in_quotes_and_code_belong_to_the_question() -> None:
    text = 'Should we allow `git push --force` or "--no-verify"?'

    assert split_flags(text) == (text, {})


def test_a_list_keeps_its_lines_when_flags_stand_between() -> None:
    text, flags = split_flags("Which store?\n--human\n- Redis\n  - fast\n- Postgres")

    assert text == "Which store?\n\n- Redis\n  - fast\n- Postgres"
    assert flags == {"human": True}


CHOICES = {"flag": "debate", "value": "on", "nearest": "off", "choices": "auto, off, force"}


@pytest.mark.parametrize(
    ("text", "key", "params"),
    [
        ("Q? --profil x", "unknown-flag", {"flag": "profil", "nearest": "profile"}),
        ("Q? --STAKE high", "unknown-flag", {"flag": "STAKE", "nearest": "stakes"}),
        ("Q? --json", "unknown-flag", {"flag": "json", "nearest": "option"}),
        ("Q? --close", "flag-needs-value", {"flag": "close"}),
        ("Q? --close --human", "flag-needs-value", {"flag": "close"}),
        ("Q? --close soon", "bad-duration", {"value": "soon"}),
        ("Q? --quorum 0", "flag-bad-number", {"flag": "quorum", "value": "0"}),
        ("Q? --debate on", "flag-bad-choice", CHOICES),
        ("Q? --lang en --lang fr", "flag-twice", {"flag": "lang"}),
        ("Q? --qualify 1,2", "bad-axes", {"value": "1,2"}),
    ],
)
def test_a_wrong_flag_is_refused_by_name(text: str, key: str, params: dict[str, str]) -> None:
    with pytest.raises(RequestError) as refused:
        split_flags(text)

    assert (refused.value.key, refused.value.params) == (key, params)


def test_the_same_flag_said_twice_alike_counts_once() -> None:
    assert split_flags("Q? --human --human --lang fr --lang FR") == ("Q?", {"human": True, "lang": "fr"})


def test_a_rule_may_be_written_with_a_dash() -> None:
    assert split_flags("Q? --rule confidence-weighted")[1] == {"rule": "confidence_weighted"}


def test_every_flag_of_the_contract_is_there() -> None:
    names = {flag.name for flag in FLAGS}

    assert names - set(IN_CHAT) == {"context", "json", "explain"}
    assert " ".join(IN_CHAT) == (
        "option safest-first rule stakes qualify human debate lang profile voters quorum close hide in budget"
    )


@pytest.mark.parametrize(
    ("text", "hours"), [("24h", 24), ("3d", 72), ("1w", 168), ("1d12h", 36), (" 2 H ", 2), ("120m", 2), ("366d", 8784)]
)
def test_a_duration_is_read(text: str, hours: int) -> None:
    assert read_duration(text) == hours * HOUR


@pytest.mark.parametrize("text", ["", "24", "h", "0h", "-1h", "1.5h", "367d", "1y", "٣h", "9999999h"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(RequestError, match="bad-duration"):
        read_duration(text)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("0.50", 500_000),
        ("$2", 2_000_000),
        ("2 USD", 2_000_000),
        ("0,5", 500_000),
        ("0", 0),
        ("0.000001", 1),
        ("3$", 3_000_000),
    ],
)
def test_money_is_read_to_the_micro_dollar(text: str, amount: int) -> None:
    assert read_money(text) == amount


@pytest.mark.parametrize("text", ["", "$", "-1", "1e3", "0.0000001", "NaN", "10001", "€2", "1.2.3", "٢"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(RequestError, match="bad-money"):
        read_money(text)


def test_axes_are_read_in_their_order() -> None:
    assert read_axes("2, 3,1") == Axes(uncertainty=2, stakes=3, plurality=1)


@pytest.mark.parametrize("text", ["1,2", "1,2,4", "a,b,c", "1;2;3", "1,2,3,1"])
def test_what_are_no_axes_is_refused(text: str) -> None:
    with pytest.raises(RequestError, match="bad-axes"):
        read_axes(text)


def test_the_nearest_word_ignores_case_and_is_empty_only_without_words() -> None:
    assert nearest("APROVE", ["approve", "reject"]) == "approve"
    assert nearest("zzz", ["approve", "reject"]) in {"approve", "reject"}
    assert nearest("approve", []) == ""


@pytest.mark.parametrize(
    "piece", ['"a ', "`", "--human ", "- a\n", " ", "for ", "or ", "“”", "- a\nb\n", "--option a "]
)
def test_the_longest_comment_can_be_read(piece: str) -> None:
    text = "Q " + piece * (65_536 // len(piece))

    left, flags = split_flags(text)

    assert left.startswith("Q")
    assert set(flags) <= {"human", "option"}
    assert parse_question(left).question.startswith("Q")
