"""The file of the `tally` command: clean ballots are read, anything else is one refusal."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tally import read, report
from consensus.errors import BallotError
from tests.ballots import OPTIONS, written


def refused(text: str) -> BallotError:
    with pytest.raises(BallotError) as refusal:
        read(text)
    return refusal.value


def test_a_missing_choice_is_the_one_option_ranked_first() -> None:
    (ballot,) = read(written({"ranking": ["B", ["A", "C"]]})).ballots

    assert (ballot.choice, ballot.ranking) == ("B", (("B",), ("A", "C")))


@pytest.mark.parametrize(
    ("stated", "kept"),
    [("0.1234", 123), ("0.0005", 1), ("0.00049999999999999999999999999999999", 0), ("1", 1000), ("1e-999999", 0)],
)
def test_a_confidence_is_kept_to_thousandths_rounded_half_up(stated: str, kept: int) -> None:
    text = '{"options": ["A"], "ballots": [{"voter": "v", "choice": "A", "confidence": ' + stated + "}]}"

    (ballot,) = read(text).ballots

    assert ballot.confidence == kept


@pytest.mark.parametrize(
    ("ballot", "key"),
    [
        ({"choice": "D"}, "tally-no-option"),
        ({"choice": "a"}, "tally-no-option"),
        ({"choice": "A", "ranking": ["A", "D"]}, "tally-no-option"),
        ({"choice": "A", "ranking": ["B", "A"]}, "tally-choice-not-first"),
        ({"choice": "A", "ranking": ["A", "A", "B"]}, "tally-ranked-twice"),
        ({"choice": None, "ranking": ["A"]}, "tally-null-with-ranking"),
        ({}, "tally-no-choice"),
        ({"ranking": [["A", "B"]]}, "tally-no-choice"),
        ({"choice": "A", "voter": ""}, "tally-bad-value"),
        ({"choice": "A", "voter": 7}, "tally-bad-value"),
        ({"choice": 1}, "tally-bad-value"),
        ({"choice": "A", "confidence": 90}, "tally-bad-value"),
        ({"choice": "A", "confidence": -0.1}, "tally-bad-value"),
        ({"choice": "A", "confidence": "0.9"}, "tally-bad-value"),
        ({"choice": "A", "confidence": True}, "tally-bad-value"),
        ({"choice": "A", "confidence": float("nan")}, "tally-no-number"),
        ({"choice": "A", "confidence": float("inf")}, "tally-no-number"),
        ({"choice": "A", "weight": 0}, "tally-bad-value"),
        ({"choice": "A", "weight": 1000.001}, "tally-bad-value"),
        ({"choice": "A", "weight": 0.1234}, "tally-bad-value"),
        ({"choice": "A", "weight": None}, "tally-bad-value"),
        ({"choice": "A", "ranking": [[]]}, "tally-bad-value"),
        ({"choice": "A", "ranking": "A"}, "tally-bad-value"),
        ({"choice": "A", "confidance": 0.9}, "tally-unknown-field"),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else "",
)
def test_a_ballot_that_is_not_clean_is_refused(ballot: dict[str, Any], key: str) -> None:
    assert refused(written(ballot)).key == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "tally-empty"),
        (" \n", "tally-empty"),
        ('{"options": ["A"]\n"ballots": []}', "tally-not-json"),
        ("[" * 100_000, "tally-not-json"),
        ('{"options": ["A"], "ballots": [], "ballots": []}', "tally-field-twice"),
        ('{"options": ["A"], "ballots": [{"voter": "v", "choice": "A", "weight": 1e99999999999999999999}]}',
         "tally-no-number"),
        ("[]", "tally-not-object"),
        ("null", "tally-not-object"),
        ('{"options": ["A"]}', "tally-missing-field"),
        ('{"options": [], "ballots": []}', "tally-bad-value"),
        ('{"options": ["A", "\\u200b"], "ballots": []}', "tally-bad-value"),
        ('{"options": ["A", "\\ud800"], "ballots": []}', "tally-bad-value"),
        ('{"options": ["A"], "ballots": ["A"]}', "tally-bad-value"),
        ('{"options": ["A"], "ballots": [{"choice": "A"}]}', "tally-missing-field"),
        ('{"options": ["A", "A"], "ballots": []}', "tally-equal-options"),
        ('{"options": ["ship", "Ship ", "hold"], "ballots": []}', "tally-equal-options"),
        ('{"options": ["A", "B"], "ballots": [], "safety_order": ["A"]}', "tally-safety-order"),
        ('{"options": ["A", "B"], "ballots": [], "safety_order": ["A", "A"]}', "tally-safety-order"),
        ('{"options": ["A", "B"], "ballots": [], "safety_order": []}', "tally-safety-order"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_clean_is_refused(text: str, key: str) -> None:
    assert refused(text).key == key


def test_a_voter_votes_once() -> None:
    error = refused(
        written({"voter": "ann", "choice": "A"}, {"voter": "bob", "choice": "A"}, {"voter": "ann", "choice": None})
    )

    assert (error.key, error.params) == ("tally-voter-twice", {"voter": "ann"})


def test_a_refusal_names_the_place_and_the_voter() -> None:
    error = refused(written({"choice": "A"}, {"voter": "ann", "choice": "A", "confidence": 2}))

    assert error.params == {
        "place": "ballots[1].confidence",
        "voter": "ann",
        "whose": "voter",
        "field": "confidence",
    }


def test_a_refusal_repeats_the_file_on_one_short_line() -> None:
    error = refused(written({"voter": "a\nb\u202e\x1b[2J" + "x" * 200, "choice": "D"}))

    voter = str(error.params["voter"])

    assert voter.startswith("a b[2Jxxx")
    assert voter.isprintable()
    assert len(voter) == 60


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(OPTIONS),
    lambda children: (
        st.lists(children, max_size=3)
        | st.dictionaries(st.sampled_from(["voter", "choice", "confidence", "ranking", "weight"]), children, max_size=5)
    ),
    max_leaves=15,
)


@given(json_values)
def test_whatever_a_file_holds_is_counted_or_refused(content: object) -> None:
    outcome = outcome_of(json.dumps({"options": OPTIONS, "ballots": content}))

    assert outcome.startswith("tally-") or json.loads(outcome)["counted_by"] == "borda"


def outcome_of(text: str) -> str:
    """The report as it is printed, or the key of the refusal."""
    try:
        return json.dumps(report(read(text), "borda"))
    except BallotError as error:
        return error.key
