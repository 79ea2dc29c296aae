"""A repository's own settings: they tighten what the operator says, and every refusal names the line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config_file import parse_config
from bot.configuration import Configuration
from bot.profiles import base_urls, panel, profile
from bot.repository import explained, names_of, repository_settings
from bot.roster import make_roster
from bot.settings import read_settings
from bot.texts import catalogue
from bot.tightening import in_chat, loosened, lowers_axis
from consensus.errors import ConfigurationError
from consensus.events import Axes

NAMES = names_of(7, "Acme/Widgets")
FLOOR = """
[policy]
human = "on_weak"
budget = 1.00
[vote]
quorum = 2
[approval]
approvers = ["@acme/leads", "@ana"]
[profiles.security]
rule = "supermajority"
budget = 0.90
qualify = [1, 3, 1]
[profiles.security.vote]
quorum = 4
voters = "@acme/security"
[profiles.quick]
debate = "off"
"""
OPERATOR = """
[[agents]]
role = "risk analyst"
model = "openai/m1"
fallback = "mistral/f1"
[[agents]]
role = "optimist"
model = "anthropic/m2"
context = false
[[agents]]
role = "neutral analyst"
model = "openai/own"
base_url = "http://127.0.0.1:9/v1"
"""
SEATS = '[[agents]]\nrole = "risk analyst"\n[[agents]]\nrole = "optimist"\n'


def settings(text: str, floor: str = FLOOR) -> Configuration:
    return repository_settings(text, parse_config(floor, ""), names=NAMES)


def refusal(text: str, floor: str = FLOOR) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as refused:
        settings(text, floor)
    assert all(str(refused.value.params["line"]) in explained(refused.value, catalogue(lang)) for lang in ("en", "fr"))
    return refused.value


def test_without_a_file_the_operators_settings_hold() -> None:
    held = settings("")

    assert profile(held) == profile(parse_config(FLOOR, ""))
    assert [profile(held, name) for name in held.profiles] == [
        profile(parse_config(FLOOR, ""), name) for name in ("security", "quick")
    ]


def test_a_repository_tightens_what_is_stated_and_fills_in_what_is_open() -> None:
    held = settings(
        'language = "fr"\n[policy]\nhuman = "always"\nbudget = 0.5\nrule = "borda"\n[vote]\nvoters = "@acme/core"\n'
        'quorum = 3\nopen_for = "2d"\nhidden = true\n[approval]\napprovers = ["@ana"]\n'
    )

    policy = profile(held).policy
    assert (policy.human, policy.budget, policy.rule) == ("always", 500_000, "borda")
    assert (policy.vote.voters, policy.vote.quorum, policy.vote.hidden) == ("@acme/core", 3, True)
    assert policy.approval.approvers == "@ana"
    assert held.language == "fr"


@pytest.mark.parametrize(
    ("text", "setting", "line"),
    [
        ('[policy]\nhuman = "never"', "policy.human", 2),
        ("[policy]\n\nbudget = 1.01", "policy.budget", 3),
        ('[policy]\nlast_resort = "draw"', "policy.last_resort", 2),
        ("[policy]\nquick = [4, 5]", "policy.quick", 2),
        ("[policy]\nsupermajority = [3, 5]", "policy.supermajority", 2),
        ('[policy]\ndebate = "off"', "policy.debate", 2),
        ("[vote]\nquorum = 1", "vote.quorum", 2),
        ('[approval]\napprovers = ["@ana", "@ben"]', "approval.approvers", 2),
        ("[approval]\nfour_eyes = false", "approval.four_eyes", 2),
        ("approval.four_eyes = false", "approval.four_eyes", 1),
        ("[profiles.security]\nqualify = [1, 2, 1]", "profiles.security.qualify", 2),
        ('[profiles.security]\nrule = "majority"', "profiles.security.rule", 2),
        ("[profiles.security]\nvote = { quorum = 3 }", "profiles.security.vote.quorum", 2),
        ('[profiles.security.approval]\napprovers = "@ben"', "profiles.security.approval.approvers", 2),
        ('[profiles.new]\nhuman = "never"', "profiles.new.human", 2),
        ("[profiles.new]\nbudget = 3", "profiles.new.budget", 2),
        ("[policy]\nbudget = 0.5\n[profiles.new]\nbudget = 0.6", "profiles.new.budget", 4),
        ('[policy]\nhuman = "never"\nbudget = 5\n[vote]\nquorum = 1', "policy.human", 2),
    ],
)
def test_what_would_loosen_the_operators_terms_is_refused_by_its_line(text: str, setting: str, line: int) -> None:
    refused = refusal(text)

    assert (refused.key, refused.params) == ("config-loosens", {"setting": setting, "line": line})


@pytest.mark.parametrize(
    ("text", "setting", "line"),
    [
        ('[moderator]\nmodel = "x"', "moderator", 1),
        ('[families]\nx = "y"', "families", 1),
        ("\n[prices]\ncall_ceiling = 1", "prices", 2),
        ('[slack]\nbots = ["B1"]', "slack", 1),
        ("[limits]\nper_person = 1", "limits", 1),
        ('[context.places.C1]\nmode = "off"', "context.places.C1", 1),
        ('[[agents]]\nrole = "a"\nbase_url = "http://h/"', "agents.base_url", 3),
        ('[[agents]]\nrole = "a"\n[[agents]]\nrole = "b"\nfallback = "x"\n[limits]', "agents.fallback", 5),
    ],
)
def test_what_only_the_operator_may_set_is_refused_by_its_line(text: str, setting: str, line: int) -> None:
    refused = refusal(text)

    assert (refused.key, refused.params) == ("config-operators", {"setting": setting, "line": line})


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("[policy]\nrul = 1", "config-unknown-key", 2),
        ('[github]\nstart = "read"', "config-bad-choice", 2),
        ("[policy", "config-syntax", 1),
        ('[vote]\nopen_for = "4m"', "config-too-soon", 2),
        ('[profiles.new.approval]\nopen_for = "1m"', "config-too-soon", 2),
    ],
)
def test_a_broken_file_is_refused_like_the_operators(text: str, key: str, line: int) -> None:
    refused = refusal(text)

    assert (refused.key, refused.params["line"]) == (key, line)


def test_a_broken_file_is_explained_in_one_sentence() -> None:
    said = explained(refusal('\n[[agents]]\nrole = "optimist"'), catalogue("en"))

    assert said == "Line 2 of the settings: A panel has 3, 5 or 7 agents, not 1: add or remove agents."


def test_the_operators_profiles_stay_usable_under_a_stricter_standard() -> None:
    held = settings(
        '[policy]\nhuman = "always"\nbudget = 0.2\nqualify = [3, 1, 1]\ndebate = "force"\n[vote]\nquorum = 5'
    )

    security = in_chat(held, {"profile": "security"})

    assert (security.policy.rule, security.policy.human) == ("supermajority", "always")
    assert (security.policy.budget, security.policy.vote.quorum) == (200_000, 5)
    assert security.policy.vote.voters == "@acme/security"
    assert security.axes == Axes(uncertainty=3, stakes=3, plurality=1)


def test_a_profile_that_the_operator_made_looser_than_the_standard_stays_as_it_is() -> None:
    held = settings('[policy]\nhuman = "always"')

    assert profile(held, "quick").policy.debate == "off"
    assert profile(held, "security").policy.budget == 900_000


def test_a_rule_that_suits_no_profile_of_the_operator_is_refused() -> None:
    refused = refusal('[policy]\nrule = "confidence_weighted"', '[profiles.seniors]\nrule = "weighted"')

    assert refused.params == {"setting": "policy.rule", "line": 2}


def test_a_repository_has_profiles_of_its_own_and_narrows_those_of_the_operator() -> None:
    held = settings(
        '[profiles.api]\nrule = "supermajority"\n[profiles.security]\nhuman = "always"\n[profiles.security.vote]\n'
        'voters = "@ben"\n'
    )

    assert profile(held, "api").policy.rule == "supermajority"
    assert profile(held, "security").policy.vote.voters == "@acme/security among @ben"
    assert profile(held, "security").policy.vote.quorum == 4
    assert in_chat(held, {"profile": "api"}).policy.budget == 1_000_000


def test_voters_are_narrowed_where_the_operator_names_them() -> None:
    floor = '[vote]\nvoters = "@acme/all"'

    assert profile(settings('[vote]\nvoters = "@ben"', floor)).policy.vote.voters == "@acme/all among @ben"
    assert profile(settings('[vote]\nvoters = "@acme/all"', floor)).policy.vote.voters == "@acme/all"


def test_where_a_repository_is_named_by_the_operator_that_is_the_floor_of_its_context() -> None:
    floor = '[context]\nmode = "off"\nproviders = ["openai"]\n[context.places."acme/widgets"]\nmode = "on"'

    assert (settings("", floor).context.mode, settings("", floor).context.providers) == ("on", ("openai",))
    assert settings('[context]\nmode = "ask"', floor).context.mode == "ask"
    assert settings("", floor).context.places == {}
    assert repository_settings("", parse_config(floor, ""), names=("7",)).context.mode == "off"


@pytest.mark.parametrize(
    ("floor", "text", "setting"),
    [
        ('mode = "ask"', 'mode = "on"', "context.mode"),
        ('mode = "off"', 'mode = "ask"', "context.mode"),
        ('providers = ["mistral"]', 'providers = ["mistral", "openai"]', "context.providers"),
    ],
)
def test_no_more_is_read_or_sent_than_the_operator_allows(floor: str, text: str, setting: str) -> None:
    refused = refusal(f"[context]\n{text}", f"[context]\n{floor}")

    assert (refused.key, refused.params) == ("config-loosens", {"setting": setting, "line": 2})


def test_less_may_be_read_and_sent() -> None:
    floor = '[context]\nmode = "ask"\nproviders = ["mistral", "openai"]'

    held = settings('[context]\nmode = "off"\nproviders = ["mistral"]', floor).context

    assert (held.mode, held.providers) == ("off", ("mistral",))


def test_what_the_operator_leaves_open_for_repositories_each_may_set() -> None:
    held = settings(
        '[github]\nstart = "admin"\nallow_author = true\ngate = true\nchecks = "off"\non_push = "keep"'
    ).github

    assert (held.start, held.allow_author, held.gate) == ("admin", True, True)
    assert (held.checks, held.on_push, held.also_show) == ("off", "keep", None)


@pytest.mark.parametrize(
    ("floor", "text"),
    [
        ('start = "admin"', 'start = "maintain"'),
        ("allow_author = false", "allow_author = true"),
        ("gate = false", "gate = true"),
        ('checks = "off"', 'checks = "on"'),
        ('on_push = "restart"', 'on_push = "warn"'),
    ],
)
def test_what_the_operator_states_for_repositories_none_may_loosen(floor: str, text: str) -> None:
    refused = refusal(f"[github]\n{text}", f"[github]\n{floor}")

    assert settings(f"[github]\n{floor}", f"[github]\n{text}")
    assert refused.params == {"setting": f"github.{text.partition(' ')[0]}", "line": 2}


def test_where_else_it_is_shown_is_the_repositorys_to_say() -> None:
    floor = '[github]\nalso_show = "slack:#audit"\nstart = "maintain"'

    assert settings("", floor).github.also_show == "slack:#audit"
    assert settings('[github]\nalso_show = "slack:C42"', floor).github.also_show == "slack:C42"
    assert settings('[github]\nalso_show = "slack:C42"', floor).github.start == "maintain"


def test_a_panel_of_the_repository_sits_on_the_operators_models_at_the_operators_addresses() -> None:
    held = settings(
        f'{SEATS}temperature = 0.1\n[[agents]]\nrole = "neutral analyst"\n[[agents]]\nrole = "lawyer"\n'
        'framing = "Is it legal?"\ntemperature = 0.3\nweight = 1.5\n'
        '[[agents]]\nrole = "user advocate"\nmodel = "openai/m1"\ncontext = false',
        OPERATOR,
    )

    agents = panel(held)
    assert [agent.model for agent in agents] == [
        "openai/m1", "anthropic/m2", "openai/own", "anthropic/m2", "openai/m1",
    ]  # fmt: skip
    assert [agent.fallback for agent in agents] == ["mistral/f1", None, None, None, None]
    assert [agent.takes_context for agent in agents] == [True, False, True, False, False]
    assert base_urls(held) == {"neutral analyst": "http://127.0.0.1:9/v1"}
    assert (agents[1].temperature, agents[3].weight) == (100, 1500)


def test_without_a_panel_of_its_own_the_operators_is_asked() -> None:
    assert settings("", OPERATOR).agents == parse_config(OPERATOR, "").agents


@pytest.mark.parametrize("floor", ["", '[[agents]]\nrole = "a"\nmodel = "openai/m"\n[[agents]]\nrole = "b"'])
def test_where_the_operator_leaves_the_models_to_the_keys_a_panel_takes_those(floor: str) -> None:
    held = settings(f'{SEATS}[[agents]]\nrole = "user advocate"', floor)

    assert [agent.model for agent in held.agents] == [None, None, None]


@pytest.mark.parametrize(
    ("role", "model", "key", "choices"),
    [
        ("lawyer", "openai/other", "config-model-not-offered", "openai/m1, mistral/f1, anthropic/m2"),
        ("lawyer", "openai/own", "config-model-not-offered", "openai/m1, mistral/f1, anthropic/m2"),
        ("neutral analyst", "openai/m1", "config-model-not-offered", "openai/own"),
        ("neutral analyst", "anthropic/m2", "config-model-not-offered", "openai/own"),
    ],
)
def test_a_model_that_would_leave_the_operators_choice_or_address_is_refused(
    role: str, model: str, key: str, choices: str
) -> None:
    refused = refusal(f'{SEATS}[[agents]]\nrole = "{role}"\nmodel = "{model}"', OPERATOR)

    assert (refused.key, refused.params["line"]) == (key, 7)
    assert set(str(refused.params["choices"]).split(", ")) == set(choices.split(", "))


def test_where_the_operator_names_no_model_none_can_be_chosen() -> None:
    refused = refusal(f'{SEATS}model = "openai/m1"', "")

    assert (refused.key, refused.params["line"]) == ("config-no-models", 5)


def test_a_new_role_needs_a_model_that_is_not_tied_to_another() -> None:
    floor = '[[agents]]\nrole = "optimist"\nmodel = "openai/own"\nbase_url = "http://127.0.0.1:9/v1"'

    refused = refusal('[[agents]]\nrole = "lawyer"', floor)

    assert (refused.key, refused.params["choices"]) == ("config-role-without-model", "optimist")


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ('\n[[agents]]\nrole = "optimist"', "panel-size", 2),
        (f'{SEATS}[[agents]]\nrole = "optimist"', "panel-role-twice", 1),
        (f'{SEATS}[[agents]]\nrole = "lawyer"', "agent-incomplete", 1),
        (f'{SEATS}[[agents]]\nrole = "moderator"', "panel-role-reserved", 5),
        (f'{SEATS}[[agents]]\nrole = "modérateur"', "panel-role-reserved", 5),
        (f'{SEATS}[[agents]]\nrole = "engine"\nframing = "x"\ntemperature = 1', "panel-role-reserved", 1),
        (
            f'{SEATS}[[agents]]\nrole = "gambler"\nframing = "What could we gain?"\ntemperature = 0.7',
            "panel-too-alike",
            1,
        ),
    ],
)
def test_a_panel_that_may_not_be_asked_is_refused_by_its_line(text: str, key: str, line: int) -> None:
    refused = refusal(text)

    assert (refused.key, refused.params["line"]) == (key, line)


async def test_a_roster_is_made_of_the_repositorys_settings_like_of_the_operators(tmp_path: Path) -> None:
    held = settings(f'{SEATS}[[agents]]\nrole = "lawyer"\nframing = "Is it legal?"\ntemperature = 0.3', OPERATOR)
    whole = read_settings({}, tmp_path).model_copy(update={"configuration": held})

    roster = await make_roster(whole, {}, "en")

    assert [seat.model for seat in roster.seats] == ["openai/m1", "anthropic/m2", "openai/m1"]


LINES = st.sampled_from(
    [
        ("policy", 'human = "always"'), ("policy", 'human = "never"'), ("policy", "budget = 0.5"),
        ("policy", "budget = 3"), ("policy", 'rule = "majority"'), ("policy", 'rule = "supermajority"'),
        ("policy", 'rule = "weighted"'), ("policy", 'rule = "confidence_weighted"'), ("policy", 'debate = "force"'),
        ("policy", "qualify = [2, 2, 2]"), ("policy", "qualify = [3, 1, 3]"), ("policy", "quick = [9, 10]"),
        ("policy", 'last_resort = "safest"'), ("vote", "quorum = 4"), ("vote", "quorum = 1"), ("vote", "hidden = true"),
        ("approval", "four_eyes = false"), ("approval", 'approvers = "@ana"'),
    ]
)  # fmt: skip


def written(lines: list[tuple[str, str]], profiles: list[tuple[str, str, str]]) -> str:
    """A file with each key once."""
    keys = {(part, line.partition(" ")[0]): line for part, line in lines}
    named = {(name, part, line.partition(" ")[0]): line for name, part, line in profiles}
    plain = [f"{part}.{line}" for (part, _), line in keys.items()]
    return "\n".join(
        plain
        + [f"profiles.{name}.{'' if part == 'policy' else part + '.'}{line}" for (name, part, _), line in named.items()]
    )


FILES = st.builds(
    written,
    st.lists(LINES, max_size=4),
    st.lists(st.tuples(st.sampled_from("pq"), LINES).map(lambda each: (each[0], *each[1])), max_size=4),
)


@given(FILES, FILES)
def test_whatever_a_repository_says_its_terms_are_at_least_as_tight(floor: str, text: str) -> None:
    above = parse_config(floor, "")
    try:
        held = repository_settings(text, above, names=NAMES)
    except ConfigurationError as error:
        assert 1 <= int(error.params["line"]) <= text.count("\n") + 1  # noqa: PT017 - either way is right
        return

    for name in (None, *above.profiles):
        now, before = profile(held, name), profile(above, name)
        assert loosened(now.policy, before.policy) == ()
        assert not lowers_axis(now.axes, before.axes)
    for name in set(held.profiles) - set(above.profiles):
        assert loosened(profile(held, name).policy, profile(held).policy) == ()
