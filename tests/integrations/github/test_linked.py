"""Which issues a text refers to: those of its own repository, as GitHub itself would link them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from integrations.github.linked import links_in


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("see #12 and #3", (12, 3)),
        ("Fixes #12", (12,)),
        ("see #3, closes: #12, resolved GH-5", (12, 5, 3)),
        ("acme/widgets#7 and Acme/Widgets#7", (7,)),
        ("https://github.com/acme/widgets/issues/8 https://github.com/acme/widgets/pull/9#issuecomment-1", (8, 9)),
        ("(#12) **#13** #14.", (12, 13, 14)),
        ("own #4", ()),
        ("other/widgets#7 https://github.com/acme/private/issues/8", ()),
        ("x#5 &#39; #0 #12a a/b/#6 /#7 ##8", ()),
        ("`#12`\n```\n#13\n```\n~~~\n#14", ()),
        ("<!-- Fixes #12 -->\n<!-- open #13", ()),
    ],
)
def test_a_text_refers_to_these(text: str, numbers: tuple[int, ...]) -> None:
    assert links_in(text, "acme/widgets", 4) == numbers


@given(st.text("#0123456789 /abGH-`~<!->\n", max_size=200))
def test_whatever_the_text_each_number_is_another_issue(text: str) -> None:
    numbers = links_in(text, "a/b", 4)

    assert len(set(numbers)) == len(numbers)
    assert 4 not in numbers
    assert all(number > 0 for number in numbers)
