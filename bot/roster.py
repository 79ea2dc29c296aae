"""Who sits on a panel: the configured agents, each with its model; without models, those whose keys are there.

After the keys of the environment comes a local Ollama, then the rehearsal agents, which need nothing.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from bot.profiles import base_urls, panel
from bot.settings import Settings
from consensus.context import LIMIT
from consensus.model import Model
from consensus.panel.agents import DEFAULT_PANEL, MODERATOR, Language, Seat, check_panel, seat_moderator, seat_panel
from integrations.llm import Endpoint, dearest_call, local_ollama, named_family, spread

REHEARSAL = "rehearsal/agent"
FREE = ("rehearsal/", "ollama/", "ollama_chat/")
"""What runs here costs nothing."""


class Roster(Model):
    """The seats in their order, the moderator, and warnings by their keys."""

    seats: tuple[Seat, ...]
    moderator: Seat
    warnings: tuple[str, ...]


async def make_roster(settings: Settings, env: Mapping[str, str], lang: Language, *, characters: int = LIMIT) -> Roster:
    """Raises ConfigurationError for a panel that may not be asked; `characters` are those that it will read."""
    configuration = settings.configuration
    agents = panel(configuration) or DEFAULT_PANEL[lang]
    models = [agent.model for agent in agents]
    found: Sequence[str] = ()
    if None in models:
        found = await _found(env, len(agents))
        models = [model or given for model, given in zip(models, found, strict=True)]
    chosen = [model for model in models if model]
    families = [named_family(model, configuration.families) for model in chosen]
    placed = [agent.model_copy(update={"model": model}) for agent, model in zip(agents, chosen, strict=True)]
    warnings = check_panel(placed, families=families)
    if set(families) == {"rehearsal"}:
        warnings = ("help-rehearsal",) if found else ()
    seats = seat_panel(placed, chosen, families, lang)
    return Roster(
        seats=tuple(_priced(seat, settings, characters) for seat in seats),
        moderator=_priced(_moderator(settings, chosen[0], lang), settings, characters),
        warnings=warnings,
    )


def endpoints(settings: Settings) -> dict[str, Endpoint]:
    """Where each role is asked, for those that have an address of their own."""
    addresses = base_urls(settings.configuration)
    if "moderator" in addresses:
        addresses |= {agent.role: addresses["moderator"] for agent in MODERATOR.values()}
    return {role: Endpoint(base_url=url) for role, url in addresses.items()}


async def _found(env: Mapping[str, str], seats: int) -> Sequence[str]:
    """A model for each seat, from what is there."""
    if models := spread(env, seats):
        return models
    return tuple(islice(cycle([await local_ollama() or REHEARSAL]), seats))


def _moderator(settings: Settings, model: str, lang: Language) -> Seat:
    """The configured moderator, else the first agent's model."""
    table = settings.configuration.moderator
    asked = table.model or model
    seat = seat_moderator(asked, named_family(asked, settings.configuration.families), lang)
    return seat.model_copy(update={"fallback": table.fallback})


def _priced(seat: Seat, settings: Settings, characters: int) -> Seat:
    """The seat with what one call is set aside for: its dearest model's price, the configured ceiling if unknown."""
    unknown = settings.configuration.prices.call_ceiling
    asked = [model for model in (seat.model, seat.fallback) if model and not model.startswith(FREE)]
    prices = [dearest_call(model, characters) for model in asked]
    ceiling = max((unknown if price is None else price for price in prices), default=0)
    return seat.model_copy(update={"call_ceiling": ceiling})
