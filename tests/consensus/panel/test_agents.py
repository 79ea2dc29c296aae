"""A panel is accepted only if its agents differ enough to be worth asking."""

import pytest

from consensus.errors import ConfigurationError
from consensus.panel.agents import (
    DEFAULT_PANEL,
    Agent,
    Language,
    check_panel,
    seat_moderator,
    seat_panel,
)
from tests.briefs import default_seats

PANEL = DEFAULT_PANEL["en"][:3]
TWINS = Agent(role="critic", framing="Why?", temperature=200), Agent(role="judge", framing="Why?", temperature=200)


def refusal(*agents: Agent, refusing: frozenset[str] = frozenset()) -> str:
    with pytest.raises(ConfigurationError) as refused:
        check_panel(agents, refusing=refusing)
    return refused.value.key


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_default_panels_are_accepted(lang: Language) -> None:
    assert check_panel(DEFAULT_PANEL[lang]) == ()
    assert len(DEFAULT_PANEL[lang]) == 5


def test_the_default_panels_are_the_same_agents_in_both_languages() -> None:
    english, french = default_seats("en"), default_seats("fr")

    assert [seat.seat for seat in english] == [seat.seat for seat in french]
    assert [seat.temperature for seat in english] == [seat.temperature for seat in french] == [200, 700, 500, 300, 400]
    assert [seat.seat for seat in english][:2] == ["risk_analyst", "optimist"]


@pytest.mark.parametrize("size", [0, 1, 2, 4])
def test_a_panel_of_another_size_is_refused(size: int) -> None:
    assert refusal(*DEFAULT_PANEL["en"][:size]) == "panel-size"


def test_a_role_belongs_to_one_agent() -> None:
    twin = PANEL[0].model_copy(update={"role": "Risk  Analyst", "temperature": 900, "framing": "Else?"})

    assert refusal(PANEL[0], PANEL[1], twin) == "panel-role-twice"


def test_two_agents_that_differ_by_role_alone_are_too_alike() -> None:
    assert refusal(PANEL[0], *TWINS) == "panel-too-alike"


@pytest.mark.parametrize(
    "change", [{"framing": "How?"}, {"temperature": 900}, {"model": "m"}, {"takes_context": False}]
)
def test_any_second_difference_is_enough(change: dict[str, object]) -> None:
    changed = TWINS[1].model_copy(update=change)

    assert check_panel((PANEL[0], TWINS[0], changed)) == ()


def test_a_temperature_that_a_model_refuses_is_no_difference() -> None:
    warm = TWINS[1].model_copy(update={"temperature": 900, "model": "m"})
    cold = TWINS[0].model_copy(update={"model": "m"})

    assert refusal(PANEL[0], cold, warm, refusing=frozenset({"m"})) == "panel-too-alike"


@pytest.mark.parametrize("weight", [0, 999, 2001])
def test_no_agent_counts_more_than_twice_as_much_as_another(weight: int) -> None:
    assert refusal(PANEL[0].model_copy(update={"weight": weight}), *PANEL[1:]) == "panel-weight"


@pytest.mark.parametrize(
    ("families", "warnings"),
    [(("a", "a", "a"), ("warning-one-family",)), (("a", "b", "a"), ()), ((), ())],
)
def test_one_family_is_worth_a_warning(families: tuple[str, ...], warnings: tuple[str, ...]) -> None:
    assert check_panel(PANEL, families=families) == warnings


def test_an_agent_keeps_its_own_model() -> None:
    own = PANEL[0].model_copy(update={"model": "mine", "fallback": "spare"})

    seats = seat_panel((own, *PANEL[1:]), ("a", "b", "c"), ("x", "y", "z"), "en", call_ceiling=7)

    assert [(seat.model, seat.fallback, seat.family) for seat in seats] == [
        ("mine", "spare", "x"), ("b", None, "y"), ("c", None, "z"),
    ]  # fmt: skip
    assert {seat.call_ceiling for seat in seats} == {7}


def test_seats_are_named_after_their_roles_in_plain_letters() -> None:
    roles = ["devil's advocate", "D\u00e9fenseur  du co\u00fbt!", "\u5b89\u5168", "devils advocate"]
    agents = [Agent(role=role, framing="?", temperature=100) for role in roles]

    seats = seat_panel(agents, ["m"] * 4, ["f"] * 4, "en")

    assert [seat.seat for seat in seats] == ["devils_advocate", "defenseur_du_cout", "seat_3", "devils_advocate_4"]


@pytest.mark.parametrize("role", ["Moderator", "tripwire", "engine"])
def test_names_that_the_record_uses_are_taken(role: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        seat_panel([Agent(role=role, framing="?", temperature=100)], ["m"], ["f"], "en")

    assert refused.value.key == "panel-role-reserved"


def test_the_moderator_is_asked_at_temperature_zero() -> None:
    english, french = seat_moderator("m", "f", "en"), seat_moderator("m", "f", "fr")

    assert (english.seat, english.role, english.temperature) == ("moderator", "moderator", 0)
    assert (french.seat, french.temperature) == ("moderator", 0)


def test_the_prompt_digest_follows_role_framing_and_language() -> None:
    seats = (*default_seats("en"), *default_seats("fr"))

    assert len({seat.prompt_digest for seat in seats}) == len(seats)
    assert default_seats("en") == default_seats("en")
