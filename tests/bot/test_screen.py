"""The card on a terminal: wrapped, never cut, and never in charge of the terminal."""

import io

import pytest
from inline_snapshot import snapshot
from rich.console import Console

from bot.terminal.explaining import explained
from bot.terminal.live import Live
from bot.terminal.screen import WIDTH, draw, wrapped
from bot.terminal.speaker import TerminalSpeaker, moment, money
from bot.texts import catalogue
from consensus.card import make_card
from consensus.decision import Decision
from consensus.events import Axes, BallotWords, OpenedWords
from consensus.panel.agents import Language
from tests.fakes import START, after, ballot, opened, start
from tests.scenes import (
    argue,
    by_engine,
    carry_on,
    cast,
    close_early,
    closed,
    debated,
    flagged,
    hear,
    panel,
    put_to_a_vote,
)

LONG = "Reporting needs relational queries that the team already runs every day, and nothing else does. " * 4


def speaker(lang: Language = "en") -> TerminalSpeaker:
    return TerminalSpeaker(catalogue(lang), {"asker": "you"})


def saying(rationale: str, option: str = "Postgres") -> Decision:
    decision = start(opened(), OpenedWords(question="Which database?", options=(option, "MySQL")))
    words = BallotWords(rationale=rationale)
    return carry_on(after(decision, *(by_engine(ballot(seat, "o1"), words) for seat in ("s1", "s2"))))


def test_a_long_text_is_wrapped_and_not_cut() -> None:
    shown = draw(make_card(saying(LONG)), speaker())

    assert max(map(len, shown.splitlines())) <= WIDTH
    assert " ".join(shown.split()).count("every day, and nothing else does.") == 4


def test_no_text_is_in_charge_of_the_terminal() -> None:
    shown = draw(make_card(saying("red \x1b[31m bell \x07 back \u202e now", "Post\u202egres")), speaker())

    assert [sign for sign in "\x1b\x07\u202e" if sign in shown] == []
    assert "Postgres · moderate" in shown


def test_a_mute_panel_has_no_sides() -> None:
    shown = draw(make_card(carry_on(panel("-----"))), speaker())

    assert "0 agents" not in shown
    assert shown.startswith("No result: none of 5 agents answered, 3 are needed\n")


@pytest.mark.parametrize(
    ("options", "word"),
    [(("A", "B"), " abstain"), (("Abstain", "B"), " abstention"), (("Abstain", "Abstention"), "")],
)
def test_the_word_that_abstains_is_no_option(options: tuple[str, str], word: str) -> None:
    decision = start(opened(), OpenedWords(question="Which one?", options=options))
    voting = put_to_a_vote(carry_on(hear(decision, "AAAAA")))

    hints = [line for line in draw(make_card(voting), speaker()).splitlines() if "vote D-1 abst" in line]

    assert hints == ([f"  python -m bot vote D-1{word}"] if word else [])


def test_what_the_numbers_rest_on_is_explained() -> None:
    assert "\n".join(wrapped(explained(carry_on(panel("ABAAA")), speaker()))) == snapshot("""\
Qualified by the two quick ballots, the higher score counts: uncertainty 1, stakes 1, plurality 1 →
  two agents first, more only if they disagree or hesitate
Rule: majority, chosen by the question · people decide what the panel cannot settle
- risk analyst (m1, temperature 0.0): framing 1
- optimist (n1, temperature 0.1): framing 2
- devil's advocate (m1, temperature 0.2): framing 3
- neutral analyst (n1, temperature 0.3): framing 4
- user advocate (m1, temperature 0.4): framing 5
Agreement 80% and support 72% of 5 asked; 5 ballots with a choice
Of all pairs of ballots 60% agree
If the voters were independent, which agents are not: 95% interval 38% to 96% of the share\
""")


def test_before_the_panel_has_closed_nothing_is_measured() -> None:
    told = explained(start(opened()), speaker())

    assert told.startswith("Not qualified: ")
    assert "interval" not in told


def test_stated_axes_and_a_stated_rule_are_named_as_such() -> None:
    axes = Axes(uncertainty=3, stakes=2, plurality=2)
    policy = opened().policy.model_copy(update={"rule": "majority", "human": "never"})

    told = explained(start(opened(axes=axes, policy=policy)), speaker())

    assert "Qualified as stated: uncertainty 3, stakes 2, plurality 2 → the full panel at once" in told
    assert "Rule: majority, as stated · people are not asked" in told


@pytest.mark.parametrize(
    ("amount", "shown"), [(None, "?"), (0, "$0.00"), (1_200, "$0.0012"), (10_000, "$0.01"), (2_500_000, "$2.50")]
)
def test_money_has_the_digits_that_it_needs(amount: int | None, shown: str) -> None:
    assert money(amount) == shown


def test_a_moment_names_its_zone() -> None:
    assert moment(START).startswith("2027-01-1")
    assert len(moment(START).split()) == 3


def test_a_stranger_is_shown_by_the_beginning_of_the_id() -> None:
    decision = start(opened(asker="0123456789"))

    assert "asked by 01234567\n" in draw(make_card(decision), speaker())


@pytest.mark.parametrize(
    ("decision", "round_"),
    [
        (start(opened()), 1),
        (hear(start(opened()), "AB"), 1),
        (panel("ABABn"), 2),
        (argue(panel("ABABn")), 3),
        (hear(argue(panel("ABABn")), "AB", 3), 3),
    ],
)
def test_the_live_view_names_the_round_under_way(decision: Decision, round_: int) -> None:
    assert table_of(decision).startswith(f"D-1 · round {round_} of 3 ")


@pytest.mark.parametrize(
    "decision",
    [
        hear(start(opened()), "AA"),
        debated("ABABn", "ABABn"),
        closed(debated("ABCDn", "ABCDn", 4)),
        cast(carry_on(debated("ABCDn", "ABCDn", 4)), "o1", "o1", "o1"),
        close_early(cast(carry_on(debated("ABCDn", "ABCDn", 4)), "o1", "o1", "o1")),
        put_to_a_vote(carry_on(panel("AAAAA"))),
    ],
)
def test_the_live_view_is_empty_while_no_agent_is_asked(decision: Decision) -> None:
    assert Live(catalogue("en")).table(decision) is None


def test_the_live_view_shows_the_uncounted_ballot_that_is_asked_for() -> None:
    shown = table_of(flagged("AAAAA", " "))

    assert [line.split()[-1] for line in shown.splitlines()[1:]] == ["answered"] * 5 + ["thinking…"]


def table_of(decision: Decision) -> str:
    """The live view as plain text."""
    console = Console(file=io.StringIO(), record=True, width=120)
    console.print(Live(catalogue("en")).table(decision) or "")
    return "\n".join(line.rstrip() for line in console.export_text().splitlines())


def test_the_live_view_says_who_answered_and_never_what() -> None:
    assert table_of(hear(start(opened()), "A")) == snapshot("""\
D-1 · round 1 of 3 · 1 call · $0.00
 risk analyst     m1   answered
 optimist         n1   thinking…\
""")


def test_the_live_view_shows_the_whole_panel_once_it_is_asked() -> None:
    shown = table_of(hear(start(opened()), "AB"))

    assert [line.split()[-1] for line in shown.splitlines()[1:]] == ["answered"] * 2 + ["thinking…"] * 3


def test_the_live_view_can_be_drawn_again_and_again(capsys: pytest.CaptureFixture[str]) -> None:
    with Live(catalogue("fr")) as live:
        live(start(opened()))
        live(hear(start(opened()), "AB"))
        live(carry_on(panel("AAAAA")))

    assert capsys.readouterr().out == ""
