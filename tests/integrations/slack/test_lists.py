"""Lists and documents fit into one message of Slack whatever stands in them, and their pages can be turned."""

from hypothesis import given, settings

from integrations.slack.home import Lately
from integrations.slack.limits import LIVE, check
from integrations.slack.lists import CARRIED, document_message, list_message, paragraph
from integrations.slack.text import GUARD
from tests.integrations.slack.speaking import HOSTILE, SMUGGLED, Voice, alive, buttons


def rows(text: str, count: int = 10) -> list[Lately]:
    return [Lately(id=f"D-{number}", question=text, status="decided", winner=text) for number in range(count, 0, -1)]


def test_there_is_a_button_only_where_there_is_a_page() -> None:
    first, middle, last = (
        list_message("All", rows("?"), Voice(), around=around, key=("list", "open"))
        for around in ((0, 5), (5, 5), (5, 0))
    )

    labels = [[each["text"]["text"] for each in buttons(page.blocks)] for page in (first, middle, last)]
    assert labels == [["Next page"], ["Previous page", "Next page"], ["Previous page"]]
    assert [each["value"] for each in buttons(middle.blocks)] == ["list|open|10", "list|open|1"]


def test_more_words_than_a_button_carries_are_not_cut() -> None:
    fits = list_message("All", rows("?"), Voice(), around=(0, 1), key=("search", "w" * CARRIED))
    over = list_message("All", rows("?"), Voice(), around=(0, 1), key=("search", "w" * (CARRIED + 1)))

    assert buttons(fits.blocks)
    assert not buttons(over.blocks)


@settings(max_examples=25)
@given(HOSTILE)
def test_whatever_the_texts_a_list_fits_and_rings_nobody(text: str) -> None:
    message = list_message("All", rows(text), Voice("fr"), around=(3, 3), key=("list", ""))

    check({"text": message.text, "blocks": list(message.blocks)})
    assert not any(LIVE.search(said) for said in alive(message.blocks))


@settings(max_examples=25)
@given(HOSTILE)
def test_whatever_a_document_holds_it_stays_inside_its_fences(text: str) -> None:
    document = f"# {text}\n" + "```\nfenced\n```\n" * 3

    for page in range(3):
        message = document_message(document, "D-1", page, Voice())
        check({"text": message.text, "blocks": list(message.blocks)})
        fenced = [said for said in alive(message.blocks) if said.startswith("```")]
        assert fenced
        assert all(said.count("```") == 2 and said.endswith("\n```") for said in fenced)
        assert not any(LIVE.search(said) for said in fenced)


def test_a_document_is_shown_whole_over_its_pages() -> None:
    document = "\n".join(f"{number}. {SMUGGLED[number % len(SMUGGLED)].strip()} end" for number in range(400))

    pages = [document_message(document, "D-1", page, Voice()) for page in range(3)]

    shown = "\n".join(said for page in pages for said in alive(page.blocks)).replace(GUARD, "")
    assert [number for number in range(400) if f"{number}. " not in shown] == []


def test_nothing_said_is_no_paragraph() -> None:
    assert paragraph(["", ""]) == []
