"""A reply is read strictly or not at all; nothing is guessed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.events import Axes
from consensus.panel.reading import (
    Abstains,
    BallotRead,
    CritiqueRead,
    ModeratorRead,
    Unreadable,
    read_ballot,
    read_critique,
    read_final,
    read_moderator,
)
from tests.briefs import BRIEF, FINAL, OPTIONS, QUALIFYING, RANKED, ballot, opaque

O1, O2, O3 = (opaque(option) for option, _ in OPTIONS)


def read(text: str) -> BallotRead:
    ballot_read = read_ballot(text, BRIEF)
    assert isinstance(ballot_read, BallotRead)
    return ballot_read


def test_a_ballot_is_read() -> None:
    text = ballot(confidence=0.9)

    found = read(text)

    assert (found.choice, found.confidence, found.flags) == ("o1", 900, ())
    assert (found.ranking, found.axes, found.about_person, found.moved_by) == (None, None, None, None)
    assert found.words.model_dump() == {
        "rationale": "It is known.", "risks": ("migration",), "would_change": "a failed drill", "raw": text,
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrapped",
    [
        "{}",
        "I cannot compare them on cost, but\n{}",
        "```json\n{}\n```\nHope that helps.",
        "```json\n{}",
        "<think>A first draft: {draft}</think>{}",
        "First {draft}\n</think>\n{}",
        "<THINKING>a</THINKING> b </think> {}",
        'The diff holds {{self.x}}""" and {{"a": 1}}.\n{}',
        'yaml: {{a: b}}, code: if (x) {{ y("{{") }}\n{}',
        "1. The cost\n2. The rest\nRANKING: MySQL, Postgres\n{}",
        "{}\n{}",
    ],
)
def test_the_ballot_is_found_in_what_models_write_around_it(wrapped: str) -> None:
    text = wrapped.replace("{draft}", ballot("o2")).replace("{}", ballot("o1")).replace("{{", "{").replace("}}", "}")

    assert read(text).choice == "o1"


@pytest.mark.parametrize(
    "named",
    [O1, f" {O1} ", O1.upper(), "Postgres", "postgres", "\uff30ostgres", f"{O1}: Postgres", f"{O1} : POSTGRES "],
)
def test_a_choice_is_an_id_a_whole_text_or_both(named: str) -> None:
    assert read(ballot(choice=named)).choice == "o1"


def test_an_option_may_hold_a_colon() -> None:
    assert read(ballot(choice="SQLite: embedded")).choice == "o3"
    assert read(ballot(choice=f"{O3}: SQLite: embedded")).choice == "o3"


@pytest.mark.parametrize(
    ("text", "cause", "problem"),
    [
        ("", "empty", "empty"),
        (" \n", "empty", "empty"),
        ("<think>only thought", "empty", "empty"),
        ("<think>{}</think>", "empty", "empty"),
        ("I'm sorry, I can\u2019t help with that.", "refused", "refused"),
        ("D\u00e9sol\u00e9, je ne peux pas.", "refused", "refused"),
        ("I vote for Postgres, surely.", "unparseable", "no_object"),
        ("**Final Ranking:** 1. MySQL 2. Postgres", "unparseable", "no_object"),
        ("Sure! Here is my vote: {choice: Postgres,,", "unparseable", "no_object"),
        (ballot()[:30], "unparseable", "no_object"),
        ('{"draft": ' + ballot("o2") + ', "choice": "', "unparseable", "no_object"),
        ('{"ballot": ' + ballot() + "}", "unparseable", "no_object"),
        ('{"choice": }', "unparseable", "no_object"),
        ('{"a":' * 20_000 + "}" * 20_000, "unparseable", "no_object"),
        ('{"choice": "a", "x": ' + "9" * 5000 + "}", "unparseable", "no_object"),
        ('{"rationale": "I cannot decide"}', "unparseable", "no_object"),
        ('{"choice": "' + O1 + '", "choice": "' + O2 + '"}', "unparseable", "repeated_field"),
        (ballot("o1") + ballot("o2"), "contradictory", "two_answers"),
        (ballot("o1") + ballot("o1", confidence=0), "contradictory", "two_answers"),
        (ballot(choice=None), "unparseable", "choice_form"),
        (ballot(choice=[O1]), "unparseable", "choice_form"),
        (ballot(choice=1), "unparseable", "choice_form"),
        (ballot(choice="A"), "outside_options", "choice_unknown"),
        (ballot(choice="maybe Postgres"), "outside_options", "choice_unknown"),
        (ballot(choice="Postgre"), "outside_options", "choice_unknown"),
        (ballot(choice=f"{O1}: a database"), "outside_options", "choice_unknown"),
        (ballot(choice="nobody: Postgres"), "outside_options", "choice_unknown"),
        (ballot(choice=""), "outside_options", "choice_unknown"),
        (ballot(choice=f"{O1}: MySQL"), "contradictory", "choice_and_text"),
    ],
)
def test_what_is_no_clear_ballot_has_a_named_problem(text: str, cause: str, problem: str) -> None:
    found = read_ballot(text, BRIEF)

    assert isinstance(found, Unreadable)
    assert (found.cause, found.problem) == (cause, problem)


@pytest.mark.parametrize(
    ("choice", "cause"),
    [("none_of_these", "none_of_these"), ("None of these", "none_of_these"), ("undecided", "undecided")],
)
def test_an_agent_may_choose_nothing(choice: str, cause: str) -> None:
    found = read_ballot(ballot(choice=choice, stakes=2), QUALIFYING)

    assert isinstance(found, Abstains)
    assert (found.cause, found.axes, found.words.rationale) == (cause, Axes(stakes=2), "It is known.")


def test_an_option_that_is_called_undecided_can_be_chosen() -> None:
    brief = BRIEF.model_copy(update={"options": (("o1", "decided"), ("o2", "undecided"))})

    found = read_ballot(ballot(choice="Undecided"), brief)

    assert isinstance(found, BallotRead)
    assert found.choice == "o2"


@pytest.mark.parametrize(
    ("stated", "confidence", "is_rescaled"),
    [
        (0, 0, False),
        (1, 1000, False),
        (0.8, 800, False),
        (0.1235, 124, False),
        ("0.8", 800, False),
        ("0,8", 800, False),
        (85, 850, True),
        (100, 1000, True),
        (10.5, 105, True),
        ("85%", 850, True),
        ("85 %", 850, True),
        ("7%", 70, True),
        ("85", 850, True),
        (8, None, False),
        (1.5, None, False),
        (10, None, False),
        (101, None, False),
        ("150%", None, False),
        (-0.1, None, False),
        ("high", None, False),
        ("about 80%", None, False),
        (True, None, False),
        (False, None, False),
        (None, None, False),
        ([0.8], None, False),
        (float("nan"), None, False),
        (float("inf"), None, False),
    ],
)
def test_a_confidence_is_read_or_missing_and_the_choice_survives(
    stated: object, confidence: int | None, *, is_rescaled: bool
) -> None:
    found = read(ballot(confidence=stated))

    assert (found.choice, found.confidence) == ("o1", confidence)
    assert found.flags == (("confidence_rescaled",) if is_rescaled else ())


@pytest.mark.parametrize("digits", ["1e400", "1e99999999999999999999", "0e0"])
def test_an_odd_number_is_no_accident(digits: str) -> None:
    found = read('{"choice": "' + O1 + '", "confidence": ' + digits + "}")

    assert found.confidence == (0 if digits == "0e0" else None)


def test_a_ranking_may_be_partial() -> None:
    found = read_ballot(ballot(ranking=[O1, "MySQL"]), RANKED)

    assert isinstance(found, BallotRead)
    assert found.ranking == ("o1", "o2")


@pytest.mark.parametrize("ranking", [None, [], "Postgres, MySQL", {"1": O1}])
def test_a_ranking_that_is_none_is_missing(ranking: object) -> None:
    found = read_ballot(ballot(ranking=ranking), RANKED)

    assert isinstance(found, BallotRead)
    assert found.ranking is None


@pytest.mark.parametrize(
    ("ranking", "cause", "problem"),
    [
        ([O1, O1, O2], "contradictory", "ranking_repeats"),
        ([O1, "Postgres"], "contradictory", "ranking_repeats"),
        ([O2, O1], "contradictory", "ranking_first"),
        ([O1, "Oracle"], "outside_options", "ranking_unknown"),
        ([O1, "none_of_these"], "outside_options", "ranking_unknown"),
        ([[O1, O2]], "outside_options", "ranking_unknown"),
    ],
)
def test_a_ranking_that_contradicts_is_never_repaired_silently(ranking: list[object], cause: str, problem: str) -> None:
    found = read_ballot(ballot(ranking=ranking), RANKED)

    assert isinstance(found, Unreadable)
    assert (found.cause, found.problem) == (cause, problem)


def test_a_ranking_that_nobody_asked_for_is_not_read() -> None:
    assert read(ballot(ranking=["Oracle"])).ranking is None


@pytest.mark.parametrize(
    ("scores", "axes"),
    [
        ({"uncertainty": 0, "stakes": 3, "plurality": 1}, Axes(uncertainty=0, stakes=3, plurality=1)),
        ({"uncertainty": 4, "stakes": 3, "plurality": -1}, Axes(stakes=3)),
        ({"uncertainty": True, "stakes": "3", "plurality": 2.0}, None),
        ({}, None),
    ],
)
def test_axes_are_read_one_by_one(scores: dict[str, object], axes: Axes | None) -> None:
    found = read_ballot(ballot("o1", **scores), QUALIFYING)

    assert isinstance(found, BallotRead)
    assert found.axes == axes


@pytest.mark.parametrize(("stated", "expected"), [(True, True), (False, False), ("yes", None), (1, None), (None, None)])
def test_about_a_person_is_true_false_or_missing(stated: object, *, expected: bool | None) -> None:
    found = read_ballot(ballot(about_person=stated), QUALIFYING)

    assert isinstance(found, BallotRead)
    assert found.about_person is expected


def test_axes_that_nobody_asked_for_are_not_read() -> None:
    found = read(ballot(stakes=3, about_person=True))

    assert (found.axes, found.about_person) == (None, None)


@pytest.mark.parametrize(
    ("named", "moved_by"), [("arg-2", "arg-2"), ("none", None), ("arg-9", None), (2, None), (None, None)]
)
def test_a_final_ballot_names_an_argument_that_exists(named: object, moved_by: str | None) -> None:
    found = read_final(ballot(moved_by=named), FINAL)

    assert isinstance(found, BallotRead)
    assert found.moved_by == moved_by


def test_long_and_odd_words_are_cut_and_cleaned() -> None:
    text = ballot(
        rationale="\u202ea\ud800" + "x" * 5000, risks=["r\x00", " ", 3, *"abcdefghij"], would_change=["no text"]
    )

    words = read(text.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass")).words

    assert len(words.rationale) == 2000
    assert words.rationale.startswith("ax")
    assert words.risks == ("r", "a", "b", "c", "d", "e", "f", "g")
    assert words.would_change == ""
    assert "\ud800" not in words.raw


def test_a_single_risk_is_a_list_of_one() -> None:
    assert read(ballot(risks="migration")).words.risks == ("migration",)


def test_an_endless_reply_is_kept_in_part() -> None:
    assert len(read(ballot() + " " + "x" * 30_000).words.raw) == 20_000


def critique(*arguments: object) -> str:
    return json.dumps({"arguments": list(arguments)})


def test_a_critique_is_read() -> None:
    text = critique(
        {"option": O1, "stance": "for", "text": "Known."},
        {"option": "MySQL", "stance": "Contre", "text": " Slow\u200b. "},
    )

    assert read_critique(text, BRIEF) == CritiqueRead(
        arguments=(("o1", "for", "Known."), ("o2", "against", "Slow.")),
    )


def test_arguments_that_cannot_be_placed_are_left_out() -> None:
    good = {"option": O1, "stance": "for", "text": "Known."}
    text = critique("x", good | {"option": "Oracle"}, good | {"stance": "maybe"}, good | {"text": " "}, {}, good)

    assert read_critique(text, BRIEF) == CritiqueRead(arguments=(("o1", "for", "Known."),))


def test_a_critique_with_nothing_to_add_counts() -> None:
    assert read_critique(critique(), BRIEF) == CritiqueRead(arguments=())


def test_at_most_eight_arguments_are_taken() -> None:
    found = read_critique(critique(*[{"option": O1, "stance": "for", "text": "x" * 900}] * 12), BRIEF)

    assert isinstance(found, CritiqueRead)
    assert [len(text) for _, _, text in found.arguments] == [600] * 8


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (critique("x"), "arguments_form"),
        ('{"arguments": "Postgres is known"}', "arguments_form"),
        ("Postgres is known", "no_object"),
        ("", "empty"),
    ],
)
def test_a_critique_without_arguments_has_a_named_problem(text: str, problem: str) -> None:
    found = read_critique(text, BRIEF)

    assert isinstance(found, Unreadable)
    assert found.problem == problem


def test_a_moderator_names_one_option_and_the_reason() -> None:
    text = json.dumps({"reason": "easier to undo", "choice": O2})

    assert read_moderator(text, BRIEF) == ModeratorRead(option="o2", reason="easier to undo")


@pytest.mark.parametrize("choice", [f"{O1} or {O2}", "none_of_these", "a new one", [O1, O2], f"{O1}: MySQL"])
def test_a_moderator_that_does_not_name_exactly_one_option_is_not_followed(choice: object) -> None:
    assert isinstance(read_moderator(json.dumps({"choice": choice}), BRIEF), Unreadable)


def test_a_moderator_that_says_nothing_proposes_nothing() -> None:
    assert read_moderator("", BRIEF) == Unreadable(cause="empty", problem="empty")


PIECES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [O1, O2, "Postgres", '"choice"', '{"choice": "', '"}', ":", "{", "}", '"', "\\", "<think>", "</think>", "none"]
    ),
    st.sampled_from([ballot("o1"), ballot("o2")[:-9], "\ud800", "NaN", "1e999999999999999999"]),
)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_no_reply_is_an_accident_and_no_choice_comes_from_prose(text: str) -> None:
    found = read_ballot(text, RANKED)

    assert isinstance(read_critique(text, BRIEF), CritiqueRead | Unreadable)
    assert isinstance(read_moderator(text, BRIEF), ModeratorRead | Unreadable)
    if isinstance(found, BallotRead):
        fields = [part.split('"')[1] for part in text.split('"choice": ')[1:] if part.startswith('"')]
        assert found.choice in {{O1: "o1", O2: "o2", "Postgres": "o1"}.get(field.strip(), "") for field in fields}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from([O1, O2, "MySQL"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(JSON, JSON, JSON, JSON)
def test_any_typed_nonsense_is_read_or_named(
    choice: object, confidence: object, ranking: object, risks: object
) -> None:
    text = ballot(choice=choice, confidence=confidence, ranking=ranking, risks=risks)

    found = read_ballot(text, RANKED)

    if isinstance(found, BallotRead):
        assert isinstance(choice, str)
        assert found.ranking is None or found.ranking[0] == found.choice
