"""What of a comment asks something of us: its own words at the beginning of a line, whatever Markdown stands around."""

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from integrations.github.lines import LONGEST, Commands, commands_in

NOTHING = Commands()
IN_CODE = Commands(in_code=True)
CALL = "/consensus Redis or LRU?"
ASKED = Commands(requests=(CALL,))


def said(body: str) -> Commands:
    return commands_in(body, "acme-panel")


@pytest.mark.parametrize(
    ("body", "request_text"),
    [
        ("/consensus", "/consensus"),
        ("   /consensus  list", "/consensus  list"),
        ("/CONSENSUS help", "/consensus help"),
        ("/consensus-Security ship?", "/consensus-Security ship?"),
        ("@acme-panel ship?", "/consensus ship?"),
        ("@Acme-Panel[bot], ship?", "/consensus, ship?"),
        ("@acme-panel: ship?", "/consensus: ship?"),
        ("Hello all\n/consensus ship?", "/consensus ship?"),
        ("- one\n- two\n/consensus ship?", "/consensus ship?"),
        ("/consensus ship?\n--\nLead", "/consensus ship?"),
        ("/consensus vote A\r\n\r\nOn Mon, Nov 30, 2026 at 6:00 PM bot wrote:\r\n\r\n> vote", "/consensus vote A"),
        ("/consensus vote A\n\nOn Mon, Nov 30, 2026 at 6:00 PM bot <\nbot@acme.example> wrote:\n", "/consensus vote A"),
        ("/consensus vote A\n\nLe lun. 30 nov. 2026 à 18:00, bot a écrit\u00a0:\n\n> vote", "/consensus vote A"),
        ("/consensus vote A\n\nSent from my iPhone", "/consensus vote A"),
        ("/consensus which?\n- On call\n- Sent out", "/consensus which?\n- On call\n- Sent out"),
        ("/consensus which?\n\n- A\n- B\n", "/consensus which?\n\n- A\n- B"),
        ("<img src='x.png'>\n/consensus ship?", "/consensus ship?"),
        ("a `lone tick\n/consensus ship?", "/consensus ship?"),
        ("a \\`\n/consensus `ship`?", "/consensus `ship`?"),
        ("a <!-- that never ends\n/consensus ship?", "/consensus ship?"),
        ("[a](b 'no title\n/consensus ship?", "/consensus ship?"),
        ("1 < 2\n/consensus 2 > 1?", "/consensus 2 > 1?"),
        ("<!-- note -->\n/consensus ship?", "/consensus ship?"),
    ],
)
def test_a_line_that_begins_with_our_name_asks(body: str, request_text: str) -> None:
    assert said(body) == Commands(requests=(request_text,))


@pytest.mark.parametrize(
    "body",
    [
        "",
        "ask /consensus ship?",
        "/consensusx ship?",
        "/consensus/ship",
        "/votes D-1",
        "@acme ship?",
        "@acme-panel-2 ship?",
        "@acme-panel/team ship?",
        "# /consensus ship?",
        "- /consensus ship?",
        "text\n      /consensus ship?",
        "[a]:\n/consensus",
        "[a](/b 'title\n/consensus ship?')",
        "<a title='\n/consensus ship?'>b</a>",
        "/consensus " + "x" * LONGEST,
    ],
)
def test_anything_else_asks_nothing(body: str) -> None:
    assert said(body) == NOTHING


def test_each_request_has_the_lines_below_it_up_to_the_next() -> None:
    body = "Well.\n/consensus which?\n- A\n- B\n\nso\n@acme-panel vote D-1 A because\nof that\n/consensus list"

    assert said(body).requests == (
        "/consensus which?\n- A\n- B\n\nso",
        "/consensus vote D-1 A because\nof that",
        "/consensus list",
    )


def test_what_is_quoted_or_hidden_below_a_request_is_no_part_of_it() -> None:
    body = (
        "/consensus which? <!-- A -->\n<!--\n- secret\n-->\n- A\n- B\n\n> quoted\n\nOn Monday, somebody wrote:\n> old"
    )

    assert said(body).requests == ("/consensus which? \n\n\n\n- A\n- B",)


def test_code_below_a_request_belongs_to_it() -> None:
    body = "/consensus merge this?\n```py\n/consensus no\n```\n`more`"

    assert said(body).requests == (body,)


@pytest.mark.parametrize(
    "body",
    [
        f"> {CALL}",
        f">{CALL}",
        f"   > text\n   > {CALL}",
        f"> > {CALL}",
        f"> the paragraph goes on\n{CALL}",
        f"- > {CALL}",
        f"> ```\n> {CALL}\n> ```",
        f"<blockquote>\n{CALL}\n</blockquote>",
        f"<blockquote>\n\n{CALL}\n\n</blockquote>",
    ],
)
def test_hard_case_28_a_quoted_request_asks_nothing(body: str) -> None:
    assert said(body) == NOTHING


def test_hard_case_28_an_answer_below_a_quotation_asks() -> None:
    assert said(f"> /consensus old?\n\n{CALL}") == ASKED
    assert said(f"> # old\n{CALL}") == ASKED


@pytest.mark.parametrize(
    "body",
    [
        f"```\n{CALL}\n```",
        f"~~~ text\n{CALL}\n~~~",
        f"```\n~~~\n```\n\n```\n{CALL}\n```",
        f"    {CALL}",
        f"\t{CALL}",
        f"`{CALL}`",
        f"  `` {CALL} ``",
        f"- ```\n  {CALL}\n  ```",
    ],
)
def test_hard_case_29_a_request_in_code_asks_nothing_and_is_pointed_out(body: str) -> None:
    assert said(body) == IN_CODE


@pytest.mark.parametrize(
    "body",
    [
        f"```\n$ run\n{CALL}\n```",
        f"   ````\n```\n{CALL}",
        f"`open\n{CALL}\nclosed`",
        f"``a ` b\n{CALL}\n``",
        f"Like `{CALL}` and so on",
        f"<pre>\n{CALL}\n</pre>",
        f"<code>\n\n{CALL}\n\n</code>",
        f"as <code>\n{CALL}\n</code>",
        f"<div><code>\n{CALL}\n</code></div>",
        f"<!--\n{CALL}\n-->",
        f"<!-- -- \n\n{CALL}\n",
        f"<div><!--\n\n{CALL}",
        f"a <!-- b\n{CALL}\n-->",
        f"a <?b\n{CALL}\n?>",
        f"a <![CDATA[\n{CALL}\n]]>",
        f"<!DOCTYPE\n{CALL}\n>",
    ],
)
def test_hard_case_29_a_request_within_code_or_a_hidden_comment_asks_nothing(body: str) -> None:
    assert said(body) == NOTHING


@pytest.mark.parametrize(
    "body",
    [
        f"<!--\n```\n-->\n{CALL}",
        f"```\n<!--\n```\n{CALL}",
        f"- ```\n  code\n\n{CALL}",
        f"    code\n\n{CALL}",
        f"`a` b\n{CALL}",
        f"```\ncode\n```\n{CALL}",
        f"<pre>\ncode\n</pre>\n\n{CALL}",
        f"as <code>x</code>\n{CALL}",
        f"``` not a ` fence\n{CALL}",
    ],
)
def test_hard_case_29_what_is_over_hides_nothing(body: str) -> None:
    assert said(body) == ASKED


def test_hard_case_29_a_fence_that_a_list_ends_opens_no_second_one() -> None:
    body = "- ```\n  code\n\ntext\n```\n/consensus in code\n```\n/consensus outside"

    assert said(body).requests == ("/consensus outside",)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize(
    "text", ["/consensus", "/consensus\nmore", "a\n/consensus x\n- A\n- B\n\n", "```\n/consensus\n"]
)
def test_hard_case_30_other_ends_of_lines_change_nothing(text: str, end: str) -> None:
    assert said(text.replace("\n", end)) == said(text)


PIECES = (
    *(
        "\n",
        "\n\n",
        "  \n",
        " ",
        "    ",
        "\t",
        "> ",
        "- ",
        "1. ",
        "```",
        "````",
        "~~~",
        "`",
        "``",
        "\\",
        "#",
        "---",
        "===",
    ),
    *("<!--", "-->", "<?", "?>", "<pre>", "</pre>", "<code>", "</code>", "<div>", "</div>", "<a b='", "'>", "|"),
    *("[a]: ", "[a](b '", "')", "text", "/consensus ship?", "\n/consensus\n", "@acme-panel vote", "é", "\u2028", "\0"),
)
MARKDOWN = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
NEVER = "/consensus never"


@given(st.text(max_size=60) | MARKDOWN)
def test_hard_case_30_no_text_differs_by_the_ends_of_its_lines(body: str) -> None:
    text = body.replace("\r", "")

    assert said(text.replace("\n", "\r\n")) == said(text)


@given(st.text(max_size=60) | MARKDOWN)
def test_no_text_makes_us_fail_and_each_request_begins_with_our_name(body: str) -> None:
    found = said(body)

    assert all(request.startswith("/consensus") and "\0" not in request for request in found.requests)
    assert not (found.requests and found.in_code)


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


def fenced(text: str, mark: str = "`") -> str:
    return f"{mark * 40}\n{text}\n{mark * 40}"


def tilded(text: str) -> str:
    return fenced(text, "~")


def hidden(text: str) -> str:
    return f"<!--\n{text.replace('-->', '')}\n-->"


@given(MARKDOWN, MARKDOWN)
def test_hard_case_29_whatever_stands_in_a_fence_a_quotation_or_a_comment_asks_nothing(before: str, after: str) -> None:
    inside = f"{before}\n{NEVER}\n{after}"

    for wrapped in (quoted(inside), indented(f"x{inside}"), fenced(inside), tilded(inside), hidden(inside)):
        assert not said(f"Words.\n\n{wrapped}").requests


@given(st.lists(MARKDOWN, max_size=3), st.sampled_from([quoted, hidden, fenced, tilded]))
def test_what_is_closed_hides_no_request_behind_it(pieces: list[str], wrap: Callable[[str], str]) -> None:
    body = "\n\n".join(wrap(piece) for piece in pieces)

    assert said(f"{body}\n\n{NEVER}").requests[-1:] == (NEVER,)


SPANS = (
    "\n",
    " ",
    "`",
    "``",
    "\\",
    "<!--",
    "-->",
    "<?",
    "?>",
    "<a b='",
    "'>",
    "</a>",
    "[a](b '",
    "')",
    "]",
    "*",
    "text",
)
READER = MarkdownIt("commonmark")


def numbered(pieces: list[str]) -> str:
    """The pieces as one paragraph; its requests have a number each, and a word before them or nothing."""
    breaks = ("", "\n")
    return "x" + "".join(f"{piece}{breaks[at % 2]}/consensus q{at}z " for at, piece in enumerate(pieces))


def seen(body: str) -> set[str]:
    """The requests that a full reader of CommonMark shows as plain words at the beginning of a line."""
    found: set[str] = set()
    for block in READER.parse(body):
        is_first = True
        for span in block.children or ():
            if is_first and span.type == "text":
                found.update(re.findall(r"^/consensus (q[0-9]+z)", span.content))
            is_first = span.type in {"softbreak", "hardbreak"}
    return found


@given(st.lists(st.sampled_from(SPANS), max_size=20))
def test_hard_case_29_a_full_reader_of_commonmark_sees_the_same_requests(pieces: list[str]) -> None:
    body = numbered(pieces)

    asked = {request.split()[1] for request in said(body).requests}

    assert asked == seen(body)


HOSTILE = {
    "quotes": "> " * 7 + "a\n" + "a\n" * 15_000,
    "short lines": "a\n" * 32_000,
    "ticks": "".join("`" * (number % 300 + 1) + " " for number in range(400)),
    "comments": "x <!--" * 10_000,
    "instructions": "x <?" * 16_000,
    "declarations": "x <!a" * 13_000,
    "tags": "x <a b='" * 8_000,
    "spaces": "x <a" + " " * 60_000,
    "tags on lines": "<a b='\n" * 8_000,
    "open code": "x <code>" * 8_000,
    "links": "](a '" * 13_000,
    "titles": "](" + " " * 60_000,
    "lists": "- " * 30_000,
    "references": "[a]: /b\n" * 8_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_of_the_largest_size_is_read_in_a_moment(name: str) -> None:
    began = time.process_time()

    said(f"{HOSTILE[name][: LONGEST - 20]}\n\n/consensus list")

    assert time.process_time() - began < 10
