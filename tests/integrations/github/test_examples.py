"""GitHub's own examples mean for us what they say, and spoilt ones by the thousand never make us fail."""

from collections import Counter

from integrations.github.incoming import Ignored, Incoming, Own, Spoken
from integrations.github.lines import commands_in
from integrations.github.parse import parse
from tests.github_examples import examples, spoilt

OWN = Own(app=25811, slug="acme-panel", user="acme-panel[bot]")


def meaning(found: Incoming) -> str:
    return found.reason if isinstance(found, Ignored) else type(found).__name__


def test_each_example_is_what_its_event_says_and_asks_nothing() -> None:
    found = [(name, payload, parse(name, payload, OWN)) for name, payload in examples()]

    assert Counter(meaning(each) for _, _, each in found) == {
        "not-for-us": 306,
        "Spoken": 11,
        "Installed": 10,
        "CheckAction": 1,
        "Pushed": 1,
    }
    assert not any(commands_in(each.body, OWN.slug).requests for _, _, each in found if isinstance(each, Spoken))


def test_hard_case_23_ten_thousand_spoilt_payloads_are_read_or_ignored() -> None:
    known = [(name, sent) for name, sent in examples() if meaning(parse(name, sent, OWN)) != "not-for-us"]

    found = Counter(meaning(parse(name, sent, OWN)) for name, sent in spoilt(known, 10_000, seed=23))

    assert found.total() == 10_000
    assert set(found) == {
        *("malformed", "not-for-us", "unchanged", "own", "bot"),
        *("Spoken", "Installed", "CheckAction", "Pushed"),
    }
    assert found["Spoken"] > 500
