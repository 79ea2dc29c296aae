"""The person at the keyboard: asked where people are needed, free to leave it open, and never asked twice."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.report import Json, report
from bot.terminal.deciding import Seen, carry_through
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.events import ApprovalPolicy, Approved, Policy, Reason, Rejected, VoteCast
from tests.desks import ask, at_desk
from tests.voting_models import Agents, Vote

WEAK = (Vote("B", ("optimist",)), Vote("C", ("neutral_analyst",)), Vote("D", ("user_advocate",)), Vote("A"))
TIED = (Vote("B", ("optimist", "neutral_analyst")), Vote("C", ("user_advocate",)), Vote("A"))
FACT = (Vote("A", axes=(0, 0, 0)),)
POLICY = Policy(rule="majority", approval=ApprovalPolicy(four_eyes=False))


@dataclass
class Typist:
    """Types these lines, then ends the input."""

    lines: list[str]
    prompts: list[str] = field(default_factory=list)

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


@dataclass(frozen=True)
class Sat:
    """How it went at the keyboard."""

    code: int
    decision: Decision
    prompts: list[str]
    shown: str

    @property
    def report(self) -> Json:
        return report(self.decision)


Sit = Callable[..., Sat]


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as opened:
        yield opened


@pytest.fixture
def sit(tmp_path: Path, runner: asyncio.Runner, capsys: pytest.CaptureFixture[str]) -> Sit:
    """Takes a decision of these votes to its end, the person typing these lines."""

    def at_keyboard(votes: tuple[Vote, ...], *lines: str, options: str = "A B C D", **changes: object) -> Sat:
        typist = Typist(list(lines))
        with at_desk(tmp_path / "keyboard.db", Agents(votes, moderator=("B", "B"))) as desk:
            decision = runner.run(ask(desk, *options.split(), **{"policy": POLICY, **changes}))
            code = carry_through(runner, desk, decision, "asker", Seen(read=typist))
            return Sat(code, runner.run(newest(desk)), typist.prompts, capsys.readouterr().out)

    return at_keyboard


async def newest(desk: Desk) -> Decision:
    return await desk.store.load("D-1")


def reasons(decision: Decision, kind: type) -> list[str]:
    words = [decision.words(event.seq) for event in decision.events if isinstance(event.facts, kind)]
    return [each.reason for each in words if isinstance(each, Reason)]


@pytest.mark.parametrize("answer", ["2", "b", " B "])
def test_a_vote_by_number_or_by_name_decides(sit: Sit, answer: str) -> None:
    sat = sit(WEAK, answer, "we run it")

    assert (sat.code, sat.report["verdict"]["winner"], sat.report["verdict"]["decided_by"]) == (0, "B", "human_vote")
    assert reasons(sat.decision, VoteCast) == ["we run it"]


def test_the_card_comes_before_the_question(sit: Sit) -> None:
    sat = sit(WEAK, "")

    assert sat.shown.startswith("Your vote is needed · the panel leans to A, weakly: 2 of 5")
    assert sat.prompts == [
        "Your vote decides. The options:\n  1 A\n  2 B\n  3 C\n  4 D\n  0 abstain\nNumber (empty: leave it open): "
    ]


def test_what_is_left_open_is_shown_once(sit: Sit) -> None:
    assert sit(WEAK, "").shown.count("D-1 · asked by you") == 1


def test_an_answer_that_is_no_option_is_asked_again(sit: Sit) -> None:
    sat = sit(WEAK, "9", "x", "1", "")

    assert (sat.code, sat.report["verdict"]["winner"]) == (0, "A")
    assert sat.prompts[1:3] == ["A number from 0 to 4, or empty to leave it open: "] * 2


ALWAYS = Policy(rule="majority", human="always", approval=ApprovalPolicy(four_eyes=False))


@pytest.mark.parametrize(
    ("options", "answers", "winner"),
    [
        ("2 3", ("2", "#2"), "3"),
        ("2 3", ("2", '"2"'), "2"),
        ("2 3", ("2", "1"), "2"),
        ("2 3", ("3",), "3"),
        ("2 1", ("1", "2", "\u201c1\u201d"), "1"),
        ("0 1 2", ("0", '"0"'), "0"),
        ("1 2", ("2",), "2"),
        ("Abstain B", ("abstain",), "Abstain"),
        ("B abstention", ("Abstention",), "abstention"),
    ],
)
def test_a_number_or_a_word_is_never_taken_for_another_option(
    sit: Sit, options: str, answers: tuple[str, ...], winner: str
) -> None:
    sat = sit((Vote(options.split(maxsplit=1)[0]),), *answers, "", options=options, policy=ALWAYS)

    unclear = [prompt for prompt in sat.prompts if "also the text of another option" in prompt]
    assert sat.report["verdict"]["winner"] == winner
    assert len(unclear) == len(answers) - 1


@pytest.mark.parametrize("answer", ["0", "#0", "abstain", "Abstention"])
def test_an_abstention_is_recorded_and_not_asked_for_again(sit: Sit, answer: str) -> None:
    sat = sit(WEAK, answer, "no idea")

    assert (sat.code, sat.report["people"]["vote"]["voted"], sat.report["status"]) == (3, 1, "awaiting_vote")
    assert len(sat.prompts) == 2


def test_an_abstention_of_the_only_voter_is_followed_by_one_line_and_no_second_card(sit: Sit) -> None:
    sat = sit(WEAK, "0", "")

    card, _, rest = sat.shown.partition("vote D-1 abstain\n")
    assert card.startswith("Your vote is needed")
    assert rest == (
        "Everybody has voted: the vote closes a minute after the last vote, "
        "and then this ends it: python -m bot resume D-1\n"
    )


def test_a_vote_may_be_left_open(sit: Sit) -> None:
    sat = sit(WEAK, "")

    assert (sat.code, sat.report["status"], sat.report["people"]["vote"]["voted"]) == (3, "awaiting_vote", 0)


def test_an_approval_decides_and_keeps_its_reason(sit: Sit) -> None:
    sat = sit(TIED, "a", "we need it")

    assert (sat.code, sat.report["verdict"]["winner"], sat.report["verdict"]["decided_by"]) == (
        0,
        "B",
        "human_approval",
    )
    assert reasons(sat.decision, Approved) == ["we need it"]


def test_a_rejection_is_asked_for_its_reason_until_there_is_one_and_then_people_vote(sit: Sit) -> None:
    sat = sit(TIED, "r", "", " ", "too dear", "1", "")

    assert reasons(sat.decision, Rejected) == ["too dear"]
    assert (sat.code, sat.report["verdict"]["winner"]) == (0, "A")


def test_a_proposal_may_be_put_to_a_vote_instead(sit: Sit) -> None:
    sat = sit(TIED, "v", "3", "")

    assert (sat.code, sat.report["verdict"]["winner"], sat.report["verdict"]["decided_by"]) == (0, "C", "human_vote")


@pytest.mark.parametrize("answer", ["", "perhaps"])
def test_a_proposal_may_be_left_open(sit: Sit, answer: str) -> None:
    sat = sit(TIED, answer)

    assert (sat.code, sat.report["status"]) == (3, "awaiting_approval")


def test_a_fact_is_run_anyway_when_the_person_wants_it(sit: Sit) -> None:
    sat = sit(FACT, "y", options_stated=False)

    assert (sat.code, sat.report["verdict"]["winner"]) == (0, "A")
    assert sat.prompts == ["Ask the panel anyway? y/n: "]


def test_a_fact_stays_unasked_when_the_person_does_not(sit: Sit) -> None:
    sat = sit(FACT, "n", options_stated=False)

    assert (sat.code, sat.report["status"]) == (5, "not_needed")


def test_in_french_the_person_answers_in_french(sit: Sit) -> None:
    sat = sit(FACT, "oui", options_stated=False, lang="fr")

    assert (sat.code, sat.prompts) == (0, ["Interroger le panel quand même\xa0? o/n\xa0: "])


def test_an_ended_input_decides_nothing(sit: Sit, tmp_path: Path, runner: asyncio.Runner) -> None:
    with pytest.raises(EOFError):
        sit(TIED)

    with at_desk(tmp_path / "keyboard.db", Agents(())) as desk:
        assert report(runner.run(newest(desk)))["status"] == "awaiting_approval"


def test_a_decided_panel_asks_nobody(sit: Sit) -> None:
    sat = sit((Vote("A"),))

    assert (sat.code, sat.prompts) == (0, [])
