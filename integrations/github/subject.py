"""How an issue or a pull request stands at this moment."""

from integrations.github.answers import understood
from integrations.github.client import GitHubClient
from integrations.github.place import Place
from integrations.github.wire import Text, Wire


class Subject(Wire):
    """A pull request that was merged is closed, too."""

    state: Text
    locked: bool = False


async def subject_at(client: GitHubClient, where: Place) -> Subject:
    """Raises GitHubError where that cannot be found out."""
    return understood(Subject, await client.read(where.repo, f"issues/{where.number}"))
