"""How a message gets into a place: the port of every chat, and the three ways in which it can fail.

The errors of a platform derive from these three.
"""

from typing import Protocol, TypeVar

from consensus.model import Model
from consensus.notices import PostKind

Message_contra = TypeVar("Message_contra", contravariant=True)


class Marker(Model):
    """What a message of ours carries unseen, so that it can be found again."""

    decision: str
    kind: PostKind
    about_seq: int


class Channel(Protocol[Message_contra]):
    """Writes to one platform, each call once: a call that is not known to have failed is never repeated here."""

    async def send(self, place: str, message: Message_contra, marker: Marker, /) -> str:
        """The platform's id of the new message."""

    async def edit(self, place: str, remote_id: str, message: Message_contra, /) -> None: ...

    async def find(self, place: str, marker: Marker, /) -> list[str]:
        """Our own messages that carry this marker, the oldest first."""

    async def delete(self, place: str, remote_id: str, /) -> None: ...


class RateLimitedError(Exception):
    """Nothing was written; the platform wants to be left alone for so many seconds."""

    retry_after: int


class DoubtfulError(Exception):
    """No answer came: it may have been written, or may still be."""


class PermanentError(Exception):
    """Nothing was written, and trying the same at once will not help; `why` is the platform's word for it."""

    why: str
    is_absent: bool = False
    """What was to be edited is not there, as far as we can see."""
