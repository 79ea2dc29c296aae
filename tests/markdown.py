"""What must not go out to GitHub, by its published limits and by what its Markdown brings to life.

Written apart from what the program knows: a real CommonMark parser reads the text, and what GitHub finds in the
finished text (mentions, references, addresses, emoji) is looked for in it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

Body = Mapping[str, Any]

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
COMMENT = 65_536
OUTPUT = 65_535
MARKER = re.compile(r"\A<!-- consensus:(?:D-\d+:[a-z]+|reply:[a-z_]+):\d+ -->(?:\n|\Z)")
OUR_HTML = re.compile(r"(?:</?details>|<summary>[^<>]*</summary>|\s)*")
ALIVE = {
    "a reference to an issue": re.compile(r"(?<![\w&])[\w./-]*#\d|\bgh-\d", re.IGNORECASE),
    "a closing keyword": re.compile(r"\b(close|fix|resolve)(s|d|es|ed)?:?\s+(\S*#\d|gh-\d|https?:/)", re.IGNORECASE),
    "a commit": re.compile(r"(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])", re.IGNORECASE),
    "an address": re.compile(r"[a-z][a-z0-9+.-]*://\S|\bwww\.|\S@\w+\.\w", re.IGNORECASE),
    "an emoji": re.compile(r":[a-z0-9_+-]+:", re.IGNORECASE),
    "an alert or a footnote": re.compile(r"\[[!^]\w"),
}  # fmt: skip
MENTION = re.compile(r"@([a-z0-9][a-z0-9-]*(?:/[a-z0-9._-]+)?)", re.IGNORECASE)
REFUSED_BLOCKS = {"hr": "a rule", "code_block": "indented code"}
HEADINGS = 1
CONCLUSIONS = {"success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required", None}
Limit = tuple[str, int]


def comment_problems(body: str, *, mentions: Iterable[str] = (), links: Sequence[str] = ()) -> list[str]:
    """Why this comment must not go out; `mentions` may be alive, `links` begin as one of these."""
    found = list(_too_long(body, COMMENT, "characters of a comment"))
    if not body.strip():
        found.append("an empty comment")
    return [*found, *_problems(MARKER.sub("", body), frozenset(mentions), tuple(links))]


def check_problems(check: Body, *, mentions: Iterable[str] = (), links: Sequence[str] = ()) -> list[str]:
    """Why this check run must not go out: its fields as GitHub's API names them."""
    output, allowed = check.get("output") or {}, (frozenset(mentions), tuple(links))
    found = [f"conclusion {check.get('conclusion')!r}"] if check.get("conclusion") not in CONCLUSIONS else []
    found += _too_long(str(output.get("title") or ""), 255, "characters of a title")
    if check.get("output") is not None and not (output.get("title") and output.get("summary")):
        found.append("an output without title or summary")
    for name in ("summary", "text"):
        text = str(output.get(name) or "")
        found += _too_long(text, OUTPUT, f"bytes of a check's {name}", size=len(text.encode()))
        found += _problems(text, *allowed)
    found += _live(str(output.get("title") or ""), allowed[0])
    actions = check.get("actions") or ()
    if len(actions) > 3:
        found.append(f"{len(actions)} actions, at most 3")
    return [*found, *(problem for action in actions for problem in _action(action))]


def status_problems(status: Body) -> list[str]:
    """Why this commit status must not go out."""
    found = (
        [f"state {status.get('state')!r}"]
        if status.get("state") not in {"pending", "success", "failure", "error"}
        else []
    )
    return [*found, *_too_long(str(status.get("description") or ""), 140, "characters of a status")]


def spoken(body: str) -> list[str]:
    """The texts that a reader sees outside code, one for each run of them."""
    return [child.content for token in _tokens(body) for child in token.children or () if child.type == "text"]


def shape(body: str) -> list[str]:
    """The blocks and marks of a body without its words."""
    tokens = [each for token in _tokens(body) for each in (token, *(token.children or ()))]
    return [each.type for each in tokens if each.type not in {"inline", "text", "softbreak"}]


def _tokens(body: str, found: dict[str, Any] | None = None) -> list[Token]:
    return PARSER.parse(body, found)


def _problems(body: str, mentions: frozenset[str], links: tuple[str, ...]) -> Iterator[str]:
    found: dict[str, Any] = {}
    tokens = _tokens(body, found)
    if found.get("references"):
        yield "a reference definition"
    if "<!--" in body:
        yield "a comment inside the comment"
    if sum(token.type == "heading_open" for token in tokens) > HEADINGS:
        yield "more headings than ours"
    if body.count("<details>") != body.count("</details>"):
        yield "details that stay open"
    yield from (REFUSED_BLOCKS[token.type] for token in tokens if token.type in REFUSED_BLOCKS)
    yield from (f"html {token.content!r}" for token in tokens if token.type == "html_block" and not _is_our_html(token))
    yield from (f"code as {token.info!r}" for token in tokens if token.type == "fence" and token.info)
    for child in (child for token in tokens for child in token.children or ()):
        yield from _inside(child, mentions, links)
    if "$" in _without_code(body, tokens):
        yield "mathematics"


def _inside(child: Token, mentions: frozenset[str], links: tuple[str, ...]) -> Iterator[str]:
    match child.type:
        case "image":
            yield "an image"
        case "html_inline":
            yield f"html {child.content!r}"
        case "link_open" if not str(child.attrGet("href")).startswith(links or ("\0",)):
            yield f"a link to {child.attrGet('href')}"
        case "text":
            yield from _live(child.content, mentions)


def _live(text: str, mentions: frozenset[str]) -> Iterator[str]:
    yield from (f"{what}: {found[0]!r}" for what, pattern in ALIVE.items() if (found := pattern.search(text)))
    yield from (f"a mention of {name}" for name in MENTION.findall(text) if name not in mentions)


def _is_our_html(token: Token) -> bool:
    return OUR_HTML.fullmatch(token.content) is not None


def _without_code(body: str, tokens: Sequence[Token]) -> str:
    """The source outside code."""
    fences = [token.content for token in tokens if token.type == "fence"]
    spans = [child.content for token in tokens for child in token.children or () if child.type == "code_inline"]
    for code in (*fences, *spans):
        body = body.replace(code, "", 1)
    return body


def _action(action: Body) -> Iterator[str]:
    limits: tuple[Limit, ...] = (("label", 20), ("description", 40), ("identifier", 20))
    for name, most in limits:
        if not action.get(name):
            yield f"an action without {name}"
        yield from _too_long(str(action.get(name) or ""), most, f"characters of an action's {name}")


def _too_long(text: str, most: int, what: str, size: int | None = None) -> list[str]:
    count = len(text) if size is None else size
    return [f"{count} {what}, at most {most}"] if count > most else []
