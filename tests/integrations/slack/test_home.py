"""The Home tab: what waits for one person comes first, with the time left, and Slack takes it however much it is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consensus.panel.agents import Language
from integrations.slack.home import ON_A_PAGE, Home, Lately, Waiting, home_view
from integrations.slack.limits import LIVE, Json, check
from tests.fakes import START
from tests.integrations.slack.speaking import HOSTILE, Voice, alive, buttons

MINUTE = 60_000_000
HOUR = 60 * MINUTE


def vote(number: int = 1, left: int = 5 * HOUR, question: str = "Which database?") -> Waiting:
    return Waiting(id=f"D-{number}", question=question, deadline=START + left, about=7)


def decided(number: int = 1, winner: str | None = "Postgres") -> Lately:
    return Lately(id=f"D-{number}", question="Which?", status="decided", winner=winner, band="strong")


def shown(home: Home, page: int = 0, lang: Language = "en") -> Json:
    view = home_view(home, Voice(lang), now=START, page=page)
    check(view)
    return view


def words(view: Json) -> list[str]:
    return [line for text in alive(view["blocks"]) for line in text.splitlines()]


def show_buttons(view: Json) -> list[str]:
    return [block["accessory"]["value"] for block in view["blocks"] if "accessory" in block]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_empty_home_says_how_to_start(lang: Language) -> None:
    view = shown(Home(), lang=lang)

    assert any("/consensus" in line for line in words(view))
    assert [element["action_id"] for element in buttons(view["blocks"])] == ["consensus:ask:0"]
    assert len(view["blocks"]) == 3


def test_what_waits_comes_before_what_was_decided_and_the_most_urgent_first() -> None:
    home = Home(votes=(vote(1, 9 * HOUR), vote(2, HOUR)), approvals=(vote(3),), latest=(decided(4),))

    view = shown(home)

    assert show_buttons(view) == ["D-2||7", "D-1||7", "D-3||7", "D-4||0"]
    titles = [line for line in words(view) if line.startswith("*")]
    assert titles == [
        "*Ask the panel*",
        "*Waiting for your vote*",
        "*Waiting for your approval*",
        "*Latest decisions*",
    ]


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (-1, "closing now"),
        (0, "closing now"),
        (1, "1 minute left"),
        (59 * MINUTE + 1, "60 minutes left"),
        (119 * MINUTE, "119 minutes left"),
        (2 * HOUR, "2 hours left"),
        (47 * HOUR, "47 hours left"),
        (48 * HOUR, "2 days left"),
    ],
)
def test_the_time_left_is_said_in_a_unit_that_tells(left: int, said: str) -> None:
    assert any(f"D-1 · {said} · open until <!date^" in line for line in words(shown(Home(votes=(vote(left=left),)))))


def test_a_decision_shows_its_winner_and_band_or_where_it_stands() -> None:
    waiting = Lately(id="D-2", question="Which?", status="awaiting_vote")
    drawn = Lately(id="D-3", question="Which?", status="decided", winner="MySQL")

    said = words(shown(Home(latest=(decided(1), waiting, drawn))))

    assert "D-1 · *Postgres* · strong" in said
    assert "D-2 · waiting for votes" in said
    assert "D-3 · *MySQL*" in said


def test_hard_case_55_two_hundred_decisions_are_paged_without_losing_one() -> None:
    home = Home(latest=tuple(decided(number) for number in range(200)))
    pages = 200 // ON_A_PAGE

    views = [shown(home, page) for page in range(pages)]

    assert [each for view in views for each in show_buttons(view)] == [f"D-{number}||0" for number in range(200)]
    assert all("*Latest decisions*" in words(view) for view in views)
    turns = [[each["action_id"] for each in buttons(view["blocks"])[1:]] for view in views]
    assert turns[0] == ["consensus:home:1"]
    assert turns[1] == ["consensus:home:0", "consensus:home:2"]
    assert turns[-1] == [f"consensus:home:{pages - 2}"]


def test_a_page_that_is_gone_is_the_last() -> None:
    home = Home(latest=tuple(decided(number) for number in range(21)))

    assert shown(home, 99) == shown(home, 1)
    assert shown(home, -3) == shown(home, 0)


@settings(max_examples=25)
@given(HOSTILE, st.sampled_from(["en", "fr"]))
def test_whatever_the_texts_the_home_fits_and_rings_nobody(text: str, lang: Language) -> None:
    home = Home(
        votes=tuple(vote(number, question=text) for number in range(25)),
        latest=tuple(decided(number, text) for number in range(25)),
    )

    for page in range(3):
        view = shown(home, page, lang)
        assert all(each.startswith("<!date^") for said in alive(view["blocks"]) for each in LIVE.findall(said))
