"""Who sits on the panel: as configured, else by the keys that are there, else the rehearsal agents."""

import pytest

from bot.config_file import parse_config
from bot.roster import Roster, endpoints, make_roster
from bot.settings import Settings, read_settings
from consensus.context import LIMIT
from consensus.errors import ConfigurationError
from consensus.panel.agents import Language
from integrations.llm import dearest_call

OWN = """
[[agents]]
role = "optimist"
model = "openai/m1"
base_url = "http://127.0.0.1:9/v1"
[[agents]]
role = "risk analyst"
model = "ollama/llama3"
fallback = "mistral/small"
[[agents]]
role = "neutral analyst"
weight = 1.5
[moderator]
model = "anthropic/c1"
fallback = "openai/m1"
base_url = "http://127.0.0.1:10/v1"
[prices]
call_ceiling = 0.05
"""


@pytest.fixture
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return read_settings({}, tmp_path_factory.mktemp("empty"))


@pytest.fixture(autouse=True)
def _no_ollama(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever runs on this machine is not asked."""

    async def nothing() -> None:
        return None

    monkeypatch.setattr("bot.roster.local_ollama", nothing)


def configured(settings: Settings, text: str) -> Settings:
    return settings.model_copy(update={"configuration": parse_config(text, "consensus.toml")})


async def roster(settings: Settings, env: dict[str, str], lang: Language = "en") -> Roster:
    return await make_roster(settings, env, lang)


async def test_without_any_key_the_panel_rehearses_and_says_what_to_do(settings: Settings) -> None:
    made = await roster(settings, {"OPENAI_API_KEY": "  "})

    assert {seat.family for seat in made.seats} == {"rehearsal"}
    assert {seat.call_ceiling for seat in (*made.seats, made.moderator)} == {0}
    assert made.warnings == ("help-rehearsal",)


async def test_the_models_of_the_keys_are_spread_over_the_seats(settings: Settings) -> None:
    made = await roster(settings, {"OPENAI_API_KEY": "x", "MISTRAL_API_KEY": "y"})

    assert [seat.family for seat in made.seats] == ["openai", "mistral", "openai", "mistral", "openai"]
    assert made.moderator.model == made.seats[0].model
    assert made.warnings == ()


async def test_one_family_is_a_warning(settings: Settings) -> None:
    made = await roster(settings, {"OPENAI_API_KEY": "x"})

    assert made.warnings == ("warning-one-family",)


async def test_a_local_model_comes_before_the_rehearsal(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def found() -> str:
        return "ollama/llama3"

    monkeypatch.setattr("bot.roster.local_ollama", found)

    made = await roster(settings, {})

    assert {seat.model for seat in made.seats} == {"ollama/llama3"}
    assert {seat.call_ceiling for seat in made.seats} == {0}


async def test_the_configured_panel_is_asked_as_it_is_configured(settings: Settings) -> None:
    made = await roster(configured(settings, OWN), {"MISTRAL_API_KEY": "y"})

    assert [(seat.seat, seat.model.split("/")[0], seat.fallback, seat.weight) for seat in made.seats] == [
        ("optimist", "openai", None, 1000),
        ("risk_analyst", "ollama", "mistral/small", 1000),
        ("neutral_analyst", "mistral", None, 1500),
    ]
    known = dearest_call("mistral/mistral-small-latest", LIMIT)
    assert [seat.call_ceiling for seat in made.seats] == [50_000, 50_000, known]
    assert (made.moderator.model, made.moderator.fallback) == ("anthropic/c1", "openai/m1")


async def test_a_configured_rehearsal_needs_no_advice(settings: Settings) -> None:
    roles = ("risk analyst", "optimist", "neutral analyst")
    tables = "\n".join(f'[[agents]]\nrole = "{role}"\nmodel = "rehearsal/agent"' for role in roles)

    made = await roster(configured(settings, tables), {})

    assert made.warnings == ()


async def test_a_french_question_is_asked_by_a_french_panel(settings: Settings) -> None:
    made = await roster(settings, {}, "fr")

    assert [seat.role for seat in made.seats][:2] == ["analyste des risques", "optimiste"]
    assert [seat.seat for seat in made.seats][:2] == ["risk_analyst", "optimist"]


async def test_an_even_panel_is_refused(settings: Settings) -> None:
    with pytest.raises(ConfigurationError, match="panel-size"):
        await roster(configured(settings, '[[agents]]\nrole = "optimist"\n'), {})


def test_the_address_of_the_moderator_holds_in_each_language(settings: Settings) -> None:
    places = endpoints(configured(settings, OWN))

    assert {role: place.base_url for role, place in places.items()} == {
        "optimist": "http://127.0.0.1:9/v1",
        "moderator": "http://127.0.0.1:10/v1",
        "mod\u00e9rateur": "http://127.0.0.1:10/v1",
    }


def test_without_addresses_each_provider_is_asked_at_home(settings: Settings) -> None:
    assert endpoints(settings) == {}
