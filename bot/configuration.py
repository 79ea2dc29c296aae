"""The tables of `consensus.toml` as data."""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict

from bot.config_values import (
    BaseUrl,
    Duration,
    Elsewhere,
    Money,
    Scores,
    Switch,
    Temperature,
    Text,
    Texts,
    Threshold,
    Weight,
    Whole,
    one_of,
)
from consensus.events import Debate, Human, LastResort
from consensus.panel.agents import CALL_CEILING, Language
from consensus.voting.rules import RuleName

ContextMode = Literal["on", "ask", "off"]
Starter = Literal["write", "maintain", "admin"]
OnPush = Literal["keep", "warn", "restart"]


class Table(BaseModel):
    """A table of the file; an unknown key is an error, and no error shows a value."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class ModelTable(Table):
    """Which model is asked, where, and which one instead when it fails."""

    model: Text | None = None
    base_url: BaseUrl | None = None
    fallback: Text | None = None


class AgentTable(ModelTable):
    """One seat of the panel; framing and temperature may be left out for the roles of the default panel."""

    role: Text
    framing: Text | None = None
    temperature: Temperature | None = None
    weight: Weight = 1000
    context: Switch = True


class PolicyTable(Table):
    rule: Annotated[RuleName | Literal["auto"], one_of("auto", *get_args(RuleName))] = "auto"
    human: Annotated[Human, one_of(*get_args(Human))] = "on_weak"
    debate: Annotated[Debate, one_of(*get_args(Debate))] = "auto"
    last_resort: Annotated[LastResort, one_of(*get_args(LastResort))] = "none"
    budget: Money = 2_000_000
    quick: Threshold = (17, 20)
    supermajority: Threshold = (2, 3)
    qualify: Scores | None = None


class VoteTable(Table):
    voters: Text = "members"
    quorum: Whole | None = None
    open_for: Duration = 86_400_000_000
    hidden: Switch = False


class ApprovalTable(Table):
    approvers: Texts | None = None
    four_eyes: Switch = True
    open_for: Duration = 86_400_000_000


class ProfileTable(PolicyTable):
    """What a named profile says differently."""

    vote: VoteTable = VoteTable()
    approval: ApprovalTable = ApprovalTable()


class PlaceTable(Table):
    """What may be read in a place, and which providers may see it; unset means the default of the place."""

    mode: Annotated[ContextMode, one_of(*get_args(ContextMode))] | None = None
    providers: Texts | None = None


class ContextTable(PlaceTable):
    places: dict[str, PlaceTable] = {}


class PricesTable(Table):
    call_ceiling: Money = CALL_CEILING


class GitHubTable(Table):
    """What holds in repositories, each of which may tighten it in a file of its own."""

    start: Annotated[Starter, one_of(*get_args(Starter))] = "write"
    """The least permission of who may ask."""
    allow_author: Switch = False
    """Whether the author of a pull request may ask, whatever their permission."""
    checks: Annotated[Literal["on", "off"], one_of("on", "off")] = "on"
    gate: Switch = False
    """Whether the check may succeed."""
    on_push: Annotated[OnPush, one_of(*get_args(OnPush))] = "warn"
    also_show: Elsewhere | None = None


class SlackTable(Table):
    bots: Texts = ()
    """Bots that may ask: their bot, user or app ids."""


class LimitsTable(Table):
    """What may be opened and spent in 24 hours."""

    open_per_thread: Whole = 3
    per_person: Whole = 5
    per_channel: Whole = 20
    per_workspace: Whole = 100
    money_per_day: Money = 20_000_000


class Configuration(Table):
    """The whole file; an empty one is valid."""

    language: Annotated[Language, one_of(*get_args(Language))] | None = None
    agents: tuple[AgentTable, ...] = ()
    moderator: ModelTable = ModelTable()
    policy: PolicyTable = PolicyTable()
    vote: VoteTable = VoteTable()
    approval: ApprovalTable = ApprovalTable()
    context: ContextTable = ContextTable()
    families: dict[str, Text] = {}
    prices: PricesTable = PricesTable()
    profiles: dict[str, ProfileTable] = {}
    github: GitHubTable = GitHubTable()
    slack: SlackTable = SlackTable()
    limits: LimitsTable = LimitsTable()
