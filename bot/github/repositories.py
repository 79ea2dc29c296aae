"""What a repository says about its decisions in the file of its default branch, under our own settings."""

from zlib import crc32

from bot.configuration import Configuration
from bot.github.site import Site
from bot.repository import PATH, names_of, repository_settings
from consensus.errors import ConfigurationError
from integrations.github.settings_file import settings_file


async def settings_at(site: Site, repo: int) -> Configuration:
    """Raises ConfigurationError naming the line of a broken file, and GitHubError where it cannot be read."""
    names = names_of(repo, (await site.client.repositories.of(repo)).full_name)
    text = await settings_file(site.client, repo, PATH)
    return repository_settings(text or "", site.settings.configuration, names=names)


async def version_of(site: Site, repo: int) -> int:
    """A number that changes with the file; raises GitHubError."""
    try:
        text = await settings_file(site.client, repo, PATH)
    except ConfigurationError:
        return 0
    return crc32((text or "").encode())
