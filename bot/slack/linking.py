"""A person in Slack and on GitHub: a code that is given here and shown there makes both accounts one."""

from typing import Final

from bot.settings import GitHubSettings
from bot.slack.answering import sentence, tell
from bot.slack.workspace import Workspace
from bot.spoken import Link
from bot.texts import catalogue
from integrations.slack.incoming import Received
from integrations.slack.text import inline

GOOD_FOR_MINUTES: Final = 10
MINUTE: Final = 60_000_000


async def link(workspace: Workspace, said: Received, command: Link) -> None:
    """Tells them alone their code and where to post it, or why there is none."""
    say = catalogue(await workspace.lang_of(said))
    if not _is_on(workspace.settings.github):
        told = say("slack-link-off")
    elif command.to:
        told = say("slack-link-there", to=inline(command.to))
    else:
        until = workspace.clock() + GOOD_FOR_MINUTES * MINUTE
        code = await workspace.store.issue_code(await workspace.person(said.user), until)
        told = say("slack-link-code", code=code, minutes=GOOD_FOR_MINUTES)
    await tell(workspace, said, sentence(told))


def _is_on(github: GitHubSettings) -> bool:
    """Whether a comment there would reach us."""
    return bool(github.webhook_secrets and (github.app_id or github.token))
