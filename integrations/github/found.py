"""All that was read of an issue or a pull request, and how it becomes the context of a decision."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from consensus.context import rooms
from consensus.events import ContextTaken, ContextWords
from consensus.excerpt import LONGEST, MOST, Part, context_of, excerpt, passage
from integrations.github.diff import changes, diffed, size
from integrations.github.documents import File, Issue, Pull, Review
from integrations.github.incoming import Own
from integrations.github.remarks import Remark, opening, reviewed, said, told
from integrations.github.wire import Words

REMARKS: Final = MOST // 2
"""Of the conversation and of the reviews each."""


@dataclass
class Found:
    """What has come so far; a part is missing until all of it is there."""

    number: int
    inline: int | None = None
    """The comment on a line of the diff that the decision was asked in."""
    own: Own | None = None
    issue: Issue | None = None
    pull: Pull | None = None
    comments: list[Words] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    lines: list[Words] = field(default_factory=list)
    files: list[File] = field(default_factory=list)
    links: tuple[int, ...] = ()
    linked: dict[int, Issue] = field(default_factory=dict)
    standings: dict[int, str] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)

    def remarks(self) -> dict[str, list[Remark]]:
        """By source: the text itself, the conversation, the reviews, and the issues in the order of the links."""
        own = self.own or Own(app=None, slug="", user="")
        return {
            self.kind: [opening(self.issue)] if self.issue else [],
            "comments": said(self.comments, own),
            "reviews": reviewed(self.reviews, self.lines, own, self.inline),
            "linked": [opening(self.linked[number]) for number in self.links if number in self.linked],
        }

    @property
    def kind(self) -> str:
        return "pull" if self.issue and self.issue.pull_request else "issue"


def context(found: Found, options: Sequence[str]) -> tuple[ContextTaken, ContextWords]:
    """What agents get of it; each source its fair share of the room."""
    texts = {
        source: [told(remark, found.standings) for remark in remarks]
        for source, remarks in found.remarks().items()
        if remarks
    }
    sizes = [sum(min(len(text), LONGEST) + 1 for text in each) for each in texts.values()]
    changed = changes(found.files)
    *fair, diff_room = rooms([*sizes, size(changed) if changed else 0])
    parts = [
        _part(found, source, each, options, room) for (source, each), room in zip(texts.items(), fair, strict=True)
    ]
    if changed:
        total = max(found.pull.changed_files if found.pull else 0, len(changed))
        parts.append(Part(source="files", ref=f"#{found.number}", excerpt=diffed(changed, total, diff_room)))
    head = found.pull.head.sha if found.pull else None
    return context_of(parts, list(found.missing), head)


def _part(found: Found, source: str, texts: Sequence[str], options: Sequence[str], room: int) -> Part:
    ref = f"#{found.number}"
    if source == found.kind:
        return Part(source=source, ref=ref, excerpt=passage(texts[0], room))
    if source == "linked":
        ref = ", ".join(f"#{number}" for number in found.links)
        read = excerpt(texts, options, room=room)
        return Part(source=source, ref=ref, excerpt=read.model_copy(update={"total": len(found.links)}))
    return Part(source=source, ref=ref, excerpt=excerpt(texts, options, room=room, most=REMARKS))
