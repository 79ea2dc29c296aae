"""What a repository says about its decisions in the file of its default branch, under our own settings."""

import base64
import binascii
from typing import Final

from bot.configuration import Configuration
from bot.github.site import Site
from bot.repository import PATH, names_of, repository_settings
from consensus.errors import ConfigurationError
from integrations.github.errors import PermanentError

MISSING: Final = "not_found"


async def settings_at(site: Site, repo: int) -> Configuration:
    """Raises ConfigurationError naming the line of a broken file, and GitHubError where it cannot be read."""
    names = names_of(repo, (await site.client.repositories.of(repo)).full_name)
    try:
        found = await site.client.read(repo, f"contents/{PATH}")
    except PermanentError as error:
        if error.why != MISSING:
            raise
        return repository_settings("", site.settings.configuration, names=names)
    try:
        text = base64.b64decode(str(found.get("content", ""))).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ConfigurationError("config-unreadable", path=PATH) from error
    return repository_settings(text, site.settings.configuration, names=names)
