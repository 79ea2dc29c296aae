"""The settings of a repository: the file in its default branch, under the floor of the operator's settings."""

from collections.abc import Collection
from functools import partial
from typing import Final

from bot.config_file import parse_config
from bot.configuration import Configuration
from bot.repository.refusing import At, require_own
from bot.repository.rights import context_here, laid_over_context, laid_over_github
from bot.repository.seats import seated
from bot.repository.terms import laid_over_terms
from bot.texts import Say
from bot.toml_lines import line_of, lines_of
from consensus.errors import ConfigurationError

PATH: Final = ".github/consensus.toml"


def repository_settings(text: str, floor: Configuration, *, names: Collection[str]) -> Configuration:
    """What holds in a repository: the operator's settings for it, tightened by its own file.

    `names` are those by which the operator may have named it in `[context.places]`. Without a file the text is empty.
    Raises ConfigurationError, which `explained` turns into a sentence with the line.
    """
    stated = parse_config(text, PATH)
    at: At = partial(line_of, lines=lines_of(text))
    require_own(stated, at)
    here = floor.model_copy(update={"context": context_here(floor.context, names)})
    with_terms = laid_over_terms(here, stated, at)
    return with_terms.model_copy(
        update={
            "language": stated.language or here.language,
            "agents": seated(here, stated.agents, at) or here.agents,
            "context": laid_over_context(here.context, stated.context, at),
            "github": laid_over_github(here.github, stated.github, at),
        }
    )


def names_of(repo: int, full_name: str) -> tuple[str, ...]:
    """How the operator may name a repository: by its name, or by its lasting number."""
    return (full_name, f"github:{full_name}", str(repo), f"github:{repo}")


def explained(error: ConfigurationError, say: Say) -> str:
    """The sentence of a refused file; each says the line."""
    what = say.error(error)
    is_said = error.key.startswith("config-") or "line" not in error.params
    return what if is_said else say("config-at-line", line=error.params["line"], what=what)
