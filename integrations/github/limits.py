"""What GitHub takes at most (https://docs.github.com/en/rest/checks/runs, https://docs.github.com/en/rest/commits/statuses)."""

from typing import Final

BODY: Final = 60_000
"""Bytes of a comment or of a check's summary: GitHub takes 65,536 characters of the one, 65,535 bytes of the other."""
TITLE: Final = 255
STATUS: Final = 140
"""Characters of a commit status."""
ACTIONS: Final = 3
LABEL: Final = 20
DESCRIPTION: Final = 40
IDENTIFIER: Final = 20
