"""What people said of an issue or a pull request, each with who said it and what they may do there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from consensus.model import Model
from integrations.github.documents import Issue, Review
from integrations.github.incoming import Own
from integrations.github.parse import is_bot, is_ours
from integrations.github.wire import User, Words

WRITERS: Final = frozenset({"admin", "maintain", "write"})
VERDICTS: Final[Mapping[str, str]] = {
    "approved": "approved",
    "changes_requested": "requested changes",
    "dismissed": "dismissed",
}
"""The reviews that say something without a word."""


class Remark(Model):
    """One text; `about` says where it stands or what it did."""

    author: User | None
    body: str
    about: str = ""


def opening(issue: Issue) -> Remark:
    kind = "pull request" if issue.pull_request else "issue"
    words = "\n\n".join(filter(None, [issue.title, issue.body]))
    return Remark(author=issue.user, body=words, about=f"{kind} #{issue.number}, {issue.state}")


def said(comments: Iterable[Words], own: Own) -> list[Remark]:
    """The conversation without what we said ourselves."""
    return [Remark(author=each.user, body=each.body) for each in comments if each.body and not _is_our(each, own)]


def reviewed(reviews: Iterable[Review], lines: Sequence[Words], own: Own, inline: int | None = None) -> list[Remark]:
    """The verdicts, then every thread of the diff together; the one that asked, with its hunk, comes last."""
    verdicts = [
        Remark(author=each.user, body=each.body or "", about=VERDICTS.get(each.state.casefold(), "review"))
        for each in reviews
        if (each.body or each.state.casefold() in VERDICTS) and not _is_our(each, own)
    ]
    asked = next((_thread(each) for each in lines if each.id == inline), None)
    threads: dict[int, list[Remark]] = {_thread(each): [] for each in lines}
    for each in lines:
        if each.body and not _is_our(each, own):
            hunk = f"{each.diff_hunk}\n\n" if each.id == inline else ""
            threads[_thread(each)].append(Remark(author=each.user, body=f"{hunk}{each.body}", about=_at(each)))
    ordered = sorted(threads, key=lambda thread: thread == asked)
    return [*verdicts, *(remark for thread in ordered for remark in threads[thread])]


def authors(remarks: Iterable[Remark]) -> dict[int, str]:
    """Whose permission is worth asking for, in the order in which they speak."""
    return {each.author.id: each.author.login for each in remarks if each.author and not is_bot(each.author)}


def told(remark: Remark, standings: Mapping[int, str]) -> str:
    """The words begin a line of their own, as whoever forges a line of ours would have it."""
    about = f", {remark.about}" if remark.about else ""
    who = f"{_who(remark.author, standings)}{about}"
    return f"{who}:\n{remark.body}" if remark.body else who


def _who(author: User | None, standings: Mapping[int, str]) -> str:
    """By name, and whether they may write to the repository; unknown is what nobody could tell."""
    if author is None:
        return "@ghost (access unknown)"
    if is_bot(author):
        return f"bot {author.login}"
    standing = standings.get(author.id)
    known = "unknown" if standing is None else "write" if standing in WRITERS else standing
    return f"@{author.login} (access {known})"


def _is_our(words: Words, own: Own) -> bool:
    return words.user is not None and is_ours(words, words.user, own)


def _thread(words: Words) -> int:
    return words.in_reply_to_id or words.id


def _at(words: Words) -> str:
    return f"on {words.path}:{words.line}" if words.line else f"on {words.path}, outdated"
