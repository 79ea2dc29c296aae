"""What the configuration says about a decision: its policy and axes, for the standard case and each profile."""

from typing import Final

from bot.configuration import AgentTable, ApprovalTable, Configuration, PolicyTable, VoteTable
from bot.nearest import nearest
from consensus.errors import ConfigurationError, RequestError
from consensus.events import Axes, Policy
from consensus.model import Model
from consensus.panel.agents import DEFAULT_PANEL, Agent

_DEFAULTS: Final = {agent.role: agent for agents in DEFAULT_PANEL.values() for agent in agents}


class Profile(Model):
    """How a decision is to be taken; stated axes replace those that the agents would score."""

    policy: Policy = Policy()
    axes: Axes | None = None


def profile(configuration: Configuration, name: str | None = None) -> Profile:
    """The standard profile, or the named one laid over it."""
    standard = _laid_over(Profile(), configuration.policy, configuration.vote, configuration.approval)
    if name is None:
        return standard
    if not configuration.profiles:
        raise RequestError("no-profiles", name=name)
    table = configuration.profiles.get(name)
    if table is None:
        raise RequestError("unknown-profile", name=name, nearest=nearest(name, configuration.profiles))
    return _laid_over(standard, table, table.vote, table.approval)


def panel(configuration: Configuration) -> tuple[Agent, ...]:
    """The configured agents; none means the default panel."""
    return tuple(_agent(table) for table in configuration.agents)


def base_urls(configuration: Configuration) -> dict[str, str]:
    """The address of each role that has its own."""
    moderator = {"moderator": configuration.moderator.base_url}
    given = moderator | {agent.role: agent.base_url for agent in configuration.agents}
    return {role: url for role, url in given.items() if url}


def _agent(table: AgentTable) -> Agent:
    """The agent of a table; a role of the default panel lends what the table leaves out."""
    default = _DEFAULTS.get(table.role)
    framing = table.framing or (default.framing if default else None)
    temperature = table.temperature if table.temperature is not None or default is None else default.temperature
    if framing is None or temperature is None:
        lacking = "framing" if framing is None else "temperature"
        raise ConfigurationError("agent-incomplete", role=table.role, setting=lacking)
    return Agent(
        role=table.role,
        framing=framing,
        temperature=temperature,
        model=table.model,
        fallback=table.fallback,
        weight=table.weight,
        takes_context=table.context,
        seat=default.seat if default else None,
    )


def _laid_over(below: Profile, table: PolicyTable, vote: VoteTable, approval: ApprovalTable) -> Profile:
    """The profile with what the tables state; what they do not state stays."""
    stated = _stated(table, "rule", "human", "debate", "last_resort", "budget")
    thresholds = below.policy.thresholds.model_copy(update=_stated(table, "quick", "supermajority"))
    ballot = below.policy.vote.model_copy(update=_stated(vote, "voters", "quorum", "open_for", "hidden"))
    signed = _stated(approval, "four_eyes", "open_for")
    if approval.approvers is not None:
        signed["approvers"] = ", ".join(approval.approvers)
    policy = below.policy.model_copy(
        update={
            **stated,
            "thresholds": thresholds,
            "vote": ballot,
            "approval": below.policy.approval.model_copy(update=signed),
        }
    )
    return Profile(policy=policy, axes=table.qualify or below.axes)


def _stated(table: PolicyTable | VoteTable | ApprovalTable, *names: str) -> dict[str, object]:
    return {name: getattr(table, name) for name in names if name in table.model_fields_set}
