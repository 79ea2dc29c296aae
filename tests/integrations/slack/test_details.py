"""Everything that is behind a card: nothing is left out, page by page, and nothing in it is alive but what is ours."""

import pytest
from hypothesis import given, settings

from consensus.decision import Decision
from consensus.panel.agents import Language
from integrations.slack.details import details_modal
from integrations.slack.limits import LIVE, Json, check
from tests.fakes import after, ballot, opened, start
from tests.integrations.slack.speaking import (
    HOSTILE,
    LONG,
    SMUGGLED,
    STATES,
    WEAK,
    Voice,
    alive,
    buttons,
    hostile,
    spoken,
)
from tests.scenes import advise, by_engine, carry_on, cast

PEOPLE = ("<@UANN>", "<@UBOB>", "<@UCID>")
"""Who may vote."""


def pages(decision: Decision, lang: Language = "en") -> list[Json]:
    """Every page, as somebody reads who turns them one by one."""
    found = [details_modal(decision, Voice(lang))]
    while following := [each for each in buttons(found[-1]["blocks"]) if _page(each) == len(found)]:
        found.append(details_modal(decision, Voice(lang), _page(following[0])))
    return found


def _page(button: Json) -> int:
    return int(button["action_id"].split(":")[2])


def words(decision: Decision) -> str:
    return "\n".join(text for page in pages(decision) for text in alive(page["blocks"]))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_slack_takes_the_details_of_every_state(decision: Decision, lang: Language) -> None:
    for page in pages(decision, lang):
        check(page)


def test_every_ballot_is_there_with_its_reasons() -> None:
    said = words(carry_on(spoken("AAAAB", "because we know it")))

    assert said.count("option o1, 89 % sure") + said.count("option o1, 90 % sure") == 4
    assert said.count("> because we know it") == 5
    assert said.count("Risk: because we know it") == 5
    assert "*round 1 of 3*" in said


def test_a_debate_shows_arguments_and_who_moved_why() -> None:
    said = words(hostile("runbooks"))

    assert "optimist" not in said
    assert "Changed its mind: from runbooks to runbooks" in said
    assert "Moved by the argument: runbooks" in said
    assert "For runbooks: runbooks" in said
    assert "*round 3 of 3*" in said
    assert "runbooks (none of these)" in said


def test_a_ranking_and_a_missing_confidence_are_shown() -> None:
    facts = ballot("s1", "o2", None, ranking=("o2", "o1"))

    said = words(after(start(opened()), by_engine(facts)))

    assert "risk analyst (m1): option o2\n" in said
    assert "Ranking: option o2 &gt; option o1" in said


def test_what_was_read_and_sent_where_is_shown() -> None:
    said = words(hostile("minutes"))

    assert "Sent to: m1, n1" in said
    assert "thread minutes: 5 of 9 messages" in said
    assert "Could not be read: minutes" in said
    assert "Hidden characters removed or shown: 1 · secrets masked: 2" in said


def test_people_stand_apart_from_agents_with_their_reasons() -> None:
    said = words(hostile("cheaper"))

    assert "*What people did*" in said
    assert said.index("*What people did*") < said.index("<@UANN>: cheaper\n> cheaper")


def test_an_abstention_of_a_person_is_shown() -> None:
    assert "<@UANN>: Abstain" in words(cast(WEAK, None))


def test_nobody_sees_who_voted_for_what_while_the_tally_is_hidden() -> None:
    assert "<@UANN>:" not in words(STATES["hidden vote"])


def test_hard_case_55_long_details_are_paged_and_nothing_is_lost() -> None:
    text = " ".join(f"word{number}" for number in range(2000))

    found = pages(carry_on(spoken("AAAAB", text)))

    assert len(found) > 3
    assert all(len(page["blocks"]) <= 100 for page in found)
    said = " ".join(text for page in found for text in alive(page["blocks"]))
    assert sum(word == "word1999" for word in said.split()) >= 15
    assert f"Page 2 of {len(found)}" in said


def test_a_page_beyond_the_last_is_the_last_and_before_the_first_the_first() -> None:
    decision = carry_on(spoken("AAAAB", "word " * 2000))
    last = len(pages(decision)) - 1

    assert details_modal(decision, Voice(), 999) == details_modal(decision, Voice(), last)
    assert details_modal(decision, Voice(), -1) == details_modal(decision, Voice(), 0)


def test_advice_is_listed_as_what_it_is() -> None:
    said = words(advise(STATES["weak, vote open"], "dan", "o2"))

    assert "<@UANN>: option o1" in said
    assert "<@UDAN>: option o2 (advisory, not counted)" in said


def test_a_quotation_that_goes_on_in_another_block_is_still_one() -> None:
    decision = carry_on(spoken("AAAAB", "alpha " * 3000))

    quoted = [text for page in pages(decision) for text in alive(page["blocks"]) if "alpha alpha" in text]

    assert all(text.startswith(("> ", "Risk", "What", "Why", "Against", "alpha")) for text in quoted)
    assert sum(text.startswith("> alpha") for text in quoted) > 5


@pytest.mark.parametrize("text", SMUGGLED)
def test_hard_case_59_an_agent_cannot_imitate_us_in_the_details(text: str) -> None:
    assert_harmless(*pages(hostile(text)))


@settings(max_examples=15)
@given(HOSTILE)
def test_whatever_the_texts_the_details_fit_ring_nobody_and_link_nowhere(text: str) -> None:
    assert_harmless(*pages(hostile(text)))


def test_hard_case_49_a_very_long_text_fits_on_pages_too() -> None:
    decision = hostile(LONG)

    assert_harmless(*(details_modal(decision, Voice(), page) for page in (0, 1, 9_999)))


def assert_harmless(*shown: Json) -> None:
    for page in shown:
        check(page)
        for said in alive(page["blocks"]):
            assert set(LIVE.findall(said)) <= {*PEOPLE, "<@UASKER>"} | set(_times(said))
            assert "```" not in said


def _times(said: str) -> list[str]:
    return [each for each in LIVE.findall(said) if each.startswith("<!date^")]
