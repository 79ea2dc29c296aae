"""Agents and the panel they form: who is asked, and why they differ enough to be worth asking."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import combinations
from typing import Annotated, Final, Literal

from pydantic import Field

from consensus.errors import ConfigurationError
from consensus.model import Model
from consensus.panel.templates import prompt_digest
from consensus.text import normalise

Language = Literal["en", "fr"]
Temperature = Annotated[int, Field(ge=0, le=2000)]
"""Thousandths."""

SIZES: Final = (3, 5, 7)
FEWEST_DIFFERENCES: Final = 2
LIGHTEST: Final = 1000
HEAVIEST: Final = 2000
CALL_CEILING: Final = 20_000
"""What one call is counted at while nobody knows its price, micro-dollars."""
RESERVED: Final = frozenset({"moderator", "tripwire", "engine"})
"""Names of seats and actors that no agent of a panel may take."""


class Seat(Model):
    """An agent's place on one panel, frozen when the decision opens."""

    seat: str
    role: str
    framing: str
    model: str
    fallback: str | None = None
    family: str
    temperature: Temperature
    weight: Annotated[int, Field(ge=LIGHTEST, le=HEAVIEST)] = LIGHTEST
    """Thousandths; at most two ordinary voters."""
    takes_context: bool = True
    call_ceiling: Annotated[int, Field(ge=0)]
    """What one call is reserved and counted at while its price is unknown, micro-dollars."""
    prompt_digest: str
    """Identifies the templates, the role and the framing that the seat is asked with."""


class Agent(Model):
    """An agent as configured; without a model it takes the one that its place on the panel is given."""

    role: str
    framing: str
    temperature: Temperature
    model: str | None = None
    fallback: str | None = None
    weight: int = LIGHTEST
    """Thousandths; 1000 is one ordinary voter."""
    takes_context: bool = True
    seat: str | None = None
    """Its lasting name in records; made from the role when none is given."""


DEFAULT_PANEL: Final[dict[Language, tuple[Agent, ...]]] = {
    "en": (
        Agent(role="risk analyst", framing="What are the risks?", temperature=200),
        Agent(role="optimist", framing="What could we gain?", temperature=700),
        Agent(role="devil's advocate", framing="Why would this fail?", temperature=500),
        Agent(role="neutral analyst", framing="Judge each option objectively.", temperature=300),
        Agent(role="user advocate", framing="What serves the people who will live with it?", temperature=400),
    ),
    "fr": (
        Agent(role="analyste des risques", framing="Quels sont les risques ?", temperature=200, seat="risk_analyst"),
        Agent(role="optimiste", framing="Quels sont les gains potentiels ?", temperature=700, seat="optimist"),
        Agent(
            role="avocat du diable",
            framing="Pourquoi cette option échouerait-elle ?",
            temperature=500,
            seat="devils_advocate",
        ),
        Agent(
            role="analyste neutre",
            framing="Évaluez objectivement chaque option.",
            temperature=300,
            seat="neutral_analyst",
        ),
        Agent(
            role="porte-parole des utilisateurs",
            framing="Qu'est-ce qui sert ceux qui vivront avec ce choix ?",
            temperature=400,
            seat="user_advocate",
        ),
    ),
}
"""The panel without any configuration; its first two agents are the quick vote."""

MODERATOR: Final[dict[Language, Agent]] = {
    "en": Agent(role="moderator", framing="Weigh the whole file; be fair to every side.", temperature=0),
    "fr": Agent(role="modérateur", framing="Pesez tout le dossier, sans parti pris.", temperature=0),
}


def check_panel(
    agents: Sequence[Agent], *, families: Sequence[str] = (), refusing: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Warnings about a panel that may be asked; raises ConfigurationError for one that may not.

    `families` are those of the agents' models; `refusing` are models that take no temperature.
    """
    if len(agents) not in SIZES:
        raise ConfigurationError("panel-size", count=len(agents))
    roles = [normalise(agent.role) for agent in agents]
    for role, agent in zip(roles, agents, strict=True):
        if roles.count(role) > 1:
            raise ConfigurationError("panel-role-twice", role=agent.role)
        if not LIGHTEST <= agent.weight <= HEAVIEST:
            raise ConfigurationError("panel-weight", role=agent.role, weight=agent.weight)
    for one, other in combinations(agents, 2):
        if _differences(one, other, refusing) < FEWEST_DIFFERENCES:
            raise ConfigurationError("panel-too-alike", first=one.role, second=other.role)
    return ("warning-one-family",) if len(set(families)) == 1 else ()


def seat_panel(
    agents: Sequence[Agent],
    models: Sequence[str],
    families: Sequence[str],
    lang: Language,
    *,
    call_ceiling: int = CALL_CEILING,
) -> tuple[Seat, ...]:
    """The agents in their places, the n-th with the n-th model (unless it has its own) and family."""
    names = _seat_names(agents)
    return tuple(
        _seated(agent.model_copy(update={"model": agent.model or model, "seat": name}), family, lang, call_ceiling)
        for agent, model, family, name in zip(agents, models, families, names, strict=True)
    )


def seat_moderator(model: str, family: str, lang: Language, *, call_ceiling: int = CALL_CEILING) -> Seat:
    """The agent that is asked when the panel is tied; it casts no ballot."""
    agent = MODERATOR[lang].model_copy(update={"model": model, "seat": "moderator"})
    return _seated(agent, family, lang, call_ceiling)


def name_of(role: str) -> str:
    """The role in plain letters, so that records and scripts read the same in any language."""
    plain = unicodedata.normalize("NFKD", normalise(role)).encode("ascii", "ignore").decode().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def _seated(agent: Agent, family: str, lang: Language, call_ceiling: int) -> Seat:
    given = agent.model_dump()
    digest = prompt_digest(lang, agent.role, agent.framing)
    return Seat(**given, family=family, call_ceiling=call_ceiling, prompt_digest=digest)


def _seat_names(agents: Sequence[Agent]) -> list[str]:
    names: list[str] = []
    for place, agent in enumerate(agents, start=1):
        name = agent.seat or name_of(agent.role) or f"seat_{place}"
        if name in RESERVED:
            raise ConfigurationError("panel-role-reserved", role=agent.role)
        names.append(name if name not in names else f"{name}_{place}")
    return names


def _differences(one: Agent, other: Agent, refusing: frozenset[str]) -> int:
    """On how many axes two agents differ; a temperature that a model refuses is none."""
    takes_temperature = one.model not in refusing and other.model not in refusing
    return sum(
        (
            normalise(one.role) != normalise(other.role),
            normalise(one.framing) != normalise(other.framing),
            takes_temperature and one.temperature != other.temperature,
            one.model != other.model,
            one.takes_context != other.takes_context,
        )
    )
