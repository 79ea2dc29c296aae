"""What somebody wrote in Slack reaches us as they saw it, and what we show of a text is that text alone."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.card import Moment, Person, render
from consensus.card.lines import line
from integrations.slack.limits import LIVE
from integrations.slack.text import GUARD, decode, escape, harmless, inline, link, mention, moment, plain, quoted
from tests.fakes import START
from tests.integrations.slack.speaking import HOSTILE, SMUGGLED, Voice


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("A &lt; B &amp;&amp; C &gt; D", "A < B && C > D"),
        ("&amp;lt; stays", "&lt; stays"),
        ("ask <@U1> or <@U2|lead>", "ask @U1 or @lead"),
        ("in <#C1|general> or <#C2>", "in #general or #C2"),
        ("<https://x.example/a?b=1&amp;c=2|the docs>", "the docs (https://x.example/a?b=1&c=2)"),
        ("<https://x.example>", "https://x.example"),
        ("<http://x.example/|x.example>", "x.example"),
        ("<https://x.example|https://x.example>", "https://x.example"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<mailto:a@b.example>", "a@b.example"),
        ("<!subteam^S1|@db-team> and <!subteam^S2>", "@db-team and @S2"),
        ("<!here> <!channel|channel> <!everyone>", "@here @channel @everyone"),
        ("<!date^1392734382^{date} at {time}|Feb 18>", "Feb 18"),
        ("List<int> stays", "List<int> stays"),
        ("<https://x.example|A &amp; B>", "A & B (https://x.example)"),
    ],
)
def test_hard_case_27_a_text_is_decoded_once(sent: str, read: str) -> None:
    assert decode(sent) == read


@given(st.text().filter(lambda text: GUARD not in text))
def test_hard_case_27_what_was_escaped_is_decoded_to_the_same_text(text: str) -> None:
    assert decode(escape(text)) == text


@given(HOSTILE)
def test_an_escaped_text_holds_nothing_that_slack_reads_as_its_own(text: str) -> None:
    said = escape(text)

    assert "<" not in said
    assert ">" not in said
    assert "```" not in said
    assert re.search(r"&(?!amp;|lt;|gt;)", said) is None
    assert re.search(r"^\s*&gt;", said, re.MULTILINE) is None
    assert re.search(rf"(?<!{GUARD})[*`~]|[*`~](?!{GUARD})|@\w", said) is None


def test_words_joined_by_underscores_stay_as_they_are() -> None:
    assert escape("full_debate in m_1") == "full_debate in m_1"


@given(HOSTILE)
def test_what_is_shown_inside_a_sentence_is_one_line(text: str) -> None:
    assert "\n" not in inline(text)


@given(HOSTILE)
def test_every_line_of_a_quotation_has_its_bar(text: str) -> None:
    assert all(each.startswith("> ") for each in quoted(text).splitlines())


@given(HOSTILE, st.integers(2, 80))
def test_a_plain_text_is_never_empty_and_never_too_long(text: str, most: int) -> None:
    said = plain(text, most)

    assert 0 < len(said) <= most
    assert "\n" not in said
    assert re.search(r"<[!@#\w]", said) is None


@pytest.mark.parametrize("text", SMUGGLED)
def test_hard_case_56_words_inside_a_sentence_ring_nobody(text: str) -> None:
    said = render(harmless(line("line-against-role", count=1, role=text, text=text)), Voice())

    assert "<" not in said
    assert LIVE.search(said) is None


def test_people_and_times_inside_a_sentence_stay_alive() -> None:
    inner = line("line-asked", id="D-<1>", asker=Person(id="asker"))
    each = line("line-missing", seats=(inner, line("vote-until", deadline=Moment(at=START))))

    said = render(harmless(each), Voice())

    assert said == (
        "Without a choice: D-&lt;1&gt; · asked by <@UASKER>, open until <!date^1800000000^{date_short} {time}|soon>"
    )


def test_hard_case_58_a_name_that_is_no_id_is_no_mention() -> None:
    assert mention("U01LEAD") == "<@U01LEAD>"
    assert mention("<!channel>") == "&lt;!channel&gt;"
    assert mention("U1> <!channel") == "U1&gt; &lt;!channel"


def test_a_time_cannot_be_left_by_its_fallback() -> None:
    said = moment(START, "now> <!channel|x>")

    assert said == "<!date^1800000000^{date_short} {time}|now&gt; &lt;!channel x&gt;>"


def test_a_link_of_ours_shows_its_name_and_leads_to_its_page() -> None:
    assert link("https://github.com/acme/shop/pull/4", "acme/shop#4") == (
        "<https://github.com/acme/shop/pull/4|acme/shop#4>"
    )


@pytest.mark.parametrize("name", [*SMUGGLED, "a|b"])
def test_a_name_cannot_leave_its_link(name: str) -> None:
    shown = link("https://github.com/acme/shop/issues/4#issuecomment-7", name)

    assert LIVE.findall(shown) == [shown]


@pytest.mark.parametrize(
    "address",
    [*SMUGGLED, "", "javascript:x", "https://evil.example", "https://x/a/b/pull/4|c", "https://x/a/b/pull/4> c"],
)
def test_what_is_no_page_is_not_linked(address: str) -> None:
    assert link(address, "acme") == "acme"
