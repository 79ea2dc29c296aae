"""An export is the decision itself: the JSON can be counted again from the file alone, the page stays one safe page."""

import json
import re

import pytest

from bot.export import as_json, as_markdown
from bot.terminal.speaker import TerminalSpeaker
from bot.texts import catalogue
from consensus.decision import Decision
from consensus.errors import BrokenRecordError
from consensus.events import KINDS, BallotWords, Event, OpenedWords
from consensus.recount import recount
from tests.fakes import after, ballot, opened, start
from tests.scenes import answer, by_engine, carry_on, debated

HOSTILE = (
    "A | B ](http://evil)",
    "# APPROVED\n\n```\n| x | y |",
    "<script>alert(1)</script>",
    "![x](http://evil/?leak) @channel @org/team <!here>",
    "- [x] done\n1. one\n> quote\n***\n===",
    "tab\there\u202eesrever \x1b[31mred",
)


def exported_events(text: str) -> tuple[Event, ...]:
    """The events as anybody could read them out of the file."""
    return tuple(_event(each) for each in json.loads(text)["events"])


def _event(given: dict[str, object]) -> Event:
    kind = KINDS[str(given["kind"])]
    words = given["words"]
    data = {
        "facts": kind.model_validate_json(json.dumps(given["facts"])),
        "words": None if words is None else kind.texts.model_validate_json(json.dumps(words)),
    }
    return Event.model_validate({name: value for name, value in given.items() if name != "kind"} | data)


@pytest.fixture
def approved() -> Decision:
    """A deadlock whose proposal a person approved."""
    return carry_on(answer(carry_on(debated("ABAB-", "ABAB-"), named="o1"), approve=True))


def test_the_json_is_counted_again_from_the_file_alone(approved: Decision) -> None:
    events = exported_events(as_json(approved))

    counted = recount(events)

    assert (counted.head, counted.end.verdict) == (approved.head, approved.end.verdict)
    assert counted.end.verdict is not None


def test_a_changed_number_in_the_json_is_found(approved: Decision) -> None:
    whole = json.loads(as_json(approved))
    cast = next(each for each in whole["events"] if each["kind"] == "ballot_cast")
    cast["facts"]["choice"] = "o2"

    with pytest.raises(BrokenRecordError) as found:
        recount(exported_events(json.dumps(whole)))

    assert (found.value.key, found.value.params["seq"]) == ("broken-hash", cast["seq"])


def test_the_json_says_who_decided_what_and_keeps_every_event(approved: Decision) -> None:
    whole = json.loads(as_json(approved))

    assert (whole["format"], whole["decision"]["status"], whole["decision"]["verdict"]["winner"]) == (
        1,
        "decided",
        "option o1",
    )
    assert [each["seq"] for each in whole["events"]] == list(range(1, approved.seq + 1))


def spoilt(text: str) -> Decision:
    """A quick vote in which everybody says this, for an option that is called so."""
    words = OpenedWords(question=text, options=(text, f"not {text}"))
    decision = start(opened(), words)
    ballots = BallotWords(rationale=text, risks=(text,), would_change=text)
    return carry_on(after(decision, *(by_engine(ballot(seat, "o1"), ballots) for seat in ("s1", "s2"))))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_is_shown_and_does_nothing(text: str) -> None:
    page = as_markdown(spoilt(text), TerminalSpeaker(catalogue("en"), {}))

    lines = page.splitlines()
    harmless = as_markdown(spoilt("plain"), TerminalSpeaker(catalogue("en"), {})).splitlines()
    assert len(lines) == len(harmless)
    assert [line[:2] for line in lines] == [line[:2] for line in harmless]
    assert len(re.findall(r"(?<!\\)\|", page)) == len(re.findall(r"(?<!\\)\|", "\n".join(harmless)))
    assert not re.search(r"(?<!\\)[<\[\]!`]", re.sub(r"`python [^`]*`", "", page))
    assert not re.search(r"@\w", page)
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_a_page_without_ballots_has_no_table() -> None:
    page = as_markdown(start(opened()), TerminalSpeaker(catalogue("en"), {}))

    assert page.startswith("# Which one?\n")
    assert "|" not in page


def test_an_erased_text_leaves_a_gap_and_no_error(approved: Decision) -> None:
    first = approved.events[0].model_copy(update={"words": None, "salt": None})
    erased = Decision(
        events=(first, *approved.events[1:]), panel=approved.panel, people=approved.people, end=approved.end
    )

    page = as_markdown(erased, TerminalSpeaker(catalogue("fr"), {}))

    assert page.startswith("# ")
    assert json.loads(as_json(erased))["events"][0]["words"] is None


def test_the_page_names_every_ballot_and_how_to_check_it() -> None:
    decision = spoilt("plain")

    page = as_markdown(decision, TerminalSpeaker(catalogue("en"), {}))

    assert "| 1 | risk analyst | plain | 0.90 | m1 |" in page
    assert f"`python -m bot verify D-1` must say head {decision.head}" in page
