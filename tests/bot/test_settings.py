"""The operator's settings: environment and `consensus.toml`, every refusal with its line, no secret ever shown."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.budget import Limits, limits_of
from bot.config_file import parse_config
from bot.configuration import Configuration
from bot.profiles import Profile, base_urls, panel, profile
from bot.settings import Settings, config_digest, missing_keys, read_settings
from bot.toml_lines import line_of, lines_of
from consensus.errors import ConfigurationError, RequestError
from consensus.events import Axes, Policy
from consensus.panel.agents import Agent

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = (ROOT / "consensus.example.toml").read_text(encoding="utf-8")
SECRETS = {
    "DATABASE_URL": "postgresql://bot:hunter1@db/consensus",
    "SLACK_BOT_TOKEN": "xoxb-hunter2",
    "SLACK_APP_TOKEN": "xapp-hunter3",
    "SLACK_SIGNING_SECRET": "hunter4",
    "GITHUB_TOKEN": "ghp_hunter5",
    "GITHUB_WEBHOOK_SECRET": "hunter6, hunter7",
    "GITHUB_PRIVATE_KEY": "-----BEGIN\\nhunter8\\nEND-----",
    "OPENAI_API_KEY": "sk-hunter9",
}


def settings_from(tmp_path: Path, text: str = "", env: Mapping[str, str] | None = None) -> Settings:
    (tmp_path / "consensus.toml").write_text(text, encoding="utf-8")
    return read_settings(env or {}, tmp_path)


def refusal(text: str) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as refused:
        parse_config(text, "consensus.toml")
    return refused.value


def test_without_anything_the_defaults_hold(tmp_path: Path) -> None:
    settings = read_settings({}, tmp_path)

    assert settings.config_path is None
    assert settings.configuration == Configuration()
    assert settings.database_url.get_secret_value() == "sqlite:///consensus.db"
    assert (settings.host, settings.port, settings.metrics_port) == ("127.0.0.1", 3000, None)
    assert settings.present == frozenset()
    assert settings.slack.bot_token is None
    assert settings.github.webhook_secrets == ()


def test_the_defaults_are_those_of_the_engine() -> None:
    assert profile(Configuration()) == Profile(policy=Policy(), axes=None)


def test_the_default_limits_are_those_of_the_program() -> None:
    assert limits_of(Configuration()) == Limits()


def test_limits_and_bots_that_may_ask_are_the_operators_to_state() -> None:
    configuration = parse_config('[limits]\nper_person = 2\nmoney_per_day = 1.5\n[slack]\nbots = ["B1", "A2"]', "")

    assert limits_of(configuration) == Limits(per_person=2, money_per_day=1_500_000)
    assert configuration.slack.bots == ("B1", "A2")


def test_the_file_of_the_working_directory_is_read(tmp_path: Path) -> None:
    settings = settings_from(tmp_path, 'language = "fr"')

    assert settings.config_path == tmp_path / "consensus.toml"
    assert settings.configuration.language == "fr"


def test_a_named_file_wins_over_the_one_of_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text('language = "en"', encoding="utf-8")

    settings = settings_from(tmp_path, 'language = "fr"', {"CONSENSUS_CONFIG": "other.toml"})

    assert settings.configuration.language == "en"


def test_a_named_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as refused:
        read_settings({"CONSENSUS_CONFIG": "gone.toml"}, tmp_path)

    assert refused.value.key == "config-unreadable"
    assert refused.value.params == {"path": str(tmp_path / "gone.toml")}


def test_a_file_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "consensus.toml").write_bytes(b"\xff\xfe\x00")

    with pytest.raises(ConfigurationError, match="config-unreadable"):
        read_settings({}, tmp_path)


def test_an_editors_byte_order_mark_does_not_matter(tmp_path: Path) -> None:
    settings = settings_from(tmp_path, '\ufefflanguage = "fr"')

    assert settings.configuration.language == "fr"


def test_environment_is_taken_as_named_and_the_rest_ignored(tmp_path: Path) -> None:
    env = {**SECRETS, "HOST": "0.0.0.0", "PORT": "8080", "METRICS_PORT": "9000", "SLACK_API_URL": "http://s/", "X": "1"}  # noqa: S104 - only read

    settings = read_settings(env, tmp_path)

    assert (settings.host, settings.port, settings.metrics_port) == ("0.0.0.0", 8080, 9000)  # noqa: S104 - only read
    assert settings.slack.api_url == "http://s/"
    assert settings.github.private_key is not None
    assert settings.github.private_key.get_secret_value() == "-----BEGIN\nhunter8\nEND-----"
    assert [secret.get_secret_value() for secret in settings.github.webhook_secrets] == ["hunter6", "hunter7"]
    assert settings.present == {"OPENAI_API_KEY"}


def test_an_empty_variable_counts_as_unset(tmp_path: Path) -> None:
    settings = read_settings({"DATABASE_URL": " ", "PORT": "", "OPENAI_API_KEY": "", "CONSENSUS_CONFIG": ""}, tmp_path)

    assert settings == read_settings({}, tmp_path)


def test_no_secret_is_ever_printed(tmp_path: Path) -> None:
    settings = read_settings(SECRETS, tmp_path)

    shown = f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"

    assert "hunter" not in shown


def test_a_wrong_file_shows_no_value() -> None:
    refused = refusal('[policy]\nrul = "sk-hunter"\nhuman = "sk-hunter"')

    assert "hunter" not in f"{refused} {refused.params} {refused.__cause__}"


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "80.0", "٣"])
def test_a_port_that_is_none_is_refused_by_name(port: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as refused:
        read_settings({"METRICS_PORT": port}, tmp_path)

    assert (refused.value.key, refused.value.params) == ("env-bad-port", {"name": "METRICS_PORT"})


def test_a_private_key_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "app.pem").write_text("PEM", encoding="utf-8")

    settings = read_settings({"GITHUB_PRIVATE_KEY_PATH": "app.pem"}, tmp_path)

    assert settings.github.private_key is not None
    assert settings.github.private_key.get_secret_value() == "PEM"


def test_a_private_key_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as refused:
        read_settings({"GITHUB_PRIVATE_KEY_PATH": "gone.pem"}, tmp_path)

    assert refused.value.params == {"name": "GITHUB_PRIVATE_KEY_PATH", "path": "gone.pem"}


def test_more_than_two_webhook_secrets_are_refused_without_showing_them(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as refused:
        read_settings({"GITHUB_WEBHOOK_SECRET": "a1,b2,c3"}, tmp_path)

    assert refused.value.params == {"name": "GITHUB_WEBHOOK_SECRET", "count": 3}


@pytest.mark.parametrize(
    ("text", "line"), [("x =", 1), ("\n\n[policy\n", 3), ('a = 1\nb = """\nopen', 3), ("a = 1\na = 2", 2)]
)
def test_wrong_syntax_names_file_and_line(text: str, line: int) -> None:
    refused = refusal(text)

    assert (refused.key, refused.params) == ("config-syntax", {"path": "consensus.toml", "line": line})


@pytest.mark.parametrize(
    ("text", "setting", "line", "near"),
    [
        ('\nlangage = "fr"', "langage", 2, "language"),
        ('[policy]\nrule = "auto"\nhumans = "always"', "policy.humans", 3, "human"),
        ('[[agents]]\nrole = "a"\n\n[[agents]]\nrole = "b"\nfraiming = "c"', "agents.fraiming", 6, "framing"),
        ("[profiles.security]\n[profiles.security.vote]\nquorm = 2", "profiles.security.vote.quorm", 3, "quorum"),
        ('[context.places."C 1"]\nmodes = "on"', "context.places.C 1.modes", 2, "mode"),
        ("vote.quorums = 3", "vote.quorums", 1, "quorum"),
        ("[polcy]\nrule = 'auto'", "polcy", 1, "policy"),
        ('# rul = 1\n[families]\na = """\nrul = 1"""\n[policy]\nrul = 1', "policy.rul", 6, "rule"),
    ],
)
def test_an_unknown_key_names_its_line_and_the_nearest(text: str, setting: str, line: int, near: str) -> None:
    refused = refusal(text)

    assert refused.key == "config-unknown-key"
    assert refused.params == {"setting": setting, "line": line, "nearest": near}


@pytest.mark.parametrize(
    ("table", "line", "expected"),
    [
        ("policy", "budget = -1", "0.50"),
        ("policy", "budget = true", "0.50"),
        ("policy", "budget = nan", "0.50"),
        ("policy", "budget = 1e400", "0.50"),
        ("policy", "budget = 0.0000001", "0.50"),
        ("policy", "quick = 0.85", "[2, 3]"),
        ("policy", "quick = [1, 2]", "[2, 3]"),
        ("policy", "supermajority = [4, 3]", "[2, 3]"),
        ("policy", "supermajority = [2.0, 3]", "[2, 3]"),
        ("policy", "qualify = [1, 2]", "[2, 3, 1]"),
        ("policy", "qualify = [1, 2, 4]", "[2, 3, 1]"),
        ("vote", "open_for = 24", '"24h"'),
        ("vote", 'open_for = "soon"', '"24h"'),
        ("vote", "quorum = 0", "1, 2, 3 …"),
        ("vote", 'voters = " "', '"text"'),
        ("approval", "approvers = []", '["text", "text"]'),
        ("approval", "approvers = [1]", '["text", "text"]'),
        ("moderator", 'base_url = "https://me:pw@host/v1"', '"https://host/v1"'),
        ("moderator", 'base_url = "https://host/v1?key=1"', '"https://host/v1"'),
        ("moderator", 'base_url = "host/v1"', '"https://host/v1"'),
        ("moderator", 'base_url = "https://[::1/v1"', '"https://host/v1"'),
        ("moderator", "base_url = 1", '"https://host/v1"'),
        ("prices", 'call_ceiling = "cheap"', "0.50"),
        ("families", "x = 1", '"text"'),
        ("limits", "per_person = 0", "1, 2, 3 …"),
        ("limits", 'money_per_day = "much"', "0.50"),
        ("slack", "bots = [1]", '["text", "text"]'),
        ("github", 'also_show = "#channel"', '"slack:#channel"'),
        ("github", "also_show = 1", '"slack:#channel"'),
    ],
)
def test_a_wrong_value_names_its_line_and_what_is_expected(table: str, line: str, expected: str) -> None:
    refused = refusal(f"# a comment\n[{table}]\n{line}\n")

    assert refused.key == "config-bad-value"
    assert refused.params == {"setting": f"{table}.{line.partition(' ')[0]}", "line": 3, "expected": expected}


@pytest.mark.parametrize(
    ("table", "line", "choices"),
    [
        ("policy", 'human = "sometimes"', '"on_weak", "always", "never"'),
        ("policy", "human = []", '"on_weak", "always", "never"'),
        ("vote", 'hidden = "yes"', "true, false"),
        ("context", 'mode = "maybe"', '"on", "ask", "off"'),
        ("github", 'start = "read"', '"write", "maintain", "admin"'),
        ("github", 'allow_author = "start"', "true, false"),
        ("github", "checks = false", '"on", "off"'),
        ("github", "gate = 1", "true, false"),
        ("github", 'on_push = "rerun"', '"keep", "warn", "restart"'),
    ],
)
def test_a_value_that_is_no_choice_names_all_that_are(table: str, line: str, choices: str) -> None:
    refused = refusal(f"# a comment\n[{table}]\n{line}\n")

    assert refused.key == "config-bad-choice"
    assert refused.params == {"setting": f"{table}.{line.partition(' ')[0]}", "line": 3, "choices": choices}


@pytest.mark.parametrize(
    ("text", "key", "setting"),
    [
        ("agents = 3", "config-bad-value", "agents"),
        ("policy = 3", "config-bad-value", "policy"),
        ("[[agents]]\ntemperature = 1", "config-missing-key", "agents.role"),
    ],
)
def test_a_wrong_or_missing_table_is_named(text: str, key: str, setting: str) -> None:
    refused = refusal(text)

    assert refused.key == key
    assert refused.params["setting"] == setting


@pytest.mark.parametrize("value", ["-0.1", "2.001", "0.0005", "true", "1e400", "inf", '"hot"'])
def test_a_temperature_is_between_0_and_2_in_thousandths(value: str) -> None:
    refused = refusal(f'[[agents]]\nrole = "a"\ntemperature = {value}')

    assert refused.params["expected"] == "0 … 2"


def test_of_several_mistakes_the_first_in_the_file_is_named() -> None:
    refused = refusal("[vote]\nquorum = 0\n[policy]\nrul = 1\n")

    assert refused.params["line"] == 2


def test_numbers_are_kept_exactly() -> None:
    configuration = parse_config(
        '[policy]\nbudget = 0.1\nsupermajority = [3, 4]\n[prices]\ncall_ceiling = "$0.05"\n'
        '[[agents]]\nrole = "a"\nframing = "b"\ntemperature = 0.7\nweight = 1.5\n[vote]\nopen_for = "3d"',
        "",
    )

    agent = panel(configuration)[0]
    assert (agent.temperature, agent.weight) == (700, 1500)
    assert profile(configuration).policy.budget == 100_000
    assert profile(configuration).policy.thresholds.supermajority == (3, 4)
    assert profile(configuration).policy.vote.open_for == 3 * 86_400_000_000
    assert configuration.prices.call_ceiling == 50_000


def test_a_role_of_the_default_panel_lends_its_framing_and_temperature() -> None:
    configuration = parse_config('[[agents]]\nrole = "risk analyst"\nmodel = "openai/x"\ncontext = false', "")

    assert panel(configuration) == (
        Agent(
            role="risk analyst", framing="What are the risks?", temperature=200, model="openai/x", takes_context=False
        ),
    )


def test_a_temperature_of_zero_is_a_temperature() -> None:
    configuration = parse_config('[[agents]]\nrole = "optimist"\ntemperature = 0', "")

    assert panel(configuration)[0].temperature == 0


@pytest.mark.parametrize(("line", "lacking"), [("temperature = 1", "framing"), ('framing = "b"', "temperature")])
def test_another_role_needs_framing_and_temperature(line: str, lacking: str) -> None:
    configuration = parse_config(f'[[agents]]\nrole = "lawyer"\n{line}', "")

    with pytest.raises(ConfigurationError) as refused:
        panel(configuration)

    assert refused.value.params == {"role": "lawyer", "setting": lacking}


def test_addresses_are_kept_by_role() -> None:
    configuration = parse_config(
        '[[agents]]\nrole = "a"\nbase_url = "http://127.0.0.1:8000/v1"\n[[agents]]\nrole = "b"\n'
        '[moderator]\nbase_url = "https://host/v1"',
        "",
    )

    assert base_urls(configuration) == {"a": "http://127.0.0.1:8000/v1", "moderator": "https://host/v1"}


def test_a_profile_says_only_what_is_different() -> None:
    configuration = parse_config(
        '[policy]\nbudget = 1\nrule = "borda"\nqualify = [1, 1, 1]\n[vote]\nquorum = 4\n[approval]\napprovers = "@a"\n'
        '[profiles.security]\nrule = "supermajority"\nqualify = [2, 3, 2]\n'
        'approval = { approvers = ["@sec", "@lead"], four_eyes = false }',
        "",
    )

    standard, security = profile(configuration), profile(configuration, "security")
    assert (standard.policy.rule, standard.policy.approval.approvers) == ("borda", "@a")
    assert (security.policy.rule, security.policy.approval.approvers) == ("supermajority", "@sec, @lead")
    assert (security.policy.budget, security.policy.vote.quorum) == (1_000_000, 4)
    assert security.axes == Axes(uncertainty=2, stakes=3, plurality=2)
    assert not security.policy.approval.four_eyes


def test_a_profile_can_state_a_default_against_the_standard() -> None:
    configuration = parse_config('[policy]\nhuman = "always"\n[profiles.quick]\nhuman = "on_weak"', "")

    assert profile(configuration, "quick").policy.human == "on_weak"


def test_an_unknown_profile_names_the_nearest() -> None:
    configuration = parse_config("[profiles.security]\n[profiles.legal]", "")

    with pytest.raises(RequestError) as refused:
        profile(configuration, "securty")

    assert (refused.value.key, refused.value.params) == ("unknown-profile", {"name": "securty", "nearest": "security"})


def test_without_profiles_none_is_near() -> None:
    with pytest.raises(RequestError, match="no-profiles"):
        profile(Configuration(), "x")


def test_what_is_read_is_set_per_place() -> None:
    context = parse_config(
        '[context]\nmode = "ask"\nproviders = ["mistral"]\n[context.places.C1]\nmode = "off"', ""
    ).context

    assert (context.mode, context.providers) == ("ask", ("mistral",))
    assert context.places["C1"].mode == "off"


def test_a_configured_model_without_its_key_is_missing(tmp_path: Path) -> None:
    settings = settings_from(
        tmp_path,
        '[[agents]]\nrole = "a"\nmodel = "openai/x"\nfallback = "mistral/y"\n'
        '[[agents]]\nrole = "b"\nmodel = "openai/x"\n'
        '[moderator]\nmodel = "gemini/z"',
        {"ANTHROPIC_API_KEY": "k"},
    )

    missing = missing_keys(settings)

    assert [(error.key, error.params) for error in missing] == [
        ("missing-key", {"model": "openai/x", "name": "OPENAI_API_KEY"}),
        ("missing-key", {"model": "gemini/z", "name": "GEMINI_API_KEY"}),
        ("missing-key", {"model": "mistral/y", "name": "MISTRAL_API_KEY"}),
    ]


@pytest.mark.parametrize(
    ("model", "env"),
    [
        ("openai/x", {"OPENAI_API_KEY": "k"}),
        ("openai/x", {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}),
        ("openai/x", {"OPENAI_API_BASE": "http://127.0.0.1:1/v1"}),
        ("gemini/x", {"GOOGLE_API_KEY": "k"}),
        ("ollama/x", {}),
        ("rehearsal/agent", {}),
        ("some-other-provider/x", {}),
    ],
)
def test_a_model_that_can_be_asked_is_not_missing(model: str, env: dict[str, str], tmp_path: Path) -> None:
    settings = settings_from(tmp_path, f'[moderator]\nmodel = "{model}"', env)

    assert missing_keys(settings) == ()


def test_a_model_with_an_address_of_its_own_needs_no_key(tmp_path: Path) -> None:
    settings = settings_from(tmp_path, '[moderator]\nmodel = "openai/x"\nbase_url = "http://127.0.0.1:1/v1"')

    assert missing_keys(settings) == ()


def test_the_digest_tells_what_is_configured_not_how_it_is_written() -> None:
    plain = parse_config('[policy]\nbudget = 1.5\n[vote]\nopen_for = "24h"', "")
    other = parse_config('# note\nvote.open_for = "1d"\npolicy.budget = "1.50"', "")

    assert config_digest(plain) == config_digest(other)
    assert config_digest(plain) != config_digest(Configuration())
    assert re.fullmatch(r"[0-9a-f]{64}", config_digest(plain))


def test_the_digest_does_not_depend_on_secrets(tmp_path: Path) -> None:
    assert read_settings(SECRETS, tmp_path).config_digest == read_settings({}, tmp_path).config_digest


def test_the_active_lines_of_the_example_are_the_defaults() -> None:
    assert parse_config(EXAMPLE, "") == Configuration()


def test_the_whole_example_is_valid_and_names_every_key() -> None:
    whole = re.sub(r"^# (?=\[|[a-z_\"-]+ = )", "", EXAMPLE, flags=re.MULTILINE)

    configuration = parse_config(whole, "")

    assert set(Configuration.model_fields) == configuration.model_fields_set
    assert len(panel(configuration)) == 1
    assert profile(configuration, "security").policy.rule == "supermajority"
    for table in (configuration.agents[0], configuration.moderator, configuration.policy, configuration.vote):
        assert set(type(table).model_fields) == table.model_fields_set
    for rest in (configuration.approval, configuration.context, configuration.prices):
        assert set(type(rest).model_fields) == rest.model_fields_set
    for added in (configuration.github, configuration.slack, configuration.limits):
        assert set(type(added).model_fields) == added.model_fields_set


def test_lines_are_found_behind_strings_of_several_lines() -> None:
    lines = lines_of("a = '''\nb = 1\n'''\nb = 2\n[t] # [u]\nc.'d e' = 3\n[[r]]\n[r.s]\nk = 1\n[[r]]\n[r.s]\nk = 2\n")

    assert lines[("b",)] == 4
    assert lines["t", "c", "d e"] == 6
    assert (lines["r", 0, "s", "k"], lines["r", 1, "s", "k"]) == (9, 12)
    assert ("u",) not in lines


def test_a_key_inside_a_value_has_the_line_of_the_value() -> None:
    lines = lines_of("\n[t]\na = { b = 1 }\n")

    assert line_of(("t", "a", "b"), lines) == 3
    assert line_of(("x",), lines) == 1


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    refused = None

    try:
        parse_config(text, "x")
    except ConfigurationError as error:
        refused = error

    assert refused is None or refused.params["line"]
