"""The settings that a repository keeps: one file of its default branch, whatever a pull request changes in it."""

import base64
import binascii
from typing import Final

from pydantic import ValidationError

from consensus.errors import ConfigurationError
from integrations.github.client import GitHubClient
from integrations.github.documents import Content
from integrations.github.errors import PermanentError

LONGEST: Final = 65_536
"""Bytes; nobody writes more settings than that."""


async def settings_file(client: GitHubClient, repo: int, path: str) -> str | None:
    """Its text, none where there is no such file; raises GitHubError when that cannot be found out.

    Raises ConfigurationError for what stands there and is no such file.
    """
    try:
        found = await client.read(repo, f"contents/{path}")
    except PermanentError as error:
        if error.why != "not_found":
            raise
        return None
    try:
        content = Content.model_validate(found)
        text = base64.b64decode(content.content, validate=False)
    except (ValidationError, binascii.Error) as error:
        raise _no_settings(path) from error
    if content.encoding != "base64" or len(text) > LONGEST:
        raise _no_settings(path)
    return text.decode("utf-8-sig", errors="replace")


def _no_settings(path: str) -> ConfigurationError:
    return ConfigurationError("config-no-file", path=path, most=LONGEST // 1024)
