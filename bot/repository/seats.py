"""The panel of a repository: its own roles, asked where and as the operator's settings let them be asked."""

from collections.abc import Sequence
from typing import Final

from bot.configuration import AgentTable, Configuration, ModelTable
from bot.profiles import panel
from bot.repository.refusing import At
from consensus.errors import ConfigurationError
from consensus.panel.agents import MODERATOR, check_panel, seat_panel

_MODERATORS: Final = frozenset(agent.role for agent in MODERATOR.values())


def seated(floor: Configuration, agents: Sequence[AgentTable], at: At) -> tuple[AgentTable, ...]:
    """Each agent with a model of the operator's; raises ConfigurationError, which carries the line."""
    placed = tuple(
        _placed(floor, agent, number, at(("agents", number, "model"))) for number, agent in enumerate(agents)
    )
    if placed:
        _check(floor.model_copy(update={"agents": placed}), at(("agents", 0)))
    return placed


def _placed(floor: Configuration, agent: AgentTable, number: int, line: int) -> AgentTable:
    if agent.role in _MODERATORS:
        raise ConfigurationError("panel-role-reserved", role=agent.role, line=line)
    own = next((each for each in floor.agents if each.role == agent.role), None)
    asked = own if own and agent.model in {None, own.model} else _asked(floor, own, agent, number, line)
    context = agent.context and _may_read(floor, own, asked.model)
    return agent.model_copy(
        update={"model": asked.model, "base_url": asked.base_url, "fallback": asked.fallback, "context": context}
    )


def _asked(floor: Configuration, own: AgentTable | None, agent: AgentTable, number: int, line: int) -> ModelTable:
    """Another model than the operator's for that role; an address belongs to a role, so none that has one."""
    offered = () if own and own.base_url else _offered(floor)
    if agent.model in offered:
        return ModelTable(model=agent.model)
    if agent.model is not None:
        choices = ", ".join([*offered, *([own.model] if own and own.model else [])])
        key = "config-model-not-offered" if choices else "config-no-models"
        raise ConfigurationError(key, model=agent.model, role=agent.role, line=line, choices=choices)
    given = _given(floor) or offered
    if not given:
        roles = ", ".join(each.role for each in floor.agents)
        raise ConfigurationError("config-role-without-model", role=agent.role, line=line, choices=roles)
    return ModelTable(model=given[number % len(given)])


def _offered(floor: Configuration) -> tuple[str, ...]:
    """Every model that the operator names and that is asked where its provider lives."""
    tables: tuple[ModelTable, ...] = (*floor.agents, floor.moderator)
    addressed = {model for table in tables if table.base_url for model in (table.model, table.fallback)}
    named = (model for table in tables for model in (table.model, table.fallback) if model)
    return tuple(dict.fromkeys(model for model in named if model not in addressed))


def _given(floor: Configuration) -> tuple[str | None, ...]:
    """What agents without a model take: the models of the operator's agents; none is what the keys allow."""
    models = [agent.model for agent in floor.agents]
    if None in models or not models:
        return (None,)
    offered = _offered(floor)
    return tuple(model for model in models if model in offered)


def _may_read(floor: Configuration, own: AgentTable | None, model: str | None) -> bool:
    """Not where the operator keeps the context from that role, or from that model altogether."""
    same = [agent.context for agent in floor.agents if model and agent.model == model]
    return (own is None or own.context) and (any(same) or not same)


def _check(configuration: Configuration, line: int) -> None:
    try:
        agents = panel(configuration)
        check_panel(agents)
        names = [agent.role for agent in agents]
        seat_panel(agents, names, names, "en")
    except ConfigurationError as error:
        raise ConfigurationError(error.key, **error.params, line=line) from error
