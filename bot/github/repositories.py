"""What a repository says about its decisions in the file of its default branch, under our own settings."""

from bot.configuration import Configuration
from bot.github.site import Site
from bot.repository import PATH, names_of, repository_settings
from integrations.github.settings_file import settings_file


async def settings_at(site: Site, repo: int) -> Configuration:
    """Raises ConfigurationError naming the line of a broken file, and GitHubError where it cannot be read."""
    names = names_of(repo, (await site.client.repositories.of(repo)).full_name)
    text = await settings_file(site.client, repo, PATH)
    return repository_settings(text or "", site.settings.configuration, names=names)
