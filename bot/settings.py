"""The operator's settings: the environment and `consensus.toml`, read once, secrets never printed."""

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import ConfigDict, SecretStr

from bot.config_file import read_config
from bot.configuration import Configuration, ModelTable
from consensus.audit import canonical
from consensus.errors import ConfigurationError
from consensus.model import Model

CONFIG_FILE: Final = "consensus.toml"
DATABASE_URL: Final = "sqlite:///consensus.db"
HIGHEST_PORT: Final = 65_535
MOST_SECRETS: Final = 2
"""The old and the new one, while a secret is being changed."""
PROVIDER_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "mistral": ("MISTRAL_API_KEY",),
    "groq": ("GROQ_API_KEY",),
    "xai": ("XAI_API_KEY",),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "cohere": ("COHERE_API_KEY",),
    "openrouter": ("OPENROUTER_API_KEY",),
    "ollama": (),
    "ollama_chat": (),
    "rehearsal": (),
}
"""The variables of which one must be set before a provider's models can be asked."""
OWN_ADDRESS: Final[Mapping[str, tuple[str, ...]]] = {"openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE")}
"""The variables that send a provider's calls to another server, which may need no key."""


class Secretive(Model):
    """Data with secrets: no error shows a value."""

    model_config = ConfigDict(hide_input_in_errors=True)


class SlackSettings(Secretive):
    bot_token: SecretStr | None
    app_token: SecretStr | None
    signing_secret: SecretStr | None
    api_url: str | None


class GitHubSettings(Secretive):
    app_id: str | None
    private_key: SecretStr | None
    token: SecretStr | None
    webhook_secrets: tuple[SecretStr, ...]
    api_url: str | None


class Settings(Secretive):
    """Everything the operator has said; `present` are names of variables, never their values."""

    configuration: Configuration
    config_path: Path | None
    config_digest: str
    database_url: SecretStr
    host: str
    port: int
    metrics_port: int | None
    slack: SlackSettings
    github: GitHubSettings
    present: frozenset[str]


def read_settings(env: Mapping[str, str], cwd: Path) -> Settings:
    """The settings; an empty variable counts as unset, an unknown one is ignored."""
    given = {name: value.strip() for name, value in env.items() if value.strip()}
    path = _config_path(given, cwd)
    configuration = read_config(path) if path else Configuration()
    known = [name for names in (*PROVIDER_KEYS.values(), *OWN_ADDRESS.values()) for name in names]
    return Settings(
        configuration=configuration,
        config_path=path,
        config_digest=config_digest(configuration),
        database_url=SecretStr(given.get("DATABASE_URL", DATABASE_URL)),
        host=given.get("HOST", "127.0.0.1"),
        port=_port(given, "PORT") or 3000,
        metrics_port=_port(given, "METRICS_PORT"),
        slack=_slack(given),
        github=_github(given, cwd),
        present=frozenset(name for name in known if name in given),
    )


def config_digest(configuration: Configuration) -> str:
    """Identifies what the configuration says; the file holds no secrets."""
    return hashlib.sha256(canonical(configuration.model_dump(mode="json"))).hexdigest()


def missing_keys(settings: Settings) -> tuple[ConfigurationError, ...]:
    """One error for each configured model that cannot be asked, as no key of its provider is there."""
    configuration = settings.configuration
    tables: tuple[ModelTable, ...] = (*configuration.agents, configuration.moderator)
    asked = [table.model for table in tables if not table.base_url] + [table.fallback for table in tables]
    lacking = {model: _lacking(model, settings.present) for model in asked if model}
    return tuple(ConfigurationError("missing-key", model=model, name=name) for model, name in lacking.items() if name)


def _lacking(model: str, present: frozenset[str]) -> str:
    """The variable that should be set for a model; empty if none is needed or nothing is known."""
    provider = model.partition("/")[0]
    keys = PROVIDER_KEYS.get(provider, ())
    is_served = not keys or any(name in present for name in (*keys, *OWN_ADDRESS.get(provider, ())))
    return "" if is_served else keys[0]


def _config_path(given: Mapping[str, str], cwd: Path) -> Path | None:
    if named := given.get("CONSENSUS_CONFIG"):
        return cwd / Path(named).expanduser()
    path = cwd / CONFIG_FILE
    return path if path.exists() else None


def _port(given: Mapping[str, str], name: str) -> int | None:
    value = given.get(name)
    if value is None:
        return None
    if not re.fullmatch(r"\d{1,5}", value, re.ASCII) or not 0 < int(value) <= HIGHEST_PORT:
        raise ConfigurationError("env-bad-port", name=name)
    return int(value)


def _secret(given: Mapping[str, str], name: str) -> SecretStr | None:
    return SecretStr(given[name]) if name in given else None


def _slack(given: Mapping[str, str]) -> SlackSettings:
    return SlackSettings(
        bot_token=_secret(given, "SLACK_BOT_TOKEN"),
        app_token=_secret(given, "SLACK_APP_TOKEN"),
        signing_secret=_secret(given, "SLACK_SIGNING_SECRET"),
        api_url=given.get("SLACK_API_URL"),
    )


def _github(given: Mapping[str, str], cwd: Path) -> GitHubSettings:
    return GitHubSettings(
        app_id=given.get("GITHUB_APP_ID"),
        private_key=_private_key(given, cwd),
        token=_secret(given, "GITHUB_TOKEN"),
        webhook_secrets=_webhook_secrets(given),
        api_url=given.get("GITHUB_API_URL"),
    )


def _private_key(given: Mapping[str, str], cwd: Path) -> SecretStr | None:
    """The key itself, its line ends perhaps written as backslash n, or the file that holds it."""
    if key := given.get("GITHUB_PRIVATE_KEY"):
        return SecretStr(key.replace("\\n", "\n"))
    if not (named := given.get("GITHUB_PRIVATE_KEY_PATH")):
        return None
    try:
        return SecretStr((cwd / Path(named).expanduser()).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError("env-unreadable-file", name="GITHUB_PRIVATE_KEY_PATH", path=named) from error


def _webhook_secrets(given: Mapping[str, str]) -> tuple[SecretStr, ...]:
    parts = given.get("GITHUB_WEBHOOK_SECRET", "").split(",")
    secrets = tuple(SecretStr(part.strip()) for part in parts if part.strip())
    if len(secrets) > MOST_SECRETS:
        raise ConfigurationError("env-too-many-secrets", name="GITHUB_WEBHOOK_SECRET", count=len(secrets))
    return secrets
